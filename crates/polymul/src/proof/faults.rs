//! Generated faults, which proofs have to notice.
//!
//! One operation of a computation is left out, has its lanes in another order, the opposite sign,
//! or a wrong constant; then the proof runs. It may still succeed, because a fault need not make a
//! product wrong. Such a survivor is explained in one of two ways, both of which are tested:
//!
//! - *the same polynomial*: in each run that knows them, the lanes of the operation have the same
//!   polynomials as without the fault. The fault changes only representatives, for example because
//!   it leaves out a reduction, and the proof has covered all bounds again.
//! - *no influence*: the operation may have any result of the same size, for example in padding, if
//!   only the number 0 is multiplied by it, or at a point that the ring does not have.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::operands::Operands;
use super::{Computation, Refusal, Subject};
use crate::analysis::{Effect, Fault, Kind};

/// The number of operations with faults in the test of a multiplier that runs with every change.
const FEW: usize = 6;

/// The outcome of generated faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Faults for which the proof fails.
    pub noticed: usize,
    /// Survivors that change no polynomial.
    pub same_polynomial: usize,
    /// Survivors in operations without influence on the result.
    pub without_influence: usize,
    /// Descriptions of survivors without an explanation.
    pub unexplained: Vec<String>,
}

impl Subject {
    /// Plants faults of every kind in every `step`th operation from `first` on, counted from one
    /// computation to the next.
    ///
    /// # Panics
    ///
    /// Panics if `step` is 0.
    pub fn plant_faults(&self, first: usize, step: usize) -> Outcome {
        let operands = self.operands();
        self.plant_in(&self.steps(&operands), &operands, first, step)
    }

    /// Plants the faults of a test that runs with every change: in a few operations, spread over
    /// all computations.
    pub fn plant_few_faults(&self) -> Outcome {
        let operands = self.operands();
        let computations = self.steps(&operands);
        let all: usize = computations.iter().map(|(_, steps)| steps).sum();
        self.plant_in(&computations, &operands, 5, all / FEW + 1)
    }

    /// Returns the computations with their numbers of operations. For a multiplier that is not
    /// proved it is empty.
    fn steps(&self, operands: &[Operands]) -> Vec<(Computation, usize)> {
        let steps = |computation: Computation| {
            let run = self.run(&computation, operands.last()?, None).ok()?;
            Some((computation, run.steps()))
        };
        self.computations().into_iter().filter_map(steps).collect()
    }

    fn plant_in(
        &self,
        computations: &[(Computation, usize)],
        operands: &[Operands],
        first: usize,
        step: usize,
    ) -> Outcome {
        let (mut outcome, mut next) = (Outcome::default(), first);
        for &(ref computation, steps) in computations {
            for step in (next..steps).step_by(step) {
                for kind in Kind::ALL {
                    self.plant(computation, operands, Fault { step, kind }, &mut outcome);
                }
            }
            next = next + steps.saturating_sub(next).next_multiple_of(step) - steps;
        }
        outcome
    }

    fn plant(&self, computation: &Computation, operands: &[Operands], fault: Fault, outcome: &mut Outcome) {
        let prove = |fault| {
            let none = (Effect::Nothing, Vec::new());
            operands.iter().try_fold(none, |(effect, mut faulty), operands| -> Result<_, Refusal> {
                let run = self.run(computation, operands, Some(fault))?;
                faulty.push(run.faulty());
                Ok((effect.max(run.effect()), faulty))
            })
        };
        match prove(fault) {
            Err(_) => outcome.noticed += 1,
            Ok((Effect::Nothing, _)) => {}
            Ok((Effect::Representatives, _)) => outcome.same_polynomial += 1,
            Ok(_) if prove(Fault { kind: Kind::Any, ..fault }).is_ok() => outcome.without_influence += 1,
            // For example, a product of the number 0 by another constant.
            Ok((_, faulty)) if prove(Fault { kind: Kind::None, ..fault }).is_ok_and(|(_, right)| faulty == right) => {
                outcome.same_polynomial += 1;
            }
            Ok((_, faulty)) => {
                let of = faulty.first().map(|faulty| format!("{} of {}", faulty.operation, faulty.map));
                let fault = format!("{}: {computation}: {fault:?} in {}", self.name, of.unwrap_or_default());
                outcome.unexplained.push(fault);
            }
        }
    }
}
