//! Lists the sources of the reference data.

use engines::local::{ATTRIBUTION, Source, catalog::sources};
use serde::Serialize;
use utoipa::ToSchema;

use super::figure::letter;
use crate::extract::{Json, Member, Success};

/// A source.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketDataSource)]
pub(super) struct SourceView {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) publisher: String,
    /// Address, or description of the origin.
    pub(super) address: String,
    /// Year of publication; `null` if undated.
    pub(super) year: Option<u32>,
    /// `A` primary or official, `B` the publisher's own statement, `C` quoted, `D` unsourced.
    pub(super) grade: Option<String>,
}

impl From<Source> for SourceView {
    fn from(source: Source) -> Self {
        Self {
            id: source.id,
            title: source.title,
            publisher: source.publisher,
            address: source.address,
            year: source.year,
            grade: source.grade.map(letter),
        }
    }
}

/// The sources.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketSourceList)]
pub(super) struct Answer {
    success: Success,
    sources: Vec<SourceView>,
    /// Attribution to show with the places.
    attribution: &'static str,
}

/// List sources of market data.
///
/// Publications behind the reference data, each with its year and grade.
#[utoipa::path(
    get, path = "/api/payout-data/sources", tag = "market data", operation_id = "payout_data_sources",
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(_: Member) -> Json<Answer> {
    let sources = sources().into_iter().map(SourceView::from).collect();
    Json(Answer { success: Success, sources, attribution: ATTRIBUTION })
}
