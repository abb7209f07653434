//! Adds a website of the workspace's own.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use shared::{
    domain::website::WebsiteKind,
    store::website::{self, NewWebsite},
};

use super::{
    address::{self, Address},
    view::WebsiteView,
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

const NAME_CHARS: usize = 200;

/// A website to be.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = NewWebsite)]
pub struct Body {
    /// How people call it; its host unless given.
    name: Option<String>,
    /// Its home page; the scheme may be left out.
    url: String,
}

/// The website.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = OneWebsite)]
pub struct Answer {
    pub success: Success,
    pub website: WebsiteView,
}

/// Add a website.
#[utoipa::path(
    post, path = "/api/websites", tag = "websites", request_body = Body, responses((status = 201, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Answer>)> {
    let new = checked(body)?;
    let mut tx = state.db.begin().await?;
    if website::find_by_host(&mut tx, member.workspace_id, &new.host, WebsiteKind::Own).await?.is_some() {
        return Err(ApiError::Conflict(FieldError::new(
            "/url",
            format!("{} already exists in this workspace.", new.host),
        )));
    }
    let id = website::insert(&mut tx, member.workspace_id, &new, shared::domain::now()).await?;
    tx.commit().await?;
    let website = website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    Ok((StatusCode::CREATED, Json(Answer { success: Success, website: website.into() })))
}

fn checked(body: Body) -> Result<NewWebsite> {
    let Address { url, host } = address::read(&body.url, "/url")?;
    let name = body.name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    if name.as_ref().is_some_and(|name| name.chars().count() > NAME_CHARS) {
        return Err(ApiError::invalid("/name", format!("The name may be at most {NAME_CHARS} letters.")));
    }
    Ok(NewWebsite { name: name.unwrap_or_else(|| host.clone()), url, host, kind: WebsiteKind::Own })
}
