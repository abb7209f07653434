//! Splits CSV by RFC 4180, with commas, semicolons or tabs.

/// A row with the line on which it begins, from 1.
type Row = (usize, Vec<String>);

/// Splits a text into rows of cells, without blank lines.
///
/// # Errors
/// Returns the reason if a quote is not closed or there are more than `most` rows.
pub(super) fn split(text: &str, most: usize) -> Result<Vec<Row>, &'static str> {
    let text = text.trim_start_matches('\u{feff}');
    let mark = mark(text);
    let (mut rows, mut row, mut cell): (Vec<Row>, Vec<String>, String) = Default::default();
    let (mut line, mut begin, mut is_quoted) = (1, 1, false);
    let mut characters = text.chars().chain(std::iter::once('\n')).peekable();
    while let Some(character) = characters.next() {
        line += usize::from(character == '\n');
        match character {
            '"' if is_quoted && characters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if is_quoted || cell.is_empty() => is_quoted = !is_quoted,
            _ if is_quoted => cell.push(character),
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' => {
                row.push(std::mem::take(&mut cell));
                let full = std::mem::take(&mut row);
                if full.iter().any(|cell| !cell.trim().is_empty()) {
                    rows.push((begin, full));
                }
                if rows.len() > most {
                    return Err("The file has more than 30,000 rows. Split it.");
                }
                begin = line;
            }
            _ if character == mark => row.push(std::mem::take(&mut cell)),
            _ => cell.push(character),
        }
    }
    if is_quoted { Err("A quotation mark is not closed.") } else { Ok(rows) }
}

/// Returns the character between the cells: the most frequent one in the first line.
fn mark(text: &str) -> char {
    let first = text.lines().next().unwrap_or_default();
    let count = |mark: char| first.chars().filter(|character| *character == mark).count();
    [',', ';', '\t'].into_iter().rev().max_by_key(|mark| count(*mark)).unwrap_or(',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(usize, Vec<String>)> {
        split(text, 10).expect("rows")
    }

    #[test]
    fn split_reads_quotes_blank_lines_and_other_marks() {
        let row = |line: usize, cells: &[&str]| (line, cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>());
        assert_eq!(
            cells("\u{feff}a,b\r\n\r\n\"x, \"\"y\"\"\n2\",c"),
            [row(1, &["a", "b"]), row(3, &["x, \"y\"\n2", "c"])]
        );
        assert_eq!(cells("a;b\n1,5;2"), [row(1, &["a", "b"]), row(2, &["1,5", "2"])]);
        assert_eq!(cells("a\tb\n"), [row(1, &["a", "b"])]);
        assert_eq!(cells(""), []);
    }

    #[test]
    fn split_refuses_an_open_quote_and_too_many_rows() {
        assert!(split("a\n\"x", 10).is_err());
        assert!(split(&"a\n".repeat(12), 10).is_err());
    }
}
