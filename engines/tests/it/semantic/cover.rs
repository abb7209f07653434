//! Coverage and briefs of any pages.

use engines::common::{Control, EngineError, Unattended};
use engines::semantic::{
    BriefInput, BriefOutput, CoverageInput, CoverageOutput, Heading, Page, Parameters, brief, coverage,
};
use proptest::prelude::*;

use super::{WINNERS, against, checked, page};

fn covered(own: &str, winners: &[String], params: Parameters) -> CoverageOutput {
    let winners = winners.iter().enumerate().map(|(at, text)| page(&format!("/w{at}"), text)).collect();
    let input =
        CoverageInput { query: "roof repair".into(), page: page("/own", own), winners, ..CoverageInput::default() };
    coverage(&input, &params.check().unwrap(), &Unattended).unwrap()
}

/// Pages of words that are rare in English, so that every shared one has a weight.
fn any_winners() -> impl Strategy<Value = Vec<String>> {
    let sentence =
        prop::collection::vec("(flashing|shingle|gutter|attic|chimney|rafter|soffit|tarpaper|dormer|eaves)", 2..6);
    let text = prop::collection::vec(sentence, 1..6)
        .prop_map(|all| all.iter().map(|words| format!("{}.", words.join(" "))).collect::<Vec<_>>().join("\n"));
    prop::collection::vec(text, 2..6)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn coverage_is_the_share_of_the_weight_of_terms_that_stand_on_the_page(winners in any_winners(), own in 0_usize..6) {
        let own = winners.get(own).cloned().unwrap_or_else(|| "A soffit and an attic.".into());
        let output = covered(&own, &winners, Parameters::default());
        let sum = |keep: fn(&engines::semantic::TermCoverage) -> bool| output.terms.iter().filter(|term| keep(term)).map(|term| term.weight).sum::<f64>();
        let (all, had) = (sum(|_| true), sum(|term| term.times > 0));
        let share = if all > 0.0 { had / all } else { 0.0 };
        prop_assert!((output.coverage - share).abs() < 1e-9);
        for term in &output.terms {
            prop_assert!((0.0..1.0).contains(&term.saturation) && (term.saturation > 0.0) == (term.times > 0));
            prop_assert_eq!(term.add, u32::from(term.times == 0));
            prop_assert!(term.winners >= 2 && term.winners as usize <= winners.len() && term.winners_times >= 1 && term.weight > 0.0);
        }
        prop_assert!(output.terms.windows(2).all(|pair| pair[0].weight >= pair[1].weight));
        prop_assert!((0.0..=1.0).contains(&output.information_gain));
        prop_assert_eq!(output.winners_scores.len(), winners.len());
    }

    #[test]
    fn page_that_is_a_winner_scores_as_that_winner(winners in any_winners(), which in any::<prop::sample::Index>()) {
        let at = which.index(winners.len());
        let output = covered(&winners[at], &winners, Parameters::default());
        prop_assert!((output.score - output.winners_scores[at]).abs() < 1e-9);
        prop_assert!((output.coverage - output.winners_coverage[at]).abs() < 1e-12);
        prop_assert_eq!((output.information_gain, output.only_here.len()), (0.0, 0));
    }

    #[test]
    fn order_of_the_winners_does_not_change_the_terms(winners in any_winners(), turn in 0_usize..6) {
        let mut other = winners.clone();
        let by = turn % winners.len();
        other.rotate_left(by);
        let of = |output: CoverageOutput| output.terms.into_iter().map(|term| (term.winners, (term.weight * 1e9).round() as i64, term.times)).collect::<Vec<_>>();
        prop_assert_eq!(of(covered("A soffit leaks.", &winners, Parameters::default())), of(covered("A soffit leaks.", &other, Parameters::default())));
    }

    #[test]
    fn stated_gain_of_every_missing_term_is_what_saying_it_adds(winners in any_winners()) {
        let own = "The crew brings a ladder and asks about the price.";
        let before = covered(own, &winners, Parameters::default());
        for term in before.terms.iter().filter(|term| term.add == 1).take(4) {
            let after = covered(&format!("{own}\n{}", term.term), &winners, Parameters::default());
            prop_assert!((after.score - before.score - term.score_gain).abs() < 1e-9, "{}", term.term);
        }
    }
}

#[test]
fn term_needs_as_many_winners_as_asked_for() {
    let winners: Vec<String> = WINNERS.iter().map(|text| (*text).to_owned()).collect();
    let mut before = usize::MAX;
    for min_winners in 2..=4 {
        let output = covered("A roof.", &winners, Parameters { min_winners, ..Parameters::default() });
        assert!(output.terms.iter().all(|term| term.winners >= min_winners));
        assert!(output.terms.len() < before, "fewer terms for more winners");
        before = output.terms.len();
    }
    for max_terms in [5, 6, 10] {
        let output = covered("A roof.", &winners, Parameters { max_terms, ..Parameters::default() });
        assert_eq!(output.terms.len(), max_terms as usize);
    }
}

#[test]
fn longer_page_needs_more_mentions_for_the_same_saturation() {
    let saturation = |words: usize, length_normalisation: f64| {
        let own = format!("flashing {}", "plain ".repeat(words));
        let winners: Vec<String> = WINNERS.iter().map(|text| (*text).to_owned()).collect();
        let output = covered(&own, &winners, Parameters { length_normalisation, ..Parameters::default() });
        output.terms.iter().find(|term| term.term == "flashing").unwrap().saturation
    };
    assert!(saturation(10, 0.75) > saturation(200, 0.75));
    assert_eq!(saturation(10, 0.0), saturation(200, 0.0), "without length normalisation length does not count");
    assert!((saturation(10, 0.0) - 1.0 / 2.2).abs() < 1e-12, "one mention: 1 / (1 + k1)");
}

