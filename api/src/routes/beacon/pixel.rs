//! Records a page view by a picture, for pages without scripts.

use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use shared::domain::visit::VisitAction;
use utoipa::IntoParams;
use uuid::Uuid;

use super::{for_all_origins, read::Report};
use crate::{
    error::{ApiError, Result},
    extract::{Query, RequestContext},
    state::AppState,
};

/// A transparent GIF of one pixel.
const GIF: [u8; 43] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x21, 0xf9, 4, 1, 0, 0, 0,
    0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b,
];

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website.
    site: Uuid,
}

/// Report a page view by a picture.
///
/// For pages without scripts: `<img src="https://…/t?site={website id}" alt="" width="1" height="1"
/// referrerpolicy="no-referrer-when-downgrade">`. The page is the request's `Referer`.
#[utoipa::path(get, path = "/t", tag = "beacon", security(()), params(Params), responses((status = 200)))]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap, Query(params): Query<Params>,
) -> Result<Response> {
    let page = headers.get(header::REFERER).and_then(|value| value.to_str().ok());
    let url = page.ok_or_else(|| ApiError::invalid("/referer", "The request has no Referer header."))?.to_owned();
    let (event, referrer) = (VisitAction::View, String::new());
    let report = Report { site: params.site, url, referrer, event, name: None, value: None };
    report.record(&state, &context, &headers).await?;
    let headers = [(header::CONTENT_TYPE, "image/gif"), (header::CACHE_CONTROL, "no-store")];
    Ok(for_all_origins((headers, GIF).into_response()))
}
