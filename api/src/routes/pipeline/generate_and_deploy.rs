//! Builds a site for one market or keyword.

use axum::{extract::State, response::Response};
use engines::local::catalog::{PlaceFilter, places, verticals};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{deployment::DeploymentKind, site::SiteKind},
    launch::Wanted,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    keyword::{self, Place, Trade},
    launch::{self, Answer, Launch},
    repeat::{self, Request},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member},
    market::{own, today},
    routes::{
        runs::{key::IdempotencyKey, wait::Prefer},
        sites::{
            Theme, markets,
            markets::{Key, WithSite},
        },
    },
    state::AppState,
};

const KEYWORD_CHARS: usize = 200;

/// A market, or a keyword with a trade and a place.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = GenerateAndDeploy)]
pub(super) struct Input {
    /// Slug of the vertical.
    vertical: Option<String>,
    /// Id of the place.
    place: Option<String>,
    /// Instead of both: a keyword such as `water damage restoration tulsa ok`, at most 200 characters.
    keyword: Option<String>,
    /// Theme. Default: one that differs from site to site.
    theme: Option<Theme>,
    /// Target. Default: built-in hosting.
    target_id: Option<Uuid>,
}

/// Generate and deploy a site.
///
/// Builds a goldmine site for one market; a person then approves it, which deploys it. A keyword must name a trade and a
/// place. The operator of the sites must be entered first. Requires an editor. Waits up to 10 seconds for the site to be built,
/// or `Prefer: wait=N`. With `Idempotency-Key`, a repeated request returns the deployment of the first one.
#[utoipa::path(
    post, path = "/api/dominator-pipeline/generate-and-deploy", tag = "pipeline", request_body = Input,
    params(("Idempotency-Key" = Option<String>, Header), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, idempotency: IdempotencyKey, prefer: Prefer,
    Json(input): Json<Input>,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let request = Request::of(idempotency, "generate-and-deploy", &input)?;
    if let Some(response) = repeat::respond(&state, &member, prefer, request.as_ref()).await? {
        return Ok(response);
    }
    launch::common(&state, workspace_id, input.theme, input.target_id).await?;
    let (key, at) = key(&state, workspace_id, &input).await?;
    let pointer = |_: usize, field: &str| if at.is_empty() { format!("/{field}") } else { at.to_owned() };
    let markets = markets::find(&state, workspace_id, vec![key], pointer).await?;
    let with_site = WithSite::read(&state, workspace_id).await?;
    with_site.check(&markets, |_| if at.is_empty() { "/place" } else { at }.to_owned())?;
    let title = markets.first().map(|found| format!("{}, {}", found.vertical_name, found.place().name));
    let launch = Launch {
        kind: DeploymentKind::Single,
        name: launch::name(None, title.unwrap_or_default())?,
        plan: json!({"vertical": input.vertical, "place": input.place, "keyword": input.keyword}),
        wanted: vec![Wanted { kind: SiteKind::Goldmine, markets, name: None, phone: None }],
        theme: input.theme,
        target_id: input.target_id,
    };
    launch::build(&state, &member, prefer, launch, request.as_ref(), Vec::new()).await
}

/// Returns the market, and the field that names it if it is the keyword.
async fn key(state: &AppState, workspace_id: Uuid, input: &Input) -> Result<(Key, &'static str)> {
    let required = |name: &str| ApiError::invalid(format!("/{name}"), format!("The field '{name}' is required."));
    let Some(text) = input.keyword.as_deref().map(str::trim).filter(|text| !text.is_empty()) else {
        let vertical = input.vertical.clone().ok_or_else(|| required("vertical"))?;
        return Ok((Key { vertical, place: input.place.clone().ok_or_else(|| required("place"))? }, ""));
    };
    if input.vertical.is_some() || input.place.is_some() {
        return Err(ApiError::invalid("/keyword", "must be omitted with a vertical and a place"));
    }
    if text.chars().count() > KEYWORD_CHARS {
        return Err(ApiError::invalid("/keyword", "must have at most 200 characters"));
    }
    let own = own(&state.db, workspace_id).await?;
    let keyword = text.to_owned();
    let found = state.markets.compute(move |params| {
        let trades = verticals(&own.overrides, today(), None, params)?;
        let all = PlaceFilter { limit: usize::MAX, ..PlaceFilter::default() };
        let towns = places(&own.overrides, &all)?.places;
        let trades: Vec<Trade<'_>> = trades
            .iter()
            .map(|trade| Trade { slug: &trade.slug, name: &trade.name, phrases: &trade.seed_keywords })
            .collect();
        let towns: Vec<Place<'_>> = towns
            .iter()
            .map(|town| Place { id: &town.id, name: &town.name, state: &town.state, population: town.population })
            .collect();
        Ok(keyword::market(&keyword, &trades, &towns))
    });
    let (vertical, place) = found.await?.map_err(|detail| ApiError::invalid("/keyword", detail))?;
    Ok((Key { vertical, place }, "/keyword"))
}
