//! The lanes that prove and count.
