//! New sites, from their markets.

use engines::local::catalog::FoundMarket;
use serde::Serialize;
use shared::{
    domain::{
        new_id, now,
        site::{SiteKind, SitePlace},
        site_operator::SiteOperator,
    },
    store::{
        Tx, pipeline,
        site::{self, MOST_SITES, NewForm, NewSite},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Theme, markets, name};
use crate::{
    auth::key::random_token,
    error::{ApiError, FieldError, Result},
    routes::pipeline::new_market,
    state::AppState,
};

/// A market without a new site, with the reason.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = SkippedMarket)]
pub(crate) struct Skipped {
    /// Slug of the vertical.
    vertical: String,
    /// Id of the place.
    place: String,
    /// Why it has no new site.
    reason: String,
}

impl Skipped {
    pub(crate) fn new(found: &FoundMarket, reason: &str) -> Self {
        let key = &found.market.key;
        Self { vertical: key.vertical.clone(), place: key.place_id.clone(), reason: reason.to_owned() }
    }
}

/// A site to create.
#[derive(Debug, Clone)]
pub(crate) struct Wanted {
    /// Kind.
    pub(crate) kind: SiteKind,
    /// Markets of one vertical, the best first; one for a goldmine site.
    pub(crate) markets: Vec<FoundMarket>,
    /// Name; `None` for one of its place and trade.
    pub(crate) name: Option<String>,
    /// Telephone number in E.164.
    pub(crate) phone: Option<String>,
}

/// What the sites of a call have in common.
#[derive(Debug, Clone)]
pub(crate) struct Common {
    /// Who runs them.
    pub(crate) operator: SiteOperator,
    /// Theme; `None` for one that differs from site to site.
    pub(crate) theme: Option<Theme>,
    /// Target; `None` for built-in hosting.
    pub(crate) target_id: Option<Uuid>,
}

/// Returns the sites to store, each with a slug of its own and, if visitors can reach this server, a form.
pub(crate) async fn sites(state: &AppState, tx: &mut Tx, common: &Common, wanted: &[Wanted]) -> Result<Vec<NewSite>> {
    let bases = wanted.iter().map(slug).collect();
    let settings = &state.settings.sites;
    let is_free = |slug: &str| state.hosting.hosts().is_of_site(&settings.host(slug));
    let slugs = name::unique(&mut *tx, bases, is_free).await?;
    Ok(wanted.iter().zip(slugs).map(|(one, slug)| site(state, common, one, slug)).collect())
}

fn slug(wanted: &Wanted) -> String {
    let Some(first) = wanted.markets.first() else { return name::slug(&[]) };
    let key = &first.market.key;
    match wanted.kind {
        SiteKind::Goldmine => name::slug(&[&key.vertical, &key.city, &key.state]),
        SiteKind::Dominator => name::slug(&[&key.vertical, &key.state]),
    }
}

fn site(state: &AppState, common: &Common, wanted: &Wanted, slug: String) -> NewSite {
    let settings = &state.settings.sites;
    let host = settings.host(&slug);
    let key = wanted.markets.first().map(|found| &found.market.key);
    let (vertical, vertical_name) =
        key.map(|key| (key.vertical.clone(), key.vertical_name.clone())).unwrap_or_default();
    let region = key.map(|key| if wanted.kind == SiteKind::Goldmine { &key.city } else { &key.state });
    let name = wanted.name.clone();
    let name = name.unwrap_or_else(|| name::default_name(&vertical_name, region.map_or("", String::as_str)));
    let seed = i64::from(rand::random::<u32>());
    let form = settings.public_url.as_ref().map(|_| NewForm {
        id: new_id(),
        key: random_token(),
        consent_text: consent(&common.operator),
    });
    NewSite {
        id: new_id(),
        name,
        url: format!("{}/", settings.origin(&host)),
        host,
        slug,
        kind: wanted.kind,
        vertical,
        vertical_name,
        places: places(&wanted.markets),
        theme: common.theme.unwrap_or_else(|| Theme::by_seed(seed)).word().to_owned(),
        seed,
        phone: wanted.phone.clone(),
        phone_is_owned: false,
        target_id: common.target_id,
        deployment_id: None,
        form,
    }
}

fn places(markets: &[FoundMarket]) -> Vec<SitePlace> {
    markets.iter().map(markets::place).collect()
}

/// What a visitor agrees to.
fn consent(operator: &SiteOperator) -> String {
    let brand = operator.brand_name.trim();
    let name = if brand.is_empty() { operator.legal_name.trim() } else { brand };
    format!(
        "I agree that {name} and one business that serves my area may contact me about this request by telephone, text \
         message or email, also with automated technology. My consent is not a condition of a purchase."
    )
}

/// Adds the markets of sites to the pipeline, where their stage follows the sites.
///
/// # Errors
/// Returns [`ApiError::Conflict`] if the pipeline has too many markets.
pub(crate) async fn add_markets(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, wanted: &[Wanted]) -> Result<()> {
    for found in wanted.iter().flat_map(|site| &site.markets) {
        pipeline::add(&mut *tx, workspace_id, user_id, &new_market(found), now()).await?;
    }
    if pipeline::count(&mut *tx, workspace_id).await? > pipeline::MOST_MARKETS {
        let detail = "The pipeline has 10,000 markets, the maximum. Remove some first.";
        return Err(ApiError::Conflict(FieldError::new("/markets", detail)));
    }
    Ok(())
}

/// Checks that the workspace may have this many sites more.
///
/// # Errors
/// Returns [`ApiError::Conflict`] if it may not.
pub(crate) async fn check_room(tx: &mut Tx, workspace_id: Uuid, more: usize) -> Result<()> {
    let more = i64::try_from(more).unwrap_or(i64::MAX);
    if site::count(&mut *tx, workspace_id).await?.saturating_add(more) > MOST_SITES {
        let detail = "A workspace can have at most 10,000 sites, with deleted ones.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    Ok(())
}
