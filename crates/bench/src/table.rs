//! Tables on the terminal: columns as wide as their widest cell, numbers to the right.

use std::fmt;

/// A table of text.
///
/// ```
/// let mut table = vectru_bench::Table::new(&["part", "ticks"]);
/// table.row(["forward", "980"]);
/// table.row(["fold", "1040"]);
/// assert_eq!(table.to_string(), "part     ticks\n-------  -----\nforward    980\nfold      1040\n");
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Returns a table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        Self { rows: vec![headings.iter().map(|&heading| heading.into()).collect()] }
    }

    /// Appends a row.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cells = |column: usize| self.rows.iter().filter_map(move |row| row.get(column));
        let widths: Vec<_> =
            (0..columns).map(|column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
        // A column of numbers is aligned to the right, with its heading.
        let numeric: Vec<_> = (0..columns)
            .map(|column| cells(column).skip(1).all(|cell| cell.starts_with(|c: char| c.is_ascii_digit())))
            .collect();
        let mut line = |row: &[String]| {
            let mut text = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                let cell = if numeric[column] { format!("{cell:>width$}") } else { format!("{cell:<width$}") };
                text += if column == 0 { "" } else { "  " };
                text += &cell;
            }
            writeln!(formatter, "{}", text.trim_end())
        };
        for (index, row) in self.rows.iter().enumerate() {
            line(row)?;
            if index == 0 {
                line(&widths.iter().map(|&width| "-".repeat(width)).collect::<Vec<_>>())?;
            }
        }
        Ok(())
    }
}
