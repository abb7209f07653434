//! Figures with their sources, in responses.

use engines::local::{Bound, Grade, Source, catalog::Known};
use serde::Serialize;
use utoipa::ToSchema;

/// A source of a figure.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketSourceRef)]
pub(super) struct SourceRef {
    /// Id, or `own` for a source that the workspace named.
    id: String,
    title: String,
    /// Year of publication; `null` if undated.
    year: Option<u32>,
    /// `A` primary or official, `B` the publisher's own statement, `C` quoted, `D` unsourced; `null` for own data.
    grade: Option<String>,
}

impl From<Source> for SourceRef {
    fn from(source: Source) -> Self {
        Self { id: source.id, title: source.title, year: source.year, grade: source.grade.map(letter) }
    }
}

/// A figure with its range and sources.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketFigure)]
pub(super) struct Figure {
    /// Low end of the range; `null` if unknown.
    low: Option<f64>,
    typical: f64,
    /// High end of the range; `null` if unknown.
    high: Option<f64>,
    /// `published`, `derived`, `category`, `weak` or `own`; for demand also the method.
    evidence: String,
    /// Grade of the weakest source.
    grade: Option<String>,
    year: Option<u32>,
    /// `lower`, `upper`, `two_sided` or `unstated`: what the value means for the true one.
    bound: &'static str,
    sources: Vec<SourceRef>,
}

impl Figure {
    pub(super) const fn low(&self) -> Option<f64> {
        self.low
    }

    pub(super) const fn typical(&self) -> f64 {
        self.typical
    }

    pub(super) const fn high(&self) -> Option<f64> {
        self.high
    }

    pub(super) const fn bound(&self) -> &'static str {
        self.bound
    }

    /// Ids of the sources; the titles of own ones.
    pub(super) fn source_ids(&self) -> String {
        let name = |source: &SourceRef| if source.id == "own" { source.title.clone() } else { source.id.clone() };
        self.sources.iter().map(name).collect::<Vec<_>>().join(" ")
    }
}

impl From<Known> for Figure {
    fn from(known: Known) -> Self {
        Self {
            low: known.low,
            typical: known.typical,
            high: known.high,
            evidence: known.evidence,
            grade: known.grade.map(letter),
            year: known.year,
            bound: bound(known.bound),
            sources: known.sources.into_iter().map(SourceRef::from).collect(),
        }
    }
}

/// Returns the letter of a grade.
pub(super) fn letter(grade: Grade) -> String {
    format!("{grade:?}")
}

/// Returns the word of a bound.
pub(super) const fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Lower => "lower",
        Bound::Upper => "upper",
        Bound::TwoSided => "two_sided",
        Bound::Unstated => "unstated",
    }
}
