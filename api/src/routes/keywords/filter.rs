//! Filter and order of keywords, for the table and its export.

use serde::{Deserialize, Deserializer};
use shared::{
    domain::run::RunStatus,
    store::{
        self, Db, StoreError,
        keyword::{Filter, Sort},
    },
};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::Offset,
};

/// Filter, order and format.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website analysed last.
    pub(super) website_id: Option<Uuid>,
    /// Only keywords that contain this text.
    q: Option<String>,
    /// Only keywords with this intent.
    intent: Option<String>,
    /// Only keywords of this cluster.
    cluster: Option<String>,
    /// Only keywords with a quick win of this kind.
    win: Option<String>,
    /// Only keywords with at least this many impressions.
    min_impressions: Option<i64>,
    /// One of `value`, `clicks`, `impressions`, `position`, `query`, `volume`. Default: `value`.
    #[param(inline)]
    sort: Option<Sort>,
    /// `asc` or `desc`. Default: ascending for positions and texts, otherwise descending.
    #[param(inline)]
    order: Option<Order>,
    /// For the table: maximum number of results, 1 to 200. Default: 50.
    #[serde(default, deserialize_with = "limit")]
    #[param(value_type = Option<u32>)]
    pub(super) limit: Option<usize>,
    /// For the table: `nextCursor` of the previous page.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    cursor: Offset,
    /// For the export: `csv` or `json`. Default: `csv`.
    #[param(inline)]
    pub(super) format: Option<Format>,
}

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Order {
    Asc,
    Desc,
}

/// Format of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExportFormat)]
pub(super) enum Format {
    Csv,
    Json,
}

fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<usize>, D::Error> {
    crate::extract::Limit::deserialize(deserializer).map(|limit| Some(limit.get()))
}

impl Params {
    /// Converts the parameters to a filter of the store.
    pub(super) fn filter(&self, website_id: Uuid) -> Result<Filter> {
        let sort = self.sort.unwrap_or(Sort::Value);
        let usual = if matches!(sort, Sort::Position | Sort::Query) { Order::Asc } else { Order::Desc };
        let number = |text: &String, pointer: &str, detail: &str| {
            text.parse::<i64>().ok().filter(|n| *n >= 0).ok_or_else(|| ApiError::invalid(pointer, detail))
        };
        let cluster = self.cluster.as_ref().map(|id| number(id, "/cluster", "must be the id of a cluster"));
        Ok(Filter {
            website_id,
            contains: self.q.as_ref().map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty()),
            intent: self.intent.clone(),
            cluster_no: cluster.transpose()?,
            win: self.win.clone(),
            min_impressions: self.min_impressions,
            sort,
            descending: self.order.unwrap_or(usual) == Order::Desc,
            offset: self.cursor.get(),
        })
    }
}

/// Returns the requested website, which must belong to the workspace, or the one analysed last; `None` before the first
/// analysis.
pub(super) async fn website(db: &Db, workspace_id: Uuid, wanted: Option<Uuid>) -> Result<Option<Uuid>> {
    let Some(id) = wanted else { return Ok(last_analysed(db, workspace_id).await?) };
    let found = store::website::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    Ok(Some(found.id))
}

async fn last_analysed(db: &Db, workspace_id: Uuid) -> std::result::Result<Option<Uuid>, StoreError> {
    let latest = store::run::latest(db, workspace_id, "keyword", None, Some(RunStatus::Succeeded)).await?;
    Ok(latest.and_then(|run| run.website_id))
}
