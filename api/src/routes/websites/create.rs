//! Adds a website to the workspace.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use shared::{
    domain::website::WebsiteKind,
    store::website::{self, NewWebsite},
};

use super::{
    address::{self, Address},
    answer::{Answer, answer},
    name::check_name,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member},
    state::AppState,
};

/// A website to store.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewWebsite)]
pub struct Body {
    /// Name. Default: the host.
    name: Option<String>,
    /// URL of its home page; the scheme is optional.
    url: String,
}

/// Add a website.
///
/// Returns 201 with the new website, or 200 with the existing one if the workspace has a website with this host.
/// Requires an editor or owner.
#[utoipa::path(
    post, path = "/api/websites", tag = "websites", request_body = Body,
    responses((status = 201, body = Answer), (status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Answer>)> {
    let new = checked(body)?;
    let mut tx = state.db.begin().await?;
    let known = website::find_by_host(&mut tx, member.workspace_id, &new.host, WebsiteKind::Own).await?;
    let (status, id) = match known {
        Some(id) => (StatusCode::OK, id),
        None => {
            let id = website::insert(&mut tx, member.workspace_id, &new, shared::domain::now()).await?;
            (StatusCode::CREATED, id)
        }
    };
    tx.commit().await?;
    Ok((status, answer(&state, member.workspace_id, id).await?))
}

fn checked(body: Body) -> Result<NewWebsite> {
    let Address { url, host } = address::read(&body.url, "/url")?;
    let name = body.name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| host.clone());
    check_name(&name)?;
    Ok(NewWebsite { name, url, host, kind: WebsiteKind::Own })
}
