//! Second readings of sentences as a draft makes them, for measurements: `second_reading prompts` or `second_reading decide`.
//!
//! Standard input has a JSON object a line: `id`, `facts` and `sentences`, as for the task `verify` of the content engine. `prompts`
//! prints the prompt of each with `id`, `system`, `user` and `maxTokens`. `decide` also reads `answer`, the text with which a model
//! answered it, and prints what the rules and both readings decide about each sentence.
use std::io::{self, BufRead, Write};

use documents::{Brief, Sheet, Topic};
use engines::{
    common::Unattended,
    content::{
        Draft, Fact, Sentence, SentenceVerdict, VerifyInput,
        generate::{Outcome, is_read_again, outcome, read_second_reading, second_reading_prompt},
        verify,
    },
};
use serde::Deserialize;
use serde_json::{Value, json};

type Fault = Box<dyn std::error::Error>;

#[derive(Deserialize)]
struct Case {
    id: String,
    facts: Vec<Fact>,
    sentences: Vec<Sentence>,
    answer: Option<String>,
}

fn main() -> Result<(), Fault> {
    let task = std::env::args().nth(1).unwrap_or_default();
    let act = match task.as_str() {
        "prompts" => prompt,
        "decide" => decide,
        _ => return Err("name a task: prompts or decide".into()),
    };
    let (input, mut output) = (io::stdin().lock(), io::stdout().lock());
    for line in input.lines() {
        writeln!(output, "{}", act(&serde_json::from_str(&line?)?)?)?;
    }
    Ok(())
}

/// Returns what the rules find, and the facts as a document offers them to a model.
fn rules(case: &Case) -> Result<(Vec<SentenceVerdict>, Sheet), Fault> {
    let brief = Brief { facts: case.facts.clone(), ..Brief::default() };
    let sheet = Sheet::new(Topic::default(), brief, Draft::default(), Vec::new());
    let input = VerifyInput { sentences: case.sentences.clone(), facts: sheet.facts.clone() };
    Ok((verify(&input, &Unattended)?.verdicts, sheet))
}

/// Returns the texts that are read again with their positions.
fn read_again(verdicts: &[SentenceVerdict]) -> (Vec<usize>, Vec<&str>) {
    let all = verdicts.iter().enumerate().filter(|(_, found)| is_read_again(found));
    all.map(|(at, found)| (at, found.text.as_str())).unzip()
}

fn prompt(case: &Case) -> Result<Value, Fault> {
    let (verdicts, sheet) = rules(case)?;
    let prompt = second_reading_prompt(&sheet.material, &read_again(&verdicts).1);
    let (system, user, tokens) = (prompt.system, prompt.user, prompt.max_tokens);
    Ok(json!({ "id": case.id, "system": system, "user": user, "maxTokens": tokens }))
}

fn decide(case: &Case) -> Result<Value, Fault> {
    let (verdicts, sheet) = rules(case)?;
    let (positions, lines) = read_again(&verdicts);
    let read = match &case.answer {
        Some(answer) => read_second_reading(answer, &lines, &sheet.material).map_err(|error| error.to_string()),
        None => Err("there is no answer".to_owned()),
    };
    let decided = verdicts.iter().enumerate().map(|(at, found)| {
        let place = positions.iter().position(|other| *other == at);
        let second = read.as_ref().ok().zip(place).and_then(|(read, place)| read.get(place));
        let reason = |outcome: Outcome| match outcome {
            Outcome::Kept { .. } => Value::Null,
            Outcome::Removed(reason) => json!(reason),
        };
        let by_rules = outcome(found, None);
        json!({
            "text": found.text, "verdict": found.verdict, "isReadAgain": place.is_some(),
            "removedByRules": reason(by_rules), "removed": reason(outcome(found, second)),
        })
    });
    Ok(json!({ "id": case.id, "failed": read.as_ref().err(), "sentences": decided.collect::<Vec<_>>() }))
}
