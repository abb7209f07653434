//! The `OpenAPI` 3.1 document, generated from the handlers' annotations.

mod actions;
mod docs;
mod required;

use serde_json::Value;
use utoipa::{
    Modify, OpenApi, ToSchema,
    openapi::{
        ContentBuilder, RefOr, ResponseBuilder,
        path::Operation,
        schema::Schema,
        security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;

pub(crate) use self::docs::docs;
use crate::{live, problem::Problem, routes};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Motherlode",
        description = "Finds, ranks and monetises search markets. Every answer is JSON with `success`; every error is a \
                       problem document. Authorise with the access token of `POST /api/auth/login`.",
    ),
    security(("bearer" = []), ("cookie" = [])),
    components(schemas(Problem)),
    modifiers(&Security),
)]
struct Document;

struct Security;

impl Modify for Security {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let components = document.components.get_or_insert_default();
        let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer));
        let cookie = ApiKey::Cookie(ApiKeyValue::new("motherlode_session"));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
    }
}

/// Returns the document.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    let all = OpenApiRouter::with_openapi(Document::openapi())
        .merge(routes::quick())
        .merge(routes::open_ended())
        .merge(routes::beacon::router())
        .merge(routes::leads::public())
        .merge(crate::hosting::internal())
        .merge(routes::status::router());
    let mut whole = all.into_openapi();
    whole.merge(live::schema::document());
    required::require_members_of_answers(&mut whole);
    describe(whole)
}

/// Reason why the document cannot be generated, which is a defect.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// It is not JSON.
    #[error("the OpenAPI document cannot be written: {0}")]
    Json(#[from] serde_json::Error),
    /// Two components have the same name.
    #[error("two different schemas are called {0}")]
    Ambiguous(String),
}

/// Returns the whole document, with the components of the engines' actions.
///
/// # Errors
/// Returns a [`DocumentError`] if it cannot be generated.
pub fn whole() -> Result<Value, DocumentError> {
    let mut whole = serde_json::to_value(document())?;
    for (name, schema) in actions::components().map_err(DocumentError::Ambiguous)? {
        let known = &mut whole["components"]["schemas"][&name];
        if !known.is_null() {
            return Err(DocumentError::Ambiguous(name));
        }
        *known = schema;
    }
    Ok(whole)
}

/// Returns the document as committed: pretty JSON with a final line break.
///
/// # Errors
/// Returns a [`DocumentError`] if it cannot be generated.
pub fn document_text() -> Result<String, DocumentError> {
    Ok(serde_json::to_string_pretty(&whole()?)? + "\n")
}

/// Adds what applies to every endpoint: its errors, and an operation id for generated clients.
fn describe(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for (path, item) in &mut document.paths.paths {
        let operations = [
            ("get", &mut item.get),
            ("post", &mut item.post),
            ("put", &mut item.put),
            ("patch", &mut item.patch),
            ("delete", &mut item.delete),
        ];
        for (method, operation) in operations {
            if let Some(operation) = operation {
                add_problem(operation);
                operation.operation_id = Some(name(method, path));
            }
        }
    }
    document
}

/// Returns the operation id: `getWebsitesById` for `get /api/websites/{id}`.
fn name(method: &str, path: &str) -> String {
    let mut name = method.to_owned();
    for part in path.trim_start_matches("/api").split('/') {
        if let Some(parameter) = part.strip_prefix('{') {
            name.push_str("By");
            push_words(&mut name, parameter.trim_end_matches('}'));
        } else {
            push_words(&mut name, part);
        }
    }
    name
}

/// Appends words to a name, each capitalised.
fn push_words(name: &mut String, text: &str) {
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let mut letters = word.chars();
        name.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        name.push_str(letters.as_str());
    }
}

fn add_problem(operation: &mut Operation) {
    let reference = RefOr::<Schema>::Ref(utoipa::openapi::Ref::from_schema_name(Problem::name()));
    let content = ContentBuilder::new().schema(Some(reference)).build();
    let response = ResponseBuilder::new().description("What is wrong.").content("application/json", content).build();
    operation.responses.responses.entry("default".to_owned()).or_insert_with(|| response.into());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_calls_by_method_and_path() {
        assert_eq!(name("get", "/api/websites/{id}"), "getWebsitesById");
        assert_eq!(name("post", "/api/intelligence-engines/{id}/execute"), "postIntelligenceEnginesByIdExecute");
        assert_eq!(name("get", "/config.json"), "getConfigJson");
    }
}
