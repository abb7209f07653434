//! Sentence vectors by a BERT encoder.
//!
//! Source: Devlin et al. (2019), "BERT"; Wang et al. (2020), "MiniLM"; Reimers & Gurevych (2019),
//! "Sentence-BERT", mean pooling. Weights come from the caller as bytes; this crate reads no file.

mod attention;
mod config;
mod encoder;
mod linear;
pub mod multiply;
mod normal;
mod tensors;
mod tokenizer;

use config::Config;
use encoder::Encoder;
use tensors::Tensors;
use tokenizer::Tokenizer;

use crate::common::{Control, EngineError, checkpoint};

/// Tokens per batch, so that the activations fit in the L2 cache.
const BATCH_TOKENS: usize = 192;

/// Reason why the bytes of a model are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The configuration is not that of a BERT encoder.
    #[error("config.json cannot be used: {0}")]
    Config(String),
    /// The vocabulary lacks tokens that the tokenizer needs.
    #[error("the vocabulary cannot be used: {0}")]
    Vocabulary(String),
    /// The weights are damaged or do not match the configuration.
    #[error("the weights cannot be used: {0}")]
    Weights(String),
}

/// A sentence encoder such as all-MiniLM-L6-v2, which converts text to a vector of length 1.
pub struct SentenceModel {
    tokenizer: Tokenizer,
    encoder: Encoder,
}

impl std::fmt::Debug for SentenceModel {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "SentenceModel({} dimensions)", self.dimensions())
    }
}

impl SentenceModel {
    /// Reads a model: `config.json`, `vocab.txt` (or `tokenizer.json`), and `model.safetensors` with F32
    /// weights of a BERT encoder.
    ///
    /// # Errors
    /// Returns a [`ModelError`] for the invalid file, with the reason.
    pub fn read(config: &[u8], vocabulary: &[u8], weights: &[u8]) -> Result<Self, ModelError> {
        let config = Config::read(config)?;
        let tokenizer = Tokenizer::read(vocabulary, config.positions)?;
        if tokenizer.size() > config.vocabulary {
            return Err(ModelError::Vocabulary(format!(
                "it holds {} tokens, the configuration {}",
                tokenizer.size(),
                config.vocabulary
            )));
        }
        let encoder = Encoder::read(&config, &Tensors::read(weights)?)?;
        Ok(Self { tokenizer, encoder })
    }

    /// Dimension of the vectors.
    pub fn dimensions(&self) -> usize {
        self.encoder.width()
    }

    /// Computes the vector of each text, in order, each of length 1. Text beyond 256 tokens is ignored.
    ///
    /// Uses `threads` threads (0 means one); vectors do not depend on it, nor on the other texts.
    ///
    /// # Errors
    /// Returns [`EngineError::Cancelled`] if the caller cancelled.
    pub fn embed(&self, texts: &[&str], threads: usize, control: &dyn Control) -> Result<Vec<Vec<f32>>, EngineError> {
        let tokens: Vec<Vec<u32>> = texts.iter().map(|text| self.tokenizer.tokens(text)).collect();
        let mut batches = batches(&tokens);
        let mut vectors = Vec::with_capacity(texts.len());
        while !batches.is_empty() {
            checkpoint(control)?;
            let next: Vec<&[Vec<u32>]> = batches.drain(..threads.clamp(1, batches.len())).collect();
            vectors.extend(self.side_by_side(&next));
        }
        Ok(vectors)
    }

    fn side_by_side(&self, batches: &[&[Vec<u32>]]) -> Vec<Vec<f32>> {
        if let [batch] = batches {
            return self.encoder.encode(batch);
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> = batches.iter().map(|batch| scope.spawn(|| self.encoder.encode(batch))).collect();
            let again = |(worker, batch): (std::thread::ScopedJoinHandle<'_, Vec<Vec<f32>>>, &&[Vec<u32>])| {
                worker.join().unwrap_or_else(|_| self.encoder.encode(batch))
            };
            workers.into_iter().zip(batches).flat_map(again).collect()
        })
    }
}

/// Cosine of two vectors of length 1, in eight lanes for parallel execution.
pub(crate) fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let mut strands = [0.0_f32; 8];
    for (x, y) in a.chunks(8).zip(b.chunks(8)) {
        for (strand, (x, y)) in strands.iter_mut().zip(x.iter().zip(y)) {
            *strand += x * y;
        }
    }
    strands.iter().sum::<f32>().clamp(-1.0, 1.0)
}

/// Groups adjacent texts into batches of about [`BATCH_TOKENS`].
fn batches(tokens: &[Vec<u32>]) -> Vec<&[Vec<u32>]> {
    let (mut batches, mut start, mut held) = (Vec::new(), 0, 0);
    for (at, text) in tokens.iter().enumerate() {
        if held > 0 && held + text.len() > BATCH_TOKENS {
            batches.push(&tokens[start..at]);
            (start, held) = (at, 0);
        }
        held += text.len();
    }
    if start < tokens.len() {
        batches.push(&tokens[start..]);
    }
    batches
}
