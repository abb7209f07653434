//! The layer in front of the app: requests for hosts of sites and for domains of reports.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use super::{
    Hosting,
    lookup::Key,
    respond::{Asked, Place, respond, unavailable},
    table::Target,
};

/// The layer. A request for a host that is neither a live site's nor a report domain goes on to the app.
pub(crate) async fn dispatch(State(hosting): State<Hosting>, request: Request, next: Next) -> Response {
    let Some(host) = hosting.hosts().of_site(&request) else { return next.run(request).await };
    let found = hosting.find(Key::Host, &host).await;
    let uri = request.uri();
    let asked = Asked {
        method: request.method(),
        headers: request.headers(),
        path: uri.path(),
        whole: (uri.path(), uri.query()),
        place: Place::Host,
    };
    let response = match found {
        Ok(Some(Target::Site { release, .. })) => respond(&hosting, &release, &asked).await,
        Ok(Some(Target::Reports(host))) => return host.respond(request, next).await,
        Ok(None) => return next.run(request).await,
        Err(error) => {
            tracing::error!(%error, "the host of a site cannot be looked up");
            unavailable(&asked)
        }
    };
    metrics::counter!("motherlode_site_requests_total", "status" => response.status().as_str().to_owned()).increment(1);
    response
}
