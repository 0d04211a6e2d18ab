//! The planner: chains of maps that the stages of [`vectru_polymul`] can build for a ring, with
//! their counted operations.
//!
//! A ring is given as for [`ring!`](vectru_polymul::ring!): modulo an odd prime q, or, for x^n - 1
//! and x^n + 1, a power of two ([`Problem`]). A [`Plan`] is a chain of maps, each with its domain
//! and image, that ends in products of small polynomials. [`plans`] finds plans from the
//! mathematics of the ring, counts the vector instructions of a product by each plan, and orders
//! the plans by the sum:
//!
//! | plans | search space | counted by |
//! | --- | --- | --- |
//! | [`outer`] | odd divisors of q - 1, roots of unity in Z_q and its quadratic extension, points at infinity, truncations, twists in the ring itself | running each stage on the lanes of the analysis |
//! | [`schoolbook`] | the product by the definition, modulo an odd prime | running its products on these lanes |
//! | [`toeplitz`] | sequences of Toom-Cook layers within the spare bits, and the dimension where outer products take over | running each stage on these lanes |
//! | [`elsewhere`] | every compiled multiplier of any ring, if its chain also serves this ring | running the multiplier on these lanes |
//!
//! Counts come from the code of the stages. For a compiled multiplier they equal the counts that
//! `vectru explain` prints; a test checks this. Plans whose sums would leave 16-bit lanes are
//! omitted. The test that is printed with a plan ([`Statement`]) proves its products.
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
pub mod schoolbook;
mod statement;
pub mod toeplitz;

pub use plan::{Plan, Source, plans, searched};
pub use problem::{Problem, Unplanned};
pub use statement::Statement;
pub use vectru_polymul::ring::Tail;
