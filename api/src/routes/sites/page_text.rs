//! Puts the text of a document onto a page of a site.

use axum::{extract::State, http::StatusCode};
use documents::{Brief, CitedFact};
use engines::content::FactKind;
use serde::Deserialize;
use shared::{
    domain::{document::VersionOrigin, site::SitePage},
    store::{
        document::{self, NewVersion},
        site,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    routes::documents::{OneVersion, append, found, saved, wanted_version},
    state::AppState,
};

/// Maximum number of characters of a document's title in the note.
const TITLE_CHARS: usize = 200;

/// A page, and the document whose text it gets.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SitePageText)]
pub(super) struct Input {
    /// Path of a page of the site, such as `/cost/`.
    path: String,
    /// Document with the text.
    document_id: Uuid,
    /// Number of its version. Default: the current one.
    version: Option<i32>,
    /// Number of the current version of the page's own document as you know it. Default: whatever it is.
    base_version: Option<i32>,
}

/// Put the text of a document onto a page of a site.
///
/// Adds a version with the text and its facts to the page's own document; earlier versions remain. The site does not change
/// before a release with the text is built, has passed the checks, and is approved and deployed. Fails with 409 and the
/// `current` number if `baseVersion` is not the current version of the page's document. Requires an editor.
#[utoipa::path(
    post, path = "/api/sites/{id}/page-text", tag = "sites", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = OneVersion, description = "The page has this text already."), (status = 201, body = OneVersion))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<OneVersion>)> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    let source = found(&state, workspace_id, input.document_id).await?;
    let page = page(&state, workspace_id, id, &input).await?;
    let version = wanted_version(&state, workspace_id, &source, input.version).await?;
    let target = found(&state, workspace_id, page.document_id).await?;
    let is_generated = document::is_generated(&state.db, workspace_id, source.id, version.info.number).await?;
    let brief: Brief = serde_json::from_value(source.brief.0.clone()).map_err(ApiError::unexpected)?;
    let cited: Vec<CitedFact> = serde_json::from_value(version.cited.0).map_err(ApiError::unexpected)?;
    let cited: Vec<CitedFact> = cited.into_iter().map(|fact| with_kind(fact, &brief)).collect();
    let title: String = source.title.chars().take(TITLE_CHARS).collect();
    let new = NewVersion {
        base: target.version,
        // Pages that a model wrote are labeled as such, also after edits by hand.
        origin: if is_generated { VersionOrigin::Generated } else { VersionOrigin::Edited },
        draft: version.draft.0,
        cited: serde_json::to_value(cited).map_err(ApiError::unexpected)?,
        score: version.info.score.map(|score| score.0),
        words: version.info.words,
        run_id: None,
        user_id: member.caller.user_id,
        prompts: None,
        model: version.info.model,
        cost_micros: 0,
        note: format!("Text of “{title}”, version {}", version.info.number),
    };
    let tx = state.db.begin().await?;
    let expected = input.base_version.unwrap_or(target.version);
    let added = append(&state, &member, tx, target.id, expected, &new).await?;
    saved(&state, workspace_id, target.id, added).await
}

/// Returns the page that gets the text.
async fn page(state: &AppState, workspace_id: Uuid, id: Uuid, input: &Input) -> Result<SitePage> {
    let pages = site::pages(&state.db, workspace_id, id).await?;
    let page = pages.into_iter().find(|page| page.path == input.path);
    let page =
        page.ok_or_else(|| ApiError::invalid("/path", "is not the path of a page of this site, such as /cost/"))?;
    if page.document_id == input.document_id {
        let detail = "The document is this page. Build a release to publish its text.";
        return Err(ApiError::Conflict(FieldError::new("/documentId", detail)));
    }
    Ok(page)
}

/// Returns a fact that names what it is. Cited facts have no kind, and the checks of a release look for the word: that a
/// business is licensed needs a fact that says so. A rating or an award counts only if the owner has confirmed it.
fn with_kind(fact: CitedFact, brief: &Brief) -> CitedFact {
    let Some(known) = brief.facts.iter().find(|known| known.id == fact.id) else { return fact };
    let word = match known.kind {
        FactKind::Licence => "License (licensed)",
        FactKind::Insurance => "Insurance (insured)",
        FactKind::Experience => "Experience",
        FactKind::Guarantee => "Guarantee (guarantees)",
        FactKind::Rating if known.is_owner_supplied => "Rating (rated)",
        FactKind::Award if known.is_owner_supplied => "Award",
        _ => return fact,
    };
    let mut words = known.value.split_whitespace().map(str::to_lowercase);
    if words.any(|word| matches!(word.as_str(), "no" | "not" | "none" | "without")) {
        return fact;
    }
    CitedFact { text: format!("{word}: {}", fact.text), ..fact }
}
