//! Sentence vectors of a tiny encoder with made-up weights.

use engines::ActionId;
use engines::action::Body;
use engines::command::ask;
use engines::common::Unattended;
use engines::embedding::{ModelError, SentenceModel};
use engines::semantic::{Page, PagesInput, Parameters, Verdict, overlap, similarities};
use serde_json::json;

use super::tiny::files;

fn model() -> SentenceModel {
    let (config, vocabulary, weights) = files();
    SentenceModel::read(&config, &vocabulary, &weights).unwrap()
}

#[test]
fn vectors_match_a_reference_in_numpy() {
    // See PROVENANCE.md: the forward pass in float64 numpy over the same weights.
    let golden = include_str!("../golden/encoder.csv");
    for line in golden.lines().skip(1) {
        let (text, numbers) = line.split_once(',').unwrap();
        let expected: Vec<f64> = numbers.split(',').map(|number| number.parse().unwrap()).collect();
        let vector = &model().embed(&[text], 1, &Unattended).unwrap()[0];
        for (value, expected) in vector.iter().zip(expected) {
            assert!((f64::from(*value) - expected).abs() < 2e-3, "{text}: {value} {expected}");
        }
    }
}

#[test]
fn vectors_depend_neither_on_neighbours_nor_on_threads() {
    let model = model();
    let texts: Vec<String> = (0..200).map(|at| format!("roof repair {} leaks", "roof ".repeat(at % 9))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let one = model.embed(&texts, 1, &Unattended).unwrap();
    assert_eq!(one, model.embed(&texts, 3, &Unattended).unwrap());
    let alone: Vec<Vec<f32>> = texts.iter().flat_map(|text| model.embed(&[text], 1, &Unattended).unwrap()).collect();
    assert_eq!(one, alone);
    assert!(one.iter().all(|vector| (vector.iter().map(|x| x * x).sum::<f32>() - 1.0).abs() < 1e-5));
}

#[test]
fn accents_case_and_unknown_words_are_read_as_bert_does() {
    let model = model();
    let same = model.embed(&["Café", "cafe", "CAFE\u{301}"], 1, &Unattended).unwrap();
    assert!(same[0] == same[1] && same[1] == same[2]);
    let scores = similarities(&[("roofs", "roof ##s"), ("zzz", "qqq")], Some(&model), 1, &Unattended).unwrap();
    assert!((scores[1] - 0.7).abs() < 1e-5, "two unknown words have one vector and no word in common: {scores:?}");
}

#[test]
fn a_single_question_uses_the_model_as_the_command_line_does() {
    let (model, none) = (model(), None);
    let case = || json!({ "a": "roof repair", "b": "cafe leaks" }).as_object().unwrap().clone();
    let score = |model: Option<&SentenceModel>| {
        let answer = ask(ActionId::SemanticSimilarity, case(), None, model, &Unattended).unwrap();
        answer["score"].as_f64().unwrap()
    };
    assert_eq!(score(none), similarities(&[("roof repair", "cafe leaks")], None, 1, &Unattended).unwrap()[0]);
    assert_eq!(
        score(Some(&model)),
        similarities(&[("roof repair", "cafe leaks")], Some(&model), 1, &Unattended).unwrap()[0]
    );
    let uses_model = |action: ActionId| action.info().uses_model;
    assert!(uses_model(ActionId::SemanticSimilarity) && !uses_model(ActionId::SemanticBrief));
    assert!(uses_model(ActionId::KeywordAnalyse) && !uses_model(ActionId::KeywordExpand));
    let refused = ask(ActionId::SemanticSimilarity, Body::new(), None, none, &Unattended).unwrap_err();
    assert!(refused.to_string().contains("field `a`"), "{refused}");
}

#[test]
fn pages_about_the_same_in_other_words_are_for_review() {
    // To the tiny model all words that it does not know are one, and "repair" differs in the third decimal.
    let page = |url: &str, title: &str, text: &str| Page {
        url: url.to_owned(),
        title: Some(format!("{title} | Acme")),
        text: text.to_owned(),
        ..Page::default()
    };
    let pages = vec![
        page("/flights", "Flights", "All that flies, at every price that there is to be had."),
        page("/airfare", "Airfare", "Tickets for those who travel, day by day and year by year."),
        page("/repair", "Repair", "What broke is made whole by people who know how."),
    ];
    let input = PagesInput { pages, ..PagesInput::default() };
    let params = Parameters { same_topic_from: 0.9999, ..Parameters::default() }.check().unwrap();
    assert!(overlap(&input, &params, None, &Unattended).unwrap().pairs.is_empty());
    let output = overlap(&input, &params, Some(&model()), &Unattended).unwrap();
    let [pair] = &output.pairs[..] else { panic!("{:?}", output.pairs) };
    assert_eq!((pair.a.as_str(), pair.b.as_str(), pair.verdict), ("/flights", "/airfare", Verdict::Review));
    assert!(pair.meaning.unwrap() > 0.9999 && pair.jaccard < 0.1);
    assert_eq!((output.pairs_found, output.insights[0].kind.as_str()), (1, "same_topic_pages"));
}

#[test]
fn the_name_of_the_site_makes_no_topic() {
    let page = |url: &str, title: &str| Page {
        url: url.to_owned(),
        title: Some(title.to_owned()),
        text: format!("What stands on {url} stands nowhere else."),
        ..Page::default()
    };
    let named = |titles: [&str; 3]| {
        let pages = titles.iter().zip(["/a", "/b", "/c"]).map(|(title, url)| page(url, title)).collect();
        let params = Parameters { same_topic_from: 0.9999, ..Parameters::default() }.check().unwrap();
        overlap(&PagesInput { pages, ..PagesInput::default() }, &params, Some(&model()), &Unattended).unwrap().pairs
    };
    assert!(named(["Acme", "Acme", "Acme"]).is_empty(), "nothing is left to compare");
    assert!(named(["Towing in Dunmere", "Towing in Hollowmere", "leaks"]).is_empty(), "pages of one template");
    assert!(named(["zzqa Austin TX", "zzqb Dallas TX", "leaks"]).is_empty(), "each has a place of its own");
    assert_eq!(named(["roof | Acme", "roof \u{2013} Acme", "leaks - Acme"]).len(), 1);
}

#[test]
fn damaged_files_are_told_by_name() {
    let (config, vocabulary, weights) = files();
    let read = |config: &[u8], vocabulary: &[u8], weights: &[u8]| {
        SentenceModel::read(config, vocabulary, weights).unwrap_err()
    };
    assert!(matches!(read(b"{}", &vocabulary, &weights), ModelError::Config(_)));
    assert!(matches!(read(&config, b"roof\n", &weights), ModelError::Vocabulary(_)));
    assert!(matches!(read(&config, b"\xff", &weights), ModelError::Vocabulary(_)));
    assert!(matches!(read(&config, &vocabulary, b"short"), ModelError::Weights(_)));
    assert!(matches!(read(&config, &vocabulary, &[0xff; 64]), ModelError::Weights(_)));
    let cut = read(&config, &vocabulary, &weights[..weights.len() - 8]).to_string();
    assert!(cut.contains("output.LayerNorm"), "{cut}");
    for length in (0..weights.len()).step_by(97) {
        let _ = SentenceModel::read(&config, &vocabulary, &weights[..length]);
    }
}
