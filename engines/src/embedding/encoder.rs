//! Forward pass.

use super::ModelError;
use super::attention::Attention;
use super::config::Config;
use super::linear::Linear;
use super::normal::{Normal, gelu};
use super::tensors::Tensors;

/// A BERT encoder with mean pooling.
#[derive(Debug)]
pub(super) struct Encoder {
    words: Vec<f32>,
    /// Position embeddings plus the embedding of the first segment.
    places: Vec<f32>,
    first: Normal,
    layers: Vec<Layer>,
    width: usize,
    heads: usize,
}

#[derive(Debug)]
struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    mix: Linear,
    after_attention: Normal,
    up: Linear,
    down: Linear,
    after_inner: Normal,
}

impl Encoder {
    pub(super) fn read(config: &Config, tensors: &Tensors<'_>) -> Result<Self, ModelError> {
        let width = config.width;
        let words = tensors.take("embeddings.word_embeddings.weight", &[config.vocabulary, width])?;
        let mut places = tensors.take("embeddings.position_embeddings.weight", &[config.positions, width])?;
        let segments = tensors.take("embeddings.token_type_embeddings.weight", &[2, width])?;
        for place in places.chunks_exact_mut(width) {
            place.iter_mut().zip(&segments).for_each(|(place, segment)| *place += segment);
        }
        let first = Normal::read(tensors, "embeddings.LayerNorm", width, config.epsilon)?;
        let layers = (0..config.layers).map(|layer| Layer::read(config, tensors, layer)).collect::<Result<_, _>>()?;
        Ok(Self { words, places, first, layers, width, heads: config.heads })
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the mean of the last layer over each text's tokens, normalised to length 1.
    pub(super) fn encode(&self, texts: &[Vec<u32>]) -> Vec<Vec<f32>> {
        let mut rows = self.embeddings(texts);
        for layer in &self.layers {
            rows = layer.apply(rows, texts, self.width, self.heads);
        }
        let mut rest = rows.as_slice();
        let mut pooled = |text: &Vec<u32>| {
            let (own, others) = rest.split_at(text.len() * self.width);
            rest = others;
            mean_of_length_one(own, self.width)
        };
        texts.iter().map(&mut pooled).collect()
    }

    fn embeddings(&self, texts: &[Vec<u32>]) -> Vec<f32> {
        let mut rows = Vec::new();
        for text in texts {
            for (token, place) in text.iter().zip(self.places.chunks_exact(self.width)) {
                let word = &self.words[*token as usize * self.width..][..self.width];
                rows.extend(word.iter().zip(place).map(|(word, place)| word + place));
            }
        }
        self.first.apply(&mut rows);
        rows
    }
}

impl Layer {
    fn read(config: &Config, tensors: &Tensors<'_>, number: usize) -> Result<Self, ModelError> {
        let (width, inner) = (config.width, config.inner);
        let name = |part: &str| format!("encoder.layer.{number}.{part}");
        let linear = |part: &str, outputs, inputs| Linear::read(tensors, &name(part), outputs, inputs);
        let normal = |part: &str| Normal::read(tensors, &name(part), width, config.epsilon);
        Ok(Self {
            query: linear("attention.self.query", width, width)?,
            key: linear("attention.self.key", width, width)?,
            value: linear("attention.self.value", width, width)?,
            mix: linear("attention.output.dense", width, width)?,
            after_attention: normal("attention.output.LayerNorm")?,
            up: linear("intermediate.dense", inner, width)?,
            down: linear("output.dense", width, inner)?,
            after_inner: normal("output.LayerNorm")?,
        })
    }

    fn apply(&self, rows: Vec<f32>, texts: &[Vec<u32>], width: usize, heads: usize) -> Vec<f32> {
        let (queries, keys, values) = (self.query.apply(&rows), self.key.apply(&rows), self.value.apply(&rows));
        let mut attended = vec![0.0; rows.len()];
        let mut start = 0;
        for text in texts {
            let own = start..start + text.len() * width;
            start = own.end;
            let (queries, keys, values) = (&queries[own.clone()], &keys[own.clone()], &values[own.clone()]);
            Attention { queries, keys, values, results: &mut attended[own], width, heads }.apply();
        }
        let middle = added(self.mix.apply(&attended), &rows, &self.after_attention);
        let mut inner = self.up.apply(&middle);
        gelu(&mut inner);
        added(self.down.apply(&inner), &middle, &self.after_inner)
    }
}

fn added(mut rows: Vec<f32>, before: &[f32], normal: &Normal) -> Vec<f32> {
    rows.iter_mut().zip(before).for_each(|(row, before)| *row += before);
    normal.apply(&mut rows);
    rows
}

fn mean_of_length_one(rows: &[f32], width: usize) -> Vec<f32> {
    let mut sums = vec![0.0_f32; width];
    for row in rows.chunks_exact(width) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let length = sums.iter().map(|sum| sum * sum).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    sums.iter_mut().for_each(|sum| *sum /= length);
    sums
}
