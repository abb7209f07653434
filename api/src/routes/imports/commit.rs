//! Commits an import.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        import::Import,
        now,
        run::{NewRun, RunKind},
        website::WebsiteKind,
    },
    store::{
        Tx, import, run,
        website::{self, NewWebsite},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::{ImportView, suggested_url};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, OptionalJson, Path, Success},
    routes::{
        runs::{
            start,
            view::RunView,
            wait::{self, Prefer, Waiter},
        },
        websites::{address, view::WebsiteView},
    },
    state::AppState,
};

/// Website and options.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = CommitImport)]
pub(super) struct Input {
    /// A website of the workspace.
    website_id: Option<Uuid>,
    /// Or its address; the website is created if it does not exist. Default: the website of the upload or of the file.
    url: Option<String>,
    /// Imports the upload even if files of it were imported before. Default: false.
    allow_duplicates: bool,
}

/// The import, its website and its run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportStarted)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) import: ImportView,
    pub(super) website: WebsiteView,
    pub(super) run: RunView,
}

/// Commit an import.
///
/// Imports the rows of an upload for a website. Fails with 409 if a file of it was imported before, unless
/// `allowDuplicates` is set. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/imports/{id}/commit", tag = "imports", request_body = Input,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
    OptionalJson(input): OptionalJson<Input>,
) -> Result<Response> {
    let found = import::find(&state.db, member.workspace_id, id).await?;
    let found = found.filter(|import| import.size_bytes > 0).ok_or(ApiError::NotFound("import"))?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let mut tx = state.db.begin().await?;
    if !input.allow_duplicates {
        check_duplicates(&mut tx, &member, id).await?;
    }
    let website_id = website_for(&state, &mut tx, &member, &found, input).await?;
    let new = new_run(&member, id, website_id);
    let inserted = run::insert_counted(&mut tx, state.settings.workspace, &new).await?;
    import::begin(&mut tx, member.workspace_id, id, website_id, new.id).await?.ok_or_else(|| not_now(&found))?;
    tx.commit().await?;
    let run = start::started(&state, &new, inserted).await?;
    let run = waiter.ended(&state, run).await?;
    answer(&state, &member, run, id, website_id, wait).await
}

/// Rejects an upload with files that were imported before.
async fn check_duplicates(tx: &mut Tx, member: &Member<Changes>, import_id: Uuid) -> Result<()> {
    let found = import::duplicates_locked(tx, member.workspace_id, import_id).await?;
    if found.is_empty() {
        return Ok(());
    }
    let files: Vec<String> = found.iter().map(shared::domain::import::DuplicateFile::sentence).collect();
    let detail = format!("{} To import it again, send allowDuplicates: true.", files.join(" "));
    Err(ApiError::Conflict(FieldError::new("/allowDuplicates", detail)))
}

/// Returns the run that reads an import.
pub(super) fn new_run(member: &Member<Changes>, import_id: Uuid, website_id: Uuid) -> NewRun {
    let payload = json!({"importId": import_id});
    let run = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Import, payload);
    NewRun { website_id: Some(website_id), ..run }
}

fn not_now(import: &Import) -> ApiError {
    let detail = format!("Only a previewed or failed import can be committed; this one is {}.", import.status);
    ApiError::Conflict(FieldError::new("/status", detail))
}

/// Returns the response for a started import.
pub(super) async fn answer(
    state: &AppState, member: &Member<Changes>, run: shared::domain::run::Run, import_id: Uuid, website_id: Uuid,
    wait: std::time::Duration,
) -> Result<Response> {
    let import = import::find(&state.db, member.workspace_id, import_id).await?.ok_or(ApiError::NotFound("import"))?;
    let website = website::find(&state.db, member.workspace_id, website_id).await?;
    let website = website.ok_or(ApiError::NotFound("website"))?;
    let is_ended = run.status.is_final();
    let body = Answer { success: Success, import: import.into(), website: website.into(), run: run.into() };
    Ok(wait::answer(is_ended, wait, body))
}

/// Returns the requested website.
async fn website_for(
    state: &AppState, tx: &mut Tx, member: &Member<Changes>, import: &Import, input: Input,
) -> Result<Uuid> {
    if let Some(id) = input.website_id {
        let found = website::find(&state.db, member.workspace_id, id).await?;
        return found.map(|website| website.id).ok_or(ApiError::NotFound("website"));
    }
    let url = match (input.url, import.website_id) {
        (Some(url), _) => url,
        (None, Some(id)) => return Ok(id),
        (None, None) => suggested_url(import).ok_or_else(|| {
            ApiError::invalid("/websiteId", "The file does not name its website: send websiteId or url.")
        })?,
    };
    let address::Address { url, host } = address::read(&url, "/url")?;
    if let Some(id) = website::find_by_host(tx, member.workspace_id, &host, WebsiteKind::Own).await? {
        return Ok(id);
    }
    let new = NewWebsite { name: host.clone(), url, host, kind: WebsiteKind::Own };
    Ok(website::insert(tx, member.workspace_id, &new, now()).await?)
}
