//! Likeness by meaning, where a sentence model is installed.

use super::lexical::strongest;
use super::linkage::Edge;
use crate::common::{Control, EngineError};
use crate::embedding::{SentenceModel, cosine};

/// Texts that are compared by meaning, those with most demand: a vector takes some three milliseconds, and every two
/// are compared.
const MOST_COMPARED: usize = 3_000;

/// What texts are compared by meaning with.
#[derive(Debug)]
pub(crate) struct Meaning<'a> {
    pub(crate) model: &'a SentenceModel,
    /// What each search says, without its place: in a group of one place it would make all alike.
    pub(crate) texts: Vec<String>,
    /// Demand of each search; where there are too many, those with most are compared.
    pub(crate) weights: Vec<f64>,
    /// Cosine of the vectors from which two are joined.
    pub(crate) least: f64,
}

/// The vectors of the nodes that are compared.
pub(super) struct Compared {
    vectors: Vec<Option<Vec<f32>>>,
    least: f32,
}

impl Meaning<'_> {
    /// What the reader of a result should know.
    pub(crate) fn note(&self) -> String {
        let least = self.least;
        match self.texts.len() {
            0..=MOST_COMPARED => format!(
                "A sentence model is installed: queries without known search results are also clustered by meaning, from a cosine similarity of {least:.2}."
            ),
            _ => format!(
                "A sentence model is installed: of the queries without known search results, the {MOST_COMPARED} with the most demand are also clustered by meaning, from a cosine similarity of {least:.2}."
            ),
        }
    }

    /// Vectors of nodes; `text_of[node]` is the place of the node's text.
    ///
    /// Source: Reimers & Gurevych (2019), "Sentence-BERT", section 3.
    pub(super) fn compare(&self, text_of: &[u32], control: &dyn Control) -> Result<Compared, EngineError> {
        let weight = |node: &usize| self.weights[text_of[*node] as usize];
        let mut order: Vec<usize> = (0..text_of.len()).collect();
        order.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
        order.truncate(MOST_COMPARED);
        let texts: Vec<&str> = order.iter().map(|node| self.texts[text_of[*node] as usize].as_str()).collect();
        let mut vectors = vec![None; text_of.len()];
        for (node, vector) in order.into_iter().zip(self.model.embed(&texts, 1, control)?) {
            vectors[node] = Some(vector);
        }
        Ok(Compared { vectors, least: self.least as f32 })
    }
}

impl Compared {
    /// Edges of at least the least cosine among `nodes` that `may_join` admits.
    pub(super) fn edges(&self, nodes: &[u32], may_join: impl Fn(u32, u32) -> bool) -> Vec<Edge> {
        let known: Vec<(u32, &[f32])> =
            nodes.iter().filter_map(|node| Some((*node, self.vectors[*node as usize].as_deref()?))).collect();
        let mut edges = Vec::new();
        for (at, (a, own)) in known.iter().enumerate() {
            let alike = known[at + 1..].iter().filter_map(|(b, other)| {
                let likeness = cosine(own, other);
                (likeness >= self.least && may_join(*a, *b)).then(|| Edge { a: *a.min(b), b: *a.max(b), likeness })
            });
            edges.extend(alike);
        }
        strongest(edges)
    }
}
