//! Domains, images and twiddle factors of maps in mathematical notation, printed from their
//! numbers.

use core::fmt::{self, Display, Formatter};

use super::transformation::{Algorithm, Dimension, Extensions, Transformation};
use crate::simd::CHUNK;

/// The ring that a map starts from.
#[derive(Clone, Copy, Debug)]
pub struct Domain(pub(super) Transformation);

/// The ring that a map leads to.
#[derive(Clone, Copy, Debug)]
pub struct Image(pub(super) Transformation);

/// The constants that a map multiplies by.
#[derive(Clone, Copy, Debug)]
pub struct Twiddles(pub(super) Transformation);

impl Display for Domain {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Transformation::Infinity(ends) => write!(f, "R[x]_(< {})", ends.product()),
            Transformation::CyclicFactor { negacyclic, cyclic } => {
                write!(f, "R[x]/((x^{negacyclic} + 1)(x^{cyclic} - 1))")
            }
            Transformation::Truncation { degree, order } => {
                write!(f, "R[x]/(x^{} - w{order}^(2i)), i < {order}", 2 * degree)
            }
            Transformation::GoodThomas { block, dimensions, .. } => {
                f.write_str("R[x]/")?;
                let parenthesis = !matches!(special(dimensions), Dimension::Cyclotomic(_));
                f.write_str(if parenthesis { "(" } else { "" })?;
                let special = special(dimensions);
                let others = dimensions.iter().filter(|&&dimension| dimension != special);
                let block = block * others.map(|dimension| dimension.degree()).product::<usize>();
                match special {
                    Dimension::NONE => write!(f, "x^{block} - 1")?,
                    _ => write_modulus(f, special, Variable::X(block))?,
                }
                f.write_str(if parenthesis { ")" } else { "" })
            }
            Transformation::Transform { dimensions, .. } => {
                write_variables(f, dimensions)?;
                let mut separator = "/(";
                let only = present(dimensions).count() == 1;
                for (index, dimension) in present(dimensions) {
                    let bare = only && matches!(dimension, Dimension::Cyclotomic(_));
                    f.write_str(if bare { "/" } else { separator })?;
                    write_modulus(f, dimension, Variable::U(index))?;
                    separator = ", ";
                    if bare {
                        return Ok(());
                    }
                }
                f.write_str(")")
            }
            Transformation::CooleyTukey { degree, order, rings } => {
                write!(f, "R[x]/(x^{} - w{order}^(2i)), {rings} values of i", 2 * degree)
            }
            Transformation::NegacyclicTransform { degree, points } => write!(f, "R[x]/(x^{} + 1)", degree * points),
            Transformation::Twist { degree, order, trace, .. } => match trace {
                0 => write!(f, "R[x]/(x^{degree} {} 1)", if order > 1 { '+' } else { '-' }),
                trace => write!(f, "R[x]/(x^{} {} x^{degree} + 1)", 2 * degree, minus(trace)),
            },
            Transformation::Bruun { degree, order, rings, .. } => {
                write!(f, "R[x]/(x^{} + w{order}^(2i)), {rings} values of i", 2 * degree)
            }
            Transformation::BruunNegacyclic { degree, rings, .. } => {
                write!(f, "R[x]/(x^{} + 1), {rings} times", 4 * degree)
            }
            Transformation::Schoenhage { block, points, copies } => {
                write!(f, "R[x, u1]/(x^{block} - u0 u1, u1^{points} - 1), {copies} values of u0")
            }
            Transformation::TruncatedSchoenhage { block, points, .. } => {
                let cyclic = block * points;
                write!(f, "R[x]/((x^{} + 1)(x^{cyclic} - 1))", 2 * cyclic)
            }
            Transformation::NegacyclicSchoenhage { block, points } => write!(f, "R[x]/(x^{} + 1)", block * points),
            Transformation::Nussbaumer { degree, points, rings } => {
                write!(f, "R[x]/(x^{} + 1), {rings} times", degree * points / 2)
            }
            Transformation::Integers { length, zeta, largest, .. }
            | Transformation::ChineseRemainder { length, zeta, largest, .. } => {
                write!(f, "Z[x]/(x^{length} {} 1), coefficients of products up to {largest}", minus(zeta))
            }
            Transformation::Expand { degree, zeta, .. } => {
                write!(f, "R[x]/(x^{degree} {} 1)", minus(zeta))
            }
            Transformation::ToeplitzLayer { part, parts, .. } => write_toeplitz(f, part * parts),
            Transformation::PolynomialLayer { part, parts, .. } => write!(f, "R[x]_(< {})", part * parts),
            Transformation::OuterProducts { dimension, products } => {
                write_toeplitz(f, dimension)?;
                write!(f, ", {products} times")
            }
            Transformation::LaneProducts { degree, products } => write!(f, "R[x]_(< {degree}), {products} times"),
            Transformation::WeightedConvolutions { degree, order, omitted, extensions } => {
                if order > 0 {
                    write!(f, "R[x]/(x^{degree} - w{order}^i), i < {order}")?;
                }
                for omitted in omitted.into_iter().filter(|&omitted| omitted > 0) {
                    write!(f, ", w{order}^({omitted}i) != 1")?;
                }
                f.write_str(if order > 0 && extensions.is_some() { "; " } else { "" })?;
                match extensions {
                    None => Ok(()),
                    Some(Extensions { order, trace_square }) => {
                        let relation = if trace_square == 0 { "y^2 + 1" } else { "y^2 -+ s y + 1" };
                        write!(f, "R[x, y]/(x^{degree} - w{order}^i y, {relation}), i < {order}")?;
                        if trace_square == 0 { Ok(()) } else { write!(f, ", s^2 = {trace_square}") }
                    }
                }
            }
            Transformation::TrinomialConvolutions { degree, binomials, trinomials } => {
                if binomials > 0 {
                    write!(f, "{binomials} rings R[x]/(x^{degree} - beta), ")?;
                }
                write!(f, "{trinomials} rings R[x]/(x^{degree} + alpha x^{} + beta)", degree / 2)
            }
            Transformation::NegacyclicConvolutions { degree, products } => {
                write!(f, "R[z]/(z^{degree} + 1), {products} times")
            }
        }
    }
}

