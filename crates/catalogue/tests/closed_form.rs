//! Compares recurrences with closed forms, and both with transforms whose operations are counted.

use vectru_catalogue::closed_form::{Evaluate, Operations};
use vectru_polymul::analysis::count::Counts;
use vectru_polymul::analysis::{Lanes, Run};
use vectru_polymul::modular::{Constant, Q4591};
use vectru_polymul::multiplier::ClosedForm;
use vectru_polymul::simd::shape::NeonShape;
use vectru_polymul::simd::{I16Vector, Shape, Simd};

fn assert_closed(form: ClosedForm) {
    let recurrence = form.recurrence().expect("the size splits").map(|count| count as f64);
    let Operations { multiplications, additions, subproblems } = form.operations();
    assert_eq!(recurrence, [multiplications, additions, subproblems], "{form:?}");
}

#[test]
fn closed_forms_solve_the_recurrences() {
    for layers in 0..12 {
        for leaf in (0..=layers).map(|m| 1 << m) {
            assert_closed(ClosedForm::CooleyTukey { size: 1 << layers, leaf });
        }
    }
    for [size, leaf] in
        [[2, 2], [4, 2], [16, 2], [256, 2], [65536, 2], [16, 4], [256, 4], [256, 16], [65536, 16], [64, 8]]
    {
        assert_closed(ClosedForm::Nussbaumer { size, leaf });
        assert_closed(ClosedForm::NussbaumerButterflies { size, leaf });
    }
}

/// Checks that the complete Nussbaumer transform leaves problems of size 1, two for each of size 2:
/// T#(2) = 2 in the source.
#[test]
fn complete_transforms_are_as_in_the_source() {
    let complete = ClosedForm::Nussbaumer { size: 256, leaf: 2 }.operations();
    assert_eq!(complete.additions, 256.0 * 8.0 * 3.0 / 2.0 + 256.0 * 8.0 - 256.0);
    assert_eq!(2.0 * complete.subproblems, 256.0 * 8.0);
    let complete = ClosedForm::CooleyTukey { size: 256, leaf: 1 }.operations();
    assert_eq!([complete.multiplications, complete.additions, complete.subproblems], [1024.0, 2048.0, 256.0]);
}

#[test]
fn the_printed_factor_is_an_estimate() {
    let additions = |size, leaf| {
        let form = ClosedForm::CooleyTukey { size, leaf };
        (form.operations().additions, form.printed().map(|printed| printed.additions))
    };
    assert_eq!(additions(16, 4), (32.0, Some(32.0)));
    assert_eq!(additions(512, 8), (512.0 * 6.0, Some(512.0 * 3.0)));
    assert_eq!(additions(512, 1), (512.0 * 9.0, None));
}

#[test]
fn sizes_that_do_not_split_have_no_recurrence() {
    assert_eq!(ClosedForm::CooleyTukey { size: 1632, leaf: 16 }.recurrence(), None);
    assert_eq!(ClosedForm::CooleyTukey { size: 8, leaf: 16 }.recurrence(), None);
    assert_eq!(ClosedForm::Nussbaumer { size: 32, leaf: 2 }.recurrence(), None);
    assert_eq!(ClosedForm::Nussbaumer { size: 0, leaf: 2 }.recurrence(), None);
}

const ROOT: Constant<Q4591> = Constant::new(1229);

/// Transforms vectors by butterflies, one transform in each lane, and returns the number of
/// subproblems. The values of the roots do not affect the counts.
fn cooley_tukey<V: I16Vector>(values: &mut [V], leaf: usize) -> u64 {
    if values.len() == leaf {
        return 1;
    }
    let (low, high) = values.split_at_mut(values.len() / 2);
    for (a, b) in low.iter_mut().zip(high.iter_mut()) {
        let product = b.barrett_multiply(ROOT);
        (*a, *b) = (*a + product, *a - product);
    }
    cooley_tukey(low, leaf) + cooley_tukey(high, leaf)
}

/// Transforms a polynomial modulo x^n + 1, and returns the number of subproblems.
fn nussbaumer<V: I16Vector>(values: &[V], leaf: usize) -> u64 {
    if values.len() == leaf {
        return 1;
    }
    let root = values.len().isqrt();
    let mut elements: Vec<Vec<V>> = (0..root).map(|i| values.iter().skip(i).step_by(root).copied().collect()).collect();
    // Modulo x^s - 1 and x^s + 1: the elements of degree s and more are zero.
    elements.extend_from_within(..);
    let (low, high) = elements.split_at_mut(root);
    split(low, 0);
    split(high, root);
    elements.iter().map(|element| nussbaumer(element, leaf)).sum()
}

/// Maps from modulo x^(2t) - y^e to modulo x^t - y^(e/2) and x^t + y^(e/2), down to t = 1.
fn split<V: I16Vector>(elements: &mut [Vec<V>], exponent: usize) {
    if elements.len() == 1 {
        return;
    }
    let (low, high) = elements.split_at_mut(elements.len() / 2);
    for (a, b) in low.iter_mut().zip(high.iter_mut()) {
        let (size, left, right) = (a.len(), a.clone(), b.clone());
        for from in 0..size {
            let to = (from + exponent / 2) % (2 * size);
            let place = to % size;
            let (sum, difference) = (left[place] + right[from], left[place] - right[from]);
            // y^size = -1.
            (a[place], b[place]) = if to < size { (sum, difference) } else { (difference, sum) };
        }
    }
    let size = low[0].len();
    split(low, exponent / 2);
    split(high, exponent / 2 + size);
}

/// Returns the counts of a transform of `size` vectors, and its subproblems.
fn counted(size: usize, transform: impl FnOnce(&mut [<Lanes<'_> as Simd>::I16]) -> u64) -> (Counts, u64) {
    let run = Run::bounds();
    let simd = Lanes::new(&run, &NeonShape::FORM);
    let mut values: Vec<_> = (0..size).map(|_| simd.splat(0)).collect();
    let subproblems = transform(&mut values);
    (run.counts(), subproblems)
}

/// Checks the counts of Cooley-Tukey. A multiplication modulo q is a Barrett product: three
/// multiplications and an addition.
#[test]
fn counted_cooley_tukey_is_the_closed_form() {
    for [size, leaf] in [[16, 1], [256, 1], [512, 8], [1024, 16]] {
        let (counts, found) = counted(size, |values| cooley_tukey(values, leaf));
        let form = ClosedForm::CooleyTukey { size, leaf };
        let [multiplications, additions, subproblems] = form.recurrence().expect("the size splits");
        assert_eq!(counts.multiplications as u64, 3 * multiplications, "{form:?}");
        assert_eq!(counts.additions as u64, additions + multiplications, "{form:?}");
        assert_eq!(found, subproblems, "{form:?}");
    }
}

/// Checks that there are no multiplications, the additions of the butterflies, and the subproblems
/// of the source.
#[test]
fn counted_nussbaumer_is_the_closed_form() {
    for [size, leaf] in [[4, 2], [16, 2], [256, 2], [64, 8], [256, 16]] {
        let (counts, found) = counted(size, |values| nussbaumer(values, leaf));
        let butterflies = ClosedForm::NussbaumerButterflies { size, leaf };
        let [_, additions, subproblems] = butterflies.recurrence().expect("the size splits");
        assert_eq!(counts, Counts { additions: additions as u32, ..Counts::NONE }, "{butterflies:?}");
        assert_eq!(found, subproblems, "{butterflies:?}");
    }
}
