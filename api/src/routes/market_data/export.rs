//! Exports market data as files.

use axum::{extract::State, response::Response};
use engines::local::{Filters, catalog::PlaceFilter};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::table::{Column, Format, Table, Unit};
use utoipa::{IntoParams, ToSchema};

use super::{
    figure::Figure,
    place::PlaceView,
    places, query,
    sources::SourceView,
    verticals::{self, VerticalView},
};
use crate::{
    error::Result,
    extract::{Member, Query},
    routes::file,
    state::AppState,
};

/// Maximum number of markets of a file.
const MOST_MARKETS: u32 = 5_000;

/// A table of market data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MarketTable)]
pub(super) enum Which {
    Verticals,
    Places,
    Markets,
    Sources,
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The table: `verticals`, `places`, `markets` (the best 5,000) or `sources`.
    #[param(inline)]
    table: Which,
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// Slug of a vertical, for markets.
    vertical: Option<String>,
    /// State code, for places and markets.
    state: Option<String>,
    /// Text in the name, for places and markets.
    text: Option<String>,
}

/// Export market data.
///
/// A figure that is not known is an empty cell, never 0.
#[utoipa::path(
    get, path = "/api/payout-data/export", tag = "market data", operation_id = "payout_data_export", params(Params),
    responses((status = 200, description = "A row for each record.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let format = params.format;
    let (name, table) = match params.table {
        Which::Verticals => ("verticals", of_verticals(verticals::list(&state, &member).await?)),
        Which::Places => ("places", of_places(&state, &member, params).await?),
        Which::Markets => ("markets", of_markets(&state, &member, params).await?),
        Which::Sources => ("sources", of_sources()),
    };
    file::answer(&format!("market-data-{name}"), format, table.text(format))
}

const VERTICALS: [Column<'static>; 16] = [
    ("vertical", "Vertical", Unit::Plain),
    ("name", "Name", Unit::Plain),
    ("category", "Category", Unit::Plain),
    ("payoutLowCents", "Payout, low (USD)", Unit::Money),
    ("payoutCents", "Payout (USD)", Unit::Money),
    ("payoutHighCents", "Payout, high (USD)", Unit::Money),
    ("payoutUnit", "Payout per", Unit::Plain),
    ("payoutSources", "Payout sources", Unit::Plain),
    ("cpcCents", "CPC (USD)", Unit::Money),
    ("cpcSources", "CPC sources", Unit::Plain),
    ("searches", "Monthly searches per 100,000 people", Unit::Plain),
    ("bound", "Bound of the searches", Unit::Plain),
    ("searchSources", "Search sources", Unit::Plain),
    ("needs", "Needs per year per 100,000", Unit::Plain),
    ("needsBase", "of", Unit::Plain),
    ("season", "Monthly indices from January", Unit::Plain),
];

fn of_verticals(all: Vec<VerticalView>) -> Table {
    let mut table = Table::new(&VERTICALS);
    table.rows = all.iter().map(vertical).collect();
    table
}

fn vertical(one: &VerticalView) -> Vec<Value> {
    let typical = |figure: &Option<Figure>| json!(figure.as_ref().map(Figure::typical));
    let sources = |figure: &Option<Figure>| json!(figure.as_ref().map(Figure::source_ids));
    let months = one.season.as_ref().map(|months| months.iter().map(|month| format!("{month}")).collect::<Vec<_>>());
    vec![
        json!(one.slug),
        json!(one.name),
        json!(one.category),
        json!(one.payout.as_ref().and_then(Figure::low)),
        typical(&one.payout),
        json!(one.payout.as_ref().and_then(Figure::high)),
        json!(one.payout_unit),
        sources(&one.payout),
        typical(&one.cpc),
        sources(&one.cpc),
        typical(&one.searches_per_100k),
        json!(one.searches_per_100k.as_ref().map(Figure::bound)),
        sources(&one.searches_per_100k),
        typical(&one.needs_per_100k),
        json!(one.needs_base),
        json!(months.map(|months| months.join(" "))),
    ]
}

const PLACES: [Column<'static>; 16] = [
    ("id", "Id", Unit::Plain),
    ("name", "Name", Unit::Plain),
    ("state", "State", Unit::Plain),
    ("country", "Country", Unit::Plain),
    ("county", "County", Unit::Plain),
    ("metro", "Metropolitan area", Unit::Plain),
    ("population", "Population", Unit::Plain),
    ("households", "Households (estimate)", Unit::Plain),
    ("countyIncome", "Median household income of the county (USD)", Unit::Plain),
    ("countyOwnerPercent", "Owner-occupied in the county (%)", Unit::Plain),
    ("climate", "Climate zone of the county", Unit::Plain),
    ("homesBefore1960Percent", "Homes of the county built before 1960 (%)", Unit::Plain),
    ("homesSince1990Percent", "Homes of the county built from 1990 on (%)", Unit::Plain),
    ("latitude", "Latitude", Unit::Plain),
    ("longitude", "Longitude", Unit::Plain),
    ("match", "Match", Unit::Plain),
];

async fn of_places(state: &AppState, member: &Member, params: Params) -> Result<Table> {
    let text = params.text.unwrap_or_default();
    let filter = PlaceFilter { text, state: params.state, limit: usize::MAX, ..PlaceFilter::default() };
    let page = places::list(state, member, filter).await?;
    let mut table = Table::new(&PLACES);
    table.rows = page.places.into_iter().map(|one| place(&one.into())).collect();
    Ok(table)
}

fn place(one: &PlaceView) -> Vec<Value> {
    vec![
        json!(one.id),
        json!(one.name),
        json!(one.state),
        json!(one.country),
        json!(one.county),
        json!(one.metro),
        json!(one.population),
        json!(one.households),
        json!(one.county_income),
        json!(one.county_owner_percent),
        json!(one.climate),
        json!(one.homes_before_1960_percent),
        json!(one.homes_since_1990_percent),
        json!(one.latitude),
        json!(one.longitude),
        json!(one.place_match),
    ]
}

const MARKETS: [Column<'static>; 12] = [
    ("vertical", "Vertical", Unit::Plain),
    ("city", "City", Unit::Plain),
    ("state", "State", Unit::Plain),
    ("tier", "Tier", Unit::Plain),
    ("profitLowCents", "Monthly profit, low (USD)", Unit::Money),
    ("profitCents", "Monthly profit (USD)", Unit::Money),
    ("profitHighCents", "Monthly profit, high (USD)", Unit::Money),
    ("demand", "Monthly searches", Unit::Plain),
    ("bound", "Bound of the searches", Unit::Plain),
    ("payoutCents", "Payout (USD)", Unit::Money),
    ("difficulty", "Difficulty (0 to 100)", Unit::Plain),
    ("competitors", "Establishments in the county", Unit::Plain),
];

async fn of_markets(state: &AppState, member: &Member, params: Params) -> Result<Table> {
    let filters = Filters {
        verticals: params.vertical.into_iter().collect(),
        states: params.state.into_iter().collect(),
        limit: MOST_MARKETS,
        ..Filters::default()
    };
    let found = query::compute(state, member.workspace_id, filters, params.text.unwrap_or_default()).await?;
    let mut table = Table::new(&MARKETS);
    table.rows = found.markets.iter().map(market).collect();
    Ok(table)
}

fn market(one: &engines::local::catalog::FoundMarket) -> Vec<Value> {
    let (market, profit) = (&one.market, one.market.profit_month);
    vec![
        json!(market.key.vertical),
        json!(one.place.name),
        json!(one.place.state),
        json!(market.tier),
        json!(profit.map(|profit| profit.p10_cents)),
        json!(profit.map(|profit| profit.mean_cents)),
        json!(profit.map(|profit| profit.p90_cents)),
        json!(market.demand.map(|demand| demand.mean)),
        json!(super::figure::bound(market.demand_bound)),
        json!(one.payout.as_ref().map(|payout| payout.typical)),
        json!(market.difficulty),
        json!(one.competition.as_ref().and_then(|found| found.total)),
    ]
}

const SOURCES: [Column<'static>; 6] = [
    ("id", "Id", Unit::Plain),
    ("title", "Title", Unit::Plain),
    ("publisher", "Publisher", Unit::Plain),
    ("address", "Address", Unit::Plain),
    ("year", "Year", Unit::Plain),
    ("grade", "Grade", Unit::Plain),
];

fn of_sources() -> Table {
    let mut table = Table::new(&SOURCES);
    let row = |one: SourceView| {
        vec![
            json!(one.id),
            json!(one.title),
            json!(one.publisher),
            json!(one.address),
            json!(one.year.map(|year| year.to_string())),
            json!(one.grade),
        ]
    };
    table.rows = engines::local::catalog::sources().into_iter().map(|one| row(one.into())).collect();
    table
}
