//! Asks for Google's consent.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use providers::{
    CredentialKind, Provider,
    google::{OAuthClient, Pkce, SCOPE_ANALYTICS, SCOPE_SEARCH_CONSOLE},
    secret::Secret,
};
use serde::{Deserialize, Serialize};
use shared::{
    config::GoogleSettings,
    domain::{new_id, now},
    store::connection,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    create,
    provider_id::ProviderId,
    ticket::{Ticket, Wanted},
};
use crate::{
    auth::cookie,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Person, Success},
    state::AppState,
};

const NOT_SET_UP: &str = "Signing in with Google is not set up for data on this installation. Its operator sets \
                          GOOGLE_DATA_CLIENT_ID and GOOGLE_DATA_CLIENT_SECRET.";

/// What to connect.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewGoogleConsent)]
pub(super) struct Input {
    /// `search_console` or `google_analytics`.
    provider: ProviderId,
    /// Connection whose access is renewed. Default: a new connection.
    connection_id: Option<Uuid>,
}

/// Page on which to agree.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GoogleConsent)]
pub(super) struct Answer {
    success: Success,
    /// Open it in the browser that made this request.
    #[schema(examples("https://accounts.google.com/o/oauth2/v2/auth?…"))]
    url: String,
}

/// Returns the redirect URI, which is registered with the client at Google.
pub(super) fn redirect(state: &AppState) -> String {
    format!("{}/api/connections/google/callback", state.settings.public_url)
}

/// Returns the client at Google.
pub(super) fn settings(state: &AppState) -> Result<&GoogleSettings> {
    state.settings.google.as_ref().ok_or(ApiError::SwitchedOff(NOT_SET_UP))
}

/// Start connecting a Google account.
///
/// Returns the page on which the user allows read access to Search Console or Analytics, also while the user is absent.
/// The request works for ten minutes, in this browser and for this user. Requires an editor who is signed in; API keys
/// cannot agree on somebody's behalf.
#[utoipa::path(
    post, path = "/api/connections/google", tag = "connections", request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, person: Person, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Response> {
    let provider = input.provider.0;
    if provider.profile().credentials != CredentialKind::OAuth {
        return Err(ApiError::invalid("/provider", "must be search_console or google_analytics"));
    }
    let connection_id = target(&state, &member, provider, input.connection_id).await?;
    let google = settings(&state)?;
    let wanted = Wanted {
        user_id: person.user_id,
        workspace_id: member.workspace_id,
        connection_id: connection_id.unwrap_or_else(new_id),
        provider,
        is_new: connection_id.is_none(),
    };
    let ticket = Ticket::begin(&state.keys, wanted, rand::random(), now());
    let client = OAuthClient::new(&google.client_id, Secret::default()).with_consent_base(&google.consent_url);
    let scope = if provider == Provider::SearchConsole { SCOPE_SEARCH_CONSOLE } else { SCOPE_ANALYTICS };
    let pkce = Pkce::new(ticket.verifier(&state.keys));
    let url = client.authorise_url(&redirect(&state), &[scope], ticket.state(), &pkce);
    let url = url.map_err(ApiError::unexpected)?.into();
    let cookie = cookie::set_consent(&state, ticket.state());
    Ok(([(header::SET_COOKIE, cookie)], Json(Answer { success: Success, url })).into_response())
}

/// Returns the connection whose access is renewed; `None` if there is room for a new one.
async fn target(
    state: &AppState, member: &Member<Changes>, provider: Provider, given: Option<Uuid>,
) -> Result<Option<Uuid>> {
    let Some(id) = given else {
        let mut tx = state.db.begin().await?;
        create::ensure_room(&mut tx, member.workspace_id).await?;
        return Ok(None);
    };
    let found = connection::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("connection"))?;
    if found.provider != provider.key() {
        return Err(ApiError::invalid("/connectionId", format!("is not a connection of {provider}")));
    }
    Ok(Some(id))
}
