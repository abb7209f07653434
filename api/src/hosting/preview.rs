//! Releases under paths of the app: `/sites/{slug}/…` the live one, `/preview/{key}/…` any one by its random key.

use axum::{
    Router,
    extract::{Request, State},
    response::{IntoResponse, Response},
    routing::any,
};

use super::{
    lookup::Key,
    respond::{Asked, Place, respond, unavailable},
    table::Target,
};
use crate::{error::ApiError, state::AppState};

/// Routes of previews.
pub(crate) fn router() -> Router<AppState> {
    let paths = ["/sites/{slug}", "/sites/{slug}/", "/sites/{slug}/{*path}"];
    let keys = ["/preview/{key}", "/preview/{key}/", "/preview/{key}/{*path}"];
    paths.into_iter().chain(keys).fold(Router::new(), |router, path| router.route(path, any(handler)))
}

async fn handler(State(state): State<AppState>, request: Request) -> Response {
    let uri = request.uri();
    let Some((kind, name, path)) = split(uri.path()) else { return ApiError::UnknownPath.into_response() };
    let key = if kind == "sites" { Key::Slug } else { Key::Preview };
    let asked = Asked {
        method: request.method(),
        headers: request.headers(),
        path,
        whole: (uri.path(), uri.query()),
        place: Place::Sandbox,
    };
    match state.hosting.find(key, name).await {
        Ok(Some(Target::Site { release, .. })) => respond(&state.hosting, &release, &asked).await,
        Ok(_) => ApiError::NotFound(if kind == "sites" { "live site" } else { "preview" }).into_response(),
        Err(error) => {
            tracing::error!(%error, "a preview cannot be looked up");
            unavailable(&asked)
        }
    }
}

/// Splits `/kind/name/path`; the path is empty or begins with a slash.
fn split(path: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = path.strip_prefix('/')?.split_once('/')?;
    let end = rest.find('/').unwrap_or(rest.len());
    let (name, path) = rest.split_at(end);
    Some((kind, name, path))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn path_is_split_after_the_name() {
        assert_eq!(split("/sites/a/b/c/"), Some(("sites", "a", "/b/c/")));
        assert_eq!(split("/preview/k/"), Some(("preview", "k", "/")));
        assert_eq!(split("/preview/k"), Some(("preview", "k", "")));
        assert_eq!(split("/sites"), None);
    }
}
