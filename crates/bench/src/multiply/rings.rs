//! Every ring that has multipliers, with all of them, by name.

use vectru_polymul::multiplier::*;
use vectru_polymul::ring::*;

use super::{Bench, big_by_big, big_by_small};

pub(super) const BENCHES: &[Bench] = &[
    Bench::of::<Sntrup653>(&[
        big_by_big::<GoodOuter653>,
        big_by_small::<GoodThomas<Sntrup653>>,
        big_by_small::<GoodThomasTwoPrimes<Sntrup653>>,
    ]),
    Bench::of::<Sntrup761>(&[
        big_by_big::<GoodInfinityOuter>,
        big_by_big::<GoodRaderBruun>,
        big_by_big::<GoodRaderOuter>,
        big_by_big::<GoodSchoenhageBruun761>,
        big_by_small::<GoodThomas<Sntrup761>>,
        big_by_small::<GoodThomasTwoPrimes<Sntrup761>>,
        big_by_big::<SchoenhageNussbaumer>,
        big_by_big::<TruncatedRader>,
    ]),
    Bench::of::<Sntrup857>(&[
        big_by_big::<GoodOuter857>,
        big_by_big::<GoodRaderOuter857>,
        big_by_big::<GoodSchoenhageBruun857>,
        big_by_small::<GoodThomas<Sntrup857, 5>>,
        big_by_small::<GoodThomasTwoPrimes<Sntrup857, 5>>,
    ]),
    Bench::of::<Sntrup953>(&[
        big_by_big::<GoodOuter953>,
        big_by_small::<GoodThomas<Sntrup953, 5>>,
        big_by_small::<GoodThomasTwoPrimes<Sntrup953, 5>>,
    ]),
    Bench::of::<Sntrup1013>(&[
        big_by_big::<GoodOuter1013>,
        big_by_small::<GoodThomas<Sntrup1013, 5>>,
        big_by_small::<GoodThomasTwoPrimes<Sntrup1013, 5>>,
        big_by_big::<TruncatedRader1013>,
    ]),
    Bench::of::<Sntrup1277>(&[
        big_by_big::<GoodOuter1277>,
        big_by_big::<GoodRaderBruun1277>,
        big_by_small::<GoodThomas<Sntrup1277, 5>>,
        big_by_small::<GoodThomasTwoPrimes<Sntrup1277, 5>>,
    ]),
    Bench::of::<Ntruhps2048509>(&[
        big_by_small::<GoodThomas<Ntruhps2048509>>,
        big_by_big::<ToeplitzOuter509>,
        big_by_big::<ToeplitzTc509>,
    ]),
    Bench::of::<Ntruhps2048677>(&[
        big_by_small::<GoodThomas<Ntruhps2048677>>,
        big_by_big::<ToeplitzOuter677>,
        big_by_big::<ToeplitzTc677>,
        big_by_big::<ToomCook677>,
        big_by_big::<ToomCook2021>,
    ]),
    Bench::of::<Ntruhps4096821>(&[
        big_by_small::<GoodThomas<Ntruhps4096821, 5>>,
        big_by_big::<ToeplitzOuter821>,
        big_by_big::<ToeplitzTc821>,
    ]),
    Bench::of::<Ntruhps40961229>(&[big_by_small::<GoodThomas<Ntruhps40961229, 5>>, big_by_big::<ToeplitzOuter1229>]),
    Bench::of::<Ntruhrss701>(&[
        big_by_small::<GoodThomas<Ntruhrss701>>,
        big_by_big::<ToeplitzOuter701>,
        big_by_big::<ToeplitzTc701>,
    ]),
    Bench::of::<Ntruhrss1373>(&[big_by_big::<ToeplitzOuter1373>]),
];
