//! Lists and exports the figures of keyword tools.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{Pair, keyword::ToolKeyword},
    store::import::{ImportedObservation, KeywordFigureFilter, keyword_figures},
    table::{Column, Format, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query},
    routes::{
        connections::calls::check_days,
        imported::export,
        observations::{Answer, filled, website_id},
    },
    state::AppState,
};

const COLUMNS: [Column<'static>; 14] = [
    ("keyword", "Keyword", Unit::Plain),
    ("source", "Source", Unit::Plain),
    ("volumeLow", "Volume a month, lowest", Unit::Plain),
    ("volumeHigh", "Volume a month, highest", Unit::Plain),
    ("difficulty", "Difficulty", Unit::Plain),
    ("cpcCents", "CPC", Unit::Money),
    ("currency", "Currency", Unit::Plain),
    ("country", "Country", Unit::Plain),
    ("intents", "Intents", Unit::Plain),
    ("page", "Page", Unit::Plain),
    ("position", "Position", Unit::Decimals(1)),
    ("observedAt", "Day", Unit::Plain),
    ("fileName", "Import", Unit::Plain),
    ("importedAt", "Imported at", Unit::Plain),
];

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the keyword.
    q: Option<String>,
    /// Tool, such as `keyword_planner` or `data_for_seo`.
    source: Option<String>,
    /// First day of the figures. Those without a day are left out.
    from: Option<NaiveDate>,
    /// Last day of the figures. Those without a day are left out.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page. Ignored by the export.
    #[param(value_type = Option<String>)]
    cursor: Option<Pair<i64, i64>>,
    /// Format of the export: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

impl Params {
    fn filter(&self) -> Result<KeywordFigureFilter> {
        check_days(self.from, self.to)?;
        Ok(KeywordFigureFilter {
            contains: filled(self.q.clone()),
            source: filled(self.source.clone()),
            from: self.from,
            to: self.to,
            after: self.cursor,
        })
    }
}

/// List keyword data.
///
/// Volumes, CPC, difficulty and other figures of keyword tools, as they were imported or fetched, latest import first. The
/// same keyword may have rows of several imports.
#[utoipa::path(get, path = "/api/keyword-data", tag = "keywords", operation_id = "keyword_data_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = params.filter()?;
    let Some(website_id) = website_id(&state, member.workspace_id, params.website_id).await? else {
        return Ok(Json(Answer::new(None, export::nothing())));
    };
    let page = keyword_figures(&state.db, member.workspace_id, website_id, &filter, params.limit.get()).await?;
    Ok(Json(Answer::new(Some(website_id), page)))
}

/// Export keyword data.
///
/// All that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/keyword-data/export", tag = "keywords", operation_id = "keyword_data_export", params(Params),
    responses((status = 200, description = "A row for each.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn download(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let filter = params.filter()?;
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, params.website_id).await?;
    let read = move |after: Option<Pair<i64, i64>>| {
        let (db, filter) = (state.db.clone(), KeywordFigureFilter { after, ..filter.clone() });
        async move {
            match website_id {
                Some(id) => keyword_figures(&db, workspace_id, id, &filter, export::AT_ONCE).await,
                None => Ok(export::nothing()),
            }
        }
        .boxed()
    };
    export::answer("keyword-data", params.format, &COLUMNS, row, read)
}

/// Returns the cells of a row. A body that cannot be read has the keyword only.
fn row(one: &ImportedObservation) -> Vec<Value> {
    let tool: ToolKeyword = serde_json::from_value(one.body.0.clone()).unwrap_or_default();
    vec![
        json!(one.subject),
        json!(tool.source),
        json!(tool.volume.map(|volume| volume.low)),
        json!(tool.volume.map(|volume| volume.high)),
        json!(tool.difficulty),
        json!(tool.cpc_cents),
        json!(tool.currency),
        json!(tool.country),
        json!(tool.intents.join(", ")),
        json!(tool.page),
        json!(tool.position),
        json!(tool.observed_at),
        json!(one.file_name),
        json!(one.imported_at),
    ]
}
