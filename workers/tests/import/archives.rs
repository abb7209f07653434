//! ZIP archives: the usual export, and hostile archives.

use std::io::{Cursor, Write};

use workers::collect::import::FileKind;
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

use crate::support::{previewed, refused, searches, zipped};

const QUERIES: &[u8] = b"Top queries,Clicks,Impressions,CTR,Position\nplumber,3,60,5%,4.2\n";
const PAGES: &[u8] = b"Top pages,Clicks,Impressions,CTR,Position\nhttps://www.sample.example/a,3,60,5%,4.2\nhttps://sample.example/b,1,6,5%,4.2\nhttps://www.sample.example/c,0,6,0%,9\n";

#[test]
fn file_names_are_ignored_and_other_files_left_out() {
    let archive = zipped(&[
        ("export/holiday.jpg", QUERIES),
        ("__MACOSX/export/._Queries.csv", b"\0\x05\x16\x07"),
        ("export/.DS_Store", b"\0\0\0\x01Bud1"),
        ("export/readme.txt", b"Thank you for your order.\n"),
        ("export/photo.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
    ]);
    let preview = previewed(&archive, "anything.bin").unwrap();
    let kinds: Vec<_> = preview.files.iter().map(|file| (file.name.as_str(), file.kind)).collect();
    assert_eq!(
        kinds,
        [
            ("export/holiday.jpg", FileKind::GscQueries),
            ("export/readme.txt", FileKind::Unknown),
            ("export/photo.csv", FileKind::Unknown)
        ]
    );
    assert!(preview.files[2].warnings[0].contains("a PNG picture"));
    assert_eq!(searches(&archive, "anything.bin").unwrap().1.rows, 1);
}

#[test]
fn suggested_website_is_that_of_most_pages() {
    let preview = previewed(&zipped(&[("Pages.csv", PAGES), ("Queries.csv", QUERIES)]), "a.zip").unwrap();
    assert_eq!(preview.suggested_url.as_deref(), Some("https://www.sample.example/"));
}

#[test]
fn path_traversal_names_are_harmless() {
    let archive = zipped(&[("../../../etc/cron.d/Queries.csv", QUERIES), ("/abs/Pages.csv", PAGES)]);
    let preview = previewed(&archive, "a.zip").unwrap();
    let names: Vec<_> = preview.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["etc/cron.d/Queries.csv", "abs/Pages.csv"]);
}

#[test]
fn an_archive_in_an_archive_is_refused() {
    let inner = zipped(&[("Queries.csv", QUERIES)]);
    let error = refused(&zipped(&[("Queries.csv", QUERIES), ("more.csv", &inner)]), "a.zip");
    assert_eq!(error.code(), "import-nested-archive");
    assert!(error.to_string().contains("more.csv"));
}

#[test]
fn decompression_bomb_is_rejected() {
    let mut bomb = b"Top queries,Clicks,Impressions\n".to_vec();
    bomb.resize(12 << 20, b'\n');
    let archive = zipped(&[("Queries.csv", &bomb)]);
    assert!(archive.len() < 100_000, "the test needs a dense archive");
    let error = searches(&archive, "a.zip").expect_err("a bomb");
    assert_eq!(error.code(), "import-decompression-bomb", "{error}");
}

#[test]
fn an_archive_of_too_many_entries_is_refused() {
    let names: Vec<String> = (0..600).map(|index| format!("{index}.csv")).collect();
    let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), QUERIES)).collect();
    assert_eq!(refused(&zipped(&entries), "a.zip").code(), "import-too-many-entries");
}

#[test]
fn directory_claiming_a_billion_entries_is_rejected_unread() {
    let mut archive = zipped(&[("Queries.csv", QUERIES)]);
    let end = archive.len() - 22;
    archive[end + 8..end + 12].fill(0xFF);
    let mut large = b"PK\x06\x06".to_vec();
    large.resize(56, 0);
    large[24..32].copy_from_slice(&1_000_000_000_u64.to_le_bytes());
    large[32..40].copy_from_slice(&1_000_000_000_u64.to_le_bytes());
    let tail = archive.split_off(end);
    archive.extend(large);
    archive.extend(tail);
    assert_eq!(refused(&archive, "a.zip").code(), "import-too-many-entries");
}

#[test]
fn encrypted_archive_is_rejected_with_advice() {
    let mut archive = zipped(&[("Queries.csv", QUERIES)]);
    // Flag of encryption, in the entry and in the directory.
    let directory = archive.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    archive[6] |= 1;
    archive[directory + 8] |= 1;
    let error = refused(&archive, "a.zip");
    assert_eq!(error.code(), "import-encrypted");
    assert!(error.to_string().contains("password"));
}

#[test]
fn truncated_or_corrupt_archive_is_reported_as_damaged() {
    let archive = zipped(&[("Queries.csv", QUERIES), ("Pages.csv", PAGES)]);
    assert_eq!(refused(&archive[..archive.len() / 2], "a.zip").code(), "import-corrupt");
    let mut scrambled = archive.clone();
    for byte in &mut scrambled[45..70] {
        *byte ^= 0x5A;
    }
    assert_eq!(refused(&scrambled, "a.zip").code(), "import-corrupt");
}

#[test]
fn wrong_checksum_is_detected() {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("Queries.csv", options).unwrap();
    writer.write_all(QUERIES).unwrap();
    let mut archive = writer.finish().unwrap().into_inner();
    let at = archive.windows(7).position(|bytes| bytes == b"plumber").unwrap();
    archive[at] = b'P';
    assert_eq!(refused(&archive, "a.zip").code(), "import-corrupt");
}

#[test]
fn an_archive_with_nothing_known_names_what_it_holds_and_what_was_looked_for() {
    let error = refused(&zipped(&[("a.txt", b"hello\n"), ("b.csv", b"x,y\n1,2\n")]), "a.zip");
    assert_eq!(error.code(), "import-nothing-recognised");
    let text = error.to_string();
    assert!(text.contains("b.csv") && text.contains("Top queries"), "{text}");
    assert_eq!(refused(&zipped(&[]), "a.zip").code(), "import-empty");
}
