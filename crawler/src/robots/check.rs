//! Questions about robots.txt, as lines or one array of JSON.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Verdict, decide, path_of};

/// Maximum bytes of one line, and of a whole array.
const MAX_INPUT: u64 = 64 << 20;

/// Whether an agent may fetch a URL.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Question {
    /// Repeated in the answer.
    #[serde(default)]
    pub id: Value,
    /// Text of the robots.txt.
    #[serde(default)]
    pub robots_txt: String,
    /// Product token of the crawler, such as `Googlebot`.
    #[serde(default)]
    pub agent: String,
    /// URL, as written.
    #[serde(default)]
    pub url: String,
}

/// The answer to a [`Question`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Same as in the question.
    pub id: Value,
    /// Whether the agent may fetch the URL.
    pub allowed: bool,
    /// Part of the URL that the rules are compared with.
    pub path: String,
}

/// Reason why questions cannot be answered.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// A question is not of the expected form.
    #[error("case {number}: {reason}; expected {{\"id\", \"robots_txt\", \"agent\", \"url\"}}")]
    Malformed {
        /// Number of the question, from 1.
        number: usize,
        /// Problem and position.
        reason: serde_json::Error,
    },
    /// A line or an array is too long.
    #[error("case {number}: longer than {} MiB", MAX_INPUT >> 20)]
    TooLong {
        /// Number of the question, from 1.
        number: usize,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Answers one question.
#[must_use]
pub fn answer(question: Question) -> Answer {
    let verdict = decide(question.robots_txt.as_bytes(), &question.agent, &question.url);
    Answer { id: question.id, allowed: verdict == Verdict::Allowed, path: path_of(&question.url) }
}

/// Answers all questions, one JSON object a line; the input is one a line too, or one array. Returns their number.
///
/// # Errors
/// Returns [`CheckError::Malformed`] for the first question that cannot be read, after the answers to those before it.
pub fn answer_all(mut input: impl BufRead, mut output: impl Write) -> Result<usize, CheckError> {
    if starts_with_array(&mut input)? {
        let mut text = Vec::new();
        let read = io::Read::read_to_end(&mut io::Read::take(&mut input, MAX_INPUT + 1), &mut text)?;
        if read as u64 > MAX_INPUT {
            return Err(CheckError::TooLong { number: 1 });
        }
        let questions: Vec<Question> =
            serde_json::from_slice(&text).map_err(|reason| CheckError::Malformed { number: 1, reason })?;
        let number = questions.len();
        questions.into_iter().try_for_each(|question| write(&mut output, question))?;
        output.flush()?;
        return Ok(number);
    }
    let (mut number, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let read = io::BufRead::read_until(&mut io::Read::take(&mut input, MAX_INPUT + 1), b'\n', &mut line)?;
        if read as u64 > MAX_INPUT {
            return Err(CheckError::TooLong { number: number + 1 });
        }
        if read == 0 {
            output.flush()?;
            return Ok(number);
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        number += 1;
        let question =
            serde_json::from_slice(line.trim_ascii()).map_err(|reason| CheckError::Malformed { number, reason })?;
        write(&mut output, question)?;
    }
}

/// Skips a byte-order mark and white space, and returns true if an array follows.
fn starts_with_array(input: &mut impl BufRead) -> io::Result<bool> {
    if input.fill_buf()?.starts_with(b"\xEF\xBB\xBF") {
        input.consume(3);
    }
    loop {
        let found = input.fill_buf()?;
        let blank = found.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if found.is_empty() || blank < found.len() {
            return Ok(found.get(blank) == Some(&b'['));
        }
        input.consume(blank);
    }
}

fn write(output: &mut impl Write, question: Question) -> io::Result<()> {
    serde_json::to_writer(&mut *output, &answer(question))?;
    output.write_all(b"\n")
}
