//! Table of the results.

use std::{path::Path, process::Command};

use anyhow::{Context, ensure};
use serde::Deserialize;

use crate::asked::asked;

/// Target time on two cores, in seconds.
const SECONDS: f64 = 60.0;
/// Target memory, in MiB.
const MIB: f64 = 1024.0;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Figures {
    wall_seconds: f64,
    processor_seconds: f64,
    peak_mib: f64,
}

/// Measures each action in a separate process and then all at once; returns the table.
pub(crate) fn measure(data_dir: &Path, only: Option<&str>) -> anyhow::Result<String> {
    let mut table = String::from("| action | wall, s | CPU, s | peak, MiB |\n|---|---|---|---|\n");
    let mut sum = Figures { wall_seconds: 0.0, processor_seconds: 0.0, peak_mib: 0.0 };
    for asked in asked() {
        let name = format!("{} {}", asked.engine, asked.action);
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let figures = child(data_dir, &["ask", asked.engine, asked.action])?;
        sum.wall_seconds += figures.wall_seconds;
        sum.processor_seconds += figures.processor_seconds;
        sum.peak_mib = sum.peak_mib.max(figures.peak_mib);
        table.push_str(&line(&name, &figures));
        #[expect(clippy::print_stderr, reason = "who waits for minutes wants to see how far it is")]
        {
            eprint!("{}", line(&name, &figures));
        }
    }
    table.push_str(&line("**all of these, one after another**", &sum));
    if only.is_none() {
        let all = child(data_dir, &["ask-all"])?;
        table.push_str(&line("**the eleven engines at once, each with its default action**", &all));
        let word = |is_held: bool| if is_held { "held" } else { "missed" };
        let (time, memory) = (word(all.wall_seconds <= SECONDS), word(all.peak_mib <= MIB));
        table.push_str(&format!("\nThe bar of {SECONDS} s is {time}, that of {MIB} MiB is {memory}.\n"));
    }
    Ok(table)
}

fn child(data_dir: &Path, words: &[&str]) -> anyhow::Result<Figures> {
    let program = std::env::current_exe()?;
    let output = Command::new(program).arg("--data-dir").arg(data_dir).args(words).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {said}", words.join(" "));
    serde_json::from_slice(&output.stdout).with_context(|| format!("{} answered something else", words.join(" ")))
}

fn line(name: &str, figures: &Figures) -> String {
    let Figures { wall_seconds, processor_seconds, peak_mib } = figures;
    format!("| {name} | {wall_seconds:.1} | {processor_seconds:.1} | {peak_mib:.0} |\n")
}
