//! Exports a version of a document as a file.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use documents::{
    CitedFact,
    export::{Format, Page},
};
use engines::content::Draft;
use serde::Deserialize;
use utoipa::IntoParams;
use uuid::Uuid;

use super::body;
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path, Query},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// `markdown`, `html` or `docx`. Default: `markdown`.
    #[serde(default)]
    #[param(inline, value_type = Option<Format>)]
    format: Format,
    /// Number of the version. Default: the current one.
    version: Option<i32>,
}

/// Export a document.
///
/// A version as a file, with the sources of its facts at the end.
#[utoipa::path(
    get, path = "/api/documents/{id}/export", tag = "documents", params(("id" = Uuid, Path), Params),
    responses((status = 200, description = "The file.", content((String = "text/markdown"), (String = "text/html"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Response> {
    let row = body::found(&state, member.workspace_id, id).await?;
    let version = body::wanted_version(&state, member.workspace_id, &row, params.version).await?;
    let draft: Draft = serde_json::from_value(version.draft.0).map_err(ApiError::unexpected)?;
    let cited: Vec<CitedFact> = serde_json::from_value(version.cited.0).map_err(ApiError::unexpected)?;
    let format = params.format;
    let written = tokio::task::spawn_blocking(move || Page::new(&draft, &cited).write(format)).await;
    let file = written.map_err(ApiError::unexpected)?.map_err(ApiError::unexpected)?;
    let name = format!("attachment; filename=\"{}.{}\"", file_name(&row.title), format.extension());
    let name = HeaderValue::from_str(&name).map_err(ApiError::unexpected)?;
    let kind = HeaderValue::from_static(format.media_type());
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], file).into_response())
}

/// Returns a file name of letters, digits and hyphens.
fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name: String = words.collect::<Vec<_>>().join("-").to_lowercase().chars().take(80).collect();
    if name.is_empty() { "document".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_name_has_letters_digits_and_hyphens() {
        assert_eq!(file_name("Roof repair in Tulsa, OK!"), "roof-repair-in-tulsa-ok");
        assert_eq!(file_name("../../etc/passwd\"; x=\u{202E}"), "etc-passwd-x");
        assert_eq!(file_name("屋根"), "document");
        assert_eq!(file_name(&"a ".repeat(200)).len(), 80);
    }
}
