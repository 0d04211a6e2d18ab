//! The page of the tables of a source.

use super::html::{document, setting_section};
use super::{Kind, escape, table};
use crate::sources::Figures;

/// Returns the page: a section for each table.
pub(crate) fn page(figures: &Figures) -> String {
    let sections = figures.tables.iter().map(|printed| {
        let (headings, rows) = figures.cells(printed);
        let last = headings.len() - 1;
        let kind = |index: usize| match index {
            0 => Kind::Name,
            1 => Kind::Main,
            _ if index == last => Kind::Text,
            _ => Kind::Number,
        };
        let columns: Vec<_> = headings.iter().enumerate().map(|(index, heading)| (heading, kind(index))).collect();
        let rows: Vec<Vec<_>> = rows.iter().map(|row| row.iter().map(|cell| escape(cell)).collect()).collect();
        let introduction = format!(
            "<p>{}, {}. Printed: {}. The other figures are ticks or nanoseconds of this machine.</p>\n",
            escape(printed.number),
            escape(printed.title),
            escape(&printed.printed())
        );
        (identifier(printed.number), printed.number, introduction + &table("figures", &columns, &rows))
    });
    let sections: Vec<_> = sections.collect();
    let forms = figures.closed_forms.iter().map(|row| {
        let numbers = row.cells();
        numbers.iter().map(|cell| escape(cell)).collect::<Vec<_>>()
    });
    let forms: Vec<_> = forms.collect();
    let mut all = vec![setting_section(&figures.setting)];
    all.extend(sections.iter().map(|(id, heading, content)| (id.as_str(), *heading, content.clone())));
    if !forms.is_empty() {
        let columns: Vec<_> =
            crate::sources::CLOSED_FORM_HEADINGS.iter().map(|heading| (heading, Kind::Number)).collect();
        all.push(("closed-forms", "Closed forms", table("figures", &columns, &forms)));
    }
    let title = format!("vectru: the tables of [{}]", figures.source.key);
    document(&title, "What compares is the proportion of the rows of a table: the units differ.", &all)
}

/// Returns the identifier of a section: the letters and digits of a number, in lower case.
fn identifier(number: &str) -> String {
    number.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}
