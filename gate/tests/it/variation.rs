//! What a build changes about pages that the checks refuse.

use gate::{Finding, Level, Report, Variation};

fn report(findings: &[(&str, Level, &str)]) -> Report {
    let finding = |(check, level, page): &(&str, Level, &str)| Finding {
        check: (*check).to_owned(),
        level: *level,
        page: Some((*page).to_owned()),
        detail: "60% of the text is also on the page /b/.".to_owned(),
        fix: String::new(),
    };
    Report { passes: false, review: None, checks: Vec::new(), findings: findings.iter().map(finding).collect() }
}

fn written(paths: &[&str]) -> Vec<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

#[test]
fn refused_page_is_tried_in_four_wordings_and_left_out() {
    for check in ["G01", "G06"] {
        let refused = report(&[(check, Level::Block, "/cost/")]);
        let mut variation = Variation::default();
        for variant in 1..4 {
            assert!(variation.note(&refused, &written(&["/", "/cost/"])));
            assert_eq!((variation.variants["/cost/"], variation.without.len()), (variant, 0));
        }
        assert!(variation.note(&refused, &written(&["/", "/cost/"])));
        assert!(variation.without["/cost/"].ends_with("60% of the text is also on the page /b/."));
    }
}

#[test]
fn home_page_stays_when_every_wording_is_refused() {
    let refused = report(&[("G01", Level::Block, "/")]);
    let mut variation = Variation::default();
    let rounds = (0..10).filter(|_| variation.note(&refused, &written(&["/"]))).count();
    assert_eq!((rounds, variation.without.len()), (3, 0));
}

#[test]
fn rounds_of_a_build_are_enough_for_five_pages_that_are_refused_one_after_the_other() {
    let pages = written(&["/a/", "/b/", "/c/", "/d/", "/e/"]);
    let mut variation = Variation::default();
    let mut plans = 1;
    for page in &pages {
        let refused = report(&[("G01", Level::Block, page)]);
        while !variation.without.contains_key(page) {
            assert!(variation.note(&refused, &pages));
            plans += 1;
        }
    }
    assert!(plans <= Variation::ROUNDS, "{plans}");
}

#[test]
fn two_findings_of_a_page_ask_for_one_other_wording() {
    let refused = report(&[("G01", Level::Block, "/cost/"), ("G06", Level::Block, "/cost/")]);
    let mut variation = Variation::default();
    assert!(variation.note(&refused, &written(&["/cost/"])));
    assert_eq!(variation.variants["/cost/"], 1);
}

#[test]
fn warnings_other_checks_and_texts_of_people_change_nothing() {
    let mut variation = Variation::default();
    for (check, level, path) in
        [("G01", Level::Warn, "/cost/"), ("G08", Level::Block, "/cost/"), ("G01", Level::Block, "/own/")]
    {
        assert!(!variation.note(&report(&[(check, level, path)]), &written(&["/", "/cost/"])));
    }
    assert_eq!(variation, Variation::default());
}

#[test]
fn pages_that_are_left_out_from_the_start_stay_out() {
    let pages = [("/cost/".to_owned(), "planned for later".to_owned())];
    let mut variation = Variation::without(pages.into());
    assert!(!variation.note(&report(&[]), &written(&["/"])));
    assert_eq!(variation.without["/cost/"], "planned for later");
}