impl Display for Image {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Transformation::Infinity(ends) => {
                let high = ends.product() - ends.cyclic() - 1;
                write!(f, "R[x]/(x^{} - 1) x R^{high} x R", ends.cyclic())
            }
            Transformation::CyclicFactor { negacyclic, cyclic } => {
                write!(f, "R[x]/(x^{negacyclic} + 1) x R[x]/(x^{cyclic} - 1)")
            }
            Transformation::Truncation { degree, order } => {
                write!(f, "R[x]/(x^{degree} - w{order}^i), i < {order}")
            }
            Transformation::GoodThomas { block, dimensions, .. } => {
                f.write_str("R[x")?;
                for (index, _) in present(dimensions) {
                    write!(f, ", u{index}")?;
                }
                write!(f, "]/(x^{block} -")?;
                for (index, _) in present(dimensions) {
                    write!(f, " u{index}")?;
                }
                for (index, dimension) in present(dimensions) {
                    f.write_str(", ")?;
                    write_modulus(f, dimension, Variable::U(index))?;
                }
                f.write_str(")")
            }
            Transformation::Transform { dimensions, quadratic, algorithm, .. } if quadratic > 0 => {
                let (index, dimension) = present(dimensions).next().unwrap_or((0, Dimension::NONE));
                if dimension.degree() > 2 * quadratic {
                    write!(f, "R[u{index}]/(u{index} -+ 1) x ")?;
                }
                match algorithm {
                    Algorithm::Bruun => write!(f, "R[u{index}]/(u{index}^2 -+ s u{index} + 1), s^2 = 2"),
                    _ => write!(f, "R[u{index}]/(u{index}^2 + 1)"),
                }
            }
            Transformation::Transform { dimensions, .. } => {
                write_variables(f, dimensions)?;
                let mut separator = "/(";
                for (index, dimension) in present(dimensions) {
                    write!(f, "{separator}u{index} - w{}^i{index}", root_order(dimension))?;
                    separator = ", ";
                }
                f.write_str(")")?;
                for (index, dimension) in present(dimensions) {
                    let order = root_order(dimension);
                    match dimension {
                        Dimension::Cyclotomic(_) => write!(f, ", 0 < i{index} < {order}")?,
                        _ => write!(f, ", i{index} < {order}")?,
                    }
                }
                Ok(())
            }
            Transformation::CooleyTukey { degree, order, .. } => {
                write!(f, "R[x]/(x^{degree} - w{order}^i) x R[x]/(x^{degree} + w{order}^i)")
            }
            Transformation::Twist { degree, order, trace, .. } => {
                let exponent = if trace == 0 { "" } else { "^e" };
                write!(f, "R[x, u]/(x^{CHUNK} - w{order}{exponent} u, u^{} - 1)", degree / CHUNK)?;
                f.write_str(if trace == 0 { "" } else { ", e = 1 and -1" })
            }
            Transformation::NegacyclicTransform { degree, points } => {
                let order = 2 * points;
                write!(f, "R[x]/(x^{degree} - w{order}^i), i < {order} odd")
            }
            Transformation::Bruun { degree, order, root_of_two, .. } => {
                let [root, square] = trinomial_exponents(order);
                let (w, middle) = (format_args!("w{order}"), degree / 2);
                write!(f, "prod R[x]/(x^{degree} +- {root_of_two} {w}^({root}i) x^{middle} + {w}^({square}i))")
            }
            Transformation::BruunNegacyclic { degree, alphas: [_, a, c], constant, .. } => {
                let (middle, sign) = (degree / 2, if constant < 0 { '-' } else { '+' });
                write!(f, "R[x]/(x^{degree} +- {a} x^{middle} {sign} 1) x R[x]/(x^{degree} +- {c} x^{middle} {sign} 1)")
            }
            Transformation::Schoenhage { block, points, .. } => {
                write!(f, "R[x, u1]/(x^{} + 1, u1 - x^({}j)), j < {points}", 2 * block, 4 * block / points)
            }
            Transformation::TruncatedSchoenhage { block, points, roots } => {
                let [r0, r1, r2] = roots.map(|root| root / points);
                let step = 4 * block / points;
                let degree = 2 * block;
                write!(f, "R[x, y]/(x^{degree} + 1, y - x^(i + {step}j)), i in {{{r0}, {r1}, {r2}}}, j < {points}")
            }
            Transformation::NegacyclicSchoenhage { block, points } => {
                let (degree, step) = (2 * block, 2 * block / points);
                write!(f, "R[x, y]/(x^{degree} + 1, y - x^({step}k)), k < {} odd", 2 * points)
            }
            Transformation::Nussbaumer { degree, points, .. } if 2 * degree > points => {
                write!(f, "R[z, x]/(z^{degree} + 1, x - z^({}k)), k < {points}", 2 * degree / points)
            }
            Transformation::Nussbaumer { degree, points, .. } => {
                write!(f, "R[z, x]/(z^{degree} + 1, x - z^k), k < {points}")
            }
            Transformation::Integers { length, zeta, prime, .. } => {
                write!(f, "Z_p[x]/(x^{length} {} 1), p = {prime}", minus(zeta))
            }
            Transformation::ChineseRemainder { length, zeta, primes: [first, second], .. } => {
                write!(f, "Z_p[x]/(x^{length} {} 1), p = {first}, {second}", minus(zeta))
            }
            Transformation::Expand { dimension, .. } => write_toeplitz(f, dimension),
            Transformation::ToeplitzLayer { part, points, .. } => {
                write_toeplitz(f, part)?;
                write!(f, ", at {points} points")
            }
            Transformation::PolynomialLayer { part, points, .. } => {
                write!(f, "R[x]_(< {part}), at {points} points")
            }
            Transformation::OuterProducts { dimension, .. } => write!(f, "R^{dimension}"),
            Transformation::LaneProducts { degree, .. } => write!(f, "R[x]_(< {})", 2 * degree - 1),
            Transformation::WeightedConvolutions { .. }
            | Transformation::TrinomialConvolutions { .. }
            | Transformation::NegacyclicConvolutions { .. } => f.write_str("the same"),
        }
    }
}

