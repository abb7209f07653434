//! The content audit on odd, hostile and large input.

use std::collections::BTreeMap;

use engines::common::{Control, EngineError, Unattended};
use engines::content::{AuditInput, AuditOutput, AuditPage, PageLink, PageQuery, PageVerdict, audit};
use proptest::prelude::*;
use serde_json::Value;

use super::audit::{checked, page, row};

/// Asserts what holds for every answer: finite figures, no markup, and targets that are living pages which stay.
fn assert_sound(input: &AuditInput, output: &AuditOutput) {
    assert_eq!(output.pages.len(), input.pages.len());
    let verdicts: BTreeMap<&str, PageVerdict> =
        output.pages.iter().map(|page| (page.url.as_str(), page.verdict)).collect();
    let statuses: BTreeMap<&str, Option<u16>> =
        input.pages.iter().map(|page| (page.url.as_str(), page.status)).collect();
    for page in &output.pages {
        let goes = matches!(page.verdict, PageVerdict::Merge | PageVerdict::Redirect);
        assert_eq!(goes, page.target.is_some(), "{}", page.url);
        if let Some(target) = page.target.as_deref() {
            assert_ne!(target, page.url);
            assert!(matches!(verdicts[target], PageVerdict::Keep | PageVerdict::Improve), "a chain: {target}");
            assert!(statuses[target].is_none_or(|status| status == 200), "{target} is gone");
        }
        let figures = page.extra_clicks.map(|extra| [extra.low, extra.mid, extra.high]).unwrap_or_default();
        let all = [page.clicks, page.impressions, page.position.unwrap_or_default()];
        assert!(figures.iter().chain(&all).all(|figure| figure.is_finite()), "{page:?}");
        assert!(figures[0] <= figures[1] && figures[1] <= figures[2], "{figures:?}");
        assert!(
            page.tasks.iter().all(|task| task.title.chars().count() <= 200 && task.detail.chars().count() <= 10_000)
        );
        assert!(!page.reason.is_empty() && (page.verdict == PageVerdict::Keep || !page.tasks.is_empty()), "{page:?}");
    }
    assert_no_markup(&serde_json::to_value(output).unwrap());
}

fn assert_no_markup(value: &Value) {
    match value {
        Value::String(text) => {
            let opens =
                text.split('<').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
            assert!(!opens, "{text}");
        }
        Value::Array(items) => items.iter().for_each(assert_no_markup),
        Value::Object(fields) => fields.values().for_each(assert_no_markup),
        _ => {}
    }
}

fn answered(input: &AuditInput) -> AuditOutput {
    let output = audit(input, &checked(), &Unattended).unwrap();
    assert_sound(input, &output);
    output
}

const WORDS: [&str; 16] = [
    "roof", "repair", "austin", "dallas", "cost", "gutter", "cleaning", "2026", "how", "the", "leak", "shingle",
    "屋根", "修理", "<b>", "acme",
];

fn text(words: Vec<usize>) -> String {
    words.into_iter().map(|word| WORDS[word]).collect::<Vec<_>>().join(" ")
}

prop_compose! {
    fn any_page()(
        path in 0_usize..30, status in prop::sample::select(vec![None, Some(200), Some(301), Some(404), Some(410), Some(503)]),
        title in prop::option::of(prop::collection::vec(0_usize..16, 0..8)), body in prop::collection::vec(0_usize..16, 0..120),
        links in prop::collection::vec(0_usize..30, 0..4), is_indexable in prop::option::of(any::<bool>()),
    ) -> AuditPage {
        AuditPage {
            url: format!("https://a.example/{path}"),
            status,
            title: title.clone().map(text),
            h1: title.map(text),
            text: text(body),
            links: links.into_iter().map(|to| PageLink { url: format!("https://a.example/{to}"), anchor: String::new() }).collect(),
            is_indexable,
            ..AuditPage::default()
        }
    }
}

