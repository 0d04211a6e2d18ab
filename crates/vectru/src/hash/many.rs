//! The hashes of many messages.

use alloc::vec::Vec;

use super::{Hash, Message};
use crate::secret::Secret;

/// The hash of each message.
pub(crate) fn hashes(messages: &[Message<'_>]) -> Vec<Secret<Hash>> {
    messages.iter().map(Message::hash).collect()
}
