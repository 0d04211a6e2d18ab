//! AArch64 Neon: 8 lanes in a 128-bit register.
