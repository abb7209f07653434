//! JSON bodies, in and out.

use std::time::Duration;

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Serialize, Serializer, de::DeserializeOwned};

use super::{control, field_error};
use crate::error::ApiError;

/// Time limit for receiving a body.
const ARRIVAL: Duration = Duration::from_secs(10);

/// A JSON body.
#[derive(Debug, Clone, Copy, Default)]
pub struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::NotJson);
        }
        parse(&read(request, state).await?).map(Self)
    }
}

/// A JSON body of any type: pages of other origins may send only plain text without asking first.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnyJson<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for AnyJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        parse(&read(request, state).await?).map(Self)
    }
}

/// An optional JSON body; the default if it is absent.
#[derive(Debug, Clone, Copy, Default)]
pub struct OptionalJson<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for OptionalJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = is_json(request.headers());
        let body = read(request, state).await?;
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Self(T::default()));
        }
        if !is_json {
            return Err(ApiError::NotJson);
        }
        parse(&body).map(Self)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Reads a body to its end.
///
/// # Errors
/// Returns an error if it is too large, incomplete or late.
pub(crate) async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    let body = tokio::time::timeout(ARRIVAL, Bytes::from_request(request, state)).await;
    body.map_err(|_| ApiError::BodyTimedOut)?.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge,
        _ => ApiError::BrokenBody,
    })
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let is_object = body.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    let value = match serde_path_to_error::deserialize(&mut reader) {
        // serde would accept a list as an object's members in order.
        Ok(_) if !is_object => return Err(mistake(body, ApiError::invalid("", "Send a JSON object."))),
        Ok(value) => value,
        Err(error) => return Err(mistake(body, field_error(error.path(), &error.inner().to_string()))),
    };
    reader.end().map_err(ApiError::MalformedJson)?;
    control::check_body(body)?;
    Ok(value)
}

/// Error of an invalid body: `otherwise`, unless it is not JSON at all.
fn mistake(body: &[u8], otherwise: ApiError) -> ApiError {
    match serde_json::from_slice::<serde_json::Value>(body) {
        Ok(_) => otherwise,
        Err(error) => ApiError::MalformedJson(error),
    }
}

/// Member `success` of every successful response: always true.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Success;

impl Serialize for Success {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(true)
    }
}

impl utoipa::PartialSchema for Success {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Boolean)
            .enum_values(Some([true]))
            .into()
    }
}

impl utoipa::ToSchema for Success {
    fn name() -> std::borrow::Cow<'static, str> {
        "Success".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "only their reading is of interest")]
    struct Widget {
        name: String,
        parts: Vec<u8>,
    }

    fn problem(body: &str) -> ApiError {
        parse::<Widget>(body.as_bytes()).unwrap_err()
    }

    fn pointer(body: &str) -> String {
        let error = problem(body);
        assert!(matches!(error, ApiError::Invalid(_)), "{error:?}");
        error.fields()[0].pointer.clone()
    }

    #[test]
    fn points_at_what_has_the_wrong_type() {
        assert_eq!(pointer(r#"{"name": 1, "parts": []}"#), "/name");
        assert_eq!(pointer(r#"{"name": "a", "parts": [1, "x"]}"#), "/parts/1");
        assert_eq!(pointer(r#"{"name": "a"}"#), "/parts");
        for body in ["[]", r#"["a", []]"#, "7", "null"] {
            assert_eq!(pointer(body), "", "{body}");
        }
    }

    #[test]
    fn tells_what_is_no_json() {
        let deep = format!("{}{}", r#"{"name":"#, "[".repeat(200_000));
        for body in ["", "{", "{\"name\": \"a\", \"parts\": []} x", &deep, "\u{0}"] {
            assert!(matches!(problem(body), ApiError::MalformedJson(_)), "{}", &body[..body.len().min(40)]);
        }
    }
}
