//! Answers JSON Lines from standard input: `jsonl ENGINE TASK [CLUSTERS [SEED]]`, for trying an engine by hand.
use std::io;

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let engine = arguments.get(1).and_then(|word| EngineId::parse(word)).ok_or("no such engine")?;
    let task = arguments.get(2).ok_or("name a task")?;
    let clusters = arguments.get(3).map(|word| word.parse()).transpose()?;
    let seed = arguments.get(4).map(|word| word.parse()).transpose()?;
    let options = Options { clusters, seed, ..Options::default() };
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let outcome = run(engine, task, &mut input, &mut output, &options, &Unattended)?;
    eprintln!("{} answered, {} failed", outcome.answered, outcome.failed);
    Ok(())
}
