//! Estimates the cost of data on keywords.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{
        connection::{Connection, ConnectionStatus},
        keyword_data::{KEYWORD_PROVIDERS, KeywordOrder, MOST_KEYWORDS},
    },
    store::{connection, keyword},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::input;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Query, Success},
    routes::admin::prices,
    state::AppState,
};

/// What is wanted, in numbers; omitted ones want nothing.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Id of the connection. Default: the first that can.
    connection_id: Option<String>,
    /// Given keywords, at most 1,000.
    given: Option<usize>,
    /// Whether the volume of tracked keywords is wanted.
    tracked: Option<bool>,
    /// Whether the volume of keywords of the latest analysis without one is wanted.
    known: Option<bool>,
    /// Whether the difficulty of these keywords is wanted.
    difficulty: Option<bool>,
    /// Keywords for which ideas are wanted, at most 20.
    seeds: Option<usize>,
    /// Ideas for each of them, 1 to 1,000.
    ideas: Option<u32>,
    /// Ranked keywords of a domain, at most 1,000.
    ranked: Option<u32>,
    /// Links to the website, at most 1,000.
    links: Option<u32>,
}

/// A connection that returns data on keywords.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KeywordDataConnection)]
struct ConnectionView {
    id: Uuid,
    name: String,
    status: ConnectionStatus,
}

impl From<Connection> for ConnectionView {
    fn from(Connection { id, name, status, .. }: Connection) -> Self {
        Self { id, name, status }
    }
}

/// Cost of data on keywords.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordDataEstimate)]
pub(super) struct Answer {
    success: Success,
    /// Most that the run costs, in millionths of a dollar. Responses in the cache of the connection cost nothing.
    cost_micros: u64,
    /// Keywords whose volume is fetched.
    keywords: usize,
    /// Keywords that are left out: over the most of a run, or not measured by Google Ads.
    left_out: usize,
    /// Most keywords of a run.
    most_keywords: usize,
    /// Name of the connection; `null` without one.
    connection: Option<String>,
    /// Connections that return data on keywords.
    connections: Vec<ConnectionView>,
}

/// Estimate the cost of data on keywords.
///
/// Nothing is asked of the provider.
#[utoipa::path(
    get, path = "/api/keyword-data/estimate", tag = "keywords", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let chosen = super::chosen(&state, member.workspace_id, params.connection_id.as_deref()).await?;
    let given = most(params.given.unwrap_or(0), input::MOST_GIVEN, "/given")?;
    let seeds = most(params.seeds.unwrap_or(0), input::MOST_SEEDS, "/seeds")?;
    let order = KeywordOrder {
        website_id: website.id,
        tracked: params.tracked.unwrap_or(false),
        known: params.known.unwrap_or(false),
        difficulty: params.difficulty.unwrap_or(false),
        ideas: input::rows(params.ideas.unwrap_or(1), 1, "/ideas")?,
        links: input::rows(params.links.unwrap_or(0), 0, "/links")?,
        ..KeywordOrder::default()
    };
    let stored = keyword::wanted(&state.db, member.workspace_id, &order).await?;
    // Given keywords come first, so they displace stored ones.
    let keywords = (given + stored.keywords.len()).min(MOST_KEYWORDS);
    let displaced = given + stored.keywords.len() - keywords;
    let ranked = input::rows(params.ranked.unwrap_or(0), 0, "/ranked")?;
    let wanted = providers::data_for_seo::Wanted { seeds, ranked, ..input::wanted(&order, keywords) };
    let mut connections = connection::list(&state.db, member.workspace_id).await?;
    connections.retain(|one| KEYWORD_PROVIDERS.contains(&one.provider.as_str()));
    Ok(Json(Answer {
        success: Success,
        cost_micros: wanted.cost(&prices::book(&state.db).await?).0,
        keywords,
        left_out: stored.left_out + displaced,
        most_keywords: MOST_KEYWORDS,
        connection: chosen.map(|connection| connection.name),
        connections: connections.into_iter().map(ConnectionView::from).collect(),
    }))
}

fn most(count: usize, most: usize, field: &str) -> Result<usize> {
    if count <= most { Ok(count) } else { Err(ApiError::invalid(field, format!("must be at most {most}"))) }
}
