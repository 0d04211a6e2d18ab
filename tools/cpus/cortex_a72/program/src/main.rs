//! The counterparts of figures that the sources print for a Cortex-A72: operations of mechanisms by
//! a chosen multiplier, primitives, and the maps of multipliers. `tools/run cortex-a72` models the
//! function `measured` of this program.
//!
//! ```text
//! vectru-cortex-a72                                    writes the arguments of all counterparts
//! vectru-cortex-a72 operation-by SET OPERATION MULTIPLIER
//! vectru-cortex-a72 primitive RING NAME
//! vectru-cortex-a72 part RING MULTIPLIER PART
//! vectru-cortex-a72 map RING MULTIPLIER PART [READING...]
//! ```
//!
//! Each runs twice. The last writes the time of each map, where the clock reads these readings: the
//! model runs it a second time, with the cycles of the function `clock` as readings.

use std::error::Error;
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use vectru::kat::NistDrbg;
use vectru::mechanism::Visitor;
use vectru::primitives::Primitive;
use vectru::{Mechanism, Set};
use vectru_literature::workbench::{all, force};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::workbench::timed::MapTime;
use vectru_polymul::workbench::{Part, Workbench};

/// The readings of the clock.
static READINGS: OnceLock<Vec<u64>> = OnceLock::new();

/// The number of readings since the run began.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// The operations of a mechanism, from the bytes of keys.
const OPERATIONS: [&str; 3] = ["keygen", "encaps-from-bytes", "decaps-from-bytes"];

/// The multipliers by which the sources have the operations of a set. A name `a with b` has a for
/// products with a small operand and b for all others.
const MULTIPLIERS: &[(Set, &[&str])] = &[
    (
        Set::Sntrup761,
        &[
            "good-rader-outer",
            "good-rader-bruun",
            "good-schoenhage-bruun",
            "truncated-rader",
            "good-thomas with good-rader-bruun",
        ],
    ),
    (
        Set::Ntrulpr761,
        &["good-rader-outer", "good-rader-bruun", "good-schoenhage-bruun", "good-thomas with good-rader-bruun"],
    ),
    (
        Set::Ntruhps2048677,
        &["toeplitz-tc", "toom-cook", "toom-cook-2021", "good-thomas with toeplitz-tc", "good-thomas with toom-cook"],
    ),
];

/// The products that the sources print and that are no product of two arbitrary operands.
const PRODUCTS: [(&str, Part); 3] = [
    ("good-rader-outer", Part::Unfolded),
    ("good-rader-bruun", Part::Unfolded),
    ("good-schoenhage-bruun", Part::ProductBySmall),
];

/// The parts whose maps the sources print.
const PARTS: [Part; 6] =
    [Part::Forward, Part::ForwardSecond, Part::ForwardSmall, Part::Base, Part::Inverse, Part::Fold];

/// Returns the next reading. It is a function of its own, so that the model finds it.
#[inline(never)]
fn clock() -> u64 {
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    READINGS.get().and_then(|readings| readings.get(next)).copied().unwrap_or(0)
}

/// Runs a task. It is a function of its own, so that a program can be traced from the start of the
/// task to its end.
#[inline(never)]
fn measured(task: &mut dyn FnMut()) {
    task();
}

/// Runs a task twice, the second time with the readings from the first one on.
fn twice(mut task: impl FnMut()) {
    measured(&mut task);
    NEXT.store(0, Ordering::Relaxed);
    measured(&mut task);
}

/// The named operation by a multiplier.
struct Operation<'a> {
    name: &'a str,
    multiplier: &'a str,
}

