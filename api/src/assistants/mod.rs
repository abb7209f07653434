//! `/mcp`: the API for AI assistants, over the Model Context Protocol (streamable HTTP, without sessions).
//!
//! A tool is a call of the API: its name is in [`catalogue`], its parameters and description come from the `OpenAPI` document,
//! and it runs through the same router with the assistant's API key or token ([`oauth`]). So the API's scopes, roles and budgets apply,
//! and approvals stay with people.

mod call;
mod catalogue;
mod compact;
pub mod oauth;

use std::borrow::Cow;

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    response::{IntoResponse, Response},
    routing::any,
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, Implementation, ListToolsResult, PaginatedRequestParams,
        ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};

pub use self::catalogue::{CatalogueError, tools};
use self::{
    catalogue::Catalogue,
    oauth::{ACCESS_PREFIX, RESOURCE_PATH},
};
use crate::{
    auth::key::API_KEY_PREFIX,
    error::{ApiError, Result},
    extract::{ByTool, Caller},
    router::BODY_BYTES,
    state::AppState,
};

const INSTRUCTIONS: &str = "Motherlode finds, ranks and monetises search markets. Start with list_websites; most tools take \
    a websiteId. Runs take time: start_run and run_engine return a run, get_run and get_run_result follow it. Amounts are \
    in cents of the stated currency, times in UTC. What publishes or spends beyond a budget waits for a person's approval \
    in the app.";

type Service = StreamableHttpService<Assistants, LocalSessionManager>;

/// Returns the route `/mcp`, of which the tools call `calls`.
pub(crate) fn router(state: &AppState, calls: Router) -> Router<AppState> {
    let handler = Assistants { calls };
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        // Host names are checked for every route, and a key is no cookie that a foreign page could use.
        .disable_allowed_hosts()
        .with_max_request_body_bytes(BODY_BYTES)
        .with_cancellation_token(state.stop.child_token());
    let service = Service::new(move || Ok(handler.clone()), LocalSessionManager::default().into(), config);
    let handle = move |State(state): State<AppState>, request: Request| {
        let service = service.clone();
        async move { handle(&service, &state, request).await }
    };
    Router::new().route(RESOURCE_PATH, any(handle)).merge(oauth::router())
}

async fn handle(service: &Service, state: &AppState, mut request: Request) -> Response {
    let token = Caller::bearer(request.headers()).map(str::to_owned);
    if let Err(error) = check_token(state, token.as_deref()).await {
        let mut response = error.into_response();
        if let Some(challenge) = challenge(state, request.headers()) {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, challenge);
        }
        return response;
    }
    if let Err(error) = Catalogue::ready().await {
        return error.into_response();
    }
    request.extensions_mut().insert(ByTool);
    service.handle(request).await.map(Body::new)
}

/// States where an assistant without a token learns how to get one (RFC 9728, section 5.1).
fn challenge(state: &AppState, headers: &HeaderMap) -> Option<HeaderValue> {
    let base = oauth::base(&state.settings, headers);
    let at = format!("{base}/.well-known/oauth-protected-resource{RESOURCE_PATH}");
    HeaderValue::from_str(&format!(r#"Bearer resource_metadata="{at}", scope="read write""#)).ok()
}

/// Refuses what is neither an API key nor a token of an assistant: a session in a browser belongs to a person, and its
/// approvals with it. Scopes are checked by each call, as its method needs them.
async fn check_token(state: &AppState, token: Option<&str>) -> Result<()> {
    match token {
        Some(key) if key.starts_with(API_KEY_PREFIX) => Caller::by_key(state, key).await.map(drop),
        Some(token) if token.starts_with(ACCESS_PREFIX) => Caller::by_grant(state, token).await.map(drop),
        _ => Err(ApiError::NotAuthenticated),
    }
}

/// Answers assistants.
#[derive(Clone)]
struct Assistants {
    calls: Router,
}

impl ServerHandler for Assistants {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("motherlode", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self, _: Option<PaginatedRequestParams>, _: RequestContext<RoleServer>,
    ) -> std::result::Result<ListToolsResult, ErrorData> {
        let tools = Catalogue::made().into_iter().flat_map(Catalogue::tools);
        Ok(ListToolsResult::with_all_items(tools.cloned().collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Catalogue::made()?.find(name).map(|entry| entry.tool.clone())
    }

    async fn call_tool(
        &self, request: CallToolRequestParams, context: RequestContext<RoleServer>,
    ) -> std::result::Result<CallToolResponse, ErrorData> {
        let unknown = || ErrorData::invalid_params(Cow::Owned(format!("there is no tool `{}`", request.name)), None);
        let entry = Catalogue::made().and_then(|made| made.find(&request.name)).ok_or_else(unknown)?;
        let from = context.extensions.get::<Parts>();
        let made = call::request(entry, request.arguments.as_ref(), from);
        let made = made.map_err(|message| ErrorData::invalid_params(Cow::Owned(message), None))?;
        Ok(call::answer(&self.calls, made).await.into())
    }
}
