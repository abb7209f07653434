//! Cancellation: a reader of foreign bytes stops soon, whatever the format and whatever the bytes.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use workers::collect::import::{ImportError, Stop, Watch, preview, read};
use zip::write::SimpleFileOptions;

use crate::support::{many_sheets, sheet_of, workbook_of, zipped};

/// How soon a reader stops after it is cancelled, in an unoptimised build on a busy machine.
const SOON: Duration = Duration::from_secs(1);

/// An upload that takes much longer than [`SOON`] to read.
struct Hostile {
    name: &'static str,
    bytes: Vec<u8>,
}

fn hostile() -> Vec<Hostile> {
    let header = "Top queries,Clicks,Impressions,CTR,Position\n";
    let rows = |bytes: usize| format!("{header}{}", "a query,1,2,3%,4\n".repeat(bytes / 17));
    let utf16 = |text: &str| -> Vec<u8> {
        [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
    };
    let of = |name, bytes| Hostile { name, bytes };
    vec![
        of("rows.csv", rows(60 << 20).into_bytes()),
        of("utf-16.csv", utf16(&rows(30 << 20))),
        of("windows-1252.tsv", {
            let mut text = rows(60 << 20).replace(',', "\t").into_bytes();
            text.extend_from_slice(b"caf\xe9\t1\t2\t3%\t4\n");
            text
        }),
        of(
            "lines.json",
            "{\"url\": \"https://a.example/\", \"title\": \"A title\", \"text\": \"Words\"}\n"
                .repeat(1_400_000)
                .into_bytes(),
        ),
        of(
            "packed.zip",
            zipped(&[("Queries.csv", rows(60 << 20).as_bytes()), ("Pages.csv", rows(60 << 20).as_bytes())]),
        ),
        of("cells.xlsx", workbook_of(&[sheet_of(&"<c><v>1</v></c>".repeat(1_500_000))], "")),
        of("texts.xlsx", workbook_of(&[sheet_of("")], &"<si><t>text</t></si>".repeat(1_400_000))),
        of("sheets.xlsx", many_sheets(250, &sheet_of(&"<row><c><v>1</v></c></row>".repeat(20_000)))),
    ]
}

/// Cancels after 300 ms; returns how long the reader took to stop from then on, or how long it took in all if it had ended
/// before.
fn stops(read: impl FnOnce(&Watch) -> Result<(), ImportError>) -> Result<Duration, Duration> {
    let begun = Instant::now();
    let cancelled_at = Arc::new(AtomicU64::new(u64::MAX));
    let is_cancelled = Arc::new(AtomicBool::new(false));
    let timer = {
        let (at, flag) = (cancelled_at.clone(), is_cancelled.clone());
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            at.store(u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX), Ordering::SeqCst);
            flag.store(true, Ordering::SeqCst);
        })
    };
    let flag = is_cancelled.clone();
    let ended = read(&Watch::new(move || flag.load(Ordering::SeqCst)));
    let took = begun.elapsed();
    timer.join().expect("the timer");
    match ended {
        Err(ImportError::Stopped(Stop::Cancelled)) => {
            Ok(took.saturating_sub(Duration::from_millis(cancelled_at.load(Ordering::SeqCst))))
        }
        other => {
            assert!(other.is_ok() || took < Duration::from_millis(300), "{other:?}");
            Err(took)
        }
    }
}

#[test]
fn every_reader_stops_within_a_second_of_being_cancelled() {
    for Hostile { name, bytes } in hostile() {
        let previewed = stops(|watch| preview(Cursor::new(&bytes), name, watch).map(|_| ()));
        let after =
            previewed.unwrap_or_else(|took| panic!("the preview of {name} ended after {took:?}: make it larger"));
        assert!(after < SOON, "the preview of {name} went on for {after:?}");
        let imported = stops(|watch| read(Cursor::new(&bytes), name, watch, &mut |_| Ok(()), &mut |_| {}).map(|_| ()));
        let after = imported.unwrap_or_else(|took| panic!("the import of {name} ended after {took:?}: make it larger"));
        assert!(after < SOON, "the import of {name} went on for {after:?}");
    }
}

#[test]
fn reader_that_is_cancelled_before_it_begins_reads_nothing() {
    let stopped = Watch::new(|| true);
    for bytes in [&b"Top queries,Clicks,Impressions,CTR,Position\na,1,2,3%,4\n"[..], &zipped(&[("Queries.csv", b"a")])]
    {
        let ended = preview(Cursor::new(bytes), "Queries.csv", &stopped).expect_err("it is cancelled");
        assert!(matches!(ended, ImportError::Stopped(Stop::Cancelled)), "{ended}");
    }
}

#[test]
fn stored_archive_of_many_entries_stops_too() {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let rows = format!("Top queries,Clicks,Impressions,CTR,Position\n{}", "a query,1,2,3%,4\n".repeat(12_000));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for entry in 0..500 {
        archive.start_file(format!("Queries {entry}.csv"), options).expect("an entry");
        std::io::Write::write_all(&mut archive, rows.as_bytes()).expect("its bytes");
    }
    let bytes = archive.finish().expect("an archive").into_inner();
    let after = stops(|watch| preview(Cursor::new(&bytes), "all.zip", watch).map(|_| ()));
    let after = after.unwrap_or_else(|took| panic!("it ended after {took:?}: make it larger"));
    assert!(after < SOON, "{after:?}");
}