impl Visitor for Operation<'_> {
    type Output = Result<(), Box<dyn Error>>;

    fn visit<M: Mechanism>(self) -> Self::Output {
        // A set of NTRU LPRime has the ring of Streamlined NTRU Prime.
        force(&M::SET.name().replace("ntrulpr", "sntrup"), Some(self.multiplier))?;
        let rng = || NistDrbg::new(&[1; 48]);
        let (secret_key, public_key) = M::generate(&mut rng());
        let (ciphertext, _) = public_key.encapsulate(&mut rng());
        let (secret_key, public_key, ciphertext) =
            (secret_key.as_bytes(), public_key.as_bytes(), ciphertext.as_bytes());
        match self.name {
            "keygen" => twice(|| drop(black_box(M::generate(&mut rng())))),
            "encaps-from-bytes" => twice(|| drop(black_box(M::encapsulate_once(black_box(public_key), &mut rng())))),
            "decaps-from-bytes" => {
                twice(|| drop(black_box(M::decapsulate_once(black_box(secret_key), black_box(ciphertext)))));
            }
            _ => return Err("no such operation".into()),
        }
        Ok(())
    }
}

/// Runs a primitive.
fn primitive(ring: &str, name: &str) -> Result<(), Box<dyn Error>> {
    let found = Primitive::all().into_iter().find(|primitive| (primitive.ring, primitive.name) == (ring, name));
    twice(found.ok_or("no such primitive")?.work());
    Ok(())
}

/// Returns a multiplier with operands, and its part.
fn bench(ring: &str, multiplier: &str, part: &str) -> Result<(Box<dyn Workbench>, Part), Box<dyn Error>> {
    let source = all().find(|source| (source.recipe.ring, source.recipe.name) == (ring, multiplier));
    let mut bench = source.ok_or("no such multiplier")?.build();
    for which in 0..2 {
        bench.set_operand(which, &|k| k as i16 % 1000);
    }
    bench.set_small(&|k| 1 - (k % 3) as i8);
    Ok((bench, *Part::ALL.iter().find(|one| one.name() == part).ok_or("no such part")?))
}

/// Runs a part of a multiplier.
fn part(ring: &str, multiplier: &str, part: &str) -> Result<(), Box<dyn Error>> {
    let (mut bench, part) = bench(ring, multiplier, part)?;
    let mut result = Ok(());
    twice(|| result = bench.run(Backend::best(), part));
    Ok(result?)
}

/// Runs a part of a multiplier, and returns the times of its maps in the second run; none for a
/// multiplier that is not compiled for them.
fn maps(ring: &str, multiplier: &str, part: &str) -> Result<Vec<MapTime>, Box<dyn Error>> {
    let (mut bench, part) = bench(ring, multiplier, part)?;
    let mut times = Ok(None);
    twice(|| times = bench.run_timed(Backend::best(), part, clock));
    Ok(times?.unwrap_or_default())
}

/// Writes the arguments of each counterpart.
fn list() -> Result<(), Box<dyn Error>> {
    for (set, multipliers) in MULTIPLIERS {
        for (operation, multiplier) in OPERATIONS.iter().flat_map(|name| multipliers.iter().map(move |by| (name, by))) {
            println!("operation-by\t{}\t{operation}\t{multiplier}", set.name());
        }
    }
    for primitive in Primitive::all() {
        println!("primitive\t{}\t{}", primitive.ring, primitive.name);
    }
    for (multiplier, part) in &PRODUCTS {
        println!("part\tsntrup761\t{multiplier}\t{}", part.name());
    }
    for recipe in all().map(|source| source.recipe) {
        for part in PARTS.map(Part::name) {
            if !maps(recipe.ring, recipe.name, part)?.is_empty() {
                println!("map\t{}\t{}\t{part}", recipe.ring, recipe.name);
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => list(),
        ["operation-by", set, name, multiplier] => set.parse::<Set>()?.visit(Operation { name, multiplier }),
        ["primitive", ring, name] => primitive(ring, name),
        ["part", ring, multiplier, name] => part(ring, multiplier, name),
        ["map", ring, multiplier, part, ref readings @ ..] => {
            READINGS.get_or_init(|| readings.iter().filter_map(|reading| reading.parse().ok()).collect());
            for MapTime { map, time, .. } in maps(ring, multiplier, part)? {
                println!("{map}\t{time}");
            }
            Ok(())
        }
        _ => Err("expected no arguments, or those of a counterpart".into()),
    }
}
