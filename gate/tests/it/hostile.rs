//! Hostile files: the gate ends soon, without a panic, and does not let them pass.

use std::cell::Cell;

use engines::common::Control;
use gate::{Candidate, GateError, Limits, Portfolio, check};

use crate::build::{Built, honest};

fn replaced(bytes: Vec<u8>) -> Built {
    let mut built = honest();
    built.files.iter_mut().find(|file| file.path == "about/index.html").unwrap().bytes = bytes;
    built
}

fn assert_stopped(bytes: Vec<u8>) {
    let report = replaced(bytes).check();
    assert!(
        report.findings.iter().any(|one| one.check == "G14" && one.page.as_deref() == Some("/about/")),
        "{:#?}",
        report.findings
    );
    assert!(!report.passes);
}

#[test]
fn deep_nesting_blocks() {
    assert_stopped(format!("<!DOCTYPE html>{}x", "<div>".repeat(100_000)).into_bytes());
    assert_stopped(format!("<!DOCTYPE html>{}x", "<b><i>".repeat(20_000)).into_bytes());
}

#[test]
fn ten_megabytes_block() {
    assert_stopped(format!("<!DOCTYPE html><p>{}</p>", "word ".repeat(2_000_000)).into_bytes());
}

#[test]
fn one_tag_with_a_million_attributes_blocks() {
    assert_stopped(
        format!("<!DOCTYPE html><p {}>", (0..300_000).map(|at| format!("a{at}=1 ")).collect::<String>()).into_bytes(),
    );
}

#[test]
fn bytes_that_are_not_utf_8_block() {
    assert_stopped(vec![0xFF; 5_000]);
    let mut latin = honest().files[3].bytes.clone();
    latin.extend_from_slice(b"<p>caf\xE9</p>");
    assert_stopped(latin);
    assert_stopped(Vec::new());
}

#[test]
fn scripts_in_attributes_are_text() {
    let html = "<p title=\"<script>location='x'</script>\">Quoted</p>";
    let report = honest().add("about/index.html", html).check();
    assert!(report.passes, "{:#?}", report.findings);
}

#[test]
fn hostile_style_sheets_end() {
    let sheets = [
        "{".repeat(200_000),
        "a{".repeat(50_000),
        format!("{}{{color:red}}", ":not(".repeat(10_000)),
        format!(
            ":root{{{}}}a{{color:var(--a0)}}",
            (0..5_000).map(|at| format!("--a{at}:var(--a{}) var(--a{});", at + 1, at + 1)).collect::<String>()
        ),
        "div div div div div div div div p{color:red}".repeat(5_000),
        "/*".to_owned(),
        "a{content:\"".to_owned(),
        "é{color:ß;--\u{0}:\u{1}}".to_owned(),
    ];
    for css in sheets {
        let mut built = honest();
        built.files.iter_mut().find(|file| file.path == "assets/site.css").unwrap().bytes = css.into_bytes();
        let report = built.check();
        assert_eq!(report.checks.len(), 24);
    }
}

#[test]
fn hostile_texts_of_other_files_end() {
    for path in ["robots.txt", "sitemap.xml"] {
        for bytes in [
            vec![0_u8; 1_000_000],
            "<url><loc>".repeat(100_000).into_bytes(),
            "Disallow: /*".repeat(50_000).into_bytes(),
            "é".repeat(400_000).into_bytes(),
        ] {
            let mut built = honest();
            built.files.iter_mut().find(|file| file.path == path).unwrap().bytes = bytes;
            assert_eq!(built.check().checks.len(), 24);
        }
    }
}

#[test]
fn nested_json_ld_is_a_finding() {
    let json = format!("<script type=\"application/ld+json\">{}</script>", "[".repeat(100_000));
    let report = honest().add_head("about/index.html", &json).check();
    assert!(report.findings.iter().any(|one| one.check == "G11"), "{:#?}", report.findings);
}

#[test]
fn site_without_pages_or_address_is_refused() {
    let mut built = honest();
    built.site.pages.clear();
    let candidate = Candidate { site: &built.site, files: &built.files, state: built.state.clone() };
    let error = check(&candidate, &Portfolio::default(), &Limits::default(), &engines::common::Unattended).unwrap_err();
    assert!(matches!(&error, GateError::InvalidInput { field, .. } if field == "site.pages"), "{error}");
    let mut built = honest();
    built.site.url = "tulsa".to_owned();
    let candidate = Candidate { site: &built.site, files: &built.files, state: built.state.clone() };
    let error = check(&candidate, &Portfolio::default(), &Limits::default(), &engines::common::Unattended).unwrap_err();
    assert!(matches!(&error, GateError::InvalidInput { field, .. } if field == "site.url"), "{error}");
}

#[test]
fn limits_out_of_range_are_refused() {
    let limits = Limits { warn_similarity: 0.9, ..Limits::default() };
    let built = honest();
    let candidate = Candidate { site: &built.site, files: &built.files, state: built.state.clone() };
    let error = check(&candidate, &Portfolio::default(), &limits, &engines::common::Unattended).unwrap_err();
    assert!(matches!(&error, GateError::InvalidInput { field, .. } if field == "warnSimilarity"), "{error}");
    let limits = Limits { block_density: f64::NAN, ..Limits::default() };
    assert!(check(&candidate, &Portfolio::default(), &limits, &engines::common::Unattended).is_err());
}

/// Cancels after a number of questions.
struct After(Cell<usize>);

impl Control for After {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }
}

#[test]
fn cancellation_stops_at_any_point() {
    let built = honest();
    let candidate = Candidate { site: &built.site, files: &built.files, state: built.state.clone() };
    for count in [1, 2, 5, 20, 60, 100] {
        let result = check(&candidate, &built.portfolio, &Limits::default(), &After(Cell::new(count)));
        assert_eq!(result.unwrap_err(), GateError::Cancelled, "{count}");
    }
}
