//! Invalid input.

use engines::common::{EngineError, Unattended};
use engines::content::{BriefInput, ComposeInput, FactKind, Parameters, ScoreInput, brief, compose, score};

use super::{checked, fact, said, sheet};

#[test]
fn what_is_missing_is_told_by_name() {
    let none = compose(&ComposeInput { query: "x".to_owned(), ..ComposeInput::default() }, &checked(), &Unattended);
    assert!(matches!(none.unwrap_err(), EngineError::NoInput { .. }));
    let none = score(&ScoreInput { query: "x".to_owned(), ..ScoreInput::default() }, &checked(), &Unattended);
    assert!(matches!(none.unwrap_err(), EngineError::NoInput { .. }));
    let none = brief(&BriefInput::default(), &checked(), &Unattended).unwrap_err();
    assert!(none.to_string().contains("query"), "{none}");
}

#[test]
fn facts_without_id_source_or_answer_are_told_by_name() {
    let given = |change: fn(&mut engines::content::Fact)| {
        let mut facts = sheet("Austin, TX", &[]);
        change(&mut facts[3]);
        let input = ComposeInput { query: "x".to_owned(), facts, ..ComposeInput::default() };
        compose(&input, &checked(), &Unattended).unwrap_err().to_string()
    };
    assert!(given(|fact| fact.id.clear()).contains("facts[3].id"));
    assert!(given(|fact| fact.id = "biz".to_owned()).contains("facts[3].id"));
    assert!(given(|fact| fact.source.clear()).contains("facts[3].source"));
    assert!(given(|fact| fact.value = "…".to_owned()).contains("facts[3].value"));
    assert!(given(|fact| fact.kind = FactKind::Question).contains("facts[3].detail"));
}

#[test]
fn parameters_outside_their_range_are_told_by_name() {
    for (params, name) in [
        (Parameters { max_density: f64::NAN, ..Parameters::default() }, "maxDensity"),
        (Parameters { warn_similarity: 0.6, ..Parameters::default() }, "warnSimilarity"),
        (Parameters { min_words: 0, ..Parameters::default() }, "minWords"),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(name));
    }
}

#[test]
fn other_scripts_and_odd_signs_are_scored() {
    for text in ["屋根の修理は五万円から。", "إصلاح السقف ٢٥ سنة", "🏠🏠🏠 a", "\u{202e}evil\u{202c} 9", "9.9.9.9,9,,9"]
    {
        let mut input = ScoreInput { query: "屋根".to_owned(), ..ScoreInput::default() };
        input.draft.blocks.push(engines::content::Block { sentences: vec![said(text, &[])], ..Default::default() });
        let output = score(&input, &checked(), &Unattended).unwrap();
        assert!(!output.passes);
    }
    assert_eq!(fact("a", FactKind::Price, "1", None, None).id, "a");
}
