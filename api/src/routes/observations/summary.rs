//! Summarises the observations of a website.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::observation::ObservationKind,
    store::import::{ObservationCount, keyword_figure_count, observation_counts},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::list::website_id;
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Website of a summary.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Of {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
}

/// A table of imports.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = SummarisedTable)]
enum Table {
    /// Results of SERPs.
    Serps,
    /// Ranks of the website by keyword and day.
    Rankings,
    /// Pages.
    Pages,
    /// Rates that are paid for leads, calls, rentals and jobs.
    Rates,
    /// Figures of keyword tools.
    Keywords,
}

/// Rows of a table of observations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ObservationTableSummary)]
struct TableView {
    table: Table,
    rows: i64,
    /// Time of the latest import.
    imported_at: Option<DateTime<Utc>>,
}

/// Tables of observations of a website.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ObservationSummary)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    /// Tables with rows.
    tables: Vec<TableView>,
}

/// Summarise observations.
///
/// Rows of each table, and when the latest were imported.
#[utoipa::path(get, path = "/api/observations/summary", tag = "observations", operation_id = "observations_summary", params(Of), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, of.website_id).await?;
    let mut tables: Vec<TableView> = Vec::new();
    if let Some(id) = website_id {
        tables.extend(observation_counts(&state.db, workspace_id, id).await?.into_iter().map(TableView::from));
        let (rows, imported_at) = keyword_figure_count(&state.db, workspace_id, id).await?;
        tables.extend((rows > 0).then_some(TableView { table: Table::Keywords, rows, imported_at }));
    }
    Ok(Json(Answer { success: Success, website_id, tables }))
}

impl From<ObservationCount> for TableView {
    fn from(count: ObservationCount) -> Self {
        let table = match count.kind {
            ObservationKind::SerpResult => Table::Serps,
            ObservationKind::Rank => Table::Rankings,
            ObservationKind::Page => Table::Pages,
            ObservationKind::Payout => Table::Rates,
        };
        Self { table, rows: count.rows, imported_at: count.imported_at }
    }
}
