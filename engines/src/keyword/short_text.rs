//! Groups of short texts.
use crate::common::{Control, EngineError};
/// t
pub fn cluster_texts(texts: &[&str], _k: Option<usize>, _seed: u64, _control: &dyn Control) -> Result<Vec<u32>, EngineError> { Ok(vec![0; texts.len()]) }
