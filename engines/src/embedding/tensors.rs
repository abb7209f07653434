//! Weights in the safetensors format.
//!
//! Source: the format's specification (Hugging Face, safetensors 0.4): eight bytes little-endian
//! length, a JSON header with type, shape and offsets by name, then the data.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::ModelError;

#[derive(Debug, Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<usize>,
    data_offsets: (usize, usize),
}

/// Named arrays of a file.
#[derive(Debug)]
pub(super) struct Tensors<'a> {
    entries: BTreeMap<String, Entry>,
    data: &'a [u8],
}

fn broken(problem: impl Into<String>) -> ModelError {
    ModelError::Weights(problem.into())
}

impl<'a> Tensors<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, ModelError> {
        let short = || broken("the file is shorter than its header says");
        let (length, rest) = bytes.split_first_chunk::<8>().ok_or_else(short)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| short())?;
        let (header, data) = rest.split_at_checked(length).ok_or_else(short)?;
        let fields: BTreeMap<String, Value> =
            serde_json::from_slice(header).map_err(|error| broken(format!("the header is no JSON: {error}")))?;
        let mut entries = BTreeMap::new();
        for (name, value) in fields.into_iter().filter(|(name, _)| name != "__metadata__") {
            let entry = serde_json::from_value(value).map_err(|error| broken(format!("`{name}`: {error}")))?;
            entries.insert(name, entry);
        }
        Ok(Self { entries, data })
    }

    /// Returns the numbers of an array with the given shape, row by row; all must be finite.
    pub(super) fn take(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
        let entry = self.entries.get(name).or_else(|| self.entries.get(&format!("bert.{name}")));
        let entry = entry.ok_or_else(|| broken(format!("`{name}` is missing")))?;
        if entry.dtype != "F32" || entry.shape != shape {
            let found = format!("{} {:?}", entry.dtype, entry.shape);
            return Err(broken(format!("`{name}` is {found}, must be F32 {shape:?}")));
        }
        let (start, end) = entry.data_offsets;
        let bytes = self.data.get(start..end).ok_or_else(|| broken(format!("`{name}` lies outside the file")))?;
        if bytes.len() != 4 * shape.iter().product::<usize>() {
            return Err(broken(format!("`{name}` has {} bytes, which do not fit its shape", bytes.len())));
        }
        let values: Vec<f32> = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        if values.iter().all(|value| value.is_finite()) {
            return Ok(values);
        }
        Err(broken(format!("`{name}` holds a number that is not finite")))
    }
}
