//! The router: layers of each group of endpoints.

use std::sync::LazyLock;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{Uri, uri::PathAndQuery},
    middleware::{from_fn, from_fn_with_state, map_request},
    response::IntoResponse,
};
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::{
        CompressionLayer, Predicate,
        predicate::{DefaultPredicate, NotForContentType},
    },
};

use crate::{
    assistants,
    error::ApiError,
    hosting,
    layer::{context, deadline, guard, headers, host, track},
    live::{Live, Port},
    openapi, problem, routes,
    state::AppState,
    web,
};

/// The calls, made once for all servers of a process: their documentation, which is made with them, takes a tenth of a
/// second without optimisation, and tests start many servers.
static QUICK: LazyLock<Router<AppState>> = LazyLock::new(|| routes::quick().into());
static OPEN_ENDED: LazyLock<Router<AppState>> = LazyLock::new(|| routes::open_ended().into());

/// Maximum length of a quick request's body.
pub const BODY_BYTES: usize = 1 << 20;

/// Router of the main port: the API, the live channels, the web app, and sites on their own hosts.
pub fn main_router(state: &AppState, live: &Live) -> Router {
    let quick = QUICK.clone().layer(DefaultBodyLimit::max(BODY_BYTES));
    let calls = quick.layer(from_fn_with_state(deadline::QUICK, deadline::limit)).merge(OPEN_ENDED.clone());
    let assistants = assistants::router(state, calls.clone().with_state(state.clone()));
    let api =
        calls.merge(openapi::docs()).merge(assistants).layer(from_fn_with_state(state.clone(), guard::by_address));
    let (status, _) = routes::status::router().split_for_parts();
    // Visitors of other websites: limited by their own count, not by that of the app's users.
    let (beacon, _) = routes::beacon::router().split_for_parts();
    let beacon = beacon.layer(DefaultBodyLimit::max(routes::beacon::BODY_BYTES));
    let (leads, _) = routes::leads::public().split_for_parts();
    let leads = leads.layer(DefaultBodyLimit::max(routes::leads::BODY_BYTES));
    let (internal, _) = hosting::internal().split_for_parts();
    let all = api
        .merge(leads.layer(from_fn_with_state(deadline::QUICK, deadline::limit)))
        .merge(beacon.layer(from_fn_with_state(deadline::QUICK, deadline::limit)))
        .merge(status)
        .merge(internal.layer(from_fn_with_state(deadline::QUICK, deadline::limit)))
        .merge(hosting::previews())
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .fallback(web::handler)
        .layer(CompressionLayer::new().compress_when(uncompressed_yet()))
        .with_state(state.clone());
    // In front of everything else, so that sites share no session, no header and no cost with the app.
    dress(state, live.mount(all, Port::Main)).layer(from_fn_with_state(state.hosting.clone(), hosting::dispatch))
}

/// Holds for answers that compression makes smaller.
fn uncompressed_yet() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new("application/zip"))
}

/// Router of the live port: the live channels.
pub fn live_router(state: &AppState, live: &Live) -> Router {
    let (status, _) = routes::status::alive().split_for_parts();
    let all = status
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .fallback(async || ApiError::UnknownPath)
        .with_state(state.clone());
    dress(state, live.mount(all, Port::Live))
}

/// Adds the layers of all responses on both ports, outermost last.
pub fn dress(state: &AppState, router: Router) -> Router {
    let policy = headers::content_security_policy(&state.settings);
    let inner = router
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(host::OwnHosts::new(&state.settings), host::check))
        .layer(from_fn(problem::complete))
        .layer(headers::cors(&state.settings))
        .layer(from_fn_with_state((state.clone(), policy), headers::secure))
        .layer(from_fn_with_state(state.clone(), track::track))
        .layer(from_fn_with_state(state.clone(), context::provide));
    // URLs are rewritten before routing, so this layer must wrap the router.
    Router::new().fallback_service(inner).layer(map_request(undouble))
}

fn panicked(payload: Box<dyn std::any::Any + Send>) -> axum::response::Response {
    let text = payload.downcast::<String>().map(|text| *text);
    let text = text.or_else(|payload| payload.downcast::<&str>().map(|text| (*text).to_owned()));
    ApiError::Panicked(text.unwrap_or_default()).into_response()
}

/// Serves `/api/api/…` as `/api/…`.
async fn undouble(mut request: Request) -> Request {
    if let Some(uri) = undoubled(request.uri()) {
        *request.uri_mut() = uri;
    }
    request
}

fn undoubled(uri: &Uri) -> Option<Uri> {
    let rest = uri.path_and_query()?.as_str().strip_prefix("/api/api/")?;
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(format!("/api/{rest}")).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_one_of_two_prefixes_away() {
        let changed = |text: &'static str| undoubled(&Uri::from_static(text)).map(|uri| uri.to_string());
        assert_eq!(changed("/api/api/websites?type=own").as_deref(), Some("/api/websites?type=own"));
        assert_eq!(changed("/api/websites"), None);
        assert_eq!(changed("/api/apiary"), None);
    }
}
