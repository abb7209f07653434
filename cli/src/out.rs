//! Output of commands: results on standard output, remarks on standard error.

use std::{
    fmt::{Arguments, Display},
    io::{self, Write},
};

use serde::Serialize;

/// Output format of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    Text,
    /// For scripts.
    Json,
}

/// A line of the answer.
pub(crate) fn line(text: impl Display) -> io::Result<()> {
    writeln!(io::stdout().lock(), "{text}")
}

/// Prints the whole result as JSON.
pub(crate) fn json(answer: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(answer)?;
    Ok(line(text)?)
}

/// Prints a remark on standard error; ignores write errors.
pub(crate) fn note(text: Arguments<'_>) {
    let _lost = writeln!(io::stderr().lock(), "{text}");
}

/// Replaces the previous remark on a terminal.
pub(crate) fn again(text: Arguments<'_>) {
    let _lost = write!(io::stderr().lock(), "\r{text}");
}

/// Prints rows with headers in aligned columns.
pub(crate) fn table<const N: usize>(headers: [&str; N], rows: &[[String; N]]) -> io::Result<()> {
    let mut widths = headers.map(|header| header.chars().count());
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let print = |cells: [&str; N]| {
        let padded: Vec<String> = cells.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        line(padded.join("  ").trim_end())
    };
    print(headers)?;
    rows.iter().try_for_each(|row| print(std::array::from_fn(|i| row[i].as_str())))
}
