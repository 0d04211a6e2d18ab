//! The command line of vectru.
fn main() {}
