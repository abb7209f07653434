//! Invalid and hostile input.

use engines::ActionId;
use engines::action::Data;
use engines::common::{EngineError, EngineId, Unattended};
use engines::semantic::{BriefInput, CoverageInput, PagesInput, Parameters, brief, coverage, links, overlap};
use proptest::prelude::*;

use super::{checked, page};

#[test]
fn what_is_missing_is_told_by_name() {
    let none = coverage(&CoverageInput::default(), &checked(), &Unattended).unwrap_err();
    assert!(matches!(none, EngineError::NoInput { .. }));
    let wanted = none.to_string();
    assert!(wanted.contains("other websites that rank") && wanted.contains("url, text and query"), "{wanted}");
    let winners = [page("/a", "one"), page("/b", "two")];
    let own = brief(&BriefInput { winners: winners[..1].to_vec(), ..BriefInput::default() }, &checked(), &Unattended);
    assert_eq!(own.unwrap_err().to_string(), wanted, "a brief asks for the same pages");
    let twice = PagesInput { pages: vec![page("/a", "one"), page("/a", "two")], ..PagesInput::default() };
    assert!(overlap(&twice, &checked(), None, &Unattended).unwrap_err().to_string().contains("pages[1].url"));
    let empty = PagesInput { pages: vec![page("/a", "one"), page("/b", " ")], ..PagesInput::default() };
    assert!(links(&empty, &checked(), &Unattended).unwrap_err().to_string().contains("pages[1].text"));
    let home = PagesInput {
        pages: vec![page("/a", "one"), page("/b", "two")],
        home: Some("/c".to_owned()),
        ..PagesInput::default()
    };
    assert!(links(&home, &checked(), &Unattended).unwrap_err().to_string().contains("home"));
    let input = BriefInput { winners: vec![page("/a", "one"), page("/b", "two")], ..BriefInput::default() };
    assert!(brief(&input, &checked(), &Unattended).unwrap_err().to_string().contains("query"));
}

#[test]
fn coverage_and_brief_need_pages_of_other_websites() {
    let need = |action: &str| {
        let found = ActionId::find(EngineId::Semantic, action).unwrap().info().needs;
        found.iter().map(|need| (need.data, need.at_least)).collect::<Vec<_>>()
    };
    assert_eq!(need("coverage"), [(Data::SiteCrawl, 1), (Data::RankingPages, 2)]);
    assert_eq!(need("brief"), [(Data::RankingPages, 2)], "a new page has no page of the site yet");
    assert!(!need("overlap").iter().any(|(data, _)| *data == Data::RankingPages));
}

#[test]
fn parameters_outside_their_range_are_told_by_name() {
    for (params, name) in [
        (Parameters { saturation: f64::NAN, ..Parameters::default() }, "saturation"),
        (Parameters { review_from: 0.9, ..Parameters::default() }, "reviewFrom"),
        (Parameters { min_winners: 0, ..Parameters::default() }, "minWinners"),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(name));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_pages_are_answered_with_finite_figures(texts in prop::collection::vec("\\PC{0,120}", 2..5)) {
        let pages: Vec<_> = texts.iter().enumerate().map(|(at, text)| page(&format!("/{at}"), &format!("{text} a1"))).collect();
        let input = PagesInput { pages: pages.clone(), ..PagesInput::default() };
        let output = overlap(&input, &checked(), None, &Unattended).unwrap();
        prop_assert!(output.pairs.iter().all(|pair| (0.0..=1.0).contains(&pair.jaccard)));
        let output = links(&input, &checked(), &Unattended).unwrap();
        prop_assert!(output.pages.iter().all(|page| page.rank.is_finite()));
        let input = CoverageInput { query: "x".to_owned(), page: page("/own", &texts[0].replace('\u{0}', " ").to_string().chars().chain("b2".chars()).collect::<String>()), winners: pages, ..CoverageInput::default() };
        let output = coverage(&input, &checked(), &Unattended).unwrap();
        prop_assert!(output.score.is_finite() && (0.0..=1.0).contains(&output.coverage));
    }
}