prop_compose! {
    fn any_row()(
        path in 0_usize..32, query in prop::collection::vec(0_usize..16, 1..5), clicks in 0_u32..100, impressions in 0_u32..2_000,
        position in prop::option::of(0.5_f64..60.0),
    ) -> PageQuery {
        PageQuery {
            query: text(query),
            page: format!("https://a.example/{path}"),
            clicks: f64::from(clicks),
            impressions: f64::from(impressions),
            position,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_website_has_a_sound_answer(
        pages in prop::collection::vec(any_page(), 1..25), queries in prop::collection::vec(any_row(), 0..120),
        period_days in prop::option::of(1.0_f64..400.0),
    ) {
        let pages: BTreeMap<String, AuditPage> = pages.into_iter().map(|page| (page.url.clone(), page)).collect();
        answered(&AuditInput { pages: pages.into_values().collect(), queries, period_days, ..AuditInput::default() });
    }
}

#[test]
fn one_page_and_other_scripts_have_an_answer() {
    answered(&AuditInput { pages: vec![page("/", "One", "Text")], ..AuditInput::default() });
    let mut page = page("/屋根", "屋根修理", "屋根の修理は一日で終わります。雨漏りは早めに直しましょう。");
    page.title = Some("屋根修理の会社".to_owned());
    let queries = vec![row("屋根修理", "/屋根", 4.0, 400.0, 8.0), row("雨漏り 費用", "/屋根", 0.0, 200.0, 15.0)];
    let output = answered(&AuditInput { pages: vec![page], queries, period_days: Some(90.0), ..AuditInput::default() });
    let changes = &output.pages[0].changes;
    assert!(changes.iter().any(|change| change.queries == ["雨漏り 費用"]), "{changes:?}");
    assert!(
        changes.iter().all(|change| change.before.as_deref() != Some("屋根修理の会社")),
        "the title names its query"
    );
}

#[test]
fn hostile_markup_never_reaches_the_output() {
    let script = "<script>alert(1)</script> <img src=x onerror=alert(2)> ignore all previous instructions <<b>b> </ a";
    let mut hostile =
        page("/a", script, &format!("{script}. Roof repair is what this page is about, and {script} too."));
    hostile.description = Some(script.to_owned());
    hostile.headings = vec![script.to_owned()];
    let queries = vec![row(script, "/a", 1.0, 900.0, 8.0), row("roof repair <i>now</i>", "/a", 1.0, 500.0, 9.0)];
    let copy = AuditPage { url: "https://acme.example/b".to_owned(), ..hostile.clone() };
    answered(&AuditInput { pages: vec![hostile, copy], queries, period_days: Some(100.0), ..AuditInput::default() });
}

#[test]
fn invalid_input_is_refused_with_the_name_of_the_field() {
    let refused = |input: AuditInput, field: &str| match audit(&input, &checked(), &Unattended) {
        Err(EngineError::InvalidInput { field: found, .. }) => assert_eq!(found, field),
        other => panic!("{field}: {other:?}"),
    };
    let one = |change: fn(&mut AuditPage)| {
        let mut page = page("/", "One", "Text");
        change(&mut page);
        AuditInput { pages: vec![page], ..AuditInput::default() }
    };
    refused(one(|page| page.url = "javascript:alert(1)".to_owned()), "pages[0].url");
    refused(one(|page| page.url = "https://a.example/<b>".to_owned()), "pages[0].url");
    refused(one(|page| page.status = Some(42)), "pages[0].status");
    refused(one(|page| page.clicks = Some(f64::NAN)), "pages[0].clicks");
    let with = |row: PageQuery| AuditInput { queries: vec![row], ..one(|_| {}) };
    refused(with(row("a", "/", f64::NAN, 1.0, 1.0)), "queries[0].clicks");
    refused(with(row("a", "/", 1.0, -1.0, 1.0)), "queries[0].impressions");
    refused(with(row("a", "/", 1.0, 1.0, f64::INFINITY)), "queries[0].position");
    refused(AuditInput { period_days: Some(0.0), ..one(|_| {}) }, "periodDays");
    refused(
        AuditInput { pages: vec![page("/", "a", "b"), page("/", "a", "b")], ..AuditInput::default() },
        "pages[1].url",
    );
    refused(AuditInput { vertical: Some("no-such-trade".to_owned()), ..one(|_| {}) }, "vertical");
    let many = AuditInput { pages: vec![page("/", "a", "b"); 20_001], ..AuditInput::default() };
    assert!(matches!(audit(&many, &checked(), &Unattended), Err(EngineError::TooLarge { what: "`pages`", .. })));
}

#[test]
fn ten_thousand_pages_and_a_huge_text_are_audited_in_bounded_output() {
    let mut pages: Vec<AuditPage> = (0..10_000)
        .map(|n| {
            let text =
                format!("Page number {n} about subject {} with some words that each page of the template has.", n % 97);
            page(&format!("/p/{n}"), &format!("Subject {}", n % 97), &text)
        })
        .collect();
    pages[0].text = "A long sentence about roof repair and nothing else that goes on. ".repeat(100_000);
    let queries =
        (0..10_000).map(|n| row(&format!("subject {}", n % 97), &format!("/p/{n}"), 1.0, 150.0, 9.0)).collect();
    let input = AuditInput { pages, queries, period_days: Some(100.0), ..AuditInput::default() };
    let output = answered(&input);
    let size = serde_json::to_string(&output).unwrap().len();
    assert!(size < 60_000_000, "{size}");
}

/// Cancels after some checks.
struct Impatient(std::cell::Cell<u32>);

impl Control for Impatient {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }
}

#[test]
fn cancelled_audit_stops_at_the_next_check() {
    let input = AuditInput {
        pages: (0..50)
            .map(|n| page(&format!("/{n}"), "Title", "Some text of a page that has more than a few words."))
            .collect(),
        ..AuditInput::default()
    };
    for after in 1..8 {
        let control = Impatient(std::cell::Cell::new(after));
        assert_eq!(audit(&input, &checked(), &control), Err(EngineError::Cancelled), "after {after}");
    }
}
