//! Exports the keyword table as a stream.

use axum::{
    body::{Body, Bytes},
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use futures::{StreamExt, stream};
use shared::store::{
    Db, StoreError,
    keyword::{self, Filter},
};
use uuid::Uuid;

use super::{
    csv,
    filter::{Format, Params, website},
    view::KeywordView,
};
use crate::{
    error::Result,
    extract::{Member, Query},
    state::AppState,
};

/// Rows per read.
const AT_ONCE: usize = 1_000;

/// Reason for aborting an export; the client sees an incomplete response.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("a row could not be written: {0}")]
    Row(#[from] serde_json::Error),
    #[error("a new analysis replaced the one that was being exported")]
    Replaced,
}

struct Export {
    db: Db,
    workspace_id: Uuid,
    /// `None` when everything has been read.
    filter: Option<Filter>,
    format: Format,
    run_id: Option<Uuid>,
    is_begun: bool,
    is_ended: bool,
}

/// Export keywords.
///
/// All keywords that match the filter as a file. Ignores `limit` and `cursor`.
#[utoipa::path(
    get, path = "/api/keywords/export", tag = "keywords", params(Params),
    responses((status = 200, description = "CSV with a header line, or a JSON list of keywords.", content((String = "text/csv"), (Vec<KeywordView> = "application/json"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let website_id = website(&state.db, member.workspace_id, params.website_id).await?;
    let format = params.format.unwrap_or(Format::Csv);
    let filter = website_id.map(|id| params.filter(id)).transpose()?.map(|filter| Filter { offset: 0, ..filter });
    let export = Export {
        db: state.db.clone(),
        workspace_id: member.workspace_id,
        filter,
        format,
        run_id: None,
        is_begun: false,
        is_ended: false,
    };
    let body = Body::from_stream(stream::try_unfold(export, Export::next).fuse());
    let (kind, name) = match format {
        Format::Csv => ("text/csv; charset=utf-8", "attachment; filename=\"keywords.csv\""),
        Format::Json => ("application/json", "attachment; filename=\"keywords.json\""),
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static(name)),
    ];
    Ok((headers, body).into_response())
}

impl Export {
    async fn next(mut self) -> std::result::Result<Option<(Bytes, Self)>, Broken> {
        if self.is_ended {
            return Ok(None);
        }
        let piece = self.piece().await.inspect_err(|error| tracing::warn!(%error, "an export broke off"))?;
        Ok(Some((piece.into(), self)))
    }

    /// Returns the next rows, with the header before the first and the end after the last.
    async fn piece(&mut self) -> std::result::Result<String, Broken> {
        let mut text = String::new();
        let is_first = !self.is_begun;
        if is_first {
            self.is_begun = true;
            text.push_str(if self.format == Format::Csv { csv::HEADER } else { "[" });
        }
        let rows = self.rows().await?;
        for (index, row) in rows.into_iter().enumerate() {
            match self.format {
                Format::Csv => csv::push(&mut text, &row),
                Format::Json => {
                    text.push_str(if is_first && index == 0 { "\n" } else { ",\n" });
                    text.push_str(&serde_json::to_string(&row)?);
                }
            }
        }
        self.is_ended = self.filter.is_none();
        if self.is_ended && self.format == Format::Json {
            text.push_str("\n]\n");
        }
        Ok(text)
    }

    async fn rows(&mut self) -> std::result::Result<Vec<KeywordView>, Broken> {
        let Some(mut filter) = self.filter.take() else { return Ok(Vec::new()) };
        let page = keyword::list(&self.db, self.workspace_id, &filter, AT_ONCE).await?;
        for row in &page.items {
            if *self.run_id.get_or_insert(row.run_id) != row.run_id {
                return Err(Broken::Replaced);
            }
        }
        if let Some(offset) = page.next_cursor.and_then(|cursor| cursor.parse().ok()) {
            filter.offset = offset;
            self.filter = Some(filter);
        }
        Ok(page.items.into_iter().map(KeywordView::from).collect())
    }
}
