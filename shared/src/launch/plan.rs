//! New sites, from their markets.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{LaunchError, name};
use crate::{
    config::SiteSettings,
    domain::{
        new_id,
        pipeline::NewPipelineMarket,
        random_token,
        site::{SiteKind, SitePlace},
        site_market::MetroOf,
        site_operator::SiteOperator,
        site_theme::SiteTheme,
    },
    store::{
        Db, Executor, Result, Tx, pipeline,
        site::{self, MOST_SITES, NewForm, NewSite},
        workspace,
    },
};

/// Number of markets that a transaction adds.
const MARKETS_AT_ONCE: usize = 500;

/// A site to create.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Kind.
    pub kind: SiteKind,
    /// Markets of one vertical, the best first; one for a goldmine site.
    pub markets: Vec<NewPipelineMarket>,
    /// Name; `None` for one of its place and trade.
    pub name: Option<String>,
    /// Telephone number in E.164.
    pub phone: Option<String>,
}

/// What the sites of a launch have in common.
#[derive(Debug, Clone)]
pub struct Common {
    /// Who runs them.
    pub operator: SiteOperator,
    /// Theme; `None` for one that differs from site to site.
    pub theme: Option<SiteTheme>,
    /// Target; `None` for built-in hosting.
    pub target_id: Option<Uuid>,
}

/// Returns the sites to store, each with a slug of its own and, if visitors can reach the server, a form. `is_free` returns
/// whether a host name can be that of a site.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn new_sites(
    executor: impl Into<Executor<'_>>, settings: &SiteSettings, common: &Common, wanted: &[Wanted],
    is_free: impl Fn(&str) -> bool,
) -> Result<Vec<NewSite>> {
    let bases = wanted.iter().map(slug).collect();
    let slugs = name::unique(executor, bases, |slug| is_free(&settings.host(slug))).await?;
    Ok(wanted.iter().zip(slugs).map(|(one, slug)| new_site(settings, common, one, slug)).collect())
}

fn slug(wanted: &Wanted) -> String {
    let Some(first) = wanted.markets.first() else { return name::slug(&[]) };
    match wanted.kind {
        SiteKind::Goldmine => name::slug(&[&first.vertical, &first.city, &first.state]),
        SiteKind::Dominator => name::slug(&[&first.vertical, &first.state]),
    }
}

fn new_site(settings: &SiteSettings, common: &Common, wanted: &Wanted, slug: String) -> NewSite {
    let host = settings.host(&slug);
    let first = wanted.markets.first();
    let (vertical, vertical_name) =
        first.map(|market| (market.vertical.clone(), market.vertical_name.clone())).unwrap_or_default();
    let region = first.map(|market| if wanted.kind == SiteKind::Goldmine { &market.city } else { &market.state });
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
        places: wanted.markets.iter().map(NewPipelineMarket::place).collect::<Vec<SitePlace>>(),
        theme: common.theme.unwrap_or_else(|| SiteTheme::by_seed(seed)).word().to_owned(),
        seed,
        phone: wanted.phone.clone(),
        phone_is_owned: false,
        target_id: common.target_id,
        deployment_id: None,
        form,
    }
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
/// Returns [`LaunchError::TooManyMarkets`] if the pipeline has too many markets, or an error if a query fails; the
/// transaction must be rolled back then.
pub async fn add_markets(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, wanted: &[Wanted], now: DateTime<Utc>,
) -> std::result::Result<(), LaunchError> {
    let markets: Vec<&NewPipelineMarket> = wanted.iter().flat_map(|site| &site.markets).collect();
    add_some(tx, workspace_id, user_id, &markets, now).await
}

/// Adds markets like [`add_markets`], in transactions of their own of [`MARKETS_AT_ONCE`] each: other writers of SQLite do not wait
/// for all. Adds none and returns false if they may be too many.
///
/// # Errors
/// Returns the errors of [`add_markets`].
pub(super) async fn add_markets_in_pieces(
    db: &Db, (workspace_id, user_id): (Uuid, Uuid), wanted: &[Wanted], now: DateTime<Utc>,
) -> std::result::Result<bool, LaunchError> {
    let markets: Vec<&NewPipelineMarket> = wanted.iter().flat_map(|site| &site.markets).collect();
    let more = i64::try_from(markets.len()).unwrap_or(i64::MAX);
    if pipeline::count(db, workspace_id).await?.saturating_add(more) > pipeline::MOST_MARKETS {
        return Ok(false);
    }
    for part in markets.chunks(MARKETS_AT_ONCE) {
        let mut tx = db.begin().await?;
        // Two requests with the same markets in another order would wait for each other.
        workspace::lock(&mut tx, workspace_id).await?;
        add_some(&mut tx, workspace_id, user_id, part, now).await?;
        tx.commit().await?;
    }
    Ok(true)
}

async fn add_some(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, markets: &[&NewPipelineMarket], now: DateTime<Utc>,
) -> std::result::Result<(), LaunchError> {
    pipeline::add_all(&mut *tx, workspace_id, user_id, markets, now).await?;
    if pipeline::count(&mut *tx, workspace_id).await? > pipeline::MOST_MARKETS {
        return Err(LaunchError::TooManyMarkets);
    }
    Ok(())
}

/// Checks that the workspace may have this many sites more.
///
/// # Errors
/// Returns [`LaunchError::TooManySites`] if it may not, or an error if the query fails.
pub async fn check_room(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, more: usize,
) -> std::result::Result<(), LaunchError> {
    let more = i64::try_from(more).unwrap_or(i64::MAX);
    if site::count(executor, workspace_id).await?.saturating_add(more) > MOST_SITES {
        return Err(LaunchError::TooManySites);
    }
    Ok(())
}

/// Checks that no other site serves a market of the sites, or its metropolitan area. Of requests at the same time, one passes: the
/// workspace must be locked.
///
/// # Errors
/// Returns [`LaunchError::Taken`] for the first market that has a site, or an error if the query fails.
pub async fn check_free(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, wanted: &[Wanted], metro_of: MetroOf,
) -> std::result::Result<(), LaunchError> {
    let taken = site::taken_markets(executor, workspace_id, metro_of).await?;
    for market in wanted.iter().flat_map(|site| &site.markets) {
        if let Some(found) = taken.of(&market.vertical, &market.place_id, metro_of(&market.place_id)) {
            return Err(LaunchError::Taken { place: market.place().name, reason: found.reason() });
        }
    }
    Ok(())
}
