//! The figures of the slides `[Hwa24a]` on NTRU Prime.

use vectru_polymul::workbench::Part::{Base, Forward, ForwardSecond, Inverse, Product};

use super::Ours::Parts;
use super::{SCHOENHAGE_NUSSBAUMER, TRUNCATED_RADER, Table, row};

pub(super) const TABLES: &[Table] = &[Table {
    number: "Story",
    title: "an unsuccessful story: sntrup761 by Schönhage and Nussbaumer, and by multiplications",
    machine: "a Haswell",
    rows: &[
        row("Schönhage/Nussbaumer, total", 23_460, Parts(SCHOENHAGE_NUSSBAUMER, &[Product])),
        row(
            "Schönhage/Nussbaumer, transforms",
            10_500,
            Parts(SCHOENHAGE_NUSSBAUMER, &[Forward, ForwardSecond, Inverse]),
        ),
        row("Schönhage/Nussbaumer, small products", 12_960, Parts(SCHOENHAGE_NUSSBAUMER, &[Base])),
        row("Phi_17(x^96), total", 12_336, Parts(TRUNCATED_RADER, &[Product])),
        row("Phi_17(x^96), transforms", 9_378, Parts(TRUNCATED_RADER, &[Forward, ForwardSecond, Inverse])),
        row("Phi_17(x^96), small products", 2_958, Parts(TRUNCATED_RADER, &[Base])),
    ],
}];
