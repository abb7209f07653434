//! The format of packs.

use editorial::{Climate, Intent, Level, Section, Shingles, check, parse, print};
use proptest::prelude::*;

const FRONT: &str = r#"+++
vertical = "water-damage"
language = "en"
title = "Water damage restoration"
updated = "2026-11-24"

[terms]
work = "water damage restoration"
job = "drying job"
jobs = "drying jobs"
worker = "technician"
workers = "technicians"
business = "restoration company"
businesses = "restoration companies"
customer = "homeowner"
customers = "homeowners"

[sources]
epa = { title = "Mold Course", publisher = "EPA", year = 2022, url = "https://www.epa.gov/mold" }
+++
"#;

fn with(body: &str) -> String {
    format!("{FRONT}{body}")
}

#[test]
fn pack_is_read_with_tags_labels_steps_and_questions() {
    let text = with(
        "# How the work goes\n\n1. **Inspection.** A meter finds\n   the wet wood.\n\n# Local conditions\n\n\
         - {climate: cold, very-cold; intent: cost; source: epa} Pipes freeze.\n\n# Glossary\n\n- **Dew point**: The \
         temperature at which air drops water.\n\n# Questions\n\n## How long does it take?\n\n{intent: how-to} Days.\n",
    );
    let pack = parse(&text).expect("a pack");
    let step = pack.of(Section::Work).next().expect("a step");
    assert_eq!((step.label.as_deref(), step.text.as_str()), (Some("Inspection"), "A meter finds the wet wood."));
    assert_eq!(step.id, "work-inspection");
    let local = pack.of(Section::Local).next().expect("a statement");
    assert!(local.conditions.climates.contains(&Climate::Cold) && local.conditions.climates.len() == 2);
    assert!(local.intents.contains(&Intent::Cost) && local.sources == ["epa"]);
    assert_eq!(pack.glossary[0].term, "Dew point");
    assert_eq!(
        (pack.questions[0].question.as_str(), pack.questions[0].answer.as_str()),
        ("How long does it take?", "Days.")
    );
    assert!(pack.questions[0].intents.contains(&Intent::HowTo));
}

#[test]
fn excluded_places_are_read_printed_and_checked() {
    let excluded = |text: &str| FRONT.replace("\n+++\n", &format!("\n{text}\n+++\n"));
    let rule =
        "[[excluded]]\nclimates = [\"hot-dry\"]\nstates = [\"AZ\"]\nreason = \"it never rains\"\nsource = \"epa\"";
    let pack = parse(&excluded(rule)).expect("a pack");
    let one = &pack.excluded[0];
    assert!(one.conditions.climates.contains(&Climate::HotDry) && one.conditions.states.len() == 1);
    assert_eq!((one.reason.as_str(), one.source.as_str()), ("it never rains", "epa"));
    assert_eq!(parse(&print(&pack)).expect("the printed pack"), pack);
    for (wrong, problem) in [
        (rule.replace("hot-dry", "lunar"), "the climate `lunar`"),
        (rule.replace("AZ", "QQ"), "the state `QQ`"),
        (rule.replace("\"epa\"", "\"nasa\""), "the source `nasa`"),
        ("[[excluded]]\nreason = \"it never rains\"\nsource = \"epa\"".to_owned(), "must name"),
    ] {
        let mistakes = parse(&excluded(&wrong)).expect_err("a mistake");
        assert!(mistakes.iter().any(|mistake| mistake.problem.contains(problem)), "{mistakes:?}");
    }
}

#[test]
fn mistakes_name_their_line() {
    let first = FRONT.lines().count() + 1;
    for (body, line, problem) in [
        ("# Nonsense\n", first, "unknown"),
        ("stray\n", first, "no section"),
        ("# Mistakes\n- {weather: cold} A.\n", first + 1, "weather"),
        ("# Mistakes\n- {climate: warm} A.\n", first + 1, "hot-humid"),
        ("# Mistakes\n- {climate: cold A.\n", first + 1, "closing brace"),
        ("# Mistakes\n- {source: nobody} A.\n", first + 1, "nobody"),
        ("# Mistakes\n\n1. A.\n", first + 2, "an item"),
        ("# Mistakes\n- Same.\n- Same.\n", first + 2, "id"),
        ("# Mistakes\n- **Label.** {climate: cold} A.\n", first + 1, "before the label"),
        ("# Questions\nNo question.\n", first + 1, "below a question"),
    ] {
        let mistakes = parse(&with(body)).expect_err(body);
        let found = &mistakes[0];
        assert!(found.line == line && found.problem.contains(problem), "{body}: {found}");
    }
    let unknown = FRONT.replace("language", "tongue");
    assert!(parse(&unknown).is_err_and(|found| found[0].line == 3 && found[0].problem.contains("tongue")));
    assert!(parse("# Mistakes\n").is_err());
    assert!(parse(&"x".repeat(1 << 20)).is_err_and(|found| found[0].problem.contains("512 KiB")));
}