#[test]
fn stuffing_needs_six_mentions_and_the_density() {
    for (times, filler, is_stuffed) in [(5, 10, false), (6, 10, true), (6, 300, false), (30, 300, true)] {
        let own = format!("{}{}", "flashing. ".repeat(times), "plain word ".repeat(filler / 2));
        let output = against(&own);
        let of_term = output.stuffed.iter().find(|term| term.term == "flashing");
        assert_eq!(of_term.is_some(), is_stuffed, "{times} of {filler}");
        if let Some(term) = of_term {
            assert_eq!(term.times as usize, times);
            assert!((term.density - times as f64 / (times + filler) as f64).abs() < 1e-12);
        }
    }
}

fn briefed(winners: Vec<Page>, own: Option<&str>, facts: &[&str]) -> BriefOutput {
    let facts = facts.iter().map(|fact| (*fact).to_owned()).collect();
    let input = BriefInput {
        query: "roof repair".into(),
        winners,
        page: own.map(|text| page("/own", text)),
        facts,
        ..BriefInput::default()
    };
    brief(&input, &checked(), &Unattended).unwrap()
}

fn winners() -> Vec<Page> {
    WINNERS.iter().enumerate().map(|(at, text)| page(&format!("/w{at}"), text)).collect()
}

#[test]
fn statement_is_new_when_nobody_says_it_or_its_number() {
    let said = "Shingles last twenty years.";
    for (fact, is_new) in [
        (said, false),
        ("shingles last twenty years", false),
        ("Shingles last 25 years.", true),
        ("A permit from the town hall is needed.", true),
        ("屋根の保証は十年です。", true),
        ("Our dog guards the yard.", true),
    ] {
        let output = briefed(winners(), None, &[fact]);
        let statement = &output.information_gain[0];
        assert_eq!((statement.text.as_str(), statement.is_new), (fact, is_new), "{statement:?}");
        assert!((0.0..=1.0).contains(&statement.likeness) && statement.nearest.is_some());
    }
    assert!(briefed(winners(), None, &["", "  ", "…", "🏠"]).information_gain.is_empty());
    let doubled =
        briefed(winners(), Some("Our dog guards the yard."), &["Our dog guards the yard.", "Our dog guards the yard."]);
    assert_eq!(doubled.information_gain.len(), 1);
}

#[test]
fn lengths_of_the_winners_are_their_quartiles() {
    for (counts, wanted) in [
        (vec![10, 20], [10, 20, 20]),
        (vec![30, 10, 20], [10, 20, 30]),
        (vec![5, 1, 4, 2, 3], [2, 3, 4]),
        (vec![8, 8, 8, 8], [8, 8, 8]),
    ] {
        let of = |(at, count): (usize, &usize)| page(&format!("/{at}"), &vec!["word"; *count].join(" "));
        let output = briefed(counts.iter().enumerate().map(of).collect(), None, &[]);
        assert_eq!(output.words, wanted, "{counts:?}");
    }
}

#[test]
fn sections_are_headings_of_level_2_and_3_that_two_winners_share() {
    let with = |headings: &[(u8, &str)], at: usize| Page {
        headings: headings.iter().map(|(level, text)| Heading { level: *level, text: (*text).into() }).collect(),
        ..page(&format!("/w{at}"), WINNERS[at])
    };
    let output = briefed(
        vec![
            with(&[(1, "Roof repair"), (2, "Roof repair cost"), (3, "Storm damage"), (2, "Our history")], 0),
            with(&[(1, "Roof repair"), (2, "Storm damage"), (4, "Small print"), (2, "Cost of roof repair")], 1),
            with(&[(2, "Roof repair costs"), (4, "Small print"), (2, "")], 2),
        ],
        None,
        &[],
    );
    let found: Vec<(&str, u32)> =
        output.sections.iter().map(|section| (section.heading.as_str(), section.winners)).collect();
    assert_eq!(found, [("Storm damage", 2), ("Roof repair cost", 3)]);
    assert!(output.sections.iter().all(|section| (0.0..=1.0).contains(&section.place)));
    assert!(output.sections[1].variants.contains(&"Cost of roof repair".to_owned()));
}

#[test]
fn questions_are_counted_once_a_winner() {
    let mut all = winners();
    let asked = |page: &mut Page, text: &str| page.text.push_str(&format!(" {text}"));
    asked(&mut all[0], "How much does roof repair cost? How much does roof repair cost?");
    asked(&mut all[1], "How much does a roof repair cost?");
    asked(&mut all[2], "Who?");
    let output = briefed(all, None, &[]);
    assert_eq!(output.questions.len(), 1, "{:?}", output.questions);
    assert_eq!(output.questions[0].winners, 2);
}

#[test]
fn findings_keep_their_keys_when_the_page_changes() {
    let keys = |text: &str| against(text).insights.into_iter().map(|insight| insight.key).collect::<Vec<_>>();
    assert_eq!(keys("We mend roofs in Tulsa."), keys("We mend roofs in Tulsa and in Norman, by day."));
    assert!(keys("We mend roofs.").iter().any(|key| key.starts_with("coverage_gap:")));
}

#[test]
fn cancelled_reading_ends() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let input =
        CoverageInput { query: "q".into(), page: page("/own", "roof"), winners: winners(), ..CoverageInput::default() };
    assert_eq!(coverage(&input, &checked(), &Stopped).unwrap_err(), EngineError::Cancelled);
    let input = BriefInput { query: "q".into(), winners: winners(), ..BriefInput::default() };
    assert_eq!(brief(&input, &checked(), &Stopped).unwrap_err(), EngineError::Cancelled);
}
