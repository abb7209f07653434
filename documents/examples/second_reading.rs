//! Second readings of sentences as a draft makes them, for measurements: `second_reading prompts` or `second_reading decide`.
//!
//! Standard input has a JSON object a line: `id`, `facts` and `sentences`, as for the task `verify` of the content engine. `prompts`
//! prints the prompt of each with `id`, `system`, `user`, `maxTokens` and its `lines`. It has all sentences, also those that a draft would
//! not send, so that recorded answers hold when the rules change. `decide` also reads `answer`, the text with which a model answered the
//! `lines`, and prints what the rules and both readings decide about each sentence. What a draft would not send is decided by the rules.
use std::io::{self, BufRead, Write};

use documents::{Brief, Sheet, Topic};
use engines::{
    common::Unattended,
    content::{
        Draft, Fact, Problem, Sentence, SentenceVerdict, VerifyInput,
        generate::{
            Outcome, SecondVerdict, is_instruction, is_read_again, outcome, read_second_reading, second_reading_prompt,
        },
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
    #[serde(default)]
    lines: Vec<String>,
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

fn prompt(case: &Case) -> Result<Value, Fault> {
    let texts = case.sentences.iter().map(|sentence| sentence.text.as_str());
    let lines: Vec<&str> = texts.filter(|text| !is_instruction(text)).collect();
    let prompt = second_reading_prompt(&rules(case)?.1.material, &lines);
    let (system, user, tokens) = (prompt.system, prompt.user, prompt.max_tokens);
    Ok(json!({ "id": case.id, "system": system, "user": user, "maxTokens": tokens, "lines": lines }))
}

/// Returns the problems of a sentence, with what answers them.
fn problems(found: &SentenceVerdict) -> Vec<Value> {
    let of = |one: &Problem| {
        json!({
            "kind": one.kind, "words": one.words, "detail": one.detail, "factId": one.fact_id,
            "saidBy": one.said_by, "isCalculable": one.is_calculable,
        })
    };
    found.problems.iter().map(of).collect()
}

/// Returns the facts and calculations of a verdict that passes the line.
fn said(second: Option<&SecondVerdict>) -> Value {
    let Some(SecondVerdict::Said { fact_ids, calculated }) = second else { return Value::Null };
    let calculated: Vec<&String> = calculated.iter().map(|one| &one.words).collect();
    json!({ "factIds": fact_ids, "calculated": calculated })
}

fn decide(case: &Case) -> Result<Value, Fault> {
    let (verdicts, sheet) = rules(case)?;
    let lines: Vec<&str> = case.lines.iter().map(String::as_str).collect();
    let read = match &case.answer {
        Some(answer) => {
            read_second_reading(answer, &lines, &sheet.material, &sheet.facts).map_err(|error| error.to_string())
        }
        None => Err("there is no answer".to_owned()),
    };
    let decided = verdicts.iter().map(|found| {
        let place = lines.iter().position(|line| *line == found.text);
        let second = read.as_ref().ok().zip(place).and_then(|(read, place)| read.get(place));
        let reason = |outcome: Outcome| match outcome {
            Outcome::Kept { .. } => Value::Null,
            Outcome::Removed(reason) => json!(reason),
        };
        let by_rules = outcome(found, None);
        json!({
            "text": found.text, "verdict": found.verdict, "isReadAgain": is_read_again(found),
            "removedByRules": reason(by_rules), "removed": reason(outcome(found, second)),
            "support": format!("{:?}", found.support()), "problems": problems(found), "second": said(second),
        })
    });
    Ok(json!({ "id": case.id, "failed": read.as_ref().err(), "sentences": decided.collect::<Vec<_>>() }))
}
