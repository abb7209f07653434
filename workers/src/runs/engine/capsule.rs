//! Keeps what a run computes from, so that anyone can run it again and get the same bytes.

use std::io::{self, Write};

use engines::{ActionId, action::Body};
use flate2::{Compression, write::GzEncoder};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use shared::store::run::NewRunCase;

/// Maximum number of bytes of an input or an answer that is kept: 8 MiB.
const MOST_BYTES: usize = 8 << 20;
/// Parameter of the seed.
const SEED: &str = "seed";

/// The case of a run: its input with its parameters, as a line of JSON, and the seed.
pub(super) struct Case {
    line: Vec<u8>,
    seed: Option<i64>,
}

/// Writes an input down and reads it back, because a number in JSON may differ from the one in memory in its last bit: the
/// run computes with what its capsule has. An input above the limit has no case and is left as it is.
pub(super) fn case<I: Serialize + DeserializeOwned>(input: I, parameters: &Body) -> (Option<Case>, I) {
    let Some(line) = bounded(&input) else { return (None, input) };
    let Ok(read) = serde_json::from_slice(&line) else { return (None, input) };
    let seed = parameters.get(SEED).and_then(Value::as_i64);
    if seed.is_none() && parameters.contains_key(SEED) {
        return (None, input);
    }
    match with(line, parameters) {
        Some(line) => (Some(Case { line, seed }), read),
        None => (None, input),
    }
}

/// Adds the parameters to an input. A session takes none but the seed, which is given apart.
fn with(mut line: Vec<u8>, parameters: &Body) -> Option<Vec<u8>> {
    if parameters.keys().all(|name| name == SEED) {
        return Some(line);
    }
    let parameters = bounded(parameters)?;
    line.pop().filter(|last| *last == b'}')?;
    let comma: &[u8] = if line.len() > 1 { b"," } else { b"" };
    line.extend([comma, br#""parameters":"#, &parameters, b"}"].concat());
    Some(line)
}

impl Case {
    /// Adds the answer; `None` if it is above the limit.
    pub(super) fn answered(self, action: ActionId, answer: &impl Serialize, has_model: bool) -> Option<NewRunCase> {
        let info = action.info();
        Some(NewRunCase {
            engine_id: info.engine.to_string(),
            action: info.name.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            has_model,
            input: packed(&self.line)?,
            answer: packed(&line(answer)?)?,
        })
    }
}

/// Writes an answer with its fields in the order in which the command line prints them.
fn line(answer: &impl Serialize) -> Option<Vec<u8>> {
    bounded(answer)?;
    bounded(&serde_json::to_value(answer).ok()?)
}

/// Writes a value as a line of JSON; `None` if it is above the limit.
fn bounded(value: &impl Serialize) -> Option<Vec<u8>> {
    let mut line = Bounded(Vec::new());
    serde_json::to_writer(&mut line, value).ok()?;
    Some(line.0)
}

/// A text that refuses to grow above the limit.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn packed(line: &[u8]) -> Option<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(line).ok()?;
    packed.finish().ok()
}
