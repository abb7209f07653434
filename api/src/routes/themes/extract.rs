//! Creates a theme from a page.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::domain::run::{NewRun, RunKind};
use url::Url;
use utoipa::ToSchema;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    layer::guard,
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

const URL_CHARS: usize = 2_000;

/// The page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExtractTheme)]
pub(super) struct Input {
    /// URL; `https://` is added if it has no scheme.
    #[schema(max_length = 2000, examples("https://example.com"))]
    url: String,
}

/// The run. Its result after success contains `theme`, `palette`, `mended`, `ownSets` and `source`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ThemeExtraction)]
pub(super) struct Answer {
    success: Success,
    run: RunView,
}

/// Create a theme from a page.
///
/// Reads the colors and the font of a page. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/themes/extract", tag = "themes", request_body = Input,
    params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer, description = "The run has finished."), (status = 202, body = Answer, description = "The run is in progress."))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    if !state.settings.outside.fetches_pages {
        return Err(ApiError::SwitchedOff("Theme ripper not implemented yet"));
    }
    let url = page(&state, &input.url)?;
    guard::count(&state, guard::FETCH, &member.caller.user_id.to_string()).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let payload = json!({"url": url});
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Theme, payload);
    let run = start::start(&state, &new).await?;
    let run = waiter.ended(&state, run).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, run: run.into() }))
}

/// Validates the URL as far as possible without a DNS lookup.
fn page(state: &AppState, text: &str) -> Result<Url> {
    let text = text.trim();
    let wrong = |detail: String| ApiError::invalid("/url", detail);
    if text.is_empty() || text.chars().count() > URL_CHARS {
        return Err(wrong("Enter the URL of a page, at most 2000 characters.".to_owned()));
    }
    // `host:port` has a colon too, but no scheme contains a dot.
    let is_whole = text.split_once(':').is_some_and(|(scheme, _)| !scheme.contains('.') && scheme != "localhost");
    let whole = if is_whole { text.to_owned() } else { format!("https://{text}") };
    let url = Url::parse(&whole)
        .map_err(|_| wrong("This is not a URL. Enter one such as https://example.com.".to_owned()))?;
    state.settings.outside.guard.check(&url).map_err(|unfit| wrong(unfit.to_string()))?;
    Ok(url)
}
