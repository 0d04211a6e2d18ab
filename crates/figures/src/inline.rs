//! Figures in prose.
//!
//! A marker holds a figure, and is invisible in a rendered page:
//!
//! ```text
//! takes <!-- figure: ratio kem set=saber operation=decaps / operation=keygen -->0.70<!-- end -->
//! ```

use std::collections::BTreeSet;

use crate::rows::{Figures, MEDIANS, Row};
use crate::tables::grouped;

/// The condition that a field has one of some texts.
struct Condition<'a> {
    field: &'a str,
    /// Each alternative is a sum of the rows with these texts. A condition finds the first of them.
    alternatives: Vec<Vec<String>>,
}

impl<'a> Condition<'a> {
    fn parse(text: &'a str) -> Result<Self, String> {
        let (field, value) = text.split_once('=').ok_or_else(|| format!("expected FIELD=VALUE, found `{text}`"))?;
        let summands = |sum: &str| sum.split('&').map(|text| text.replace('_', " ")).collect();
        Ok(Self { field, alternatives: value.split(',').map(summands).collect() })
    }

    /// Returns the alternative that a row meets.
    fn met_by(&self, row: &Row) -> Option<&[String]> {
        let meets = |text: &String| match text.strip_suffix('*') {
            Some(prefix) => row.text(self.field).starts_with(prefix),
            None => row.text(self.field) == text,
        };
        self.alternatives.iter().find(|sum| sum.first().is_some_and(meets)).map(Vec::as_slice)
    }
}

