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

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The operation is left out: its result is its first operand, and memory that it would clear
    /// keeps its contents.
    Dropped,
    /// Each lane has the result of the next lane.
    Lane,
    /// The result has the opposite sign.
    Sign,
    /// One is added to the constants of the operation, or to the loaded entry of a table.
    Constant,
    /// No fault, to compare with the polynomials of faults.
    None,
    /// The result may be any numbers of its intervals, with any polynomials. This is not a fault to
    /// notice: it shows whether the result of the computation depends on the operation.
    Any,
}

impl Kind {
    pub(crate) const ALL: [Self; 4] = [Self::Dropped, Self::Lane, Self::Sign, Self::Constant];
}

/// The effect of a fault on its operation: the largest effect on any of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Effect {
    /// No effect: for example, the operation has no constant.
    Nothing,
    /// It changes lanes of which the run knows nothing without the fault.
    Unknown,
    /// It changes only the representatives or the intervals of lanes, which are known as without
    /// the fault.
    Representatives,
    /// It changes polynomials.
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
