//! An edit, in responses.

use chrono::{DateTime, Utc};
use edits::{Change, Hunk, Instruction, PageFacts};
use serde::{Deserialize, Serialize};
use shared::{
    domain::edit::{Edit, EditStatus, EditStep, EditWay},
    store::edit,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Success},
    routes::runs::view::RunView,
    state::AppState,
};

/// The files that are written first, on trial.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditCanary)]
struct CanaryView {
    /// Number of files on trial.
    pages: i64,
    /// Number of all files.
    of: i64,
    /// Number of files that have the content of the edit.
    written: i64,
}

/// An edit in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedEdit)]
pub(super) struct ListedEdit {
    id: Uuid,
    website_id: Uuid,
    website_name: String,
    /// Opportunity that it implements.
    opportunity_id: Option<Uuid>,
    /// Edit that it undoes.
    undoes_id: Option<Uuid>,
    /// Latest edit that undoes it.
    undo_edit_id: Option<Uuid>,
    title: String,
    /// Optional; may be empty.
    reason: String,
    status: EditStatus,
    /// Reason of the status, with the remedy; may be empty.
    detail: String,
    /// How its changes reach the website; `null` before it is prepared.
    way: Option<EditWay>,
    /// Step of its latest run.
    step: Option<EditStep>,
    /// Number of changes.
    change_count: usize,
    /// Number of changes that the website showed when it was last read.
    applied_count: usize,
    /// The files on trial; `null` without an access.
    canary: Option<CanaryView>,
    /// The run at work: its own, or that of its site.
    run_id: Option<Uuid>,
    /// Whether an experiment measures it once it is applied.
    is_measured: bool,
    experiment_id: Option<Uuid>,
    /// Change log entry about it.
    annotation_id: Option<Uuid>,
    /// Release that carries its changes.
    release_id: Option<Uuid>,
    /// Whether its changes can be undone now.
    can_be_undone: bool,
    created_by: Uuid,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    /// Name of the user who approved it.
    approved_by: Option<String>,
    approved_at: Option<DateTime<Utc>>,
    applied_at: Option<DateTime<Utc>>,
    undone_at: Option<DateTime<Utc>>,
}

/// A change, and what the website showed of it when it was last read.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditChange)]
struct ChangeView {
    #[serde(flatten)]
    change: Change,
    /// Whether the website shows it.
    is_applied: bool,
    /// What the website shows instead or as requested.
    found: Option<String>,
    /// Why the website could not be read.
    problem: Option<String>,
    /// What a person does to make it.
    instruction: Instruction,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Seen {
    is_applied: bool,
    found: Option<String>,
    problem: Option<String>,
}

/// A file before and after the changes.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditPreviewFile)]
struct FileView {
    /// Path of the file.
    path: String,
    /// Public address of its page; `null` for a file that is no page.
    url: Option<String>,
    /// Lines that differ.
    hunks: Vec<Hunk>,
    /// Facts of the page before; `null` for a file that is no page.
    before: Option<PageFacts>,
    /// Facts of the page after.
    after: Option<PageFacts>,
    /// Remarks on the page, such as a second title.
    #[serde(default)]
    notes: Vec<String>,
}

/// What an edit changes.
#[derive(Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = EditPreview)]
struct PreviewView {
    /// Empty before the edit is prepared.
    files: Vec<FileView>,
    /// Why it cannot be applied.
    problems: Vec<String>,
}

/// An edit with its changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Edit)]
pub(super) struct EditView {
    #[serde(flatten)]
    listed: ListedEdit,
    changes: Vec<ChangeView>,
    preview: PreviewView,
}

/// Response with an edit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneEdit)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) edit: EditView,
}

/// An edit and the run that was started.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditAtWork)]
pub(super) struct AtWork {
    pub(super) success: Success,
    pub(super) edit: EditView,
    /// `null` if none is needed.
    pub(super) run: Option<RunView>,
}

impl From<Edit> for ListedEdit {
    fn from(edit: Edit) -> Self {
        let is_applied = |seen: &&serde_json::Value| seen["isApplied"] == true;
        Self {
            can_be_undone: edit.can_be_undone(),
            run_id: edit.run_at_work(),
            canary: canary(&edit),
            change_count: edit.changes.len(),
            applied_count: edit.checked.iter().filter(is_applied).count(),
            id: edit.id,
            website_id: edit.website_id,
            website_name: edit.website_name,
            opportunity_id: edit.opportunity_id,
            undoes_id: edit.undoes_id,
            undo_edit_id: edit.undo_edit_id,
            title: edit.title,
            reason: edit.reason,
            status: edit.status,
            detail: edit.failure.unwrap_or(edit.detail),
            way: edit.way,
            step: edit.step,
            is_measured: edit.is_measured,
            experiment_id: edit.experiment_id,
            annotation_id: edit.annotation_id,
            release_id: edit.release_id,
            created_by: edit.created_by,
            created_at: edit.created_at,
            updated_at: edit.updated_at,
            approved_by: edit.approved_by_name,
            approved_at: edit.approved_at,
            applied_at: edit.applied_at,
            undone_at: edit.undone_at,
        }
    }
}

fn canary(edit: &Edit) -> Option<CanaryView> {
    let is_access = edit.way == Some(EditWay::Access);
    (is_access && edit.files > 0).then_some(CanaryView {
        pages: edit.canary_files,
        of: edit.files,
        written: edit.written_files,
    })
}

impl EditView {
    fn of(edit: Edit) -> Result<Self> {
        let mut changes = Vec::with_capacity(edit.changes.len());
        for (at, stored) in edit.changes.iter().enumerate() {
            let change = Change::deserialize(stored).map_err(ApiError::unexpected)?;
            let seen = edit.checked.get(at).and_then(|seen| Seen::deserialize(seen).ok()).unwrap_or_default();
            changes.push(ChangeView {
                instruction: edits::instructions(&change),
                change,
                is_applied: seen.is_applied,
                found: seen.found,
                problem: seen.problem.filter(|problem| !problem.is_empty()),
            });
        }
        let preview = PreviewView::deserialize(&edit.preview.0).map_err(ApiError::unexpected)?;
        Ok(Self { changes, preview, listed: edit.into() })
    }
}

/// Returns an edit of the workspace.
pub(super) async fn found(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Edit> {
    edit::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("edit"))
}

/// Returns the view of an edit of the workspace.
pub(super) async fn one(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<EditView> {
    EditView::of(found(state, workspace_id, id).await?)
}

/// Returns the response with an edit.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    Ok(Json(Answer { success: Success, edit: one(state, workspace_id, id).await? }))
}
