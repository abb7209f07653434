//! Key phrases of a text.
use crate::common::EngineError;
/// t
pub fn keyphrases(_text: &str, _top: usize) -> Result<Vec<String>, EngineError> { Ok(vec![]) }
