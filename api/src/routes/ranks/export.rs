//! Exports tracked keywords.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        rank::{RankDevice, TrackedKeyword},
    },
    store::rank::{self, RankFilter},
    table::{Column, Format, Table, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::filter::Filter;
use crate::{
    error::Result,
    extract::{Member, Query},
    routes::file,
    state::AppState,
};

/// Rows per read.
const AT_ONCE: usize = 2_000;

const COLUMNS: [Column<'static>; 20] = [
    ("keyword", "Keyword", Unit::Plain),
    ("country", "Country", Unit::Plain),
    ("place", "Place", Unit::Plain),
    ("device", "Device", Unit::Plain),
    ("language", "Language", Unit::Plain),
    ("tags", "Tags", Unit::Plain),
    ("rank", "Rank", Unit::Plain),
    ("depth", "Depth", Unit::Plain),
    ("previousRank", "Previous rank", Unit::Plain),
    ("bestRank", "Best rank", Unit::Plain),
    ("url", "URL", Unit::Plain),
    ("targetUrl", "Target URL", Unit::Plain),
    ("features", "SERP features", Unit::Plain),
    ("ownedFeatures", "Owned features", Unit::Plain),
    ("isCited", "Cited in the AI overview", Unit::Plain),
    ("volume", "Monthly volume", Unit::Plain),
    ("valueCents", "Monthly value", Unit::Money),
    ("currency", "Currency", Unit::Plain),
    ("checkedAt", "Checked", Unit::Plain),
    ("nextAt", "Next check", Unit::Plain),
];

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// Text in the keyword.
    q: Option<String>,
    /// Tag.
    tag: Option<String>,
    /// `desktop` or `mobile`.
    #[param(inline)]
    device: Option<RankDevice>,
    /// Name of the place; empty for whole countries.
    place: Option<String>,
    /// Range of ranks, such as `1-3`, or `beyond`.
    ranks: Option<String>,
    /// Feature of the results.
    feature: Option<String>,
}

impl Params {
    fn filter(&self) -> Result<RankFilter> {
        let filter = Filter {
            q: self.q.as_deref(),
            tag: self.tag.as_deref(),
            device: self.device,
            place: self.place.as_deref(),
            ranks: self.ranks.as_deref(),
            feature: self.feature.as_deref(),
        };
        filter.of(self.website_id)
    }
}

/// Export tracked keywords.
///
/// The keywords of a website that the filter chooses, in alphabetical order. A rank that is empty although the keyword was
/// checked is beyond the depth.
#[utoipa::path(
    get, path = "/api/ranks/export", tag = "ranks", params(Params),
    responses((status = 200, description = "A row for each keyword.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let mut table = Table::new(&COLUMNS);
    let currency = website.settings.currency.as_deref().unwrap_or("USD");
    let mut filter = params.filter()?;
    loop {
        let page = rank::list(&state.db, member.workspace_id, &filter, AT_ONCE).await?;
        filter.offset += i64::try_from(page.items.len()).unwrap_or(0);
        table.rows.extend(page.items.iter().map(|keyword| row(keyword, currency)));
        if page.next_cursor.is_none() {
            let name = format!("ranks-{}-{}", website.host, now().date_naive());
            return file::answer(&name, params.format, table.text(params.format));
        }
    }
}

fn row(keyword: &TrackedKeyword, currency: &str) -> Vec<Value> {
    vec![
        json!(keyword.keyword),
        json!(keyword.country),
        json!(keyword.place),
        json!(keyword.device),
        json!(keyword.language),
        json!(keyword.tags.join(", ")),
        json!(keyword.rank),
        json!(keyword.depth),
        json!(keyword.previous_rank),
        json!(keyword.best_rank),
        json!(keyword.url),
        json!(keyword.target_url),
        json!(keyword.features.join(", ")),
        json!(keyword.owned_features.join(", ")),
        json!(keyword.is_cited),
        json!(keyword.volume),
        json!(keyword.value_cents),
        json!(keyword.value_cents.map(|_| currency)),
        json!(keyword.checked_at),
        json!(keyword.next_at),
    ]
}
