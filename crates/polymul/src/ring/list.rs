//! The rings that this crate has multipliers for: those of parameter sets, and two others.

crate::ring! {
    /// The field `Z_4621[x]/(x^653 - x - 1)` of sntrup653 and ntrulpr653.
    pub Sntrup653 = Z/4621[x]/(x^653 - x - 1);
    /// The field `Z_4591[x]/(x^761 - x - 1)` of sntrup761 and ntrulpr761.
    pub Sntrup761 = Z/4591[x]/(x^761 - x - 1);
    /// The field `Z_5167[x]/(x^857 - x - 1)` of sntrup857 and ntrulpr857.
    pub Sntrup857 = Z/5167[x]/(x^857 - x - 1);
    /// The field `Z_6343[x]/(x^953 - x - 1)` of sntrup953 and ntrulpr953.
    pub Sntrup953 = Z/6343[x]/(x^953 - x - 1);
    /// The field `Z_7177[x]/(x^1013 - x - 1)` of sntrup1013 and ntrulpr1013.
    pub Sntrup1013 = Z/7177[x]/(x^1013 - x - 1);
    /// The field `Z_7879[x]/(x^1277 - x - 1)` of sntrup1277 and ntrulpr1277.
    pub Sntrup1277 = Z/7879[x]/(x^1277 - x - 1);
    /// The ring `Z_2048[x]/(x^509 - 1)` of ntruhps2048509.
    pub Ntruhps2048509 = Z/2048[x]/(x^509 - 1);
    /// The ring `Z_2048[x]/(x^677 - 1)` of ntruhps2048677.
    pub Ntruhps2048677 = Z/2048[x]/(x^677 - 1);
    /// The ring `Z_4096[x]/(x^821 - 1)` of ntruhps4096821.
    pub Ntruhps4096821 = Z/4096[x]/(x^821 - 1);
    /// The ring `Z_4096[x]/(x^1229 - 1)` of ntruhps40961229.
    pub Ntruhps40961229 = Z/4096[x]/(x^1229 - 1);
    /// The ring `Z_8192[x]/(x^701 - 1)` of ntruhrss701.
    pub Ntruhrss701 = Z/8192[x]/(x^701 - 1);
    /// The ring `Z_16384[x]/(x^1373 - 1)` of ntruhrss1373.
    pub Ntruhrss1373 = Z/16384[x]/(x^1373 - 1);
    /// The ring `Z_8192[x]/(x^256 + 1)` of LightSaber, Saber and FireSaber, whose secrets have
    /// coefficients of magnitude up to 5, 4 and 3.
    pub Saber = Z/8192[x]/(x^256 + 1), small 5;
}
