//! Responses with a table as a file.

use axum::{
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use shared::table::Format;

use crate::error::{ApiError, Result};

/// Returns a download named `name`, with the extension of the format.
pub(crate) fn answer(name: &str, format: Format, text: String) -> Result<Response> {
    let safe: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '-' }).collect();
    let disposition = format!("attachment; filename=\"{safe}.{}\"", format.ending());
    let disposition = HeaderValue::from_str(&disposition).map_err(|error| ApiError::Unexpected(error.into()))?;
    let kind = HeaderValue::from_static(format.media_type());
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, disposition)], text).into_response())
}
