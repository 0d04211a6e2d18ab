//! Functions of other libraries.

use crate::cell::{self, Cell};
use crate::memory::Memory;
use crate::term::Terms;

/// Those that are taken to do what they document.
const DOCUMENTED: [&str; 3] = ["memcpy", "memmove", "memset"];

/// Does what a function documents, with the first three arguments of the call, and returns its
/// name. The result of each is its first argument.
pub fn call(
    terms: &mut Terms,
    memory: &mut Memory<'_>,
    name: &str,
    [to, from, size]: [[Cell; 8]; 3],
) -> Result<&'static str, String> {
    let known = DOCUMENTED.into_iter().find(|known| *known == name);
    let name = known.ok_or_else(|| format!("a call of {name}, of another library"))?;
    let size = cell::number(&size).ok_or("a length that depends on an operand or on what is unknown")? as usize;
    let cells = match name {
        "memset" => vec![from[0]; size],
        _ => {
            let from = cell::lane(terms, &from);
            memory.load(terms, from, size)?
        }
    };
    let to = cell::lane(terms, &to);
    memory.store(terms, to, &cells)?;
    Ok(name)
}
