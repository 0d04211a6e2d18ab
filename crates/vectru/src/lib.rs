//! The key-encapsulation mechanisms of NTRU Prime and NTRU.
#![no_std]
