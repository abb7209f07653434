//! Access logs: what is kept of them, and what is not.

use std::collections::HashMap;
use std::io::{Cursor, Write};

use flate2::{Compression, write::GzEncoder};
use workers::collect::import::{FileKind, ImportError, Observed, Record, Stop, Summary, Watch, preview, read};

use crate::support::{each, fixture, previewed, refused, zipped};

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Day, crawler, directory, class and requests.
type Sum = (String, String, String, i32, i64);

fn visits(bytes: &[u8], name: &str) -> (Vec<Sum>, Summary) {
    let mut found = Vec::new();
    let summary = each(bytes, name, &mut |record| {
        let Record::Observed(row) = record else { panic!("{record:?}") };
        let Observed::CrawlerVisits(one) = &row.observed else { panic!("{row:?}") };
        let directory = one.directory.clone().unwrap_or_default();
        found.push((one.day.to_string(), one.agent.clone(), directory, one.status_class, one.requests));
    });
    found.sort();
    (found, summary)
}

fn request(agent: &str, target: &str) -> String {
    format!("203.0.113.7 - - [20/Nov/2026:10:00:00 +0000] \"GET {target} HTTP/1.1\" 200 5 \"-\" \"{agent}\"\n")
}

#[test]
fn requests_of_crawlers_are_summed_and_all_others_are_dropped() {
    let log = fixture("access.log");
    for bytes in [log.clone(), packed(&log), zipped(&[("access.log", &log)])] {
        let (found, summary) = visits(&bytes, "access.log.1");
        let sum = |day: &str, agent: &str, directory: &str, class, requests| {
            (format!("2026-11-{day}"), agent.to_owned(), directory.to_owned(), class, requests)
        };
        assert_eq!(
            found,
            [
                sum("20", "GPTBot", "/blog/", 2, 2),
                sum("20", "GPTBot", "/blog/", 4, 1),
                sum("21", "ChatGPT-User", "/blog/", 3, 1),
                sum("21", "PerplexityBot", "/", 5, 1),
            ]
        );
        assert_eq!((summary.rows, summary.rejected, summary.files[0].kind), (5, 1, FileKind::AccessLog));
        assert_eq!((summary.rejects[0].line, summary.reasons[0].first_line), (5, Some(5)));
        assert_eq!(summary.files[0].warnings, ["1 requests of other visitors are not kept."]);
        let days = (summary.from.unwrap().to_string(), summary.to.unwrap().to_string());
        assert_eq!(days, ("2026-11-20".to_owned(), "2026-11-21".to_owned()));
    }
}

#[test]
fn no_address_and_no_path_of_a_visitor_is_shown_or_kept() {
    let log = fixture("access.log");
    let shown = previewed(&log, "access.log").unwrap();
    let (found, summary) = visits(&log, "access.log");
    let all = format!("{shown:?} {found:?} {summary:?}");
    for hidden in ["203.0.113", "198.51.100", "192.0.2.99", "Firefox", "utm", "leaks"] {
        assert!(!all.contains(hidden), "{hidden} in {all}");
    }
    let file = &shown.files[0];
    assert_eq!((file.kind, file.accepted, file.rejected), (FileKind::AccessLog, Some(5), Some(1)));
    assert_eq!(file.sample[0], ["2026-11-20", "GPTBot", "/blog/", "2xx"]);
    assert_eq!(file.mapping, None, "its columns cannot be assigned");
}

#[test]
fn logs_without_crawlers_are_refused_with_what_to_do() {
    let common = "203.0.113.7 - - [20/Nov/2026:10:00:00 +0000] \"GET / HTTP/1.1\" 200 5\n";
    for log in [request("Firefox/140.0", "/"), common.repeat(3)] {
        let shown = previewed(log.as_bytes(), "access.log").unwrap();
        assert!(shown.files[0].warnings.iter().any(|text| text.contains("no request of a known crawler")), "{shown:?}");
        let error = read(Cursor::new(log), "access.log", &Watch::default(), &mut |_| Ok(()), &mut |_| {}).unwrap_err();
        assert_eq!(error.code(), "import-no-crawlers");
        assert!(error.to_string().contains("combined format"), "{error}");
    }
}

#[test]
fn lines_of_json_are_read_and_other_json_is_not_taken_for_a_log() {
    let line = r#"{"ts":1794268800.5,"request":{"remote_ip":"203.0.113.9","uri":"/a/b","headers":{"User-Agent":["ClaudeBot"]}},"status":200}"#;
    let (found, _) = visits(format!("{line}\n{line}\n").as_bytes(), "caddy.log");
    assert_eq!(found, [("2026-11-10".to_owned(), "ClaudeBot".to_owned(), "/a/".to_owned(), 2, 2)]);
    let pages = previewed(&fixture("pages.jsonl"), "pages.jsonl").unwrap();
    assert_eq!(pages.files[0].kind, FileKind::Pages);
}

