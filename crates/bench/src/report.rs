//! The report that a person reads: one page of HTML with its plots inside.

mod chart;
pub(crate) mod html;
mod mechanisms;
mod multipliers;

/// The text with what HTML reads as markup escaped.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// A table of HTML: headings, and rows of cells that are HTML already. Cells are numbers unless they are among the first `texts`.
fn table(class: &str, headings: &[&str], texts: usize, rows: &[Vec<String>]) -> String {
    let cell = |tag: &str, index: usize, content: &str| {
        let class = if index < texts { "" } else { " class=\"number\"" };
        format!("<{tag}{class}>{content}</{tag}>")
    };
    let line = |tag: &str, cells: &[String]| {
        let cells: String = cells.iter().enumerate().map(|(index, content)| cell(tag, index, content)).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let headings: Vec<_> = headings.iter().map(|heading| escape(heading)).collect();
    let rows: String = rows.iter().map(|row| line("td", row)).collect();
    format!(
        "<div class=\"wide\"><table class=\"{class}\">\n<thead>{}</thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n",
        line("th", &headings)
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
    fn markup_is_escaped() {
        assert_eq!(escape("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
    }
}
