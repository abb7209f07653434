//! Returns an answer.

use axum::extract::State;
use serde::Serialize;
use shared::store::{answer, website};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::{AnswerView, CitationView, MentionView};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// An answer with what was read in it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneStoredAnswer)]
pub(super) struct Answer {
    success: Success,
    answer: AnswerView,
    /// Cited pages in order.
    citations: Vec<CitationView>,
    /// Mentions of the own brand and of rivals.
    mentions: Vec<MentionView>,
}

/// Get an answer.
#[utoipa::path(
    get, path = "/api/answers/{id}", tag = "answers", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    let found = answer::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("answer"))?;
    let website = website::find(db, workspace_id, found.website_id).await?;
    let host = website.map(|website| website.host).unwrap_or_default();
    let citations = answer::citations(db, workspace_id, id).await?;
    let mentions = answer::mentions(db, workspace_id, id).await?;
    Ok(Json(Answer {
        success: Success,
        answer: found.into(),
        citations: citations.into_iter().map(|row| CitationView::new(row, &host)).collect(),
        mentions: mentions.into_iter().map(MentionView::from).collect(),
    }))
}
