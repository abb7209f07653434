//! Files with wrong types, and files made to break a reader.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use workers::collect::import::{ImportError, Record, Stop, Watch, preview, read};

use crate::support::{each, previewed, refused, searches};

const HEADER: &str = "Top queries,Clicks,Impressions,CTR,Position\n";

#[test]
fn renamed_file_is_recognised_by_its_bytes() {
    for (bytes, expected) in [
        (&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], "a PNG picture"),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", "a JPEG picture"),
        (b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n", "a PDF document"),
        (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old or protected Excel file"),
        (b"\x1F\x8B\x08\0\0\0\0\0", "is damaged"),
        (b"<!DOCTYPE html><html>", "a web page"),
    ] {
        let error = refused(bytes, "Queries.csv");
        assert!(error.to_string().contains(expected), "{error}");
    }
    let noise: Vec<u8> = (0..9_999_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 23) as u8).collect();
    assert_eq!(refused(&noise, "Queries.csv").code(), "import-not-text");
}

#[test]
fn empty_files_are_rejected_with_the_reason() {
    assert_eq!(refused(b"", "Queries.csv").code(), "import-empty");
    assert_eq!(refused(b" \n\n \n", "Queries.csv").code(), "import-empty");
    let preview = previewed(HEADER.as_bytes(), "Queries.csv").unwrap();
    assert_eq!(preview.files[0].rows, Some(0));
    assert!(preview.files[0].warnings[0].contains("no rows"));
    assert_eq!(searches(HEADER.as_bytes(), "Queries.csv").unwrap_err().code(), "import-no-rows");
}

#[test]
fn an_unknown_header_error_names_what_was_found_and_looked_for() {
    let error = refused(b"alpha,beta\n1,2\n", "list.csv");
    assert_eq!(error.code(), "import-unknown-header");
    let text = error.to_string();
    assert!(text.contains("alpha, beta") && text.contains("Avg. monthly searches"), "{text}");
    let error = refused(b"Top queries,Clicks,Position\na,1,2\n", "Queries.csv");
    assert_eq!(error.code(), "import-missing-columns");
    assert!(error.to_string().contains("lacks Impressions"), "{error}");
}

#[test]
fn a_hundred_thousand_columns_are_refused() {
    let header: Vec<String> = (0..100_000).map(|index| format!("c{index}")).collect();
    assert_eq!(
        refused(format!("{}\n1,2\n", header.join(",")).as_bytes(), "wide.csv").code(),
        "import-too-many-columns"
    );
    let row = format!("{HEADER}a{}\n", ",1".repeat(100_000));
    assert_eq!(searches(row.as_bytes(), "wide.csv").unwrap_err().code(), "import-too-many-columns");
    let preview = previewed(row.as_bytes(), "wide.csv");
    assert!(preview.is_err() || preview.is_ok_and(|preview| !preview.files[0].warnings.is_empty()));
}

/// An endless text of one line, generated while it is read.
struct Endless {
    start: &'static [u8],
    bytes: u64,
    at: u64,
    read: u64,
}

impl Endless {
    fn new(start: &'static [u8], bytes: u64) -> Self {
        Self { start, bytes, at: 0, read: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(usize::try_from(self.bytes - self.at).unwrap());
        buffer[..count].fill(b'x');
        let rest = self.start.get(usize::try_from(self.at).unwrap()..).unwrap_or_default();
        let begun = rest.len().min(count);
        buffer[..begun].copy_from_slice(&rest[..begun]);
        self.at += count as u64;
        self.read += count as u64;
        Ok(count)
    }
}

impl Seek for Endless {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.at = match position {
            SeekFrom::Start(at) => at,
            SeekFrom::End(back) => self.bytes.checked_add_signed(back).unwrap(),
            SeekFrom::Current(ahead) => self.at.checked_add_signed(ahead).unwrap(),
        };
        Ok(self.at)
    }
}

#[test]
fn endless_line_is_rejected_early() {
    for start in
        [&b""[..], b"Top queries,Clicks,Impressions\n", b"Top queries,Clicks,Impressions\n\"", b"{\"data_date\":\""]
    {
        let mut source = Endless::new(start, 100 << 20);
        let error = read(&mut source, "x.csv", &Watch::default(), &mut |_| Ok(()), &mut |_| {})
            .expect_err("a line without end");
        assert!(matches!(error.code(), "import-record-too-long" | "import-not-json-lines"), "{error}");
        assert!(source.read < 12 << 20, "{} bytes were read", source.read);
    }
}

#[test]
fn an_open_quotation_mark_late_in_a_file_names_its_line() {
    let text = format!("{HEADER}{}\"open,1,2,3,4\n{}", "a,1,2,3%,4\n".repeat(200_000), "b,1,2,3%,4\n".repeat(200_000));
    let error = searches(text.as_bytes(), "Queries.csv").unwrap_err();
    assert!(matches!(error, ImportError::RecordTooLong { line: 200_002, .. }), "{error}");
    let preview = previewed(text.as_bytes(), "Queries.csv").unwrap();
    assert!(preview.files[0].warnings[0].contains("would stop here"), "{:?}", preview.files[0].warnings);
}

#[test]
fn zero_bytes_in_a_query_reject_its_row() {
    let text = format!("{HEADER}a\0b,1,2,50%,1\n{}", "ok,1,2,50%,1\n".repeat(50));
    let (rows, summary) = searches(text.as_bytes(), "q.csv").unwrap();
    assert_eq!((rows.len(), summary.rejected), (50, 1));
    assert_eq!(summary.rejects[0].reason, "query holds a zero byte");
}

