//! Checks the chains of maps as data: each map starts from rings in which the maps before it end,
//! the sizes fit, and the whole chain determines a product of two operands.
//!
//! The names of maps are compared with the accounts of runs in `catalogue.rs`.

use std::collections::BTreeMap;

use vectru_catalogue::{CATALOGUE, Entry, shifts};
use vectru_polymul::dispatch::Backend;
use vectru_polymul::multiplier::Map;
use vectru_polymul::multiplier::recipe::{Algorithm, Dimension, Transformation};

/// A kind of ring (or module) that occurs in a chain, with its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Space {
    /// R[x]_(< n).
    Polynomials(usize),
    /// R[x] modulo a polynomial of degree n: a cyclic product, or a nearly cyclic one.
    Quotient(usize),
    /// R[x]/(x^n - w) for a root of unity w.
    Binomial(usize),
    /// R[x]/(x^n + alpha x^(n/2) + beta).
    Trinomial(usize),
    /// R[x]/(x^n + 1).
    Negacyclic(usize),
    /// A quadratic extension of R[x]/(x^n - w y).
    Extension(usize),
    /// Toeplitz matrices and vectors of dimension n.
    Toeplitz(usize),
}

impl Space {
    /// Returns the number of coefficients of an element; for Toeplitz products, of the vector.
    fn size(self) -> usize {
        match self {
            Self::Extension(n) => 2 * n,
            Self::Polynomials(n)
            | Self::Quotient(n)
            | Self::Binomial(n)
            | Self::Trinomial(n)
            | Self::Negacyclic(n)
            | Self::Toeplitz(n) => n,
        }
    }
}

/// The dimensions of a Good-Thomas map that are not transformed yet, and the factors of the
/// transformed ones.
struct Dimensions {
    block: usize,
    open: [Dimension; 3],
    /// The points of the transformed dimensions.
    points: usize,
    /// The quadratic factors of the transformed dimensions.
    quadratic: usize,
}

/// The rings in which the maps so far end, with the number of each.
struct Chain {
    rings: BTreeMap<Space, usize>,
    dimensions: Option<Dimensions>,
    /// The rings whose products are computed by the map that ends in them.
    finished: BTreeMap<Space, usize>,
}

impl Chain {
    fn take(&mut self, space: Space, count: usize) {
        let available = self.rings.get(&space).copied().unwrap_or(0);
        assert!(count <= available, "{count} times {space:?}, of {:?}", self.rings);
        self.rings.insert(space, available - count);
        self.rings.retain(|_, count| *count > 0);
    }

    fn put(&mut self, space: Space, count: usize) {
        *self.rings.entry(space).or_default() += count;
    }