impl Display for Twiddles {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Transformation::CyclicFactor { .. } => f.write_str("1/2"),
            Transformation::Truncation { order, .. } => write!(f, "w{order}^i"),
            Transformation::GoodThomas { overlap, .. } => write!(f, "w{overlap}^i, on the way back"),
            Transformation::Transform { dimensions, algorithm, .. } => {
                let order = present(dimensions).map(|(_, dimension)| root_order(dimension)).next().unwrap_or(1);
                match algorithm {
                    Algorithm::CooleyTukey => write!(f, "w{order}^i"),
                    Algorithm::Bruun => f.write_str("s"),
                    Algorithm::Radix3 => f.write_str("w3"),
                    Algorithm::Radix5 => {
                        f.write_str("-1/4, (w5 + w5^4 - w5^2 - w5^3)/4, (w5 - w5^4)/2, (w5^2 - w5^3)/2")
                    }
                    Algorithm::Radix9 => f.write_str("w3, w9, w9^2, w9^4"),
                    Algorithm::Rader => write!(f, "(w{order}^i +- w{order}^-i)/2 and sums of them"),
                }
            }
            Transformation::CooleyTukey { order, .. } => write!(f, "w{order}^i"),
            Transformation::NegacyclicTransform { points, .. } => write!(f, "w{}^i", 2 * points),
            Transformation::Twist { order, .. } => write!(f, "w{order}^i"),
            Transformation::Bruun { order, root_of_two, .. } => {
                let [root, square] = trinomial_exponents(order);
                write!(f, "alpha = {root_of_two} w{order}^({root}i), beta = w{order}^({square}i), alpha beta")
            }
            Transformation::BruunNegacyclic { alphas: [s, a, c], .. } => write!(f, "{s}, {a}, {c} and their squares"),
            Transformation::Schoenhage { block, points, .. } => write!(f, "x^({}j)", 4 * block / points),
            Transformation::TruncatedSchoenhage { .. } => write!(f, "x^({}j)", Transformation::grain(self.0)),
            Transformation::NegacyclicSchoenhage { block, points } => write!(f, "x^({}k)", 2 * block / points),
            Transformation::Nussbaumer { .. } => f.write_str("z^k"),
            Transformation::Integers { leaves, .. } => write!(f, "2^32 / {leaves}, on the way back"),
            Transformation::ChineseRemainder { leaves, primes: [first, second], .. } => {
                write!(f, "2^16 / {leaves}, on the small operand; 1 / {first} modulo {second}, on the way back")
            }
            Transformation::WeightedConvolutions { order, extensions, .. } => {
                let order = extensions.map_or(order, |extensions| order.max(extensions.order));
                write!(f, "w{order}^i")?;
                match extensions {
                    Some(Extensions { trace_square: 2, .. }) => f.write_str(", s"),
                    _ => Ok(()),
                }
            }
            Transformation::TrinomialConvolutions { .. } => f.write_str("alpha, beta"),
            Transformation::Infinity(_)
            | Transformation::Expand { .. }
            | Transformation::ToeplitzLayer { .. }
            | Transformation::PolynomialLayer { .. }
            | Transformation::OuterProducts { .. }
            | Transformation::LaneProducts { .. }
            | Transformation::NegacyclicConvolutions { .. } => f.write_str("none"),
        }
    }
}

