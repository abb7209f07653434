//! The effect of a change on citations in AI answers.

use engines::answers::{CitedSource, PromptAnswer};
use engines::causal::Verdict;
use engines::causal::citations::{CitationEffect, CitationsInput, citations};
use engines::causal::impact::Parameters;
use engines::common::{Day, EngineError, Unattended};
use engines::stat::SplitMix64;

const BEFORE: i32 = 40;
const AFTER: i32 = 14;
const ANSWERS: usize = 10;

fn first() -> Day {
    Day::parse("2026-08-01").unwrap()
}

/// Ten answers a day to each of two prompts, which cite the site with given probabilities before and after the change.
fn input(before: [f64; 2], after: [f64; 2], seed: u64, is_asked: impl Fn(i32, usize) -> bool) -> CitationsInput {
    let mut random = SplitMix64::new(seed);
    let mut answers = Vec::new();
    for step in 0..BEFORE + AFTER {
        for prompt in 0..2 {
            for _ in 0..ANSWERS {
                let share = if step < BEFORE { before[prompt] } else { after[prompt] };
                let is_cited = (random.below(1_000_000) as f64) < share * 1e6;
                if !is_asked(step, prompt) {
                    continue;
                }
                let host = if is_cited { "www.own.example" } else { "rival.example" };
                answers.push(PromptAnswer {
                    prompt: format!("Question {prompt}?"),
                    engine: "a:b:api".to_owned(),
                    day: Some(first().plus(step)),
                    cited: vec![CitedSource { host: host.to_owned(), ..CitedSource::default() }],
                    ..PromptAnswer::default()
                });
            }
        }
    }
    CitationsInput {
        site: "own.example".to_owned(),
        answers,
        change: Some(first().plus(BEFORE)),
        label: Some("New guide".to_owned()),
        ..CitationsInput::default()
    }
}

fn measured(input: &CitationsInput) -> CitationEffect {
    citations(input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

#[test]
fn citations_planted_effect_is_found_within_its_interval() {
    let found = measured(&input([0.3, 0.5], [0.5, 0.7], 7, |_, _| true));
    // Nothing to compare with: other sites' citations are not measured.
    assert_eq!(found.verdict, Verdict::Likely, "{found:?}");
    assert!(found.lo < 0.2 && found.hi > 0.2 && found.lo > 0.0, "{} to {}", found.lo, found.hi);
    assert_eq!((found.places, found.days.len()), (2, (BEFORE + AFTER) as usize));
    assert!(found.days.iter().all(|one| (one.day >= first().plus(BEFORE)) == one.expected.is_some()));
    // Twenty answers at a share of .4: sqrt(.24 / 20) = .110.
    assert!((found.sampling_error - 0.11).abs() < 0.015, "{}", found.sampling_error);
    let key = &found.insights[0].key;
    assert!(key.contains("Citations in AI answers: New guide@2026-09-10"), "{key}");
}

#[test]
fn citations_nulls_are_rarely_called_effects() {
    let false_alarms = (0..40)
        .filter(|seed| {
            let found = measured(&input([0.3, 0.5], [0.3, 0.5], 100 + seed, |_, _| true));
            found.lo > 0.0 || found.hi < 0.0
        })
        .count();
    // 95 % intervals: 2 of 40 expected, more than 6 in 1.4 % of cases.
    assert!(false_alarms <= 6, "{false_alarms} of 40");
}

#[test]
fn citations_another_mix_of_prompts_is_no_effect() {
    // Before the change mostly the prompt that is rarely cited, after it mostly the other one.
    let mix = |step: i32, prompt: usize| {
        if step < BEFORE { prompt == 0 || step % 4 == 0 } else { prompt == 1 || step % 7 == 0 }
    };
    let found = measured(&input([0.1, 0.9], [0.1, 0.9], 3, mix));
    assert!(found.lo < 0.0 && found.hi > 0.0, "{} to {}", found.lo, found.hi);
    assert!(found.effect.abs() < 0.1, "{}", found.effect);
}

#[test]
fn citations_of_prompts_asked_on_one_side_only_do_not_count() {
    let found = measured(&input([0.3, 0.9], [0.3, 0.9], 5, |step, prompt| prompt == 0 || step >= BEFORE));
    assert_eq!(found.places, 1);
    assert!(found.days.iter().all(|one| one.answers == ANSWERS as u32));
}

#[test]
fn citations_weekly_checks_leave_the_other_days_missing() {
    let weekly = |step: i32, _| step % 3 == 0;
    let found = measured(&input([0.2, 0.2], [0.8, 0.8], 9, weekly));
    assert_eq!(found.days.len(), 18);
    assert!(found.lo > 0.2, "{}", found.lo);
}

#[test]
fn citations_of_a_site_never_or_always_cited_before_are_refused_with_a_reason() {
    for (share, word) in [(0.0, "in none of"), (1.0, "in all of")] {
        let case = input([share; 2], [0.5, 0.5], 11, |_, _| true);
        let refused = citations(&case, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
        assert!(refused.to_string().contains(word), "{refused}");
    }
}

#[test]
fn citations_with_too_few_days_say_how_many_are_needed() {
    let few = input([0.3, 0.5], [0.5, 0.7], 7, |step, _| step >= BEFORE - 5);
    let refused = citations(&few, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
    assert!(refused.to_string().contains("5 days before"), "{refused}");
    let none = CitationsInput { change: None, ..few };
    let refused = citations(&none, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
    assert!(matches!(refused, EngineError::NoInput { what: "change", .. }), "{refused}");
}