    /// Applies a map: replaces its domain by its image.
    fn pass(&mut self, transformation: Transformation) {
        match transformation {
            Transformation::Infinity(ends) => {
                self.take(Space::Polynomials(ends.product()), 1);
                self.put(Space::Quotient(ends.cyclic()), 1);
                *self.finished.entry(Space::Polynomials(ends.product() - ends.cyclic())).or_default() += 1;
            }
            Transformation::CyclicFactor { negacyclic, cyclic } => {
                self.take(Space::Quotient(negacyclic + cyclic), 1);
                self.put(Space::Quotient(negacyclic), 1);
                *self.finished.entry(Space::Quotient(cyclic)).or_default() += 1;
            }
            Transformation::Truncation { degree, order } => {
                self.take(Space::Binomial(2 * degree), order);
                *self.finished.entry(Space::Binomial(degree)).or_default() += order;
            }
            Transformation::GoodThomas { block, dimensions, .. } => {
                let size = block * dimensions.map(Dimension::degree).iter().product::<usize>();
                // One ring, or one for each factor of a trinomial.
                let points = self.rings.get(&Space::Quotient(size)).copied().unwrap_or(1);
                self.take(Space::Quotient(size), points);
                self.dimensions = Some(Dimensions { block, open: dimensions, points, quadratic: 0 });
            }
            Transformation::Transform { block, dimensions, quadratic, .. } => {
                let state = self.dimensions.as_mut().expect("a Good-Thomas map comes before");
                assert_eq!(state.block, block);
                for (open, transformed) in state.open.iter_mut().zip(dimensions) {
                    if transformed == Dimension::NONE {
                        continue;
                    }
                    assert_eq!(*open, transformed, "the dimension is open, and has this modulus");
                    let linear = transformed.degree() - 2 * quadratic;
                    state.quadratic = state.quadratic * linear + state.points * quadratic;
                    state.points *= linear;
                    *open = Dimension::NONE;
                }
                self.close();
            }
            Transformation::CooleyTukey { degree, rings, .. } => {
                self.take(Space::Binomial(2 * degree), rings);
                self.put(Space::Binomial(degree), 2 * rings);
            }
            Transformation::NegacyclicTransform { degree, points } => {
                self.take(Space::Quotient(degree * points), 1);
                self.put(Space::Binomial(degree), points);
            }
            Transformation::Twist { degree, trace, .. } => {
                let factors = if trace == 0 { 1 } else { 2 };
                self.take(Space::Quotient(factors * degree), 1);
                self.put(Space::Quotient(degree), factors);
            }
            Transformation::Bruun { degree, rings, .. } => {
                self.take(Space::Binomial(2 * degree), rings);
                self.put(Space::Trinomial(degree), 2 * rings);
            }
            Transformation::BruunNegacyclic { degree, rings, .. } => {
                self.take(Space::Negacyclic(4 * degree), rings);
                self.put(Space::Trinomial(degree), 4 * rings);
            }
            Transformation::Schoenhage { block, points, copies } => {
                let state = self.dimensions.take().expect("a Good-Thomas map comes before");
                assert_eq!((state.block, state.points, state.quadratic), (block, copies, 0));
                assert_eq!(state.open, [Dimension::NONE, Dimension::Cyclic(points), Dimension::NONE]);
                self.put(Space::Negacyclic(2 * block), points * copies);
            }
            Transformation::TruncatedSchoenhage { block, points, roots } => {
                self.take(Space::Quotient(block * points * roots.len()), 1);
                self.put(Space::Negacyclic(2 * block), points * roots.len());
            }
            Transformation::Nussbaumer { degree, points, rings } => {
                self.take(Space::Negacyclic(degree * points / 2), rings);
                self.put(Space::Negacyclic(degree), points * rings);
            }
            // A product over the integers, modulo a prime or two of them, has the same shape.
            Transformation::Integers { length, prime, largest, .. } => {
                assert!(2 * largest < prime);
                self.take(Space::Quotient(length), 1);
                self.put(Space::Quotient(length), 1);
            }
            Transformation::ChineseRemainder { length, primes: [first, second], largest, .. } => {
                assert!(2 * largest < first * second);
                self.take(Space::Quotient(length), 1);
                self.put(Space::Quotient(length), 1);
            }
            Transformation::NegacyclicSchoenhage { block, points } => {
                self.take(Space::Negacyclic(block * points), 1);
                self.put(Space::Negacyclic(2 * block), points);
            }
            Transformation::Expand { degree, dimension, .. } => {
                assert!(degree <= dimension);
                // The ring itself, or the rings in which a transform ends.
                let negacyclic = self.rings.get(&Space::Negacyclic(degree)).copied();
                let ring = if negacyclic.is_some() { Space::Negacyclic(degree) } else { Space::Quotient(degree) };
                let copies = negacyclic.unwrap_or(1);
                self.take(ring, copies);
                self.put(Space::Toeplitz(dimension), copies);
            }
            Transformation::ToeplitzLayer { part, parts, points } => {
                let copies = self.rings.get(&Space::Toeplitz(part * parts)).copied().expect("the dimension");
                self.take(Space::Toeplitz(part * parts), copies);
                self.put(Space::Toeplitz(part), points * copies);
            }
            Transformation::PolynomialLayer { part, parts, points } => {
                let copies = self.rings.get(&Space::Polynomials(part * parts)).copied().expect("the degree");
                self.take(Space::Polynomials(part * parts), copies);
                self.put(Space::Polynomials(part), points * copies);
            }
            Transformation::OuterProducts { dimension, products } => self.finish(Space::Toeplitz(dimension), products),
            Transformation::LaneProducts { degree, products } => self.finish(Space::Polynomials(degree), products),
            Transformation::WeightedConvolutions { degree, order, omitted, extensions } => {
                self.finish(Space::Binomial(degree), Transformation::binomials(order, omitted));
                if let Some(extensions) = extensions {
                    self.finish(Space::Extension(degree), extensions.rings());
                }
            }
            Transformation::TrinomialConvolutions { degree, binomials, trinomials } => {
                self.finish(Space::Binomial(degree), binomials);
                self.finish(Space::Trinomial(degree), trinomials);
            }
            Transformation::NegacyclicConvolutions { degree, products } => {
                self.finish(Space::Negacyclic(degree), products);
            }
        }
    }

