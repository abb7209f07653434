//! Changes a site.

use axum::extract::State;
use serde::{Deserialize, Deserializer};
use shared::{
    domain::{now, site::Site},
    store::{
        Tx,
        site::{self, Claimed, SiteBody},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Theme, body,
    get::{self, Answer},
    start, view,
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = SiteChanges)]
pub(super) struct Input {
    /// 1 to 100 characters.
    name: Option<String>,
    /// Theme.
    theme: Option<Theme>,
    /// Telephone number for visitors; an empty text removes it.
    phone: Option<String>,
    /// Whether you state that you own the number. A new number is not owned unless this is set with it.
    phone_is_owned: Option<bool>,
    /// Whether calls to the number are recorded: the pages say so next to it, as the law of many states demands. A new number is
    /// not recorded unless this is set with it.
    phone_is_recorded: Option<bool>,
    /// Target; `null` for built-in hosting. A live site must be taken offline first.
    #[serde(deserialize_with = "given")]
    #[schema(value_type = Option<Uuid>)]
    target_id: Option<Option<Uuid>>,
    /// All own host names, at most 20. Each is served once one of its DNS records proves it: see `domainChecks` of the site.
    domains: Option<Vec<String>>,
}

/// Change a site.
///
/// Name, theme and number change the site with its next build and deployment, host names at once. Requires an editor.
#[utoipa::path(
    patch, path = "/api/sites/{id}", tag = "sites", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    if let Some(target_id) = input.target_id {
        body::target(&state, workspace_id, target_id).await?;
    }
    let domains = input.domains.as_deref().map(|given| body::domains(&state, given)).transpose()?;
    let mut tx = state.db.begin().await?;
    let locked = site::lock(&mut tx, workspace_id, id).await?;
    let site = locked.filter(|site| site.archived_at.is_none()).ok_or(ApiError::NotFound("site"))?;
    let changed = changed(site, input)?;
    site::update(&mut tx, workspace_id, id, &changed, now()).await?;
    if let Some(domains) = &domains {
        claim(&mut tx, workspace_id, id, domains).await?;
    }
    tx.commit().await?;
    if domains.is_some() {
        start::changed(&state, id);
    }
    get::answer(&state, workspace_id, id).await
}

fn changed(site: Site, input: Input) -> Result<SiteBody> {
    let name = match input.name.as_deref().map(body::name).transpose()? {
        Some(name) => name.ok_or_else(|| ApiError::invalid("/name", "Enter a name."))?,
        None => site.name,
    };
    let phone = match input.phone.as_deref().map(body::phone).transpose()? {
        Some(phone) => phone,
        None => site.phone.clone(),
    };
    // A statement about a number does not hold for another one.
    let is_same = phone == site.phone;
    let (was_owned, was_recorded) = (site.phone_is_owned && is_same, site.phone_is_recorded && is_same);
    let target_id = input.target_id.unwrap_or(site.target_id);
    if target_id != site.target_id && site.live_release_id.is_some() {
        let detail = "Take the site offline first. Its files stay at the other target otherwise.";
        return Err(ApiError::Conflict(FieldError::new("/targetId", detail)));
    }
    Ok(SiteBody {
        name,
        theme: input.theme.map_or(site.theme, |theme| theme.word().to_owned()),
        phone_is_owned: phone.is_some() && input.phone_is_owned.unwrap_or(was_owned),
        phone_is_recorded: phone.is_some() && input.phone_is_recorded.unwrap_or(was_recorded),
        phone,
        target_id,
        tenant: site.tenant.map(|tenant| tenant.0),
    })
}

async fn claim(tx: &mut Tx, workspace_id: Uuid, id: Uuid, domains: &[String]) -> Result<()> {
    match site::set_domains(tx, workspace_id, id, domains, now()).await? {
        Claimed::All => Ok(()),
        Claimed::NotFound => Err(ApiError::NotFound("site")),
        Claimed::Taken(host) => {
            let detail =
                format!("The host name {host} belongs to another site or to shared reports. Remove it there first.");
            Err(ApiError::Conflict(FieldError::new("/domains", detail)))
        }
    }
}

/// Deserialises a present field, including `null`, to `Some`; an omitted field is `None`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> std::result::Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