#[test]
fn hostile_directories_need_bounded_memory() {
    let many: String = (0..30_000).map(|number| request("GPTBot", &format!("/d{number}/x"))).collect();
    let (found, summary) = visits(many.as_bytes(), "access.log");
    assert_eq!((found.len(), summary.rows), (501, 30_000), "500 directories and all others together");
    assert_eq!(found.iter().map(|(.., requests)| requests).sum::<i64>(), 30_000);
    let formula = request("GPTBot", "/=cmd|' /c calc'!A1/x");
    let (found, _) = visits(formula.as_bytes(), "access.log");
    assert!(found[0].2.starts_with('/'), "a directory never begins a formula: {found:?}");
}

/// Sums that are held before they are delivered.
const MOST_SUMS: u64 = 20_000;

#[test]
fn more_sums_than_are_held_are_delivered_in_parts_that_add_up() {
    // 22,500 sums of two requests each, which a log of nine days with 500 directories and five classes has.
    let line = |day: usize, class: usize, directory: usize| {
        let (day, class) = (day + 1, class + 1);
        format!(
            "203.0.113.7 - - [{day:02}/Nov/2026:10:00:00 +0000] \"GET /d{directory}/x HTTP/1.1\" {class}00 5 \"-\" \"GPTBot\"\n"
        )
    };
    let once: String = (0..22_500).map(|number| line(number / 2_500, number % 5, number / 5 % 500)).collect();
    let mut sums: HashMap<Sum, i64> = HashMap::new();
    let mut lines = Vec::new();
    let summary = each(once.repeat(2).as_bytes(), "access.log", &mut |record| {
        let Record::Observed(row) = record else { panic!("{record:?}") };
        let Observed::CrawlerVisits(one) = &row.observed else { panic!("{row:?}") };
        let directory = one.directory.clone().expect("a directory");
        let key = (one.day.to_string(), one.agent.clone(), directory, one.status_class, 0);
        *sums.entry(key).or_default() += one.requests;
        lines.push(row.line);
    });
    lines.dedup();
    assert_eq!(lines, [MOST_SUMS, 2 * MOST_SUMS, 45_000], "the last line of each part");
    assert_eq!((summary.rows, summary.rejected), (45_000, 0));
    assert_eq!((sums.len(), sums.values().all(|requests| *requests == 2)), (22_500, true));
}

#[test]
fn progress_of_a_packed_log_counts_packed_bytes() {
    let log: String = (0..40_000).map(|number| request("GPTBot", &format!("/d{number}/x"))).collect();
    let bytes = packed(log.as_bytes());
    let mut seen = Vec::new();
    let mut progress = |at: workers::collect::import::Progress<'_>| seen.push((at.done, at.total));
    read(Cursor::new(&bytes), "access.log.gz", &Watch::default(), &mut |_| Ok(()), &mut progress).unwrap();
    let total = bytes.len() as u64;
    assert!(seen.len() > 2 && seen.iter().all(|(done, of)| *of == total && done <= of), "{seen:?} of {total}");
    assert!(seen.windows(2).all(|pair| pair[0] <= pair[1]) && seen[1].0 < total, "{seen:?}");
    assert_eq!(seen.last(), Some(&(total, total)), "all is read at the end");
}

#[test]
fn packed_logs_have_the_limits_of_archives() {
    let bomb = packed(request(&format!("GPTBot {}", "a".repeat(50_000)), "/a/b").repeat(400).as_bytes());
    assert_eq!(refused(&bomb, "access.log.gz").code(), "import-decompression-bomb");
    let log = packed(&fixture("access.log"));
    assert_eq!(refused(&log[..log.len() / 2], "access.log.gz").code(), "import-corrupt");
    let twice = packed(&log);
    assert!(refused(&twice, "access.log.gz.gz").to_string().contains("Unpack it"));
}

#[test]
fn cancelled_reading_of_a_log_stops() {
    let log = request("Firefox/140.0", "/").repeat(60_000);
    let calls = std::sync::atomic::AtomicU64::new(0);
    let watch = Watch::new(move || calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 40);
    for bytes in [log.clone().into_bytes(), packed(log.as_bytes())] {
        let stopped = read(Cursor::new(&bytes), "access.log", &watch, &mut |_| Ok(()), &mut |_| {});
        assert!(matches!(stopped, Err(ImportError::Stopped(Stop::Cancelled))), "{stopped:?}");
        assert!(preview(Cursor::new(&bytes), "access.log", &watch).is_err());
    }
}
