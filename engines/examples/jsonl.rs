//! Answers JSON Lines from standard input: `jsonl ENGINE TASK [CLUSTERS [SEED [MODEL]]]`, for trying an engine by hand.
use std::io;

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use engines::embedding::SentenceModel;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let engine = arguments.get(1).and_then(|word| EngineId::parse(word)).ok_or("no such engine")?;
    let task = arguments.get(2).ok_or("name a task")?;
    let clusters = arguments.get(3).filter(|word| *word != "-").map(|word| word.parse()).transpose()?;
    let seed = arguments.get(4).filter(|word| *word != "-").map(|word| word.parse()).transpose()?;
    let model = arguments.get(5).map(|folder| model(folder)).transpose()?;
    let options = Options { clusters, seed, model: model.as_ref(), ..Options::default() };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let outcome = run(engine, task, &mut input, &mut output, &options, &Unattended)?;
    eprintln!("{} answered, {} failed", outcome.answered, outcome.failed);
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "the example opens files, the crate does not")]
fn model(folder: &str) -> Result<SentenceModel, Box<dyn std::error::Error>> {
    let file = |name: &str| std::fs::read(format!("{folder}/{name}"));
    Ok(SentenceModel::read(&file("config.json")?, &file("vocab.txt")?, &file("model.safetensors")?)?)
}
