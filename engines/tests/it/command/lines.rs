//! Lines of any kind: what is a case, what is none, and what the answers look like.

use std::io::{self, BufRead, Read, Write};

use engines::command::{CommandError, Options, Outcome, run};
use engines::common::{EngineId, Unattended};
use proptest::prelude::*;
use serde_json::{Value, json};

fn similarity(input: &[u8], options: &Options<'_>) -> (Vec<Value>, Result<Outcome, CommandError>) {
    let mut output = Vec::new();
    let outcome = run(EngineId::Semantic, "similarity", &mut &input[..], &mut output, options, &Unattended);
    let lines = String::from_utf8(output).unwrap();
    assert!(lines.is_empty() || lines.ends_with('\n'), "each answer ends its line");
    (lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), outcome)
}

/// The kind of error that one line is answered with; `None` for an answer.
fn error_of(line: &[u8]) -> Option<String> {
    let input = [line, b"\n{\"a\":\"x\",\"b\":\"y\"}\n"].concat();
    let (answers, _) = similarity(&input, &Options::default());
    assert_eq!(answers.len(), 2, "{:?}", String::from_utf8_lossy(line));
    answers[0]["error"]["type"].as_str().map(str::to_owned)
}

#[test]
fn lines_that_are_no_case_say_what_they_are() {
    for (line, kind) in [
        (&b"{"[..], "not-json"),
        (b"{\"a\":\"x\",}", "not-json"),
        (b"{'a':'x'}", "not-json"),
        (b"{\"a\":NaN}", "not-json"),
        (b"{\"a\":\"x\"} {\"b\":1}", "not-json"),
        (b"\xff\xfe", "not-json"),
        (b"{\"a\":\"\xff\"}", "not-json"),
        (b"# comment", "not-json"),
        (b"[1,2]", "not-an-object"),
        (b"\"text\"", "not-an-object"),
        (b"null", "not-an-object"),
        (b"42", "not-an-object"),
        (b"{}", "invalid-case"),
        (b"{\"a\":1,\"b\":\"y\"}", "invalid-case"),
        (b"{\"a\":null,\"b\":\"y\"}", "invalid-case"),
    ] {
        assert_eq!(error_of(line).as_deref(), Some(kind), "{:?}", String::from_utf8_lossy(line));
    }
}

#[test]
fn lines_in_other_clothes_are_cases() {
    for line in [
        &b"{\"a\":\"x\",\"b\":\"y\"}\r"[..],
        b"   {\"a\":\"x\",\"b\":\"y\"}  ",
        b"\xef\xbb\xbf{\"a\":\"x\",\"b\":\"y\"}",
        b"{\"b\":\"y\",\"a\":\"x\"}",
        b"{\"a\":\"\\u0078\",\"b\":\"y\"}",
        b"{\"a\":\"\\ud83c\\udfe0\",\"b\":\"y\"}",
        b"{\"a\":\"x\\u0000\",\"b\":\"y\"}",
        b"{\"a\":\"\",\"b\":\"\"}",
    ] {
        assert_eq!(error_of(line), None, "{:?}", String::from_utf8_lossy(line));
    }
}

#[test]
fn last_line_needs_no_end_and_blank_lines_are_passed_over() {
    let (answers, outcome) = similarity(
        b"\n\r\n  \n{\"id\":1,\"a\":\"x\",\"b\":\"y\"}\n\n\n{\"id\":2,\"a\":\"x\",\"b\":\"y\"}",
        &Options::default(),
    );
    assert_eq!(outcome.unwrap(), Outcome { answered: 2, failed: 0 });
    assert_eq!((&answers[0]["id"], &answers[1]["id"]), (&json!(1), &json!(2)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn id_of_any_shape_comes_back_with_its_answer(ids in prop::collection::vec(any_json(), 1..8), threads in 0_usize..5) {
        let lines: Vec<String> = ids.iter().map(|id| json!({"id": id, "a": "roof", "b": "roof repair"}).to_string()).collect();
        let (answers, outcome) = similarity(lines.join("\n").as_bytes(), &Options { threads, ..Options::default() });
        prop_assert_eq!(outcome.unwrap().answered as usize, ids.len());
        for (answer, id) in answers.iter().zip(&ids) {
            prop_assert_eq!(&answer["id"], id);
            prop_assert_eq!(answer.as_object().unwrap().keys().next().map(String::as_str), Some("id"));
        }
    }

    #[test]
    fn any_bytes_are_answered_line_by_line_or_refused_whole(input in prop::collection::vec(any::<u8>(), 0..200)) {
        let lines = input.split(|byte| *byte == b'\n').filter(|line| {
            let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
            !line.iter().all(u8::is_ascii_whitespace)
        }).count();
        let (answers, outcome) = similarity(&input, &Options::default());
        prop_assert_eq!(answers.len(), lines);
        match outcome {
            Ok(outcome) => prop_assert_eq!((outcome.answered + outcome.failed) as usize, lines),
            Err(error) => prop_assert!(matches!(error, CommandError::UnusableInput { .. }), "{error}"),
        }
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from)
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec(("[a-z]{1,4}", inner), 0..3)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Lines, and then a reader that breaks.
struct Broken<'a>(&'a [u8]);

impl Read for Broken<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() { Err(io::Error::other("the disk is gone")) } else { self.0.read(buffer) }
    }
}

impl BufRead for Broken<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.0.is_empty() { Err(io::Error::other("the disk is gone")) } else { Ok(self.0) }
    }

    fn consume(&mut self, count: usize) {
        self.0 = &self.0[count..];
    }
}

/// A writer that takes so many bytes and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.0 {
            return Err(io::Error::other("no space left"));
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn reader_that_breaks_is_told_after_the_answers_before_it() {
    let mut output = Vec::new();
    let mut input = Broken(b"{\"id\":1,\"text\":\"roof repair\"}\n");
    let outcome = run(EngineId::Keyword, "keyphrases", &mut input, &mut output, &Options::default(), &Unattended);
    assert!(
        matches!(&outcome, Err(CommandError::UnusableInput { detail }) if detail.contains("the disk is gone")),
        "{outcome:?}"
    );
}

#[test]
fn writer_that_is_full_ends_the_run() {
    let line = "{\"id\":1,\"a\":\"x\",\"b\":\"y\"}\n";
    for room in [0, 5, 12] {
        let outcome = run(
            EngineId::Semantic,
            "similarity",
            &mut line.as_bytes(),
            &mut Full(room),
            &Options::default(),
            &Unattended,
        );
        assert!(matches!(outcome, Err(CommandError::Output(_))), "{room}: {outcome:?}");
    }
}

#[test]
fn counts_are_those_of_the_answers_for_any_mixture() {
    for pattern in 0..32_u32 {
        let line = |at: u32| if pattern >> at & 1 == 1 { "{\"a\":\"x\",\"b\":\"y\"}" } else { "{\"a\":3}" };
        let input: Vec<&str> = (0..5).map(line).collect();
        let (answers, outcome) = similarity(input.join("\n").as_bytes(), &Options { threads: 3, ..Options::default() });
        let failed = answers.iter().filter(|answer| answer.get("error").is_some()).count() as u64;
        assert_eq!(outcome.unwrap(), Outcome { answered: 5 - failed, failed });
        assert_eq!(failed, u64::from(5 - pattern.count_ones()));
    }
}
