//! Words and numbers that are claims, and their evidence.

use engines::common::Unattended;
use engines::content::{Block, Draft, Fact, FactKind, Finding, Level, ScoreInput, ScoreOutput, score};
use proptest::prelude::*;

use super::{checked, fact, said};

/// Facts with one claim of each sort.
fn facts() -> Vec<Fact> {
    vec![
        fact("svc", FactKind::Service, "roof repair", None, None),
        fact("price", FactKind::Price, "$1,250.50", Some("a 12-foot gutter"), None),
        fact("years", FactKind::Experience, "since 1987", None, None),
        fact("licence", FactKind::Licence, "licensed under number A-77", None, None),
    ]
}

fn scored(text: &str, ids: &[&str], facts: Vec<Fact>) -> ScoreOutput {
    let block = Block { sentences: vec![said(text, ids)], ..Block::default() };
    let draft = Draft { blocks: vec![block], ..Draft::default() };
    let input = ScoreInput {
        query: "roof".into(),
        intent: Some(engines::keyword::Intent::Local),
        draft,
        facts,
        ..ScoreInput::default()
    };
    score(&input, &checked(), &Unattended).unwrap()
}

/// Findings about claims alone.
fn about_claims(text: &str, ids: &[&str]) -> Vec<Finding> {
    let is_claim = |finding: &Finding| {
        matches!(finding.check.as_str(), "unsupported_claim" | "uncited_claim" | "unknown_fact" | "fabricated_trust")
    };
    scored(text, ids, facts()).findings.into_iter().filter(is_claim).collect()
}

#[test]
fn numbers_are_claims_however_they_are_written() {
    for text in [
        "We came 7 times.",
        "Open 24/7.",
        "About 3.5 hours.",
        "It costs $99.",
        "Save 20%.",
        "We are #1 here.",
        "Over 10,000 roofs.",
        "屋根の修理は５万円。",
        "إصلاح في ٢٤ ساعة",
        "Call 512-555-0199.",
        "Two crews come.",
        "A dozen men.",
        "For decades.",
        "Twenty roofs a week.",
        "Half a million homes.",
        "The 1st choice.",
    ] {
        let found = about_claims(text, &[]);
        assert!(found.iter().any(|finding| finding.check == "unsupported_claim"), "{text}: {found:?}");
        assert!(found.iter().all(|finding| finding.level == Level::Block && finding.subject.as_deref() == Some(text)));
    }
}

#[test]
fn words_of_rank_and_trust_are_claims_in_any_case_and_joined_by_hyphens() {
    for text in [
        "The BEST roofers.",
        "Top-rated crews.",
        "top rated crews",
        "Award-winning work.",
        "World-class roofs.",
        "A leading roofer.",
        "Our most trusted crew.",
        "Second to none.",
        "Fully insured.",
        "Family-owned.",
        "A lifetime warranty.",
        "Background-checked men.",
        "Five stars.",
        "Certified crews.",
        "Unbeatable!",
        "The cheapest roofs.",
        "ＢＥＳＴ roofs.",
    ] {
        let found = about_claims(text, &[]);
        assert!(found.iter().any(|finding| finding.check == "unsupported_claim"), "{text}: {found:?}");
    }
}

#[test]
fn plain_sentences_claim_nothing() {
    for text in [
        "Water runs off the roof and into the gutter.",
        "Ask for a price before work starts.",
        "A bestseller lies on the table.",
        "The toplight leaks.",
        "We rate no one.",
        "Starlings nest under the eaves.",
        "Onetime owners ask.",
        "Someone answers the phone.",
        "Höhere Dächer brauchen Gerüste.",
        "屋根の修理をします。",
        "🏠 Roofs.",
    ] {
        assert_eq!(about_claims(text, &[]), [], "{text}");
    }
}

