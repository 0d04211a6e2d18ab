//! The report for people: one page of HTML that contains its plots.

mod chart;
pub(crate) mod html;
mod mechanisms;
mod multipliers;
#[cfg(feature = "multipliers")]
pub(crate) mod sources;

use crate::stopwatch::nanoseconds;

/// Escapes the characters that HTML reads as markup.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// Returns a cell with the nanoseconds of a time in ticks of `rate` Hz, empty where times are in
/// nanoseconds anyway.
fn in_nanoseconds(ticks: Option<u64>, rate: Option<u64>) -> String {
    ticks.zip(rate).map(|(ticks, rate)| grouped(nanoseconds(ticks, rate))).unwrap_or_default()
}

/// The content of a column. On a page that is too narrow for a table, the style sheet places the
/// cells of a row by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A name of the row, for example of an implementation.
    Name,
    /// A picture as wide as there is space.
    Bar,
    /// The number that matters most.
    Main,
    /// Another number.
    Number,
    /// A number that begins a line of numbers.
    First,
    /// Any other text.
    Text,
}

impl Kind {
    /// Returns the classes of the cells.
    fn class(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Bar => "bar",
            Self::Main => "main number",
            Self::Number => "number",
            Self::First => "first number",
            Self::Text => "text",
        }
    }

    /// Returns the heading of a column that shows none: screen readers speak it.
    fn spoken(self) -> &'static str {
        match self {
            Self::Bar => "chart",
            Self::Name => "name",
            Self::Main | Self::Number | Self::First | Self::Text => "value",
        }
    }
}

/// Returns a table of HTML with these headings and rows of cells; the cells are HTML. Empty columns
/// are omitted.
fn table(class: &str, columns: &[(impl AsRef<str>, Kind)], rows: &[Vec<String>]) -> String {
    let columns: Vec<_> = columns
        .iter()
        .enumerate()
        .filter(|(index, _)| rows.iter().any(|row| row.get(*index).is_some_and(|cell| !cell.is_empty())))
        .map(|(index, (heading, kind))| (index, escape(heading.as_ref()), *kind))
        .collect();
    let heading = |(_, heading, kind): &(usize, String, Kind)| {
        let spoken = || format!("<span class=\"hidden\">{}</span>", kind.spoken());
        let text = if heading.is_empty() { spoken() } else { heading.clone() };
        format!("<th scope=\"col\" class=\"{}\">{text}</th>", kind.class())
    };
    let headings: String = columns.iter().map(heading).collect();
    let cell = |row: &[String], index: usize, heading: &str, kind: Kind| {
        let class = kind.class();
        let content = row.get(index).map_or("", String::as_str);
        let label = if heading.is_empty() { String::new() } else { format!(" data-label=\"{heading}\"") };
        format!("<td class=\"{class}\"{label}>{content}</td>")
    };
    let row = |row: &Vec<String>| {
        let cells = columns.iter().map(|(index, heading, kind)| cell(row, *index, heading, *kind));
        format!("<tr>{}</tr>\n", cells.collect::<String>())
    };
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table class=\"{class}\">\n<thead><tr>{headings}</tr></thead>\n<tbody>\n{}</tbody>\n\
         </table></div>\n",
        rows.iter().map(row).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        let grouped: Vec<_> = [0, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(grouped, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn columns_without_content_are_left_out() {
        let columns = [("", Kind::Name), ("a<b", Kind::Main), ("none", Kind::Number), ("last", Kind::Text)];
        let rows = [["x", "1", "", ""], ["y", "2", "", "z"]].map(|row| row.map(String::from).to_vec());
        let html = table("some", &columns, &rows);
        let heading = "<tr><th scope=\"col\" class=\"name\"><span class=\"hidden\">name</span></th>\
             <th scope=\"col\" class=\"main number\">a&lt;b</th><th scope=\"col\" class=\"text\">last</th></tr>";
        assert!(html.contains(heading), "{html}");
        let row = "<tr><td class=\"name\">x</td><td class=\"main number\" data-label=\"a&lt;b\">1</td>\
                   <td class=\"text\" data-label=\"last\"></td></tr>";
        assert!(html.contains(row) && !html.contains("none"), "{html}");
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escape("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
    }
}
