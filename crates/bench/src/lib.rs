//! Measurements of vectru.
