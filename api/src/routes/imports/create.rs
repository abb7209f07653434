//! Upload an export.

use axum::{
    extract::{Multipart, State, multipart::MultipartRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::{
        import::Import,
        run::{NewRun, Run, RunKind, RunStatus},
    },
    store::import,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    duplicate::{self, DuplicateView},
    upload,
    view::ImportView,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    routes::runs::{
        start,
        view::RunView,
        wait::{Prefer, Waiter},
    },
    state::AppState,
};

/// Form of the upload.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "describes the form; it is read as it comes")]
#[schema(as = ImportUpload)]
struct Form {
    /// One export, up to 500 MB: CSV, TSV, XLSX, JSON, or a ZIP of them.
    #[schema(value_type = Option<String>, format = Binary)]
    file: Option<Vec<u8>>,
    /// Or several files of one export, such as `Chart.csv` and `Queries.csv`: CSV, TSV or JSON, 500 MB together.
    #[schema(value_type = Option<Vec<String>>, format = Binary)]
    files: Option<Vec<Vec<u8>>>,
    /// Website of the import.
    #[schema(rename = "websiteId")]
    website_id: Option<Uuid>,
}

/// The import with its preview, or with the run that inspects it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportPreviewed)]
pub(super) struct Answer {
    success: Success,
    import: ImportView,
    /// Its files that were imported before; `commit` then requires `allowDuplicates`.
    duplicates: Vec<DuplicateView>,
    run: RunView,
}

impl Answer {
    pub(super) fn new(import: Import, duplicates: Vec<DuplicateView>, run: Run) -> Self {
        Self { success: Success, import: import.into(), duplicates, run: run.into() }
    }
}

/// Upload a file or several files.
///
/// Stores and inspects one `file`, or several `files` of one export as one import. The rows count after `commit`. Waits up to 10 seconds for the preview, or `Prefer:
/// wait=N`.
#[utoipa::path(
    post, path = "/api/imports", tag = "imports", request_body(content = Form, content_type = "multipart/form-data"),
    params(("Prefer" = Option<String>, Header)),
    responses((status = 201, body = Answer, description = "With the preview."), (status = 202, body = Answer, description = "The preview is being made."))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer,
    form: std::result::Result<Multipart, MultipartRejection>,
) -> Result<Response> {
    let form = form.map_err(|_| {
        ApiError::invalid("/file", "Send a form (multipart/form-data) with the field 'file' or 'files'.")
    })?;
    let upload = upload::take(&state, &member, form).await?;
    let waiter = Waiter::new(&state, member.caller.user_id, prefer.or_seconds(10));
    let new = NewRun::new(
        member.workspace_id,
        member.caller.user_id,
        RunKind::ImportPreview,
        json!({"importId": upload.import_id}),
    );
    let run = start::start(&state, &new).await?;
    let run = waiter.ended(&state, run).await?;
    if run.status == RunStatus::Failed {
        upload.pending.delete().await;
        let error = run.error.map_or_else(|| "The file cannot be read.".to_owned(), |error| error.0.detail);
        return Err(ApiError::Unreadable(error));
    }
    upload.pending.keep();
    let import = import::find(&state.db, member.workspace_id, upload.import_id).await?;
    let import = import.ok_or(ApiError::NotFound("import"))?;
    let status = if run.status.is_final() { StatusCode::CREATED } else { StatusCode::ACCEPTED };
    let duplicates = duplicate::list(&state, member.workspace_id, upload.import_id).await?;
    Ok((status, Json(Answer::new(import, duplicates, run))).into_response())
}