    /// Ends a Good-Thomas map whose dimensions are all transformed: its blocks are rings.
    fn close(&mut self) {
        if let Some(Dimensions {
            block,
            open: [Dimension::NONE, Dimension::NONE, Dimension::NONE],
            points,
            quadratic,
        }) = self.dimensions
        {
            self.put(Space::Binomial(block), points);
            self.put(Space::Extension(block), quadratic);
            self.rings.retain(|_, count| *count > 0);
            self.dimensions = None;
        }
    }

    /// Computes products in rings.
    fn finish(&mut self, space: Space, count: usize) {
        if count > 0 {
            self.take(space, count);
            *self.finished.entry(space).or_default() += count;
        }
    }
}

/// Returns the ring that a chain starts from.
fn start(entry: &Entry) -> Space {
    match entry.recipe.chain[0].transformation {
        Transformation::Infinity(ends) => Space::Polynomials(ends.product()),
        Transformation::CyclicFactor { negacyclic, cyclic } => Space::Quotient(negacyclic + cyclic),
        Transformation::GoodThomas { block, dimensions, .. } => {
            Space::Quotient(block * dimensions.map(Dimension::degree).iter().product::<usize>())
        }
        Transformation::TruncatedSchoenhage { block, points, roots } => Space::Quotient(block * points * roots.len()),
        Transformation::Integers { length, .. } | Transformation::ChineseRemainder { length, .. } => {
            Space::Quotient(length)
        }
        Transformation::Expand { degree, .. } => Space::Quotient(degree),
        Transformation::NegacyclicSchoenhage { block, points } => Space::Negacyclic(block * points),
        Transformation::Nussbaumer { degree, points, rings: 1 } => Space::Negacyclic(degree * points / 2),
        Transformation::PolynomialLayer { part, parts, .. } => Space::Polynomials(part * parts),
        other => panic!("no chain starts with {other:?}"),
    }
}

/// Checks that the chain starts with enough coefficients for a product, or where it wraps around as
/// in the ring; that each map continues where another one ends; and that products are computed in
/// all rings at the end.
fn check_chain(entry: &Entry) {
    let first = start(entry);
    let needed = match entry.recipe.chain[0].transformation {
        // The matrix wraps around by the ring's polynomial.
        Transformation::Expand { .. } => entry.degree,
        Transformation::NegacyclicSchoenhage { .. } | Transformation::Nussbaumer { .. } => entry.degree,
        // Products over the integers in a negacyclic ring wrap around in the same way.
        Transformation::Integers { zeta: -1, .. } | Transformation::ChineseRemainder { zeta: -1, .. } => entry.degree,
        // The maps apply to an operand; products have twice as many coefficients.
        Transformation::PolynomialLayer { .. } => entry.degree,
        _ => 2 * entry.degree - 1,
    };
    assert!(needed <= first.size(), "{needed} coefficients in {first:?}");
    let mut chain = Chain { rings: BTreeMap::from([(first, 1)]), dimensions: None, finished: BTreeMap::new() };
    for map in entry.recipe.chain {
        chain.pass(map.transformation);
    }
    assert!(chain.rings.is_empty() && chain.dimensions.is_none(), "no products in {:?}", chain.rings);
    // Only a truncation omits coefficients.
    let truncated: usize = entry.recipe.chain.iter().map(omitted).sum();
    let last: usize = chain.finished.iter().map(|(space, count)| space.size() * count).sum();
    assert!(needed <= last && first.size() - truncated <= last, "{last} coefficients in {:?}", chain.finished);
}

/// Returns the number of coefficients that a map omits.
fn omitted(map: &Map) -> usize {
    match map.transformation {
        Transformation::Truncation { degree, order } => degree * order,
        _ => 0,
    }
}

#[test]
fn every_map_starts_where_another_ends() {
    for entry in CATALOGUE.iter() {
        let result = std::panic::catch_unwind(|| check_chain(entry));
        assert!(result.is_ok(), "the chain of {} for {}", entry.recipe.name, entry.recipe.ring);
    }
}