#[test]
fn rules_find_advertising_figures_without_source_and_long_sentences() {
    let long = "word ".repeat(40);
    for (text, problem) in [
        ("This is a seamless job.", "seamless"),
        ("It costs 40 dollars.", "without a source"),
        ("Work is guaranteed.", "guaranteed"),
        ("About ten percent of homes leak.", "without a source"),
        ("It is not only fast but cheap.", "not only"),
        ("Text with {climate: cold} inside.", "markup"),
        ("They dry the wall.", "stand alone"),
        ("See below for the steps.", "see below"),
        ("Call us at night.", "first person"),
        ("In New Mexico the law differs.", "names New Mexico"),
        ("Too short.", "1 sentences"),
        ("The mould grew.", "\"mold\""),
        ("Dry the the wall.", "twice"),
        ("It takes a hour or an week.", "a hour"),
        ("It takes an hour or an week.", "an week"),
        ("No stop", "full stop"),
        ("One thing \u{2014} another.", "two sentences"),
        (&format!("{}.", long.trim()), "40 words"),
    ] {
        let pack = parse(&with(&format!("# Mistakes\n- {{id: it}} {text}\n"))).expect("a pack");
        let found = check(&pack);
        let is_found =
            found.iter().any(|one| one.at == "it" && one.level == Level::Error && one.problem.contains(problem));
        assert!(is_found, "{text}: {found:#?}");
    }
}

#[test]
fn rules_allow_plain_uses_of_the_same_words() {
    for text in [
        "No honest roofer can guarantee the life of a shingle.",
        "Ask whether the work is guaranteed in writing.",
        "A safety harness is tied to the ridge.",
        "The cheapest bid is not only low on one line.",
        "The US agency publishes the list.",
        "A unit, an uninsured driver, a one year term, an hour, a European part and an MRI.",
        "Repairs follow in the following months. Months pass.",
    ] {
        let pack = parse(&with(&format!("# Mistakes\n- {{id: it}} {text}\n"))).expect("a pack");
        let found: Vec<_> = check(&pack).into_iter().filter(|one| one.at == "it").collect();
        let other = |problem: &str| !["sentences", "words", "label"].iter().any(|known| problem.contains(known));
        assert!(!found.iter().any(|one| other(&one.problem)), "{text}: {found:#?}");
    }
}

#[test]
fn rules_find_faulty_labels_shared_runs_and_words_of_regulated_trades() {
    let body = "# Mistakes\n- {id: a} **A label of far too many words.** One two three four five six seven.\n\
                - {id: b} **Twin.** Then one two three four five six seven.\n- {id: c} **Twin.** A lawyer will win.\n\
                - {id: d} No label. An expert witness speaks.\n- {id: e} An expert lawyer.\n";
    let text = with(body).replace("\n[terms]", "review = \"a lawyer\"\n\n[terms]");
    let found = check(&parse(&text).expect("a pack"));
    let has = |at: &str, problem: &str| found.iter().any(|one| one.at == at && one.problem.contains(problem));
    assert!(has("a", "more than 5 words") && has("b", "of `a`") && has("c", "another statement"), "{found:#?}");
    assert!(has("c", "will win") && has("d", "needs a label") && has("e", "expert"), "{found:#?}");
    assert!(!has("d", "expert") && has("sources", "at least 3"), "{found:#?}");
}

#[test]
fn resemblance_is_the_share_of_common_runs_of_words() {
    let of = |text: &str| Shingles::new(&parse(&with(&format!("# Mistakes\n- {text}\n"))).expect("a pack"));
    let one = of("One two three four five six.");
    assert!((one.resemblance(&one) - 1.0).abs() < f64::EPSILON);
    assert!((one.resemblance(&of("One two three four five seven.")) - 1.0 / 3.0).abs() < 1e-12);
    assert!(one.resemblance(&of("Nothing.")).abs() < f64::EPSILON);
}

proptest! {
    #[test]
    fn parse_never_panics(body in "(# (Mistakes|Questions|Glossary|How the work goes)|[-{}:;*.#0-9 a-z\u{e9}]{0,20}|\n){0,40}") {
        let _ = parse(&with(&body));
        let _ = parse(&body);
    }
}
