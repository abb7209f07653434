//! Second readings of sentences as a draft makes them, for measurements: `second_reading prompts`, `again` or `decide`.
//!
//! Standard input has a JSON object a line: `id`, `facts` and `sentences`, as for the task `verify` of the content engine. `prompts`
//! prints the prompt of each with `id`, `system`, `user`, `maxTokens` and its `lines`. It has all sentences, also those that a draft would
//! not send, so that recorded answers hold when the rules change. `decide` also reads `answer`, the text with which a model answered the
//! `lines`, and prints what the rules and both readings decide about each sentence. What a draft would not send is decided by the rules.
//! `again` reads the same and prints the prompt with which a draft asks once more about some lines, as `prompts` does, with `system` empty
//! where nothing is open. `decide` uses `again`, an object with the `lines` of that prompt and its `answer`.
use std::io::{self, BufRead, Write};

use documents::{Brief, Sheet, Topic};
use engines::{
    common::Unattended,
    content::{
        Draft, Fact, Problem, Sentence, SentenceVerdict, VerifyInput,
        generate::{
            Doubted, Material, ModelPrompt, Outcome, SecondVerdict, again_prompt, doubts, is_instruction,
            is_read_again, outcome, read_again_answer, read_second_reading, second_reading_prompt,
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
    again: Option<Again>,
}

/// The answer to the prompt that asks once more.
#[derive(Deserialize)]
struct Again {
    lines: Vec<String>,
    answer: String,
}

fn main() -> Result<(), Fault> {
    let task = std::env::args().nth(1).unwrap_or_default();
    let act = match task.as_str() {
        "prompts" => prompt,
        "again" => again,
        "decide" => decide,
        _ => return Err("name a task: prompts, again or decide".into()),
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
    Ok(printed(&case.id, second_reading_prompt(&rules(case)?.1.material, &lines), &lines))
}

fn printed(id: &str, prompt: ModelPrompt, lines: &[&str]) -> Value {
    let (system, user, tokens) = (prompt.system, prompt.user, prompt.max_tokens);
    json!({ "id": id, "system": system, "user": user, "maxTokens": tokens, "lines": lines })
}

/// Returns the prompt about the lines that pass and of which something could not be verified.
fn again(case: &Case) -> Result<Value, Fault> {
    let (verdicts, sheet) = rules(case)?;
    let read = first_answer(case, &sheet).unwrap_or_default();
    let open = |found: &SentenceVerdict| {
        let place = case.lines.iter().position(|line| *line == found.text)?;
        Some(doubts(found, read.get(place))).filter(|doubts| !doubts.is_empty())
    };
    let lines: Vec<Doubted<'_>> =
        verdicts.iter().filter_map(|found| Some(Doubted { line: &found.text, doubts: open(found)? })).collect();
    let texts: Vec<&str> = lines.iter().map(|one| one.line).collect();
    let none = ModelPrompt { system: String::new(), user: String::new(), max_tokens: 0 };
    let prompt = if lines.is_empty() { none } else { again_prompt(&sheet.material, &lines) };
    Ok(printed(&case.id, prompt, &texts))
}

/// Returns the verdicts of the first answer, or why it does not count.
fn first_answer(case: &Case, sheet: &Sheet) -> Result<Vec<SecondVerdict>, String> {
    let lines: Vec<&str> = case.lines.iter().map(String::as_str).collect();
    let answer = case.answer.as_deref().ok_or("there is no answer")?;
    read_second_reading(answer, &lines, &sheet.material, &sheet.facts).map_err(|error| error.to_string())
}

/// Returns what the second answer says about a line.
fn second_answer(again: &Again, text: &str, (material, facts): (&Material, &[Fact])) -> Option<SecondVerdict> {
    let lines: Vec<&str> = again.lines.iter().map(String::as_str).collect();
    let place = lines.iter().position(|line| *line == text)?;
    read_again_answer(&again.answer, &lines, material, facts).into_iter().nth(place)?
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
    let read = first_answer(case, &sheet);
    let decided = verdicts.iter().map(|found| {
        let place = case.lines.iter().position(|line| *line == found.text);
        let first = read.as_ref().ok().zip(place).and_then(|(read, place)| read.get(place)).cloned();
        let is_open = !doubts(found, first.as_ref()).is_empty();
        let again = case.again.as_ref().filter(|_| is_open);
        let again = again.and_then(|again| second_answer(again, &found.text, (&sheet.material, &sheet.facts)));
        let second = match (first, again) {
            (Some(first), Some(again)) => Some(first.with(again)),
            (first, _) => first,
        };
        let second = second.as_ref();
        let reason = |outcome: Outcome| match outcome {
            Outcome::Kept { .. } => Value::Null,
            Outcome::Removed(reason) => json!(reason),
        };
        let by_rules = outcome(found, None);
        json!({
            "text": found.text, "verdict": found.verdict, "isReadAgain": is_read_again(found), "isOpen": is_open,
            "removedByRules": reason(by_rules), "removed": reason(outcome(found, second)),
            "support": format!("{:?}", found.support()), "problems": problems(found), "second": said(second),
        })
    });
    Ok(json!({ "id": case.id, "failed": read.as_ref().err(), "sentences": decided.collect::<Vec<_>>() }))
}
