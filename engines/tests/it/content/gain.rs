//! Information gain, questions, boilerplate and stuffing.

use engines::common::{Control, EngineError, Unattended};
use engines::content::{Block, Draft, FactKind, Finding, ScoreInput, ScoreOutput, revise, score};
use engines::semantic::Page;

use super::{AUSTIN, checked, composed, fact, said, sheet};

fn paragraph(texts: &[(&str, &[&str])]) -> Block {
    Block { sentences: texts.iter().map(|(text, ids)| said(text, ids)).collect(), ..Block::default() }
}

fn input() -> ScoreInput {
    ScoreInput {
        query: "roof repair austin".into(),
        draft: composed("Austin, TX", &AUSTIN).draft,
        facts: sheet("Austin, TX", &AUSTIN),
        ..ScoreInput::default()
    }
}

fn scored(input: &ScoreInput) -> ScoreOutput {
    score(input, &checked(), &Unattended).unwrap()
}

fn text_of(draft: &Draft) -> String {
    draft.body().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn winner(text: &str) -> Page {
    Page { url: "https://winner.example/".into(), text: text.into(), ..Page::default() }
}

fn value(output: &ScoreOutput, name: &str) -> Option<f64> {
    output.parts.iter().find(|part| part.name == name).and_then(|part| part.value)
}

fn of<'a>(output: &'a ScoreOutput, check: &str) -> Vec<&'a Finding> {
    output.findings.iter().filter(|finding| finding.check == check).collect()
}

#[test]
fn copied_winner_has_an_information_gain_of_0() {
    let plain = input();
    let copy = ScoreInput { winners: vec![winner(&text_of(&plain.draft))], ..plain.clone() };
    let output = scored(&copy);
    assert_eq!((output.measures.information_gain, value(&output, "gain")), (Some(0.0), Some(0.0)));
    assert_eq!((output.new_statements.len(), of(&output, "information_gain").len()), (0, 1));
    let other =
        ScoreInput { winners: vec![winner("We repair roofs in Austin. Call us for roof repair.")], ..plain.clone() };
    assert!(scored(&other).measures.information_gain.unwrap() > 0.5);
    assert!(scored(&other).score > output.score);
    assert_eq!(scored(&plain).measures.information_gain, None);
}

#[test]
fn term_pasted_30_times_does_not_raise_the_score() {
    let winners = vec![winner("We repair roofs in Austin. Call us for roof repair.")];
    let once = ScoreInput { winners, questions: vec!["What does asbestos testing cost?".into()], ..input() };
    let before = scored(&once);
    for ids in [&[][..], &["say1"]] {
        let mut pasted = once.clone();
        pasted.draft.blocks.push(paragraph(&[("Asbestos roof repair austin testing.", ids); 30]));
        let after = scored(&pasted);
        assert!(after.score <= before.score, "{} after {}: {:?}", after.score, before.score, after.parts);
        assert!(after.measures.density > before.measures.density);
    }
}

#[test]
fn density_above_3_percent_lowers_the_score() {
    let mut stuffed = input();
    let before = scored(&stuffed);
    stuffed
        .draft
        .blocks
        .push(paragraph(&[("A roof repair austin job is a roof repair austin job.", &["say1"][..]); 8]));
    let after = scored(&stuffed);
    assert!(after.measures.density > 0.03 && of(&after, "stuffing").len() == 1);
    assert!(value(&after, "density") < value(&before, "density") && after.score < before.score);
}

#[test]
fn questions_are_answered_by_the_section_with_their_words() {
    let mut asked = input();
    asked.questions = vec!["Do I need a permit to replace a roof side?".into(), "Can I pay with a credit card?".into()];
    let output = scored(&asked);
    let block = &asked.draft.blocks[output.questions[0].block.unwrap()];
    assert!(block.sentences.iter().any(|sentence| sentence.text.contains("permit")), "{:?}", output.questions);
    assert!(output.questions[0].section.is_some());
    assert_eq!((output.questions[1].block, output.measures.questions_answered), (None, Some(0.5)));
    assert_eq!(of(&output, "question").len(), 1);
    let many = ScoreInput { questions: vec!["Why?".into(); 201], ..asked };
    let error = score(&many, &checked(), &Unattended).unwrap_err();
    assert!(matches!(error, EngineError::TooLarge { what: "`questions`", .. }), "{error}");
}

#[test]
fn filler_is_found_with_its_reason_and_removed_by_revise() {
    let mut filled = input();
    filled.draft.blocks.push(paragraph(&[
        ("Look no further than Acme Roofing.", &[]),
        ("In order to see a leak, the crew goes up first.", &["s1"]),
        ("We pride ourselves on our work, and a first look takes 45 minutes.", &["d1"]),
    ]));
    let block = filled.draft.blocks.len() - 1;
    let output = scored(&filled);
    let found = of(&output, "boilerplate");
    let replacements: Vec<Option<&str>> = found.iter().map(|finding| finding.replacement.as_deref()).collect();
    assert_eq!(replacements, [Some(""), Some("To see a leak, the crew goes up first."), None], "{found:#?}");
    assert!(found.iter().enumerate().all(|(at, finding)| (finding.block, finding.sentence) == (Some(block), Some(at))));
    assert_eq!(output.measures.boilerplate, 3);
    assert!(output.score < scored(&input()).score);
    let revised = revise(&filled, &checked(), &Unattended).unwrap();
    let text = text_of(&revised.draft);
    assert!(
        !text.contains("Look no further") && text.contains("\nTo see a leak") && text.contains("pride ourselves"),
        "{text}"
    );
    assert!(revised.changes.iter().filter(|change| change.check == "boilerplate").count() == 2);
}

/// Cancels after some questions.
struct Impatient(std::cell::Cell<u32>);

impl Control for Impatient {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.set(self.0.get().saturating_sub(1));
        self.0.get() == 0
    }
}

#[test]
fn two_megabytes_are_bounded_and_can_be_cancelled() {
    let line = "Water runs off a roof into the gutter, and the gutter drains to the street. ";
    let sentences: Vec<(&str, &[&str])> = vec![(line, &[]); 1_900_000 / line.len()];
    let draft = Draft { blocks: vec![paragraph(&sentences)], ..Draft::default() };
    let long = ScoreInput { draft, facts: vec![fact("s", FactKind::Service, "roof repair", None, None)], ..input() };
    let stopped = score(&long, &checked(), &Impatient(std::cell::Cell::new(500)));
    assert_eq!(stopped.unwrap_err(), EngineError::Cancelled);
    let mut short = long;
    short.draft.blocks[0].sentences.truncate(3_000);
    assert!(scored(&short).parts.iter().all(|part| part.points.is_finite()));
}

#[test]
fn one_word_other_scripts_and_markup_are_scored_without_nan() {
    for text in [
        "Roof",
        "屋根の修理は五万円から。",
        "إصلاح السقف ٢٥ سنة",
        "<script>alert('x')</script> <p onclick=x>Hi</p>",
        "\u{202e}evil\u{202c} 9",
        "a\u{0}b",
    ] {
        let draft = Draft { blocks: vec![paragraph(&[(text, &[])])], ..Draft::default() };
        let odd = ScoreInput {
            query: "roof".into(),
            draft,
            winners: vec![winner(text)],
            questions: vec![text.into(), "?".into(), String::new()],
            ..ScoreInput::default()
        };
        let Ok(output) = score(&odd, &checked(), &Unattended) else { panic!("{text}") };
        assert!(output.score <= 100 && output.parts.iter().all(|part| part.value.is_none_or(f64::is_finite)), "{text}");
    }
}
