//! Tables as files, read back by rules of the formats themselves.

use serde_json::{Value, json};
use shared::table::{Format, Table, Unit, text_cell};

/// Reads CSV by RFC 4180.
fn parse_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quoted) {
            ('"', true) if letters.peek() == Some(&'"') => cell.extend(letters.next()),
            ('"', _) => quoted = !quoted,
            (',', false) => row.push(std::mem::take(&mut cell)),
            ('\r', false) if letters.peek() == Some(&'\n') => {
                letters.next();
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            (other, _) => cell.push(other),
        }
    }
    assert!(!quoted && cell.is_empty() && row.is_empty(), "the last line ends with CRLF");
    rows
}

fn texts() -> Vec<&'static str> {
    vec![
        "",
        " ",
        "plain",
        "a,b",
        "say \"hi\"",
        "\"",
        "\"\"",
        "line\nline",
        "line\r\nline",
        "\r",
        ",",
        "ü 🦀 日本語",
        "a'b",
        " =1+1",
        "1=1",
        "semi;colon",
        "tab\tinside",
        "\u{feff}bom",
    ]
}

#[test]
fn csv_is_read_back_as_it_was_written() {
    let mut table = Table::new(&[
        ("text", "text", Unit::Plain),
        ("number", "number", Unit::Plain),
        ("flag", "flag", Unit::Plain),
        ("nothing", "nothing", Unit::Plain),
        ("list", "list", Unit::Plain),
    ]);
    for text in texts() {
        table.rows.push(vec![json!(text), json!(-1.5), json!(true), Value::Null, json!([1, "a\"b"])]);
    }
    let rows = parse_csv(&table.text(Format::Csv));
    assert_eq!(rows[0], ["text", "number", "flag", "nothing", "list"]);
    for (row, text) in rows[1..].iter().zip(texts()) {
        let unchanged = !text.starts_with('\r');
        assert_eq!(row[0], if unchanged { text.to_owned() } else { format!("'{text}") });
        assert_eq!(row[1..], ["-1.5", "true", "", "[1,\"a\\\"b\"]"], "numbers are no formulas");
    }
    assert_eq!(rows.len(), 1 + texts().len());
}

#[test]
fn csv_guards_every_cell_and_header_that_a_spreadsheet_would_calculate() {
    for formula in [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "＝1",
        "＋1",
        "－1",
        "＠x",
        "=",
        "-",
        "=cmd|' /C calc'!A0",
        "=\"a\",\"b\"",
        "-2+3\n=4",
    ] {
        let cell = text_cell(formula);
        // What follows a line break or a tab is a cell of its own with another list separator.
        let guarded = ["\t", "\r", "\n"]
            .iter()
            .fold(format!("'{formula}"), |text, at| text.replace(&format!("{at}="), &format!("{at}'=")));
        let read = parse_csv(&format!("{cell}\r\n")).remove(0).remove(0);
        assert_eq!(read, guarded, "{cell}");
        let mut table = Table::new(&[(formula, formula, Unit::Plain)]);
        table.rows.push(vec![json!([formula])]);
        table.rows.push(vec![json!({"a": formula})]);
        let rows = parse_csv(&table.text(Format::Csv));
        assert_eq!(rows[0][0], guarded, "a header");
        assert!(rows[1][0].starts_with('[') && rows[2][0].starts_with('{'), "JSON begins with a bracket");
    }
}

#[test]
fn json_and_ndjson_hold_the_same_objects() {
    let mut table = Table::new(&[("text", "text", Unit::Plain), ("n", "n", Unit::Plain)]);
    for (n, text) in texts().into_iter().enumerate() {
        table.rows.push(vec![json!(text), json!(n)]);
    }
    let all: Vec<Value> = serde_json::from_str(&table.text(Format::Json)).expect("a list");
    let lines: Vec<Value> = table
        .text(Format::Ndjson)
        .split_terminator('\n')
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    assert_eq!(all, lines);
    assert_eq!(all.iter().map(|row| row["text"].as_str().expect("a text")).collect::<Vec<_>>(), texts());
}

#[test]
fn empty_tables_are_valid_files() {
    let table = Table::new(&[("a", "a", Unit::Plain), ("b", "b", Unit::Plain)]);
    assert_eq!(table.text(Format::Csv), "a,b\r\n");
    assert_eq!(table.text(Format::Json), "[]\n");
    assert_eq!(table.text(Format::Ndjson), "");
    assert_eq!(Table::of(&[]), Table::default());
}

#[test]
fn of_flattens_objects_and_keeps_the_order_of_first_meeting() {
    let rows = [
        json!({"b": {"y": 1, "x": {"deep": 2}}, "a": 1}),
        json!({"c": [], "a": null}),
        json!({}),
        json!(7),
        json!("text"),
        json!(null),
    ];
    let table = Table::of(&rows);
    let mut names = table.columns.clone();
    names.sort();
    assert_eq!(names, ["a", "b.x.deep", "b.y", "c", "value"]);
    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "a cell for each column");
    let cell = |row: usize, name: &str| {
        let place = table.columns.iter().position(|column| column == name).expect("a column");
        table.rows[row][place].clone()
    };
    assert_eq!((cell(0, "b.x.deep"), cell(0, "b.y"), cell(0, "c")), (json!(2), json!(1), Value::Null));
    assert_eq!((cell(1, "c"), cell(2, "a"), cell(3, "value")), (json!([]), Value::Null, json!(7)));
    assert_eq!((cell(4, "value"), cell(5, "value")), (json!("text"), Value::Null));
}

#[test]
fn formats_have_a_name_a_media_type_and_an_ending() {
    for (word, format, media_type) in [
        ("csv", Format::Csv, "text/csv; charset=utf-8"),
        ("json", Format::Json, "application/json"),
        ("ndjson", Format::Ndjson, "application/x-ndjson"),
    ] {
        assert_eq!(word.parse(), Ok(format));
        assert_eq!((format.ending(), format.media_type()), (word, media_type));
        assert_eq!(serde_json::from_value::<Format>(json!(word)).ok(), Some(format));
    }
    for wrong in ["", "CSV", "xlsx", "csv "] {
        let error = wrong.parse::<Format>().expect_err("no format");
        assert!(error.contains("csv, json, ndjson"), "{error}");
    }
    assert_eq!(Format::default(), Format::Csv);
}
