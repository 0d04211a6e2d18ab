//! Plots as SVG: rectangles and lines whose colours, light or dark, come from the style sheet of
//! the page.
//!
//! Crates that draw plots fix colours and sizes of texts in the picture, without knowing the page.
//! Here bars are in cells of tables, and the browser places their texts; only the axes of line
//! plots contain texts.

use std::fmt::Write;

use super::{escape, grouped};

/// The width of the picture of a bar, in units of the picture. The page stretches it.
const WIDTH: f64 = 1000.0;
/// The height of the picture of a bar, in units of the picture.
const HEIGHT: f64 = 20.0;

/// A bar of a median, with its quartiles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bar {
    pub(super) median: u64,
    pub(super) lower_quartile: u64,
    pub(super) upper_quartile: u64,
    /// The part of the median that is drawn paler, at the end of the bar.
    pub(super) pale: u64,
}

/// The largest ratio of a bar to the shortest one. Longer bars are cut.
const LONGEST: u64 = 6;

/// Returns the length that fills the picture, for bars of these medians.
pub(super) fn scale(medians: impl Iterator<Item = u64> + Clone) -> u64 {
    let (shortest, longest) = (medians.clone().min().unwrap_or(0), medians.max().unwrap_or(0));
    // A margin for the quartiles beyond the longest bar.
    (longest + longest / 20).min(shortest.saturating_mul(LONGEST)).max(1)
}

fn picture(class: &str, label: &str, content: &str) -> String {
    format!(
        "<svg class=\"{class}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{label}\"><title>{label}</title>{content}</svg>",
        label = escape(label)
    )
}

fn rectangle(class: &str, from: f64, to: f64) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{from:.1}\" y=\"2\" width=\"{:.1}\" height=\"{:.1}\"/>",
        (to - from).max(0.0),
        HEIGHT - 4.0
    )
}

/// Returns a bar of a class of the style sheet, with a line from quartile to quartile. The length
/// `full` fills the picture. A longer bar is cut, and ends with two slanted lines.
pub(super) fn bar(bar: Bar, class: &str, full: u64, label: &str) -> String {
    let at = |value: u64| value.min(full) as f64 / full as f64 * WIDTH;
    let (end, pale) = (at(bar.median), at(bar.median.saturating_sub(bar.pale)));
    let mut content = rectangle(class, 0.0, pale) + &rectangle(&format!("{class} pale"), pale, end);
    if bar.median > full {
        content += "<path class=\"cut\" d=\"M970 20 L982 0 M982 20 L994 0\"/>";
    } else {
        let (lower, upper) = (at(bar.lower_quartile), at(bar.upper_quartile));
        let _ = write!(
            content,
            "<path class=\"quartiles\" d=\"M{lower:.1} 5 V15 M{upper:.1} 5 V15 M{lower:.1} 10 H{upper:.1}\"/>"
        );
    }
    picture("bar", label, &content)
}

/// Returns a stack of parts, each with a class of the style sheet, and a mark at the time of the
/// whole product.
pub(super) fn stack(parts: &[(&str, u64)], mark: Option<u64>, full: u64, label: &str) -> String {
    let at = |value: u64| value.min(full) as f64 / full.max(1) as f64 * WIDTH;
    let mut sum = 0;
    let mut content = String::new();
    for (class, part) in parts {
        content += &rectangle(class, at(sum), at(sum + part));
        sum += part;
    }
    if let Some(mark) = mark {
        let _ = write!(content, "<path class=\"whole\" d=\"M{0:.1} 0 V{HEIGHT}\"/>", at(mark));
    }
    if sum > full {
        content += "<path class=\"cut\" d=\"M970 20 L982 0 M982 20 L994 0\"/>";
    }
    picture("bar", label, &content)
}

/// A line of a plot.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) name: String,
    /// The number of its colour, taken modulo [`CLASSES`].
    pub(super) class: usize,
    /// The points (x, y), by x.
    pub(super) points: Vec<(u64, u64)>,
}

/// The classes of lines in the style sheet, `line0` to `line7`.
pub(super) const CLASSES: usize = 8;

