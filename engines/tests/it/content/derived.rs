//! Figures in other forms than their facts, and figures that follow from facts.

use engines::common::{Day, Unattended};
use engines::content::generate::{Outcome, SecondVerdict, is_read_again, outcome};
use engines::content::{Fact, FactKind, ProblemKind, SentenceVerdict, Support, VerifyInput, verify};

use super::{fact, said};

fn facts() -> Vec<Fact> {
    use FactKind::{Business, Duration, Experience, Hours, Place, Price, Service, Statement};
    let mut since = fact("since", Experience, "since 1996", None, None);
    since.observed_at = Day::parse("2026-11-27");
    vec![
        fact("biz", Business, "Harbor Kennels", None, None),
        fact("svc", Service, "dog boarding", None, None),
        fact("place", Place, "Duluth, MN", None, None),
        since,
        fact("cedar", Price, "$38 per foot", Some("a cedar run"), None),
        fact("chain", Price, "$24 per foot", Some("a chain-link run"), None),
        fact("hours", Hours, "Monday to Saturday, 8 a.m. to 6 p.m.", None, None),
        fact("fence", Statement, "A run of 50 feet is common.", None, None),
        fact("bath", Price, "$30", Some("a bath"), None),
        fact("nails", Price, "$15", Some("a nail trim"), None),
        fact("walk", Price, "$20 an hour", Some("a private walk"), None),
        fact("treat", Price, "$0.75 each", Some("a treat"), None),
        fact("photo", Price, "$0", Some("a second photo"), None),
        fact("two", Statement, "Two dogs of one family get 10% off.", None, None),
        fact("visit", Duration, "90 minutes", Some("a trial visit"), None),
        fact("stay", Duration, "one day", Some("the first stay"), None),
        fact("age", Statement, "Puppies must be one year and two months old to join the pack.", None, None),
        fact(
            "shots",
            Statement,
            "A dog may join after three weeks, or after five if it is from a shelter.",
            None,
            None,
        ),
        fact("town", Statement, "The county has 412,745 registered dogs.", None, None),
        fact("staff", Statement, "Six handlers work here, and three of them groom dogs.", None, None),
        fact("plan", Statement, "A long stay may be split over four months of payments.", None, None),
        fact("mile", Statement, "The pickup van is free for the first seven miles.", None, None),
    ]
}

fn checked(text: &str) -> SentenceVerdict {
    let input = VerifyInput { sentences: vec![said(text, &[])], facts: facts() };
    verify(&input, &Unattended).unwrap().verdicts.remove(0)
}

/// True if no figure of the sentence is a problem.
fn has_its_figures(found: &SentenceVerdict) -> bool {
    found.problems.iter().all(|one| !matches!(one.kind, ProblemKind::Number | ProblemKind::Swapped))
}

fn assert_figures(sentences: &[(&str, &str)]) {
    for (text, id) in sentences {
        let found = checked(text);
        assert!(has_its_figures(&found), "{text}: {found:#?}");
        assert!(found.fact_ids.iter().any(|one| one == id), "{text}: {:?}", found.fact_ids);
    }
}

fn assert_no_figures(sentences: &[&str]) {
    for text in sentences {
        let found = checked(text);
        assert!(!has_its_figures(&found), "{text}: {found:#?}");
    }
}

#[test]
fn figure_in_another_form_is_that_of_its_fact() {
    assert_figures(&[
        ("A trial visit takes an hour and a half.", "visit"),
        ("A trial visit takes one and a half hours.", "visit"),
        ("A treat costs 75 cents.", "treat"),
        ("Puppies join the pack at one year and two months old.", "age"),
        ("Up to mile seven, the pickup van is free.", "mile"),
        ("Every hour of a private walk costs $20.", "walk"),
        ("A private walk is paid by time: $20 buys one hour.", "walk"),
        ("A cedar run is $38 per foot, while a chain-link run is $24.", "chain"),
        ("Payments for a long stay are spread over four months.", "plan"),
    ]);
}

#[test]
fn other_figure_in_such_a_form_is_a_problem() {
    assert_no_figures(&[
        "A trial visit takes two hours and a half.",
        "A treat costs 57 cents.",
        "Puppies join the pack at one year and five months old.",
        "Up to mile nine, the pickup van is free.",
        "A private walk is paid by time: $25 buys one hour.",
        "A cedar run is $38 per foot, while a chain-link run is $42.",
        "Payments for a long stay are spread over nine months.",
    ]);
}

#[test]
fn bare_number_has_the_unit_with_which_it_goes_on() {
    for text in ["A dog from a shelter may join after five weeks.", "A dog may join after three weeks."] {
        let found = checked(text);
        assert_ne!(found.support(), Support::Missing, "{text}: {found:#?}");
    }
    for text in ["A dog from a shelter may join after eight weeks.", "A dog from a shelter may join after five months."]
    {
        let found = checked(text);
        assert_eq!(found.support(), Support::Calculation, "{text}: {found:#?}");
    }
}

