//! Faults, planted in one operation of a run, to see that proofs notice them.

use super::cell::Cell;
use super::state::State;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The number of the operation, from 0 on.
    pub(crate) step: usize,
    pub(crate) kind: Kind,
}

/// The way in which an operation is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// It is left out: its result is its first operand, and memory that it clears has the contents
    /// that it had.
    Dropped,
    /// Each lane has the result of the next one.
    Lane,
    /// The result has the opposite sign.
    Sign,
    /// One is added to its constants; or to a table's entry that is loaded.
    Constant,
    /// Nothing is wrong. This shows the polynomials without a fault.
    None,
    /// Its result may be any numbers of its intervals, with any polynomials. This is no fault to
    /// notice: it shows whether the operation has influence.
    Any,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Dropped, Self::Lane, Self::Sign, Self::Constant];
}

/// The effect of a fault on the operation that it is planted in: the largest one on a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// Nothing: the operation has no constant, for example.
    Nothing,
    /// Lanes of which the run knows nothing without the fault.
    Unknown,
    /// Lanes that are known as they are without the fault: representatives and intervals alone.
    Representatives,
    /// Polynomials.
    Polynomials,
}

impl Fault {
    /// Changes the result of an operation.
    pub(super) fn change(self, state: &mut State, result: &mut [Cell], first: Option<&[Cell]>) -> Effect {
        let before = result.to_vec();
        match self.kind {
            Kind::Dropped => {
                for (result, &operand) in result.iter_mut().zip(first.unwrap_or_default()) {
                    *result = operand;
                }
            }
            Kind::Lane => result.rotate_left(1),
            Kind::Sign => {
                state.operation = "a fault";
                for result in result.iter_mut() {
                    *result = state.add(state.word, Cell::ZERO, *result, -1);
                }
            }
            Kind::Constant | Kind::None => {}
            Kind::Any => result.iter_mut().for_each(|result| *result = state.any(*result)),
        }
        let effect = |(&before, &after): (&Cell, &Cell)| match state.facts(before).known {
            _ if before == after => Effect::Nothing,
            0 => Effect::Unknown,
            _ if state.keeps(before, after) => Effect::Representatives,
            _ => Effect::Polynomials,
        };
        before.iter().zip(&*result).map(effect).max().unwrap_or(Effect::Nothing)
    }
}
