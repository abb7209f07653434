//! The OpenAPI 3.1 document, made from the handlers' own annotations.

use axum::Router;
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
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::{problem::Problem, routes, state::AppState};

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

/// The document.
#[must_use]
pub fn document() -> utoipa::openapi::OpenApi {
    let all = OpenApiRouter::with_openapi(Document::openapi())
        .merge(routes::quick())
        .merge(routes::open_ended())
        .merge(routes::status::router());
    describe_errors(all.into_openapi())
}

/// The document as it is committed: pretty JSON, with a line's end at its end.
///
/// # Errors
/// When it cannot be written as JSON, which would be a defect.
pub fn document_text() -> serde_json::Result<String> {
    Ok(document().to_pretty_json()? + "\n")
}

/// The page that browses the document, without anything from elsewhere.
pub(crate) fn docs() -> Router<AppState> {
    let config = Config::new(["/api/openapi.json"]).persist_authorization(true);
    SwaggerUi::new("/api/docs").url("/api/openapi.json", document()).config(config).into()
}

/// Every call may answer a problem: said here once for all of them.
fn describe_errors(mut document: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            add_problem(operation);
        }
    }
    document
}

fn add_problem(operation: &mut Operation) {
    let reference = RefOr::<Schema>::Ref(utoipa::openapi::Ref::from_schema_name(Problem::name()));
    let content = ContentBuilder::new().schema(Some(reference)).build();
    let response =
        ResponseBuilder::new().description("What is wrong.").content("application/json", content).build();
    operation.responses.responses.entry("default".to_owned()).or_insert_with(|| response.into());
}
