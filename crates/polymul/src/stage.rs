//! The maps that multipliers are made of, one file a map.
