//! The operations on top of mechanisms: hybrids with X25519, the key exchange of SSH, and key pairs
//! of seeds.

use vectru::hybrid;
use vectru::seed::Seed;
use vectru::ssh::{self, Client};
use vectru::{DecapsulationKey, Mechanism, Set};
use vectru_polymul::dispatch::Backend;

use crate::operations::{Outcome, Run};
use crate::random::{Recording, Reproducible};
use crate::search::Secrets;
use crate::secrets::{add_encapsulation, add_generation, add_key};

/// Runs the operations of a mechanism's hybrid, and of its seeds.
pub fn hybrids_and_seeds<M: Mechanism>(backend: Backend, outcome: &mut Outcome) {
    let mut run = Run { set: M::SET, backend, outcome };

    let seed = Seed::new(std::array::from_fn(|k| (k * k * 7 + 3) as u8));
    let mut of_seed = Secrets::default();
    of_seed.add("seed", &*seed.to_bytes());
    add_key::<M>(&mut of_seed, &seed.key_pair::<M>().0);
    run.check("seed from_bytes", &of_seed.index(), || Seed::from_bytes(&*seed.to_bytes()));
    run.check("seed to_bytes", &of_seed.index(), || seed.to_bytes());
    run.check("key pair of a seed", &of_seed.index(), || seed.key_pair::<M>());

    let mut rng = Recording::new(5);
    let (key, public) = hybrid::generate::<M, _>(&mut rng);
    let bytes = key.to_bytes();
    let mut of_key = Secrets::default();
    of_key.publish(public.as_bytes());
    rng.calls.iter().for_each(|bytes| of_key.add("random bytes", bytes));
    let mechanism = DecapsulationKey::<M>::from_bytes(&bytes[hybrid::X25519_BYTES..]).expect("the bytes are a key");
    add_key::<M>(&mut of_key, &mechanism);
    add_generation::<M>(&mut of_key, &rng.calls[1..]);
    run.check("hybrid generate", &of_key.index(), || hybrid::generate::<M, _>(&mut Reproducible(5)));
    run.check("hybrid from_bytes", &of_key.index(), || hybrid::DecapsulationKey::<M>::from_bytes(&bytes));

    let mut rng = Recording::new(6);
    let (ciphertext, secret) = public.encapsulate(&mut rng).expect("the key is a point");
    let mut secrets = of_key.clone();
    secrets.publish(&ciphertext);
    secrets.add("shared secret", secret.as_bytes());
    secrets.add("random bytes", &rng.calls[0]);
    add_encapsulation::<M>(&mut secrets, &rng.calls[1..], &mechanism);
    run.check("hybrid encapsulate", &secrets.index(), || public.encapsulate(&mut Reproducible(6)));
    run.check("hybrid encapsulate, one use", &secrets.index(), || {
        hybrid::encapsulate::<M, _>(public.as_bytes(), &mut Reproducible(6))
    });
    run.check("hybrid decapsulate", &secrets.index(), || key.decapsulate(&ciphertext));
    run.check("hybrid decapsulate, one use", &secrets.index(), || hybrid::decapsulate::<M>(&bytes, &ciphertext));
}

/// Runs both sides of the key exchange of SSH.
pub fn key_exchange(backend: Backend, outcome: &mut Outcome) {
    let mut run = Run { set: Set::Sntrup761, backend, outcome };
    let mut rng = Recording::new(7);
    let (client, message) = Client::start(&mut rng);
    let mut secrets = Secrets::default();
    secrets.publish(&message);
    rng.calls.iter().for_each(|bytes| secrets.add("random bytes", bytes));
    run.check("ssh start", &secrets.index(), || Client::start(&mut Reproducible(7)));
    let mut rng = Recording::new(8);
    let (reply, secret) = ssh::reply(&message, &mut rng).expect("the message is that of a client");
    secrets.publish(&reply);
    secrets.add("shared secret", secret.as_bytes());
    rng.calls.iter().for_each(|bytes| secrets.add("random bytes", bytes));
    run.check("ssh reply", &secrets.index(), || ssh::reply(&message, &mut Reproducible(8)));
    run.check("ssh finish", &secrets.index(), || client.finish(&reply));
}
