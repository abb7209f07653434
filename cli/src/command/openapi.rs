//! `motherlode openapi`: prints the OpenAPI document that is committed as api/openapi.json.

use std::process::ExitCode;

use crate::out;

/// Prints the document.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    out::line(api::openapi::document_text()?.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
