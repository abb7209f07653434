//! Creates a site.

use std::collections::BTreeSet;

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use shared::{
    domain::{now, site::SiteKind},
    launch::{self, Common, Wanted},
    store::{site, workspace},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Theme, body,
    markets::{self, Key, WithSite},
    start,
    view::{self, AtWork},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    routes::site_operator,
    state::AppState,
};

/// Maximum number of places of a site.
const MOST_PLACES: usize = 200;

/// A new site.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewSite)]
pub(super) struct Input {
    /// `goldmine` for one place, `dominator` for several.
    kind: SiteKind,
    /// Slug of the vertical.
    vertical: String,
    /// Ids of places: one for a goldmine site, 1 to 200 for a dominator site. Places beyond the pages of a first launch follow
    /// by themselves on later days: see `growth` of the site.
    places: Vec<String>,
    /// At most 100 characters. Default: made from place and trade.
    name: Option<String>,
    /// Theme. Default: one that differs from site to site.
    theme: Option<Theme>,
    /// Telephone number for visitors.
    phone: Option<String>,
    /// Target. Default: built-in hosting.
    target_id: Option<Uuid>,
}

/// Create a site.
///
/// Starts a run that writes its pages, renders and checks them. Nothing is deployed before a person approves the release.
/// The operator of the sites must be entered first. Requires an editor.
#[utoipa::path(
    post, path = "/api/sites", tag = "sites", request_body = Input, responses((status = 201, body = AtWork))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<AtWork>)> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    body::target(&state, workspace_id, input.target_id).await?;
    let (theme, target_id) = (input.theme, input.target_id);
    let wanted = wanted(&state, workspace_id, input).await?;
    let common = Common { operator: site_operator::view::complete(&state, workspace_id).await?, theme, target_id };
    let wanted = std::slice::from_ref(&wanted);
    let is_free = |host: &str| state.hosting.hosts().is_of_site(host);
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    launch::check_room(&mut tx, workspace_id, 1).await?;
    launch::check_free(&mut tx, workspace_id, wanted, ::markets::metro_of).await?;
    launch::add_markets(&mut tx, workspace_id, user_id, wanted, now()).await?;
    let new = launch::new_sites(&mut tx, &state.settings.sites, &common, wanted, is_free).await?;
    site::insert(&mut tx, workspace_id, user_id, &new, now()).await?;
    let id = new.first().map(|site| site.id).ok_or(ApiError::NotFound("site"))?;
    let limits = state.settings.workspace;
    let begun = start::begun(site::start_build(&mut tx, limits, (workspace_id, id), user_id, &[], now()).await?)?;
    tx.commit().await?;
    let run = start::deliver(&state, begun).await;
    let site = view::one(&state, workspace_id, id).await?;
    Ok((StatusCode::CREATED, Json(AtWork { success: Success, site, run_id: Some(run.id) })))
}

async fn wanted(state: &AppState, workspace_id: Uuid, input: Input) -> Result<Wanted> {
    let Input { kind, vertical, places, name, phone, .. } = input;
    let most = if kind == SiteKind::Goldmine { 1 } else { MOST_PLACES };
    if !(1..=most).contains(&places.len()) {
        let detail = format!("must be 1 to {most} ids of places for a {kind} site");
        return Err(ApiError::invalid(
            "/places",
            if most == 1 { "must be one id of a place".to_owned() } else { detail },
        ));
    }
    if places.iter().collect::<BTreeSet<_>>().len() < places.len() {
        return Err(ApiError::invalid("/places", "must be different places"));
    }
    let keys = places.into_iter().map(|place| Key { vertical: vertical.clone(), place }).collect();
    let pointer = |index: usize, field: &str| match field {
        "vertical" => "/vertical".to_owned(),
        _ => format!("/places/{index}"),
    };
    let markets = markets::find(state, workspace_id, keys, pointer).await?;
    let with_site = WithSite::read(state, workspace_id).await?;
    with_site.check(&markets, |index| format!("/places/{index}"))?;
    let name = name.as_deref().map(body::name).transpose()?.flatten();
    let phone = phone.as_deref().map(body::phone).transpose()?.flatten();
    Ok(Wanted { kind, markets, name, phone })
}
