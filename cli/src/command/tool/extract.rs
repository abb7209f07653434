//! `motherlode tool extract`: main content, title, author and date of HTML pages.

use std::{
    collections::BTreeMap,
    io::{BufRead, Read, Write},
    process::ExitCode,
};

use clap::Args;
use crawler::page::{Article, extract};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{FilesArgs, UNUSABLE, input, output};
use crate::out;

/// Bytes of one page with its escapes.
const MOST_BYTES: u64 = 64 << 20;

const EXAMPLES: &str = "\
Input: JSON Lines or one array of {\"id\", \"html\", \"url\"?}.
Output: a line for each page, in the same order:
  {\"id\", \"title\", \"author\", \"datePublished\", \"language\", \"articleBody\"}
With --object one object, for scorers of article extraction: {ID: {\"articleBody\", \"title\", ...}}.
A page that cannot be read answers {\"id\", \"error\"} and the rest go on. Exit status: 0 if all were answered, 1 if some
failed, 2 if the input cannot be used.

Examples:
  echo '{\"id\": 1, \"html\": \"<p>Hello</p>\"}' | motherlode tool extract --input -
  motherlode tool extract --input pages.jsonl --object --output articles.json";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub files: FilesArgs,
    /// Write one object with the ids as names instead of lines.
    #[arg(long)]
    pub object: bool,
}

/// One page of the input.
#[derive(Debug, Deserialize)]
struct Case {
    #[serde(default)]
    id: Value,
    html: String,
}

/// Answer to one page.
#[derive(Debug, Serialize)]
struct Answer {
    id: Value,
    #[serde(flatten)]
    article: Article,
}

/// Answer to a page that cannot be read.
#[derive(Debug, Serialize)]
struct Failure {
    id: Value,
    error: String,
}

/// Extracts the main content of each page of the input.
pub(crate) fn run(args: &ExtractArgs) -> anyhow::Result<ExitCode> {
    let mut input = match input(&args.files) {
        Ok(input) => input,
        Err(error) => return Ok(unusable(&error)),
    };
    let mut writer = Writer { output: output(&args.files)?, object: args.object.then(BTreeMap::new), failed: 0 };
    if let Err(error) = read(&mut *input, &mut writer) {
        return if error.is::<Unreadable>() { Ok(unusable(&error)) } else { Err(error) };
    }
    writer.finish()
}

fn unusable(error: &anyhow::Error) -> ExitCode {
    out::note(format_args!("motherlode: {error:#}"));
    ExitCode::from(UNUSABLE)
}

/// The input is neither JSON Lines nor an array.
#[derive(Debug)]
struct Unreadable(String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "--input: {}", self.0)
    }
}

impl std::error::Error for Unreadable {}

/// Reads lines or one array, whichever the first character says.
fn read(input: &mut dyn BufRead, writer: &mut Writer) -> anyhow::Result<()> {
    if first(input)? == Some(b'[') {
        let cases: Vec<Value> = serde_json::from_reader(input).map_err(|error| Unreadable(error.to_string()))?;
        return cases.into_iter().try_for_each(|case| writer.answer(serde_json::from_value(case.clone()), &case));
    }
    let mut line = Vec::new();
    while input.take(MOST_BYTES).read_until(b'\n', &mut line)? > 0 {
        if line.len() as u64 >= MOST_BYTES {
            return Err(Unreadable(format!("a line is longer than {MOST_BYTES} bytes")).into());
        }
        if !line.trim_ascii().is_empty() {
            let case = serde_json::from_slice(&line);
            let raw = if case.is_err() { serde_json::from_slice(&line).unwrap_or_default() } else { Value::Null };
            writer.answer(case, &raw)?;
        }
        line.clear();
    }
    Ok(())
}

/// Skips white space and returns the next byte.
fn first(input: &mut dyn BufRead) -> anyhow::Result<Option<u8>> {
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(None);
        }
        let spaces = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        let next = buffer.get(spaces).copied();
        input.consume(spaces);
        if next.is_some() {
            return Ok(next);
        }
    }
}

struct Writer {
    output: Box<dyn Write>,
    /// Articles by id, if one object is asked for.
    object: Option<BTreeMap<String, Article>>,
    failed: u64,
}

impl Writer {
    /// Answers one page; `raw` names the id of a page that cannot be read.
    fn answer(&mut self, case: serde_json::Result<Case>, raw: &Value) -> anyhow::Result<()> {
        let case = match case {
            Ok(case) => case,
            Err(error) => return self.fail(raw["id"].clone(), error.to_string()),
        };
        // The text is decoded already, whatever the page says of its bytes.
        let article = match extract(case.html.as_bytes(), Some("text/html; charset=utf-8"), &|| false) {
            Ok(article) => article,
            Err(error) => return self.fail(case.id, error.to_string()),
        };
        match &mut self.object {
            Some(object) => {
                object.insert(case.id.as_str().map_or_else(|| case.id.to_string(), str::to_owned), article);
                Ok(())
            }
            None => self.line(&Answer { id: case.id, article }),
        }
    }

    fn fail(&mut self, id: Value, error: String) -> anyhow::Result<()> {
        self.failed += 1;
        if self.object.is_some() {
            out::note(format_args!("motherlode: page {id}: {error}"));
            return Ok(());
        }
        self.line(&Failure { id, error })
    }

    fn line(&mut self, answer: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.output, answer)?;
        Ok(self.output.write_all(b"\n")?)
    }

    fn finish(mut self) -> anyhow::Result<ExitCode> {
        if let Some(object) = self.object.take() {
            self.line(&object)?;
        }
        self.output.flush()?;
        if self.failed == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let noun = if self.failed == 1 { "page" } else { "pages" };
        out::note(format_args!("motherlode: {} {noun} could not be read", self.failed));
        Ok(ExitCode::FAILURE)
    }
}
