//! Sentences of a language model against facts.

use engines::common::{EngineError, Unattended};
use engines::content::{Fact, FactKind, ProblemKind, SentenceVerdict, Verdict, VerifyInput, verify};
use proptest::prelude::*;

use super::{fact, said};

fn facts() -> Vec<Fact> {
    use FactKind::{
        Business, Duration, Experience, Guarantee, Hours, Insurance, Licence, Phone, Place, Price, Service, Statement,
    };
    let general = |id: &str, value: &str| Fact {
        is_owner_supplied: false,
        source: "EPA, mold guide".into(),
        ..fact(id, Statement, value, None, None)
    };
    vec![
        fact("biz", Business, "Acme Drying", None, None),
        fact("svc", Service, "water damage restoration", None, None),
        fact("place", Place, "Tulsa, OK", None, None),
        fact("clean", Price, "$350", Some("carpet cleaning"), None),
        fact("pump", Price, "$500 to $900", Some("pumping out a basement"), None),
        fact("foot", Price, "$8 to $12 a foot", Some("new baseboard"), None),
        fact("look", Duration, "45 minutes", Some("a moisture reading"), None),
        fact("hours", Hours, "Monday to Friday, 7 a.m. to 6 p.m.", None, None),
        fact("tel", Phone, "918-555-0134", None, None),
        fact("lic", Licence, "Oklahoma contractor 80123456", None, None),
        fact("ins", Insurance, "General liability of $2 million", None, None),
        fact("since", Experience, "since 2004", None, None),
        fact("back", Guarantee, "A second visit is free if moisture returns within 30 days", None, None),
        fact("haul", Statement, "Hauling away wet carpet is not included in the price", None, None),
        general("mold", "Mold usually begins to grow on wet drywall within 24 to 48 hours"),
        general("fans", "Fans should run before the walls are closed, because trapped moisture feeds mold"),
    ]
}

fn checked(text: &str, ids: &[&str]) -> SentenceVerdict {
    let input = VerifyInput { sentences: vec![said(text, ids)], facts: facts() };
    verify(&input, &Unattended).unwrap().verdicts.remove(0)
}

#[test]
fn contact_sentence_with_the_known_number_is_supported_despite_general_advice() {
    let advice = Fact {
        is_owner_supplied: false,
        source: "EPA, mold guide".into(),
        ..fact("reach", FactKind::Statement, "Ask for a number at which you can reach the crew at night", None, None)
    };
    let facts: Vec<Fact> = facts().into_iter().chain([advice]).collect();
    let verdict = |text: &str| {
        let input = VerifyInput { sentences: vec![said(text, &[])], facts: facts.clone() };
        verify(&input, &Unattended).unwrap().verdicts.remove(0).verdict
    };
    for text in ["You can reach us at 918-555-0134.", "Call us at 918-555-0134.", "Our number is 918-555-0134."] {
        assert_eq!(verdict(text), Verdict::Supported, "{text}");
    }
    assert_ne!(verdict("You can reach us at 918-555-0135."), Verdict::Supported);
    assert_ne!(verdict("Our crew is at the door within the hour, so call 918-555-0134."), Verdict::Supported);
}

#[test]
fn sentences_that_facts_say_in_other_words_are_supported() {
    for (text, id) in [
        ("Carpet cleaning costs $350.", "clean"),
        ("Expect to pay between $500 and $900 to pump out a basement.", "pump"),
        ("Pumping out a basement starts at $500.", "pump"),
        ("New baseboard runs 8 to 12 dollars per foot.", "foot"),
        ("A moisture reading takes about 45 minutes.", "look"),
        ("Call 918-555-0134 on weekdays.", "tel"),
        ("Call (918) 555-0134.", "tel"),
        ("Acme Drying is licensed in Oklahoma (80123456) and insured for two million dollars.", "lic"),
        ("We have served Tulsa since 2004.", "since"),
        ("If moisture returns within 30 days, the second visit is free.", "back"),
        ("The price does not include hauling away wet carpet.", "haul"),
        ("Mold usually starts to grow on wet drywall within 24 to 48 hours.", "mold"),
        ("Because trapped moisture feeds mold, fans should run before the walls are closed.", "fans"),
        ("The phones are open from 7 a.m. to 6 p.m., Monday to Friday.", "hours"),
    ] {
        let verdict = checked(text, &[]);
        assert_eq!(verdict.verdict, Verdict::Supported, "{text}: {verdict:#?}");
        assert!(verdict.fact_ids.iter().any(|found| found == id), "{text}: {:?}", verdict.fact_ids);
    }
}