/// Renders a figure, by its form, the kind of its rows, and conditions.
///
/// | form | figure |
/// | --- | --- |
/// | `value KIND CONDITION …` | the figure of the rows |
/// | `ratio KIND CONDITION … / CHANGE …` | the figure of the rows, divided by that of the rows that differ from them in the fields of the changes |
/// | `percent KIND CONDITION … / CHANGE …` | the same in percent |
///
/// A condition is `FIELD=TEXT`. Commas separate alternative texts, `*` at the end of a text stands
/// for any end, `_` for a space, and `&` adds up the figures of rows. `of=FIELD` names the field of
/// the figure, which otherwise is the least median of a turn, or the median if the row has no
/// other. If there are several rows, of one run or of several, the figure is their range; sums and
/// divisors are of the run of their row.
///
/// # Errors
///
/// Returns a message if this is no figure, or if there are no rows for it.
pub fn render(figures: &Figures, text: &str) -> Result<String, String> {
    let (rows, changes) = text.split_once(" / ").unwrap_or((text, ""));
    let mut words = rows.split(' ');
    let (form, kind) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let (mut conditions, field) = conditions(words)?;
    let (changes, below) = self::conditions(changes.split(' ').filter(|word| !word.is_empty()))?;
    let of = |row: &Row, field: Option<&str>| match field {
        Some(field) => row.fraction(field),
        None => MEDIANS.iter().find_map(|field| row.fraction(field)),
    };
    // A sum is of one field: the last one, whose alternative is looked at last.
    conditions.sort_by_key(|condition| condition.alternatives.iter().any(|sum| sum.len() > 1));
    let mut found = Vec::new();
    let mut texts = BTreeSet::new();
    for (figures, row) in figures.rows_of_runs(kind) {
        let Some(sums) = conditions.iter().map(|condition| condition.met_by(row)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        if let Some(field) = field.filter(|_| form == "value" && of(row, field).is_none()) {
            texts.insert(row.text(field).to_owned());
            continue;
        }
        let mut figure = of(row, field).ok_or_else(|| format!("a row lacks `{}`", field.unwrap_or(MEDIANS[1])))?;
        if let (Some(condition), Some([_, others @ ..])) = (conditions.last(), sums.last()) {
            for other in others {
                let summand = figures.counterpart(row, &[(condition.field, other)]);
                figure += summand.and_then(|row| of(row, field)).ok_or_else(|| format!("no row for `{other}`"))?;
            }
        }
        let changes: Vec<_> = changes.iter().map(|change| (change.field, &*change.alternatives[0][0])).collect();
        if form != "value" {
            let counterpart = figures.counterpart(row, &changes);
            let divisor = counterpart.and_then(|row| of(row, below.or(field)));
            figure /= divisor.ok_or("there are no rows to divide by")?;
        }
        found.push(figure);
    }
    let write: fn(f64) -> String = match form {
        "value" => |figure| if figure.fract() == 0.0 { grouped(figure as u64) } else { figure.to_string() },
        "ratio" => |figure| format!("{figure:.2}"),
        "percent" => |figure| format!("{:.0}", 100.0 * figure),
        _ => return Err("there is no figure of this form".into()),
    };
    found.sort_by(f64::total_cmp);
    let ends = match (&found[..], texts.pop_first()) {
        ([], Some(text)) if texts.is_empty() => text,
        ([least, .., most], None) if write(*least) != write(*most) => format!("{} to {}", write(*least), write(*most)),
        ([first, ..], None) => write(*first),
        _ => return Err("there are no rows for it, or rows with different texts".into()),
    };
    Ok(if form == "percent" { ends + " percent" } else { ends })
}

/// Reads conditions, and the field that `of` names.
fn conditions<'a>(words: impl Iterator<Item = &'a str>) -> Result<(Vec<Condition<'a>>, Option<&'a str>), String> {
    let (mut conditions, mut of) = (Vec::new(), None);
    for word in words {
        match word.strip_prefix("of=") {
            Some(field) => of = Some(field),
            None => conditions.push(Condition::parse(word)?),
        }
    }
    Ok((conditions, of))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> Figures {
        let row = |set: &str, part: &str, median: u64| {
            format!(
                r#"{{"kind":"parts","set":"{set}","operation":"o","backend":"b","part":"{part}","median":{median},"unit":"{set} ticks"}}"#
            )
        };
        let rows = [row("s1", "a", 1_000), row("s1", "b", 250), row("s1", "whole", 2_000), row("s2", "a", 600)];
        Figures::of(&(rows.join("\n") + "\n" + &row("s2", "whole", 1_000))).expect("rows")
    }

    #[test]
    fn forms_are_rendered() {
        let rendered = |text| render(&figures(), text).expect("a figure");
        assert_eq!(rendered("value parts set=s1 part=a"), "1,000");
        assert_eq!(rendered("value parts set=s1 of=unit"), "s1 ticks");
        assert_eq!(rendered("ratio parts set=s1 part=a / part=whole"), "0.50");
        assert_eq!(rendered("ratio parts set=s* part=a / part=whole"), "0.50 to 0.60");
        assert_eq!(rendered("percent parts set=s1,s2 part=a / part=whole"), "50 to 60 percent");
        assert_eq!(rendered("percent parts part=a&b set=s1 / part=whole"), "62 percent");
        assert_eq!(rendered("value parts unit=s2_ticks part=a"), "600");
    }

    #[test]
    fn rows_of_several_runs_are_divided_by_rows_of_their_own() {
        let run = |text: &str| {
            Figures::of(&text.replace('#', r#"{"kind":"parts","set":"s1","operation":"o","backend":"b","part":"#))
        };
        let run = run("#\"a\",\"median\":95,\"quiet\":90}\n#\"whole\",\"median\":100}").expect("rows");
        let figures = figures().with_libraries(vec![run]);
        let rendered = |text| render(&figures, text).expect("a figure");
        assert_eq!(rendered("value parts set=s1 part=a"), "90 to 1,000");
        assert_eq!(rendered("ratio parts set=s1 part=a / part=whole"), "0.50 to 0.90");
    }

    #[test]
    fn what_is_no_figure_is_a_defect() {
        let defect = |text| render(&figures(), text).expect_err("a defect");
        assert!(defect("value parts set=s3").starts_with("there are no rows"));
        assert!(defect("value parts of=unit").ends_with("different texts"));
        assert_eq!(defect("value parts s1"), "expected FIELD=VALUE, found `s1`");
        assert_eq!(defect("square parts set=s1 part=a / part=whole"), "there is no figure of this form");
        assert_eq!(defect("ratio parts set=s1 part=a / part=c"), "there are no rows to divide by");
        assert_eq!(defect("ratio parts set=s2 part=a&b / part=whole"), "no row for `b`");
    }
}
