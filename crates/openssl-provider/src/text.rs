//! Keys as text for people, in the shape that OpenSSL's own keys have.

use core::fmt::{Result, Write};

use zeroize::Zeroizing;

use crate::algorithm::Bytes;
use crate::failure::Failure;
use crate::key::Key;

/// The bytes of a line.
const LINE: usize = 15;

/// Returns the text of a key, with its secret part if that is wanted and there.
///
/// # Errors
///
/// Returns [`Failure::MissingKey`] if the key is empty.
pub(crate) fn of(key: &Key, secret: bool) -> core::result::Result<Bytes, Failure> {
    let bytes = key.secret_bytes().filter(|_| secret);
    let public = key.public()?.as_bytes();
    let secret = bytes.as_ref().map_or(&[][..], |bytes| bytes.as_slice());
    // Three characters a byte, five a line, and the titles: the text never moves in memory.
    let room = 200 + (public.len() + secret.len()) * 4;
    let mut text = Zeroizing::new(String::with_capacity(room));
    write(&mut text, key.algorithm().name(), public, secret).map_err(|_| Failure::Output)?;
    debug_assert!(text.len() <= room);
    Ok(Zeroizing::new(text.as_bytes().to_vec()))
}

fn write(text: &mut String, name: &str, public: &[u8], secret: &[u8]) -> Result {
    let kind = if secret.is_empty() { "Public" } else { "Private" };
    writeln!(text, "{name} {kind}-Key: ({} bytes)", if secret.is_empty() { public.len() } else { secret.len() })?;
    for (title, bytes) in [("priv:", secret), ("pub:", public)] {
        if !bytes.is_empty() {
            writeln!(text, "{title}")?;
            lines(text, bytes)?;
        }
    }
    Ok(())
}

fn lines(text: &mut String, bytes: &[u8]) -> Result {
    let mut lines = bytes.chunks(LINE).peekable();
    while let Some(line) = lines.next() {
        text.write_str("    ")?;
        let last = line.len() - 1;
        for (index, byte) in line.iter().enumerate() {
            let colon = if index < last || lines.peek().is_some() { ":" } else { "" };
            write!(text, "{byte:02x}{colon}")?;
        }
        text.write_char('\n')?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_fifteen_bytes() {
        let mut text = String::new();
        write(&mut text, "toy", &[0xab; 16], &[]).expect("a string takes all");
        let fifteen = "ab:".repeat(15);
        assert_eq!(text, format!("toy Public-Key: (16 bytes)\npub:\n    {fifteen}\n    ab\n"));

        let mut text = String::new();
        write(&mut text, "toy", &[1], &[2, 3]).expect("a string takes all");
        assert_eq!(text, "toy Private-Key: (2 bytes)\npriv:\n    02:03\npub:\n    01\n");
    }
}