/// Returns the sign of -zeta.
const fn minus(zeta: i16) -> char {
    if zeta < 0 { '+' } else { '-' }
}

/// Returns the dimensions that are not absent, with their indices.
fn present(dimensions: [Dimension; 3]) -> impl Iterator<Item = (usize, Dimension)> {
    dimensions.into_iter().enumerate().filter(|&(_, dimension)| dimension != Dimension::NONE)
}

/// Returns the dimension that is not cyclic, or an absent one.
fn special(dimensions: [Dimension; 3]) -> Dimension {
    let special = dimensions.into_iter().find(|dimension| !matches!(dimension, Dimension::Cyclic(_)));
    special.unwrap_or(Dimension::NONE)
}

/// Returns the order of the roots of a dimension that has all of them.
const fn root_order(dimension: Dimension) -> usize {
    match dimension {
        Dimension::Cyclic(n) | Dimension::Cyclotomic(n) => n,
        Dimension::Negacyclic(n) => 2 * n,
        Dimension::WithoutMiddle(n) => 4 * n,
    }
}

/// Returns the exponents e and 2 e modulo `order` of a trinomial x^n +- s w^e x^(n/2) + w^(2 e)
/// that divides x^(2 n) + w^2: 4 e = 2 modulo `order`.
fn trinomial_exponents(order: usize) -> [usize; 2] {
    let exponent = (0..order).find(|exponent| 4 * exponent % order == 2).unwrap_or(0);
    [exponent, 2 * exponent % order]
}

/// The variable of a modulus: u_i, or x^g.
#[derive(Clone, Copy)]
enum Variable {
    U(usize),
    X(usize),
}

/// Writes a power of the variable.
fn write_power(f: &mut Formatter<'_>, variable: Variable, exponent: usize) -> fmt::Result {
    match (variable, exponent) {
        (Variable::U(index), 1) => write!(f, "u{index}"),
        (Variable::U(index), _) => write!(f, "u{index}^{exponent}"),
        (Variable::X(degree), _) => write!(f, "x^{}", degree * exponent),
    }
}

/// Writes the modulus of a dimension.
fn write_modulus(f: &mut Formatter<'_>, dimension: Dimension, variable: Variable) -> fmt::Result {
    match dimension {
        Dimension::Cyclic(n) => {
            write_power(f, variable, n)?;
            f.write_str(" - 1")
        }
        Dimension::Cyclotomic(n) => {
            write!(f, "Phi_{n}(")?;
            write_power(f, variable, 1)?;
            f.write_str(")")
        }
        Dimension::Negacyclic(n) => {
            write_power(f, variable, n)?;
            f.write_str(" + 1")
        }
        Dimension::WithoutMiddle(n) => {
            f.write_str("(")?;
            write_power(f, variable, n)?;
            f.write_str(" - 1)(")?;
            write_power(f, variable, 2 * n)?;
            f.write_str(" + 1)")
        }
    }
}

/// Writes R[u0, u1] of the dimensions that are not absent.
fn write_variables(f: &mut Formatter<'_>, dimensions: [Dimension; 3]) -> fmt::Result {
    let mut separator = "R[";
    for (index, _) in present(dimensions) {
        write!(f, "{separator}u{index}")?;
        separator = ", ";
    }
    f.write_str("]")
}

fn write_toeplitz(f: &mut Formatter<'_>, dimension: usize) -> fmt::Result {
    write!(f, "Toeplitz_{dimension} x R^{dimension}")
}