#[test]
fn claim_is_cited_known_or_unsupported_by_the_facts_that_hold_it() {
    for (text, ids, wanted) in [
        ("It comes to $1,250.50.", &["price"][..], &[][..]),
        ("It comes to $1250.50.", &["price"][..], &[][..]),
        ("A 12-foot gutter costs $1,250.50.", &["price"][..], &[][..]),
        ("It comes to $1,250.50.", &[][..], &["uncited_claim"][..]),
        ("It comes to $1,250.50.", &["years"][..], &["uncited_claim"][..]),
        ("It comes to $1,250.", &["price"][..], &["unsupported_claim"][..]),
        ("It comes to $1,250.51.", &["price"][..], &["unsupported_claim"][..]),
        ("It comes to $12.", &["price"][..], &[][..]),
        ("In this trade since 1987.", &["years"][..], &[][..]),
        ("In this trade since 1978.", &["years"][..], &["unsupported_claim"][..]),
        ("We are licensed.", &["licence"][..], &[][..]),
        ("We are licensed and insured.", &["licence"][..], &["unsupported_claim"][..]),
        ("We are licensed, since 1987, for $12.", &["licence", "years", "price"][..], &[][..]),
        ("Roofs leak.", &["nobody"][..], &["unknown_fact"][..]),
        ("Roofs leak.", &["price"][..], &[][..]),
    ] {
        let found = about_claims(text, ids);
        let checks: Vec<&str> = found.iter().map(|finding| finding.check.as_str()).collect();
        assert_eq!(checks, wanted, "{text} {ids:?}: {found:?}");
        assert!(found.iter().all(|finding| (finding.level == Level::Warn) == (finding.check == "uncited_claim")));
    }
}

#[test]
fn rating_or_award_needs_the_owner_and_a_licence_does_not() {
    for (kind, needs_owner) in [
        (FactKind::Rating, true),
        (FactKind::Award, true),
        (FactKind::Licence, false),
        (FactKind::Price, false),
        (FactKind::Statement, false),
    ] {
        for is_owner_supplied in [true, false] {
            let given = Fact { is_owner_supplied, ..fact("x", kind, "4.9 stars", None, None) };
            let output = scored("Customers gave 4.9 stars.", &["x"], vec![given]);
            let is_made_up = output.findings.iter().any(|finding| finding.check == "fabricated_trust");
            assert_eq!(is_made_up, needs_owner && !is_owner_supplied, "{kind:?} {is_owner_supplied}");
        }
    }
}

#[test]
fn claims_in_title_and_description_are_checked_too() {
    let draft = |title: &str, description: &str| Draft {
        title: said(title, &[]),
        description: said(description, &[]),
        blocks: vec![Block { sentences: vec![said("Roofs leak.", &[])], ..Block::default() }],
        ..Draft::default()
    };
    for (title, description, count) in [
        ("Best roofers", "", 1),
        ("", "Call 24 hours.", 1),
        ("Best roofers", "Call 24 hours.", 2),
        ("Roofs", "Roofs.", 0),
    ] {
        let input = ScoreInput { query: "roof".into(), draft: draft(title, description), ..ScoreInput::default() };
        let output = score(&input, &checked(), &Unattended).unwrap();
        let found = output.findings.iter().filter(|finding| finding.check == "unsupported_claim").count();
        assert_eq!(found, count, "{title:?} {description:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn number_of_a_fact_is_supported_where_it_is_named_and_any_other_is_not(number in 0_u32..3_000_000, other in 0_u32..3_000_000) {
        let given = || vec![fact("n", FactKind::Statement, &format!("There are {number} shingles"), None, None)];
        let has = |text: String, ids: &[&str], check: &str| scored(&text, ids, given()).findings.iter().any(|finding| finding.check == check);
        let own = format!("We laid {number} of them.");
        prop_assert!(!has(own.clone(), &["n"], "unsupported_claim"));
        prop_assert!(has(own, &[], "uncited_claim"));
        prop_assert_eq!(has(format!("We laid {other} of them."), &["n"], "unsupported_claim"), number != other);
    }

    #[test]
    fn score_is_the_sum_of_its_parts_and_at_most_50_if_blocked(texts in prop::collection::vec("[A-Za-z0-9 ,.$%]{1,60}", 1..8)) {
        let text = texts.join(". ");
        prop_assume!(text.chars().any(char::is_alphanumeric));
        let output = scored(&text, &[], facts());
        let blocks = output.findings.iter().filter(|finding| finding.level == Level::Block).count();
        prop_assert!((output.parts.iter().map(|part| part.weight).sum::<f64>() - 100.0).abs() < 1e-9);
        let measured = || output.parts.iter().filter(|part| part.value.is_some());
        let points: f64 = measured().map(|part| part.points).sum();
        let share = (100.0 * points / measured().map(|part| part.weight).sum::<f64>()).round() as u32;
        prop_assert_eq!(output.score, if blocks > 0 { share.min(50) } else { share });
        prop_assert!(output.parts.iter().all(|part| part.points.is_finite() && (0.0..=part.weight).contains(&part.points)));
        prop_assert_eq!(output.passes, blocks == 0);
        prop_assert!(output.findings.windows(2).all(|pair| pair[0].level <= pair[1].level), "blocking first");
        prop_assert!(output.findings.iter().all(|finding| !finding.fix.is_empty()));
        prop_assert_eq!(output.insights.len(), usize::from(!output.passes));
    }
}
