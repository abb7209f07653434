//! `motherlode openapi`: the API's own description, as committed under docs/.

use std::process::ExitCode;

use crate::out;

/// Prints it.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    out::line(api::openapi::document_text()?.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
