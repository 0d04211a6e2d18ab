//! The maps that only multipliers of the papers need, one file for each map.
//! [`vectru_polymul::stage`] has the others, and explains the notation.

pub mod bruun;
pub mod butterfly;
pub mod chinese_remainder;
pub mod cooley_tukey;
pub mod cyclic_factor;
pub mod factor;
pub mod fold_integers;
pub mod lane_convolution;
pub mod leaves_of_4;
pub mod negacyclic_256;
pub mod negacyclic_words;
pub mod nussbaumer;
pub mod odd_radix;
pub mod odd_times_512;
pub mod radix_3_2;
pub mod residues;
pub mod schoenhage;
pub mod toom_cook_product;
pub mod trinomial_convolution;
pub mod truncation;
pub mod word_transform;