#[test]
fn a_query_of_a_page_of_text_is_rejected() {
    let text = format!("{HEADER}{},1,2,50%,1\nok,1,2,50%,1\n", "q".repeat(5_000));
    let (rows, summary) = searches(text.as_bytes(), "q.csv").unwrap();
    assert_eq!((rows.len(), summary.rejects[0].reason.as_str()), (1, "query is longer than 2048 bytes"));
}

#[test]
fn the_sink_can_stop_the_reading() {
    let text = format!("{HEADER}{}", "a,1,2,50%,1\n".repeat(100));
    let mut taken = 0;
    let mut sink = |_: Record<'_>| {
        taken += 1;
        if taken == 10 { Err(Stop::Cancelled) } else { Ok(()) }
    };
    let error = read(Cursor::new(text.as_bytes()), "q.csv", &Watch::default(), &mut sink, &mut |_| {}).unwrap_err();
    assert!(matches!(error, ImportError::Stopped(Stop::Cancelled)) && error.is_retryable());
    assert_eq!(taken, 10);
}

#[test]
fn progress_only_goes_up_and_ends_at_the_end() {
    let text = format!("{HEADER}{}", "some query,1,2,50%,1\n".repeat(100_000));
    let mut seen: Vec<(u64, u64, u64)> = Vec::new();
    let mut progress = |at: workers::collect::import::Progress<'_>| seen.push((at.done, at.total, at.rows));
    read(Cursor::new(text.as_bytes()), "q.csv", &Watch::default(), &mut |_| Ok(()), &mut progress).unwrap();
    assert!(seen.len() > 5 && seen.is_sorted());
    assert!(seen.iter().all(|(done, total, _)| done <= total && *total == text.len() as u64));
    assert_eq!(seen.last().map(|(done, _, rows)| (*done, *rows)), Some((text.len() as u64, 100_000)));
}

/// A source that fails after some bytes.
struct Failing(Cursor<Vec<u8>>);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.position() > 64 { Err(io::Error::other("the disk is gone")) } else { self.0.read(&mut buffer[..8]) }
    }
}

impl Seek for Failing {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.0.seek(position)
    }
}

#[test]
fn io_error_is_retryable() {
    let source = Failing(Cursor::new(format!("{HEADER}{}", "a,1,2,50%,1\n".repeat(100)).into_bytes()));
    let error = preview(source, "q.csv", &Watch::default()).unwrap_err();
    assert_eq!(error.code(), "import-io");
    assert!(error.is_retryable());
}

#[test]
fn json_that_is_not_lines_of_objects_says_how_to_export() {
    let error = refused(b"{\n  \"data_date\": \"2026-10-01\"\n}\n", "bq.json");
    assert_eq!(error.code(), "import-not-json-lines");
    assert!(error.to_string().contains("newline-delimited"));
    assert_eq!(refused(b"[{\"data_date\":\"2026-10-01\"}]\n", "bq.json").code(), "import-unknown-header");
}

#[test]
fn script_addresses_are_rejected_with_their_line() {
    let pages = "Top pages,Clicks,Impressions,CTR,Position\n";
    let text = format!(
        "{pages}https://a.example/,1,2,50%,1\njavascript:alert(1),1,2,50%,1\n JaVaScript:x,1,2,50%,1\n\
         \"data:text/html,x\",1,2,50%,1\nhttps://a.example/javascript:x,1,2,50%,1\n"
    );
    let (rows, summary) = searches(text.as_bytes(), "Pages.csv").unwrap();
    let kept: Vec<_> = rows.iter().filter_map(|row| row.page.as_deref()).collect();
    assert_eq!(kept, ["https://a.example/", "https://a.example/javascript:x"]);
    let lines: Vec<_> = summary.rejects.iter().map(|reject| reject.line).collect();
    assert_eq!(lines, [3, 4, 5]);
    assert_eq!(summary.rejects[0].reason, "url: “javascript:alert(1)” is not the address of a page");
}

#[test]
fn script_addresses_of_ranks_and_links_are_not_stored() {
    let ranks = "keyword,date,position,url\na,2026-08-01,1,javascript:alert(1)\nb,2026-08-01,2,https://a.example/\n";
    let mut kept = Vec::new();
    let summary = each(ranks.as_bytes(), "ranks.csv", &mut |record| kept.push(format!("{record:?}")));
    assert_eq!((kept.len(), summary.rejected, summary.rejects[0].line), (1, 1, 2), "{summary:?}");
    let pages = "url,title,links,canonical\nhttps://a.example/,A,javascript:void(0)|https://a.example/b|data:x,\n\
        https://a.example/c,C,,javascript:x\n";
    let mut kept = Vec::new();
    let summary = each(pages.as_bytes(), "pages.csv", &mut |record| kept.push(format!("{record:?}")));
    assert_eq!((kept.len(), summary.rejected, summary.rejects[0].line), (1, 1, 3), "{summary:?}");
    assert!(kept[0].contains(r#"links: ["https://a.example/b"]"#), "{kept:?}");
}

#[test]
fn control_characters_do_not_reach_the_preview() {
    let header = HEADER.trim_end();
    let text = format!("{header},Ex\0tra\u{1}\na\0b\u{7},1,2,50%,1,x\0\n{}", "ok,1,2,50%,1,y\n".repeat(80));
    let preview = previewed(text.as_bytes(), "Queries.csv").unwrap();
    let shown = format!("{preview:?}");
    assert!(shown.contains("Extra"), "{shown}");
    assert!(!shown.contains(r"\0") && !shown.contains(r"\u{"), "{shown}");
}
