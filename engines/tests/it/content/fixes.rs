//! Fixes of one page for one keyword.

use engines::common::{Control, EngineError, Unattended};
use engines::content::fixes::{
    Figure, FixInput, IssueSeverity, LighthouseAudit, Mention, PageFacts, PageFix, PageIssue, PageReport, PlaceKind,
    Proposal, ScoreKind, SearchFacts, page_fixes,
};
use engines::semantic::Page;

const TEXT: &str = "A leaking valve ruins a floor within a day, and the wall behind it within a week. Our emergency plumber in \
    Austin reaches most houses within forty minutes and shows the price before work starts. The van carries valves, \
    pumps and seals for boilers of the last thirty years. Ask for the name of the plumber when you call.";

fn page() -> PageFacts {
    PageFacts {
        url: "https://example.com/services".to_owned(),
        title: Some("Our services and what they cost | Acme".to_owned()),
        description: Some("Short.".to_owned()),
        h1: Some("Services".to_owned()),
        headings: vec!["Prices".to_owned()],
        text: TEXT.to_owned(),
        words: 60,
        is_indexable: true,
        language: Some("en".to_owned()),
        detected_language: Some("eng".to_owned()),
        ..PageFacts::default()
    }
}

fn figure(value: f64) -> Option<Figure> {
    Some(Figure { value, source: "Search Console".to_owned(), observed_at: Some("2026-11-01".to_owned()) })
}

fn input() -> FixInput {
    FixInput {
        url: "https://example.com/services".to_owned(),
        keyword: "emergency plumber austin".to_owned(),
        observed_at: "2026-11-26T03:00:00Z".to_owned(),
        status: Some(200),
        page: Some(page()),
        ..FixInput::default()
    }
}

fn issue(key: &str, severity: IssueSeverity, category: &str, count: u64) -> PageIssue {
    PageIssue {
        key: key.to_owned(),
        severity,
        category: category.to_owned(),
        title: format!("Title of {key}"),
        why: "Why.".to_owned(),
        fix: "Fix it.".to_owned(),
        count,
        evidence: vec!["a".to_owned()],
    }
}

fn ranked(input: &FixInput) -> PageReport {
    page_fixes(input, &Unattended).unwrap()
}

fn fix<'a>(report: &'a PageReport, key: &str) -> &'a PageFix {
    report.fixes.iter().find(|fix| fix.key == key).unwrap_or_else(|| panic!("no fix {key}: {:?}", keys(report)))
}

fn keys(report: &PageReport) -> Vec<&str> {
    report.fixes.iter().map(|fix| fix.key.as_str()).collect()
}

#[test]
fn title_and_description_use_words_of_the_page() {
    let report = ranked(&input());
    let title = fix(&report, "title");
    let text = "Emergency plumber Austin: Our services and what they cost";
    assert_eq!(title.proposals, [Proposal::Title(text.to_owned())]);
    assert_eq!(title.snippet.as_ref().unwrap().text, format!("<title>{text}</title>"));
    let Proposal::Description(description) = &fix(&report, "description").proposals[0] else {
        panic!("no description")
    };
    assert!(TEXT.contains(description.as_str()), "{description}");
    assert!((70..=155).contains(&description.chars().count()), "{description}");
    assert!(description.contains("emergency plumber"), "{description}");
    assert_eq!(fix(&report, "heading").proposals, [Proposal::Heading("Emergency plumber Austin: Services".to_owned())]);
}

#[test]
fn page_that_names_the_keyword_everywhere_needs_no_fix_of_it() {
    let mut input = input();
    let page = input.page.as_mut().unwrap();
    page.title = Some("Emergency plumber in Austin within the hour".to_owned());
    page.h1 = Some("Emergency plumbers in Austin".to_owned());
    page.headings = vec!["What an emergency plumber in Austin costs".to_owned()];
    page.description = Some(
        "An emergency plumber in Austin for leaks and boilers, with the price before work starts, day and night."
            .to_owned(),
    );
    page.types = vec!["Plumber".to_owned()];
    page.url = "https://example.com/emergency-plumber-austin".to_owned();
    let report = ranked(&input);
    assert_eq!(keys(&report), Vec::<&str>::new());
    assert!(report.places.iter().all(|place| place.is_found), "{:?}", report.places);
    let placement = report.scores.iter().find(|score| score.kind == ScoreKind::Placement).unwrap();
    assert_eq!(placement.value, Some(100.0));
}

