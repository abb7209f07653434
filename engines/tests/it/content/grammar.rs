//! Grammar and spelling.

use engines::common::Unattended;
use engines::content::{Block, Draft, FactKind, Finding, Parameters, ScoreInput, revise, score};

use super::{checked, fact, said};

fn input(texts: &[&str]) -> ScoreInput {
    let block = Block { sentences: texts.iter().map(|text| said(text, &[])).collect(), ..Block::default() };
    let facts = vec![
        fact("biz", FactKind::Business, "Kwikfix Roofng", None, None),
        fact("place", FactKind::Place, "Schenectady, NY", None, None),
    ];
    ScoreInput {
        query: "roof repair".into(),
        draft: Draft { blocks: vec![block], ..Draft::default() },
        facts,
        ..ScoreInput::default()
    }
}

fn found(texts: &[&str]) -> Vec<Finding> {
    let output = score(&input(texts), &checked(), &Unattended).unwrap();
    output.findings.into_iter().filter(|finding| finding.check == "grammar").collect()
}

#[test]
fn known_mistakes_are_found_with_their_fix() {
    for (text, mended) in [
        ("The the roof leaks after rain.", Some("The roof leaks after rain.")),
        ("Ask for an written price.", Some("Ask for a written price.")),
        ("A old roof needs care.", Some("An old roof needs care.")),
        ("You should of called earlier.", Some("You should have called earlier.")),
        ("The crew definately checks the valley.", None),
        ("We recieve the shingles in the morning.", None),
        ("The flashing was seperate from the wall.", None),
        ("It is more better than tar.", None),
        ("Its a good idea to look twice.", None),
        ("i think the boot is cracked.", None),
        ("They could care less for all intensive purposes.", None),
    ] {
        let findings = found(&[text]);
        if text.starts_with("It is more") || text.starts_with("Its a") {
            // Rules that are off, because they were wrong more often than right.
            assert!(findings.is_empty(), "{text}: {findings:?}");
            continue;
        }
        assert!(!findings.is_empty(), "{text}");
        if mended.is_some() {
            assert_eq!(findings[0].replacement.as_deref(), mended, "{text}: {findings:?}");
        }
        assert_eq!((findings[0].block, findings[0].sentence), (Some(0), Some(0)));
    }
}

#[test]
fn names_trade_terms_and_other_scripts_are_not_mistakes() {
    let clean = [
        "Kwikfix Roofng works in Schenectady and replaces soffits, subfloors and underlayment.",
        "The IICRC S500 asks for a HEPA filter, and an arborist checks the cleanout.",
        "A prescriber may ask for retreatment, copayments and a superbill.",
        "屋根の修理は五万円から。",
        "إصلاح السقف ٢٥ سنة",
        "",
    ];
    assert_eq!(found(&clean), []);
}

#[test]
fn grammar_is_left_out_where_the_parameter_says_so() {
    let without = Parameters { check_grammar: false, ..Parameters::default() }.check().unwrap();
    let output = score(&input(&["The the roof leaks."]), &without, &Unattended).unwrap();
    assert_eq!(output.measures.grammar_per_1000, None);
    assert!(output.findings.iter().all(|finding| finding.check != "grammar"));
}

#[test]
fn revise_corrects_what_has_one_correction() {
    let output =
        revise(&input(&["Ask for an written price.", "Water runs off the roof."]), &checked(), &Unattended).unwrap();
    let texts: Vec<&str> =
        output.draft.blocks.iter().flat_map(|block| &block.sentences).map(|sentence| sentence.text.as_str()).collect();
    assert!(texts.contains(&"Ask for a written price."), "{texts:?}");
}

/// The packs were read and corrected by people, so what is found there is mostly wrong.
#[test]
#[expect(clippy::disallowed_methods, reason = "the test reads the packs")]
fn checked_prose_of_the_packs_has_at_most_one_finding_in_1000_words() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../editorial/packs/en");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    // Every ninth pack here; `bench/content/grammar` reads all of them.
    let text: String = files.iter().step_by(9).map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let lines =
        text.lines().filter(|line| line.starts_with("- ") || line.chars().next().is_some_and(|c| c.is_ascii_digit()));
    let strip = |line: &str| {
        line.rsplit_once("** ").map_or_else(
            || line.rsplit_once("} ").map_or(line, |(_, text)| text).to_owned(),
            |(_, text)| text.to_owned(),
        )
    };
    let texts: Vec<String> = lines.map(strip).filter(|text| !text.starts_with("- **")).collect();
    let words: usize = texts.iter().map(|text| text.split_whitespace().count()).sum();
    assert!(words > 10_000);
    let mut count = 0;
    for part in texts.chunks(400) {
        let part: Vec<&str> = part.iter().map(String::as_str).collect();
        count += found(&part).len();
    }
    assert!(count * 1_000 <= words, "{count} findings in {words} words");
}
