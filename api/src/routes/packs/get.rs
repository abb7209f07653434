//! Returns the pack of a vertical.

use axum::extract::State;
use editorial::library;
use engines::local::catalog::vertical_names;
use serde::Serialize;
use shared::store::pack::{self, PackKey};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    check,
    key::key,
    view::{ChangeView, ContentView, SourceView},
};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Number of changes that come with a pack.
const LATEST: usize = 20;

/// The pack of a vertical.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Pack)]
pub(super) struct PackView {
    language: String,
    /// Slug of the vertical.
    vertical: String,
    /// Name of the vertical.
    name: String,
    /// Whether there is a pack. Without one no site of the vertical can be deployed.
    has_pack: bool,
    has_built_in: bool,
    has_own: bool,
    /// Which pack counts; `null` without one.
    source: Option<SourceView>,
    /// Number of changes of the own pack; send it with the next change. 0 without one.
    revision: i64,
    /// `null` without a pack.
    content: Option<ContentView>,
    /// The latest 20 changes of the own pack, newest first.
    changes: Vec<ChangeView>,
}

/// The pack of a vertical.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OnePack)]
pub(super) struct Answer {
    success: Success,
    pack: PackView,
}

/// Get a pack.
///
/// The workspace's own pack, otherwise the built-in one; with its sections, its text and the changes of the own pack. A
/// vertical without one has `hasPack: false`.
#[utoipa::path(
    get, path = "/api/packs/{language}/{vertical}", tag = "packs",
    params(("language" = String, Path), ("vertical" = String, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path((language, vertical)): Path<(String, String)>,
) -> Result<Json<Answer>> {
    let key = key(language, vertical)?;
    let pack = view(&state, member.workspace_id, &key).await?;
    Ok(Json(Answer { success: Success, pack }))
}

/// Returns the pack that counts.
pub(super) async fn view(state: &AppState, workspace_id: Uuid, key: &PackKey) -> Result<PackView> {
    let own = pack::find(&state.db, workspace_id, key).await?;
    let own_text = pack::text(&state.db, workspace_id, key).await?;
    let built_in = library::text(&key.language, &key.vertical);
    let (has_own, has_built_in) = (own_text.is_some(), built_in.is_some());
    let source = match (has_own, has_built_in) {
        (true, _) => Some(SourceView::Own),
        (false, true) => Some(SourceView::BuiltIn),
        (false, false) => None,
    };
    let content = match own_text.or(built_in) {
        Some(text) => Some(content(text).await?),
        None => None,
    };
    let changes = pack::changes(&state.db, workspace_id, Some(key), None, LATEST).await?;
    let name = vertical_names().find(|known| known.slug == key.vertical).map_or("", |known| known.name);
    Ok(PackView {
        language: key.language.clone(),
        vertical: key.vertical.clone(),
        name: name.to_owned(),
        has_pack: source.is_some(),
        has_built_in,
        has_own,
        source,
        revision: own.map_or(0, |own| own.revision),
        content,
        changes: changes.items.into_iter().map(ChangeView::from).collect(),
    })
}

async fn content(text: String) -> Result<ContentView> {
    let checked = check::read(text).await?;
    // A stored text could be read when it was stored.
    checked.map(ContentView::from).map_err(|mistakes| {
        let first = mistakes.first().map(|mistake| mistake.problem.clone()).unwrap_or_default();
        ApiError::unexpected(format!("a stored pack cannot be read: {first}"))
    })
}