#[test]
fn clicks_need_position_and_demand_and_are_ordered() {
    let mut input = input();
    let why = fix(&ranked(&input), "title").clicks_missing.clone().unwrap();
    assert!(why.contains("position is unknown"), "{why}");
    input.search = SearchFacts { position: figure(8.0), ..SearchFacts::default() };
    let why = fix(&ranked(&input), "title").clicks_missing.clone().unwrap();
    assert!(why.contains("volume is unknown"), "{why}");
    input.search.volume = figure(1_000.0);
    let report = ranked(&input);
    let (strong, moderate) = (fix(&report, "title").clicks.unwrap(), fix(&report, "heading").clicks.unwrap());
    assert!(0.0 < strong.low && strong.low < strong.mid && strong.mid < strong.high, "{strong:?}");
    assert!(moderate.low == 0.0 && moderate.mid < strong.mid && moderate.high < strong.high, "{moderate:?}");
    assert!(fix(&report, "description").clicks.is_none(), "no effect on the rank is known");
    input.search.volume = figure(2_000.0);
    let doubled = fix(&ranked(&input), "title").clicks.unwrap();
    assert!((doubled.mid - 2.0 * strong.mid).abs() < 0.2, "{doubled:?} {strong:?}");
}

#[test]
fn position_of_another_page_gives_no_clicks() {
    let mut input = input();
    input.search = SearchFacts {
        position: figure(5.0),
        volume: figure(500.0),
        ranking_url: Some("https://example.com/other".to_owned()),
        ..SearchFacts::default()
    };
    let why = fix(&ranked(&input), "title").clicks_missing.clone().unwrap();
    assert!(why.contains("https://example.com/other"), "{why}");
    input.search.ranking_url = Some("http://www.example.com/services/".to_owned());
    assert!(fix(&ranked(&input), "title").clicks.is_some());
}

#[test]
fn blocking_issue_comes_first_without_clicks() {
    let mut input = input();
    input.search = SearchFacts { position: figure(8.0), volume: figure(1_000.0), ..SearchFacts::default() };
    input.issues = vec![
        issue("csp-missing", IssueSeverity::Notice, "security", 1),
        issue("alt-missing", IssueSeverity::Warning, "images", 30),
        issue("noindex", IssueSeverity::Warning, "indexing", 1),
        issue("title-long", IssueSeverity::Notice, "snippets", 1),
    ];
    let report = ranked(&input);
    let first = &report.fixes[0];
    assert_eq!((first.key.as_str(), first.is_blocking, first.impact), ("noindex", true, 100));
    assert!(first.clicks.is_none() && first.clicks_missing.is_some());
    assert!(!keys(&report).contains(&"title-long"), "the fix of the title covers it");
    let (images, policy) = (fix(&report, "alt-missing"), fix(&report, "csp-missing"));
    assert_eq!((images.impact, images.effort_minutes), (35, 15 + 58));
    assert_eq!((policy.impact, policy.effort_minutes), (5, 20));
    let rest: Vec<f64> = report.fixes[1..].iter().map(|fix| fix.priority).collect();
    assert!(rest.windows(2).all(|pair| pair[0] >= pair[1]), "{rest:?}");
    assert!(report.fixes.iter().all(|fix| fix.effort_minutes <= 240 && (1..=100).contains(&fix.impact)));
}

#[test]
fn coverage_names_terms_of_rivals_only_with_two_of_them() {
    let rival = |url: &str, text: &str| Page { url: url.to_owned(), text: text.to_owned(), ..Page::default() };
    let mut input = input();
    let alone = ranked(&input);
    let coverage = alone.scores.iter().find(|score| score.kind == ScoreKind::Coverage).unwrap();
    assert_eq!(coverage.value, None);
    assert!(alone.missing.iter().any(|missing| missing.what.contains("top-ranking")), "{:?}", alone.missing);
    input.rivals = vec![
        rival(
            "https://a.example/",
            "Burst pipe repair and drain unblocking by a licensed plumber, sewer camera inspection too.",
        ),
        rival(
            "https://b.example/",
            "A licensed plumber for drain unblocking, burst pipe repair and sewer camera inspection.",
        ),
    ];
    let report = ranked(&input);
    let terms = fix(&report, "terms");
    assert!(terms.evidence.iter().any(|term| term.contains("sewer")), "{:?}", terms.evidence);
    assert_eq!(terms.effort_minutes, 20 + 5 * terms.evidence.len() as u32);
    let coverage = report.scores.iter().find(|score| score.kind == ScoreKind::Coverage).unwrap();
    assert!(coverage.value.is_some_and(|value| (0.0..80.0).contains(&value)), "{coverage:?}");
}

