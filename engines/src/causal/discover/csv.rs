//! Comma-separated text.

use crate::common::EngineError;

/// Parses the records of a text by RFC 4180. The separator is the most frequent of `,`, `;` and tab in the first line.
pub(super) fn records(text: &str) -> Result<Vec<Vec<String>>, EngineError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let separator = separator_of(text.lines().next().unwrap_or(""));
    let (mut records, mut record, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut is_quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' if is_quoted || field.trim().is_empty() => is_quoted = !is_quoted,
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => end_of_record(&mut records, &mut record, &mut field),
            other if other == separator && !is_quoted => record.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    if is_quoted {
        return Err(EngineError::input("csv", "ends inside of a quoted field"));
    }
    end_of_record(&mut records, &mut record, &mut field);
    Ok(records)
}

fn end_of_record(records: &mut Vec<Vec<String>>, record: &mut Vec<String>, field: &mut String) {
    if !record.is_empty() || !field.is_empty() {
        record.push(std::mem::take(field));
        records.push(std::mem::take(record));
    }
}

fn separator_of(line: &str) -> char {
    let count = |separator: char| line.matches(separator).count();
    [',', ';', '\t'].into_iter().rev().max_by_key(|separator| count(*separator)).unwrap_or(',')
}
