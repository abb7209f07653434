//! Stores own packs.

use shared::{
    domain::{now, pack::PackAction},
    store::{
        pack::{self, MOST_PACKS, PackAuthor, PackBody, PackKey},
        usage, workspace,
    },
};

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member},
    state::AppState,
};

/// Stores a text as the workspace's own pack, if its revision is `expected` (or any, if that is `None`). Returns false if
/// the pack has the same text.
pub(super) async fn store(
    state: &AppState, member: &Member<Changes>, key: &PackKey, body: &PackBody, (action, note): (PackAction, String),
    expected: Option<i64>,
) -> Result<bool> {
    let (workspace_id, limits, user_id) = (member.workspace_id, state.settings.workspace, member.caller.user_id);
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let own = pack::find(&mut tx, workspace_id, key).await?;
    let current = own.as_ref().map_or(0, |own| own.revision);
    if expected.is_some_and(|expected| expected != current) {
        return Err(stale(current));
    }
    if own.is_none() && pack::list(&mut tx, workspace_id, None).await?.len() as i64 >= MOST_PACKS {
        return Err(ApiError::invalid("/text", "A workspace can have at most 500 packs of its own."));
    }
    let author = PackAuthor { user_id, action, note };
    let is_new = pack::put(&mut tx, workspace_id, key, body, &author, now()).await?;
    if is_new {
        let bytes = i64::try_from(body.text.len()).unwrap_or(i64::MAX);
        usage::check_storage_locked(&mut tx, limits, workspace_id, bytes, now()).await?;
    }
    tx.commit().await?;
    Ok(is_new)
}

fn stale(current: i64) -> ApiError {
    let detail = "The pack was changed in the meantime. Compare it with your text, then save again.";
    ApiError::Stale { field: FieldError::new("/revision", detail), current }
}