#[test]
fn honest_rounding_with_its_word_is_supported() {
    assert_figures(&[
        ("The county has about 400,000 registered dogs.", "town"),
        ("The county has more than 410,000 registered dogs.", "town"),
        ("The county has nearly 413,000 registered dogs.", "town"),
    ]);
    assert_no_figures(&[
        "The county has 400,000 registered dogs.",
        "The county has nearly 400,000 registered dogs.",
        "The county has more than 420,000 registered dogs.",
        "The county has about 300,000 registered dogs.",
        "The county has about 500,000 registered dogs.",
    ]);
}

#[test]
fn figure_that_follows_by_the_operation_that_the_sentence_names_is_supported() {
    assert_figures(&[
        ("A cedar run costs $14 more per foot than a chain-link run.", "cedar"),
        ("A chain-link run costs $14 less per foot than a cedar run.", "chain"),
        ("A bath and a nail trim together cost $45.", "bath"),
        ("Half of our six handlers groom dogs.", "staff"),
        ("Harbor Kennels has boarded dogs for 30 years.", "since"),
        ("Harbor Kennels has boarded dogs for nearly 30 years.", "since"),
        ("A nail trim costs half the price of a bath.", "nails"),
        ("For 50 feet, a cedar run costs $1,900.", "cedar"),
        ("The office is open six days a week.", "hours"),
    ]);
}

#[test]
fn operation_on_other_facts_or_in_the_other_direction_is_a_problem() {
    assert_no_figures(&[
        "A chain-link run costs $14 more per foot than a cedar run.",
        "A cedar run costs $14 less per foot than a chain-link run.",
        "A cedar run costs $16 more per foot than a chain-link run.",
        "A bath costs $14 more than a nail trim.",
        "A bath and a private walk together cost $45.",
        "A bath costs $45.",
        "Half of our four handlers groom dogs.",
        "Harbor Kennels has boarded dogs for more than 35 years.",
        "Harbor Kennels has boarded dogs for 25 years.",
        "A bath costs half the price of a nail trim.",
        "For 50 feet, a cedar run costs $1,200.",
        "The office is open five days a week.",
    ]);
}

#[test]
fn words_that_only_look_like_claims_are_none() {
    let is_claim = |text: &str| checked(text).problems.iter().any(|one| one.kind == ProblemKind::Claim);
    for text in [
        "Keep the dog inside for the days leading up to its stay.",
        "Does an insurance plan pay for the stay?",
        "Nobody will promise you that a puppy joins the pack.",
    ] {
        assert!(!is_claim(text), "{text}: {:?}", checked(text).problems);
    }
    for text in [
        "We are the leading kennel in Duluth.",
        "Our insurance covers every dog.",
        "Nobody treats dogs better than Harbor Kennels.",
    ] {
        assert!(is_claim(text), "{text}: {:?}", checked(text).problems);
    }
}

#[test]
fn facts_make_claims_in_other_words() {
    let is_claim = |text: &str| checked(text).problems.iter().any(|one| one.kind == ProblemKind::Claim);
    assert!(!is_claim("A second photo is free."), "{:?}", checked("A second photo is free.").problems);
    assert!(!is_claim("Two dogs get a discount of 10 percent."), "{:?}", checked("Two dogs get a discount.").problems);
    assert!(is_claim("A bath is free.") && is_claim("Seniors get a discount of 10 percent."));
}

#[test]
fn second_reading_decides_what_a_figure_belongs_to_only_with_a_fact_that_has_it() {
    let found = checked("For $30, somebody scrubs the animal.");
    assert_eq!(found.support(), Support::Subject, "{found:#?}");
    assert!(is_read_again(&found));
    let named = |ids: &[&str]| SecondVerdict::Said {
        fact_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
        calculated: Vec::new(),
    };
    let is_kept = |second: Option<SecondVerdict>| matches!(outcome(&found, second.as_ref()), Outcome::Kept { .. });
    assert!(is_kept(Some(named(&["bath"]))) && is_kept(Some(named(&["biz", "bath"]))));
    assert!(
        !is_kept(Some(named(&["nails"]))) && !is_kept(Some(SecondVerdict::Unsaid(String::new()))) && !is_kept(None)
    );
    let invented = checked("For $31, somebody scrubs the animal.");
    let second = named(&["bath"]);
    assert!(matches!(outcome(&invented, Some(&second)), Outcome::Removed(_)), "{invented:#?}");
}

#[test]
fn figures_exchanged_between_two_facts_are_for_the_rules_alone() {
    let found = checked("A bath costs $15, and a nail trim costs $30.");
    assert_eq!(found.support(), Support::Missing, "{found:#?}");
    assert!(!is_read_again(&found));
}
