//! What lists and exports of imported records have in common.

use axum::response::Response;
use futures::{FutureExt, future::BoxFuture};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair,
        imported::{Imported, RecordFilter},
    },
    store::{Db, Result as StoreResult},
    table::{Column, Format},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::export;
use crate::{
    error::Result,
    extract::{Limit, Member},
    routes::observations::website_id,
    state::AppState,
};

/// A page of records, being read.
pub(super) type Read<R> = BoxFuture<'static, StoreResult<Page<Imported<R>>>>;

/// A kind of records that imports store.
pub(super) trait Record: Send + Sync + Sized + 'static {
    /// Name of the exported file, without its ending.
    const FILE: &'static str;
    /// Columns of the exported file: a cell of [`Record::cells`] each, then the file and the time of the import.
    const COLUMNS: &'static [Column<'static>];

    /// Reads a page of a website's records.
    fn read(db: Db, workspace_id: Uuid, website_id: Uuid, filter: RecordFilter, limit: usize) -> Read<Self>;

    /// Returns the cells of the record.
    fn cells(&self) -> Vec<Value>;
}

/// Website of a summary.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Of {
    /// Website. Default: the website with the latest import.
    pub(super) website_id: Option<Uuid>,
}

/// Returns the website of the call, and a page of its records; none without any website.
pub(super) async fn page<R: Record>(
    state: &AppState, member: &Member, website: Option<Uuid>, filter: RecordFilter, limit: Limit,
) -> Result<(Option<Uuid>, Page<Imported<R>>)> {
    let workspace_id = member.workspace_id;
    let website = website_id(state, workspace_id, website).await?;
    let page = match website {
        Some(id) => R::read(state.db.clone(), workspace_id, id, filter, limit.get()).await?,
        None => export::nothing(),
    };
    Ok((website, page))
}

/// Returns the download of all records that match a filter.
pub(super) async fn file<R: Record>(
    state: AppState, member: &Member, website: Option<Uuid>, filter: RecordFilter, format: Format,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let website = website_id(&state, workspace_id, website).await?;
    let read = move |after: Option<Pair<i64, i64>>| {
        let filter = RecordFilter { after, ..filter.clone() };
        match website {
            Some(id) => R::read(state.db.clone(), workspace_id, id, filter, export::AT_ONCE),
            None => async { Ok(export::nothing()) }.boxed(),
        }
    };
    export::answer(R::FILE, format, R::COLUMNS, row, read)
}

fn row<R: Record>(imported: &Imported<R>) -> Vec<Value> {
    let mut cells = imported.record.cells();
    cells.extend([json!(imported.file_name), json!(imported.imported_at)]);
    cells
}
