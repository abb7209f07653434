//! Styles of the nodes of a page.

use super::{Background, Style, contrast};
use crate::html::NodeId;

/// The style of each node of a page on one screen. Many nodes share one.
#[derive(Debug, Default)]
pub(crate) struct Styles {
    /// Number of the style of each node.
    of: Vec<usize>,
    all: Vec<Style>,
}

impl Styles {
    /// Creates the styles of a page whose nodes have the first one.
    pub(super) fn new(nodes: usize) -> Self {
        Self { of: vec![0; nodes], all: Vec::new() }
    }

    pub(super) fn number(&self, node: NodeId) -> usize {
        self.of.get(node).copied().unwrap_or_default()
    }

    pub(super) fn set(&mut self, node: NodeId, number: usize) {
        if let Some(place) = self.of.get_mut(node) {
            *place = number;
        }
    }

    pub(super) fn finish(&mut self, all: &[Style]) {
        self.all = all.to_vec();
    }

    /// Returns the style of a node.
    pub(crate) fn get(&self, node: NodeId) -> Option<&Style> {
        self.of.get(node).and_then(|number| self.all.get(*number))
    }

    /// Returns the contrast of text in each style, by node.
    pub(crate) fn contrasts(&self) -> Contrasts<'_> {
        Contrasts { styles: self, known: vec![None; self.all.len()] }
    }
}

/// Contrast of text, calculated once for each style.
#[derive(Debug)]
pub(crate) struct Contrasts<'s> {
    styles: &'s Styles,
    known: Vec<Option<Option<f64>>>,
}

impl Contrasts<'_> {
    /// Returns the contrast of the text of a node, 1 to 21; `None` if a color is unknown.
    pub(crate) fn of(&mut self, node: NodeId) -> Option<f64> {
        let number = self.styles.number(node);
        let style = self.styles.all.get(number)?;
        let calculate = || match (style.color, style.background) {
            (Some(color), Background::Color(background)) => Some(contrast(color, background)),
            _ => None,
        };
        *self.known.get_mut(number)?.get_or_insert_with(calculate)
    }
}
