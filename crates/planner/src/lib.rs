//! The planner: chains of maps that the stages of [`vectru_polymul`] can build for a ring, with
//! their counted operations.
//!
//! A ring is one that [`ring!`](vectru_polymul::ring!) states: modulo an odd prime q, or, for
//! x^n - 1 and x^n + 1, a power of two ([`Problem`]). A [`Plan`] is a chain of maps, each with its
//! domain and image, that ends in products of small polynomials. [`plans`] finds them from the
//! mathematics of the ring, counts the vector instructions of a product for each, and orders them
//! by the sum:
//!
//! | plans | what is searched | counted by |
//! | --- | --- | --- |
//! | [`outer`] | odd divisors of q - 1, roots of unity in Z_q and its quadratic extension, points at infinity, truncations, twists in the ring itself | running each stage on the lanes of the analysis |
//! | [`toeplitz`] | sequences of Toom-Cook layers within the spare bits, and the dimension where outer products take over | running each stage on these lanes |
//! | [`elsewhere`] | every compiled multiplier of any ring, if its chain is one for this ring as well | running the multiplier on these lanes |
//!
//! Counts come from the code of the stages. For a multiplier that is compiled in they equal those
//! of `vectru explain`, which a test demands. Plans whose sums leave 16-bit lanes are left out; the
//! test that is printed with a plan ([`Statement`]) proves its products.
//!
//! ```
//! use vectru_planner::{Problem, Tail, plans};
//! use vectru_polymul::dispatch::Backend;
//!
//! let problem = Problem::new(6343, 953, Tail::Prime)?;
//! let plans = plans(&problem, Backend::Neon);
//! let best = plans.iter().find(|plan| plan.takes_any_operands()).expect("there is a plan");
//! assert_eq!(best.multiplier.expect("it is compiled in").recipe.name, "good-outer");
//! # Ok::<(), vectru_planner::Unplanned>(())
//! ```

mod count;
pub mod elsewhere;
pub mod outer;
mod plan;
mod problem;
mod statement;
pub mod toeplitz;

pub use plan::{Plan, Source, plans, searched};
pub use problem::{Problem, Unplanned};
pub use statement::Statement;
pub use vectru_polymul::ring::Tail;