#[test]
fn links_redirect_and_gone_page_have_their_fixes() {
    let mut input = input();
    input.mentions =
        vec![Mention { url: "https://example.com/blog".to_owned(), anchor: "Emergency plumber Austin".to_owned() }];
    input.redirect = Some((302, "https://example.com/services/".to_owned()));
    let report = ranked(&input);
    let link = Proposal::Link { from: input.mentions[0].url.clone(), anchor: input.mentions[0].anchor.clone() };
    assert_eq!(fix(&report, "links").proposals, [link]);
    assert_eq!(
        fix(&report, "redirect").proposals,
        [Proposal::Redirect { to: "https://example.com/services/".to_owned() }]
    );
    let gone = FixInput {
        page: None,
        status: Some(404),
        issues: vec![issue("client-error", IssueSeverity::Error, "response", 1)],
        ..FixInput { url: input.url.clone(), keyword: input.keyword.clone(), ..FixInput::default() }
    };
    let report = ranked(&gone);
    assert_eq!((keys(&report), report.places.len()), (vec!["client-error"], 0));
    assert!(report.scores.iter().all(|score| score.value.is_none()), "{:?}", report.scores);
}

#[test]
fn structured_data_cannot_end_their_script() {
    let mut input = input();
    input.page.as_mut().unwrap().title = Some("</script><script>alert(1)</script> Services of Acme".to_owned());
    let report = ranked(&input);
    let text = &fix(&report, "structuredData").snippet.as_ref().unwrap().text;
    assert_eq!(text.matches("</script>").count(), 1, "{text}");
    for fix in &report.fixes {
        let Some(snippet) = fix.snippet.as_ref().filter(|_| fix.key != "structuredData") else { continue };
        assert!(!snippet.text.contains("<script"), "{}: {}", fix.key, snippet.text);
    }
}

#[test]
fn invalid_input_names_its_field() {
    let error = |change: &dyn Fn(&mut FixInput)| {
        let mut input = input();
        change(&mut input);
        page_fixes(&input, &Unattended).unwrap_err().to_string()
    };
    assert!(error(&|input| input.keyword = " ".to_owned()).contains("`keyword`"));
    assert!(error(&|input| input.keyword = "k".repeat(201)).contains("`keyword`"));
    assert!(error(&|input| input.url = String::new()).contains("`url`"));
    assert!(error(&|input| input.page.as_mut().unwrap().text = "x".repeat(3_000_000)).contains("page"));
}

#[test]
fn cancelled_run_has_no_report() {
    struct Cancelled;
    impl Control for Cancelled {
        fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

        fn is_cancelled(&self) -> bool {
            true
        }
    }
    assert_eq!(page_fixes(&input(), &Cancelled).unwrap_err(), EngineError::Cancelled);
}

#[test]
fn odd_texts_give_a_report() {
    let odd = ["", " ", "\u{202e}", "日本語の題名", "a: b: c | d | e", "🔧🔧🔧", "İstanbul", "how to", "<b>", "\0"];
    for text in odd {
        for keyword in ["x", "日本", "how to", "İstanbul", "c++", "🔧 a"] {
            let mut input = input();
            input.keyword = keyword.to_owned();
            input.lighthouse =
                Some((50, vec![LighthouseAudit { id: "canonical".to_owned(), is_passed: None, weight: 1.0 }]));
            let page = input.page.as_mut().unwrap();
            (page.title, page.description) = (Some(text.to_owned()), Some(text.to_owned()));
            (page.h1, page.headings, page.text) = (Some(text.to_owned()), vec![text.to_owned()], text.repeat(3));
            let report = ranked(&input);
            assert_eq!(report.places.len(), 7, "{text} {keyword}");
            assert!(report.places.iter().any(|place| place.place == PlaceKind::Title));
        }
    }
}
