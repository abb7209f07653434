//! Builds sites for chosen markets.

use ::markets::metro_of;
use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        deployment::DeploymentKind,
        pipeline::NewPipelineMarket,
        site::SiteKind,
        site_market::{Taken, TakenMarkets},
    },
    launch::Wanted,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    launch::{self, Answer, Launch, MOST_SITES},
    repeat::{self, Request},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member},
    routes::{
        runs::{key::IdempotencyKey, wait::Prefer},
        sites::{
            Theme,
            markets::{self, Key, WithSite},
            skipped::Skipped,
        },
    },
    state::AppState,
};

/// A market.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = GoldmineMarket)]
struct Market {
    /// Slug of the vertical.
    vertical: String,
    /// Id of the place.
    place: String,
}

/// Markets to build sites for.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = DeployGoldmines)]
pub(super) struct Input {
    /// 1 to 10,000 markets.
    markets: Vec<Market>,
    /// Theme. Default: one that differs from site to site.
    theme: Option<Theme>,
    /// Target. Default: built-in hosting.
    target_id: Option<Uuid>,
    /// Name of the deployment, at most 200 characters.
    name: Option<String>,
}

/// Deploy goldmine sites.
///
/// Builds a site for each market; a person then approves the deployment, which deploys them. A market that is listed twice or
/// has a site is skipped, also one whose metropolitan area has a site of the trade. The operator of the sites must be entered first. Requires an editor. Waits up to 10 seconds for the
/// sites to be built, or `Prefer: wait=N`. With `Idempotency-Key`, a repeated request returns the deployment of the first one.
#[utoipa::path(
    post, path = "/api/dominator-pipeline/deploy-goldmines", tag = "pipeline", request_body = Input,
    params(("Idempotency-Key" = Option<String>, Header), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, key: IdempotencyKey, prefer: Prefer,
    Json(input): Json<Input>,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let request = Request::of(key, "deploy-goldmines", &input)?;
    if let Some(response) = repeat::respond(&state, &member, prefer, request.as_ref()).await? {
        return Ok(response);
    }
    if !(1..=MOST_SITES).contains(&input.markets.len()) {
        return Err(ApiError::invalid("/markets", "must have 1 to 10,000 markets"));
    }
    launch::common(&state, workspace_id, input.theme, input.target_id).await?;
    let count = input.markets.len();
    let keys = input.markets.into_iter().map(|market| Key { vertical: market.vertical, place: market.place }).collect();
    let found = markets::find(&state, workspace_id, keys, |index, field| format!("/markets/{index}/{field}")).await?;
    let (wanted, skipped) = divide(found, &WithSite::read(&state, workspace_id).await?);
    if wanted.is_empty() {
        let detail =
            "Each of these markets, or its metropolitan area, has a site already. Open it, or choose other markets.";
        return Err(ApiError::Conflict(FieldError::new("/markets", detail)));
    }
    let name = launch::name(input.name.as_deref(), format!("{} goldmine sites", wanted.len()))?;
    let launch = Launch {
        kind: DeploymentKind::Goldmines,
        name,
        plan: json!({"markets": count}),
        wanted,
        theme: input.theme,
        target_id: input.target_id,
    };
    launch::build(&state, &member, prefer, launch, request.as_ref(), skipped).await
}

/// Divides markets into sites to build, and those that are skipped.
fn divide(found: Vec<NewPipelineMarket>, with_site: &WithSite) -> (Vec<Wanted>, Vec<Skipped>) {
    let (mut wanted, mut skipped, mut listed) = (Vec::new(), Vec::new(), TakenMarkets::default());
    for market in found {
        let metro = metro_of(&market.place_id);
        match (listed.of(&market.vertical, &market.place_id, metro), with_site.of(&market)) {
            (Some(Taken::Place), _) => skipped.push(Skipped::new(&market, "This market is in the list twice.")),
            (_, Some(taken)) => skipped.push(Skipped::new(&market, taken.reason())),
            (Some(Taken::Metro(metro)), None) => {
                let reason = format!("A market before it in the list is in the same metropolitan area: {metro}.");
                skipped.push(Skipped::new(&market, reason));
            }
            (None, None) => {
                listed.add(&market.vertical, &market.place_id, metro);
                wanted.push(Wanted { kind: SiteKind::Goldmine, markets: vec![market], name: None, phone: None });
            }
        }
    }
    (wanted, skipped)
}