/// Returns a plot of lines over a common axis, with a legend. The y axis begins at zero.
pub(super) fn lines(lines: &[Line], x_name: &str, title: &str) -> String {
    // The frame. The texts of the axes are outside of it.
    let (left, right, top, bottom) = (64.0, 540.0, 12.0, 236.0);
    let points = || lines.iter().flat_map(|line| &line.points);
    let mut positions: Vec<u64> = points().map(|(x, _)| *x).collect();
    positions.sort_unstable();
    positions.dedup();
    let (Some(&first), Some(&last)) = (positions.first(), positions.last()) else { return String::new() };
    let step = step(points().map(|(_, y)| *y).max().unwrap_or(0));
    let height = points().map(|(_, y)| y.div_ceil(step)).max().unwrap_or(1).max(1) * step;
    let x_at = |x: u64| left + (right - left) * (x - first) as f64 / (last - first).max(1) as f64;
    let y_at = |y: u64| bottom - (bottom - top) * y as f64 / height as f64;

    let mut content = String::new();
    for y in (0..=height).step_by(usize::try_from(step).unwrap_or(usize::MAX)) {
        let (at, text) = (y_at(y), compact(y));
        let _ = write!(
            content,
            "<path class=\"grid\" d=\"M{left} {at:.1} H{right}\"/><text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{text}</text>",
            left - 6.0,
            at + 4.0
        );
    }
    for &x in &positions {
        let at = x_at(x);
        let _ = write!(
            content,
            "<path class=\"grid\" d=\"M{at:.1} {bottom} v4\"/><text class=\"middle\" x=\"{at:.1}\" y=\"{:.1}\">{x}</text>",
            bottom + 20.0
        );
    }
    let _ = write!(
        content,
        "<text class=\"middle\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        f64::midpoint(left, right),
        bottom + 38.0,
        escape(x_name)
    );
    let mut legend = String::new();
    for line in lines {
        let (class, name) = (line.class % CLASSES, escape(&line.name));
        let path: Vec<_> = line.points.iter().map(|&(x, y)| format!("{:.1} {:.1}", x_at(x), y_at(y))).collect();
        let _ = write!(content, "<path class=\"line line{class}\" d=\"M{}\"/>", path.join(" L"));
        for &(x, y) in &line.points {
            let _ = write!(
                content,
                "<circle class=\"dot{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{name}, {x}: {}</title></circle>",
                x_at(x),
                y_at(y),
                grouped(y)
            );
        }
        let _ = write!(
            legend,
            "<li><svg class=\"sample\" viewBox=\"0 0 28 8\" aria-hidden=\"true\"><path class=\"line line{class}\" \
             d=\"M0 4 H28\"/></svg>{name}</li>"
        );
    }
    let title = escape(title);
    format!(
        "<figure><figcaption>{title}</figcaption><svg class=\"plot\" viewBox=\"0 0 560 282\" role=\"img\" \
         aria-label=\"{title}\">{content}</svg><ul class=\"legend\">{legend}</ul></figure>\n"
    )
}

/// Returns the number in short form: 950, 20k, 1.25M.
fn compact(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        1000..1_000_000 => format!("{}k", number as f64 / 1e3),
        _ => format!("{}M", number as f64 / 1e6),
    }
}

/// Returns a distance of grid lines, 1, 2 or 5 times a power of ten, of which four to ten reach
/// `height`.
fn step(height: u64) -> u64 {
    let mut power = 1;
    while power * 10 * 4 <= height {
        power *= 10;
    }
    [1, 2, 5].into_iter().map(|factor| factor * power).rev().find(|step| step * 4 <= height).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn well_formed(svg: &str) {
        roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}: {svg}"));
    }

    #[test]
    fn steps_are_round() {
        for (height, expected) in
            [(0, 1), (3, 1), (4, 1), (8, 2), (19, 2), (20, 5), (39, 5), (40, 10), (123_456, 20_000)]
        {
            assert_eq!(step(height), expected, "{height}");
            assert!(height < 4 || (4..=10).contains(&(height / step(height))), "{height}");
        }
    }

    #[test]
    fn numbers_of_axes_are_short() {
        let texts = [0, 950, 1000, 1500, 20_000, 1_000_000, 1_250_000, 20_000_000].map(compact);
        assert_eq!(texts, ["0", "950", "1k", "1.5k", "20k", "1M", "1.25M", "20M"]);
    }

    #[test]
    fn bars_are_as_long_as_their_medians() {
        let figures = Bar { median: 500, lower_quartile: 400, upper_quartile: 700, pale: 100 };
        let svg = bar(figures, "ours", 1000, "a < b");
        well_formed(&svg);
        assert!(svg.contains("class=\"ours\" x=\"0.0\" y=\"2\" width=\"400.0\""), "{svg}");
        assert!(svg.contains("class=\"ours pale\" x=\"400.0\" y=\"2\" width=\"100.0\""), "{svg}");
        assert!(svg.contains("M400.0 5") && svg.contains("M700.0 5") && !svg.contains("cut"), "{svg}");
        let svg = bar(figures, "ours", 300, "");
        assert!(svg.contains("cut") && !svg.contains("quartiles"), "{svg}");
        assert_eq!(scale([100, 150].into_iter()), 157);
        assert_eq!(scale([100, 9000].into_iter()), 600);
        assert_eq!(scale([].into_iter()), 1);
    }

    #[test]
    fn stacks_add_up() {
        let svg = stack(&[("part0", 100), ("part1", 300)], Some(350), 400, "parts");
        well_formed(&svg);
        assert!(
            svg.contains("class=\"part1\" x=\"250.0\" y=\"2\" width=\"750.0\"") && svg.contains("M875.0 0"),
            "{svg}"
        );
    }

    #[test]
    fn lines_have_every_point_and_their_names() {
        let line = |name: &str, points: &[(u64, u64)]| Line { name: name.into(), class: 0, points: points.to_vec() };
        let svg = lines(&[line("a&b", &[(653, 100), (761, 250)]), line("c", &[(761, 90)])], "p", "keygen");
        well_formed(&svg);
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("a&amp;b") && svg.contains(">653<") && svg.contains(">761<") && svg.contains(">250<"));
        assert_eq!(lines(&[], "p", "nothing"), "");
    }
}
