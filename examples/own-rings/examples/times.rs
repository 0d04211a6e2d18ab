//! Times of a product in each ring, by its multiplier on each backend of this CPU, beside the
//! definition:
//!
//! ```sh
//! cargo run --release --manifest-path examples/own-rings/Cargo.toml --example times
//! ```

use std::hint::black_box;
use std::time::{Duration, Instant};

use vectru_own_rings::{Kyber256, Ntruplus576, Ntruplus768, Ntruplus864, Ntruplus1152, Prime443, Smaug256};
use vectru_polymul::dispatch::{Backend, force};
use vectru_polymul::multiplier::{Multiply, multiply_into};
use vectru_polymul::ring::Polynomial;

/// Products that are timed together.
const PRODUCTS: u32 = 20;
/// Times that the median is taken of.
const ROUNDS: usize = 301;

/// Returns the time of a call.
fn time(mut call: impl FnMut(), calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        call();
    }
    start.elapsed() / calls
}

/// Returns the median.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// Times the backends in turn, so that all of them meet what else the CPU does.
fn measure<R: Multiply>() {
    let [a, b] = [1, 2].map(|factor| Polynomial::<R>::from_fn(|k| (k * factor % 61) as i16 - 30));
    let backends: Vec<Backend> = Backend::available().collect();
    let mut times = vec![Vec::new(); backends.len()];
    let mut product = Polynomial::zero();
    for _ in 0..ROUNDS {
        for (&backend, times) in backends.iter().zip(&mut times) {
            force(Some(backend)).expect("the backend is available");
            times.push(time(|| multiply_into(black_box(&a), black_box(&b), &mut product), PRODUCTS));
        }
    }
    force(None).expect("the best backend is available");
    let definition = median((0..5).map(|_| time(|| product = black_box(&a).schoolbook(black_box(&b)), 1)).collect());
    print!("{:<34}", R::FORMULA);
    for (backend, times) in backends.iter().zip(times) {
        print!("{:>14} {:>6} ns", backend.to_string(), median(times).as_nanos());
    }
    println!("   definition {:>8} ns", definition.as_nanos());
}

fn main() {
    measure::<Smaug256>();
    measure::<Kyber256>();
    measure::<Prime443>();
    measure::<Ntruplus576>();
    measure::<Ntruplus768>();
    measure::<Ntruplus864>();
    measure::<Ntruplus1152>();
}
