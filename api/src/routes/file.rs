//! Responses with a table as a file.

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use shared::table::Format;

use crate::error::{ApiError, Result};

/// Returns a download named `name`, with the extension of the format.
pub(crate) fn answer(name: &str, format: Format, text: String) -> Result<Response> {
    with_body(name, format, text.into())
}

/// Returns a download of a body that may still be written.
pub(crate) fn with_body(name: &str, format: Format, body: Body) -> Result<Response> {
    let safe: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' }).collect();
    let disposition = format!("attachment; filename=\"{safe}.{}\"", format.ending());
    let disposition = HeaderValue::from_str(&disposition).map_err(|error| ApiError::Unexpected(error.into()))?;
    let kind = HeaderValue::from_static(format.media_type());
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], body).into_response())
}