#[test]
fn sentences_that_no_fact_says_are_unsupported_with_the_kind_of_problem() {
    for (text, kind) in [
        ("Carpet cleaning costs $375.", ProblemKind::Number),
        ("Acme Drying is insured for $20 million.", ProblemKind::Number),
        ("A moisture reading takes 45 hours.", ProblemKind::Number),
        ("We have served Tulsa since 2001.", ProblemKind::Number),
        ("Call 918-555-0135.", ProblemKind::Number),
        ("Acme Drying holds Oklahoma licence 80123457.", ProblemKind::Number),
        ("More than 12,000 homes flood in Tulsa.", ProblemKind::Number),
        ("An inspection costs $350.", ProblemKind::Swapped),
        ("Pumping out a basement costs $350.", ProblemKind::Swapped),
        ("New baseboard costs $8 to $12 an hour.", ProblemKind::Swapped),
        ("Pumping out a basement costs $500.", ProblemKind::Swapped),
        ("Carpet cleaning costs less than $350.", ProblemKind::Swapped),
        ("Acme Drying also works in Dallas.", ProblemKind::Name),
        ("Ask for Peter Novak at the desk.", ProblemKind::Name),
        ("Summit Restoration dries the walls.", ProblemKind::Name),
        ("Acme Drying is bonded.", ProblemKind::Claim),
        ("We answer around the clock.", ProblemKind::Claim),
        ("Acme Drying offers free estimates.", ProblemKind::Claim),
        ("Acme Drying is the best company in Tulsa.", ProblemKind::Claim),
        ("We offer same-day service and a discount.", ProblemKind::Claim),
        ("Our crews are background-checked.", ProblemKind::Claim),
        ("Hauling away wet carpet is included in the price.", ProblemKind::Negation),
        ("Mold does not usually begin to grow on wet drywall within 24 to 48 hours.", ProblemKind::Negation),
        ("Fans should run after the walls are closed, because trapped moisture feeds mold.", ProblemKind::Negation),
        ("Mold always begins to grow on wet drywall within 24 to 48 hours.", ProblemKind::Quantifier),
        ("Our team stops mold within 24 to 48 hours on wet drywall.", ProblemKind::Attribution),
        ("According to a Stanford study, mold grows on wet drywall.", ProblemKind::Name),
        ("As an AI, I cannot confirm the price of carpet cleaning.", ProblemKind::Leak),
        ("Visit www.acme-deals.com for carpet cleaning.", ProblemKind::Leak),
        ("<b>Carpet cleaning</b> costs $350.", ProblemKind::Leak),
        ("Carpet cleaning in [City] costs $350.", ProblemKind::UnknownSource),
        ("Carpet cleaning costs $350 [f99].", ProblemKind::UnknownSource),
    ] {
        let verdict = checked(text, &[]);
        assert!(verdict.verdict >= Verdict::Unsupported, "{text}: {verdict:#?}");
        assert!(verdict.problems.iter().any(|problem| problem.kind == kind), "{text}: {:#?}", verdict.problems);
    }
}

#[test]
fn citation_of_a_missing_fact_is_unsupported_and_of_a_known_one_in_brackets_is_not() {
    assert_eq!(checked("Carpet cleaning costs $350.", &["nobody"]).verdict, Verdict::Unsupported);
    assert_eq!(checked("Carpet cleaning costs $350 [clean].", &["clean"]).verdict, Verdict::Supported);
}

#[test]
fn advice_without_a_claim_is_an_opinion() {
    for text in ["Neighbors like tidy gardens with flowers.", "Patience pays off in the long run."] {
        let verdict = checked(text, &[]);
        assert_eq!(verdict.verdict, Verdict::Opinion, "{verdict:#?}");
        assert_eq!(verdict.problems[0].kind, ProblemKind::Uncovered);
    }
}

#[test]
fn source_of_a_fact_may_be_named() {
    let verdict =
        checked("According to the EPA, mold usually begins to grow on wet drywall within 24 to 48 hours.", &["mold"]);
    assert_eq!(verdict.verdict, Verdict::Supported, "{verdict:#?}");
}

#[test]
fn odd_sentences_have_a_verdict_without_nan() {
    for text in [
        "",
        ".",
        "5",
        "屋根の修理は５万円。",
        "إصلاح في ٢٤ ساعة",
        "1/0",
        "$",
        "[[[",
        "9.9.9.9,9,,9",
        "\u{202e}x",
        "a-b-c-d/e",
        &"9 ".repeat(2_000),
    ] {
        let verdict = checked(text, &[]);
        assert!((0.0..=1.0).contains(&verdict.covered), "{text}: {verdict:?}");
    }
}

#[test]
fn verify_counts_verdicts_and_refuses_too_much() {
    let sentences = vec![
        said("Carpet cleaning costs $350.", &[]),
        said("Carpet cleaning costs $1.", &[]),
        said("Patience pays.", &[]),
    ];
    let output = verify(&VerifyInput { sentences, facts: facts() }, &Unattended).unwrap();
    assert_eq!((output.supported, output.opinions, output.unsupported + output.contradicted), (1, 1, 1));
    let many = VerifyInput { sentences: vec![said("x", &[]); 20_001], facts: Vec::new() };
    assert!(matches!(verify(&many, &Unattended).unwrap_err(), EngineError::TooLarge { .. }));
    let none = verify(&VerifyInput::default(), &Unattended).unwrap_err();
    assert!(matches!(none, EngineError::NoInput { what: "sentences", .. }), "{none}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_sentence_and_fact_have_a_verdict(text in "\\PC{0,120}", value in "\\PC{1,80}", detail in "\\PC{0,40}") {
        let facts = vec![fact("f", FactKind::Price, &format!("{value}a"), Some(&detail), None)];
        let output = verify(&VerifyInput { sentences: vec![said(&text, &["f"])], facts }, &Unattended).unwrap();
        prop_assert!((0.0..=1.0).contains(&output.verdicts[0].covered));
    }

    #[test]
    fn another_price_is_never_supported(price in 1_u32..5_000, other in 1_u32..5_000) {
        let facts = vec![fact("f", FactKind::Price, &format!("${price}"), Some("a chimney cap"), None)];
        let checked = |amount: u32| verify(&VerifyInput { sentences: vec![said(&format!("A chimney cap costs ${amount}."), &["f"])], facts: facts.clone() }, &Unattended).unwrap().verdicts.remove(0).verdict;
        prop_assert_eq!(checked(price), Verdict::Supported);
        prop_assert_eq!(checked(other) == Verdict::Supported, price == other);
    }
}