#[test]
fn maps_print_their_numbers() {
    for map in CATALOGUE.iter().flat_map(|entry| entry.recipe.chain) {
        let (domain, image) = (map.domain().to_string(), map.image().to_string());
        for text in [&domain, &image] {
            assert_eq!(text.matches('(').count(), text.matches(')').count(), "{text}");
            assert_eq!(text.matches('[').count(), text.matches(']').count(), "{text}");
        }
        assert!(domain.contains(|character: char| character.is_ascii_digit()), "{domain}");
        assert!(map.twiddles().is_none_or(|twiddles| !["", "none"].contains(&twiddles.to_string().as_str())));
    }
}

/// Returns the reason why a map that treats whole vectors alike permutes them nevertheless: a
/// reason in its code, not in the map itself.
fn reason(entry: &Entry, index: usize) -> Option<&'static str> {
    let chain = entry.recipe.chain;
    match chain[index].transformation {
        _ if entry.coefficient_bits == 32 => {
            Some("32-bit lanes: operands are widened, and products taken of every second lane")
        }
        Transformation::Transform { algorithm: Algorithm::Rader | Algorithm::Radix5, .. } => {
            Some("sums of products of 32 bits")
        }
        Transformation::CyclicFactor { .. } => Some("products modulo x^64 - 1"),
        Transformation::Truncation { .. } => Some("a chunk in each lane"),
        Transformation::CooleyTukey { .. } | Transformation::Bruun { .. } | Transformation::BruunNegacyclic { .. } => {
            let in_lanes = |map: &Map| match map.transformation {
                Transformation::TrinomialConvolutions { .. } => true,
                Transformation::WeightedConvolutions { degree, .. } => degree == 8,
                _ => false,
            };
            chain.iter().any(in_lanes).then_some("a chunk in each lane")
        }
        Transformation::Transform { .. } => {
            let begins = |map: &Map| matches!(map.transformation, Transformation::Schoenhage { .. });
            chain.iter().any(begins).then_some("a small operand in 8 bits")
        }
        _ => None,
    }
}

/// Checks that a map whose grain is a multiple of the vector permutes only for a known reason.
#[test]
fn friendly_maps_permute_in_their_arithmetic_alone() {
    for entry in CATALOGUE.iter() {
        for backend in Backend::ALL {
            let costs = entry.costs(backend);
            for (index, map) in entry.recipe.chain.iter().enumerate() {
                let permutations: u32 = costs.parts().iter().map(|(_, part)| part.of(map.name).permutations).sum();
                if entry.is_friendly(map, backend) && permutations > 0 {
                    let (name, ring) = (entry.recipe.name, entry.recipe.ring);
                    assert!(
                        reason(entry, index).is_some(),
                        "{} of {name} for {ring} on {backend}: {permutations}",
                        map.name
                    );
                }
            }
        }
    }
}

/// Returns the numeric exponents of the powers of x in a ring.
fn exponents(ring: &str) -> Vec<usize> {
    let numbers =
        ring.split("x^").skip(1).filter_map(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok());
    numbers.collect()
}

/// Checks the definition of `[HLY24]`, section 4.1. A map that works in polynomials in x^g, g ⊗
/// id_v, has moduli in x^g on both sides. A map with shifts of dimension v' has a negacyclic ring
/// of degree v', whose x is such a shift.
#[test]
fn every_map_is_friendly_by_its_rings() {
    let mut shifted = 0;
    for (entry, map) in CATALOGUE.iter().flat_map(|entry| entry.recipe.chain.iter().map(move |map| (entry, map))) {
        let (domain, image) = (map.domain().to_string(), map.image().to_string());
        let names = format!("{} of {} for {}", map.name, entry.recipe.name, entry.recipe.ring);
        let found = [exponents(&domain), exponents(&image)].concat();
        assert!(found.iter().all(|exponent| exponent.is_multiple_of(map.grain())), "{names}: {found:?}");
        if let Some(dimension) = shifts(map) {
            shifted += 1;
            assert!(image.contains(&format!("x^{dimension} + 1")), "{names}: {image}");
            assert!(found.iter().all(|exponent| exponent.is_multiple_of(dimension / 2)), "{names}: {found:?}");
        }
        for backend in Backend::ALL {
            let lanes = entry.lanes(backend);
            let unit = shifts(map).map_or(map.grain(), |dimension| dimension / 2);
            assert_eq!(entry.is_friendly(map, backend), unit.is_multiple_of(lanes), "{names} on {backend}");
        }
    }
    // The default rings have three maps with shifts: in good-schoenhage-bruun for two rings, and
    // the truncated one.
    assert!(shifted >= 3 || !cfg!(feature = "default"), "{shifted}");
}
