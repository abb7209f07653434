//! The search of one keyword, over as many pages of results as needed.

use chrono::{DateTime, SubsecRound, Utc};
use providers::{
    Micros, Provider, ProviderError,
    call::Called,
    data_for_seo::DataForSeo,
    provider::ProviderClient,
    serp::{AiOverview, Serp, SerpRequest},
    serp_api::SerpApi,
    serper::Serper,
};

use crate::collect::provider::Opened;

/// Results of a search with their cost.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) serp: Serp,
    pub(super) cost: Micros,
    /// When the provider returned the first page, in the precision of the store.
    pub(super) at: DateTime<Utc>,
}

impl Asked {
    fn new(called: Called<Serp>) -> Self {
        let cost = if called.call.is_cached { Micros::ZERO } else { called.call.cost };
        Self { serp: called.value, cost, at: called.call.fetched_at.trunc_subsecs(6) }
    }

    fn extend(&mut self, called: Called<Serp>) {
        let next = Self::new(called);
        self.cost += next.cost;
        self.serp.depth = next.serp.depth;
        self.serp.items.extend(next.serp.items);
    }
}

/// Searches until the website is found or the depth is reached. DataForSEO returns all pages at once.
pub(super) async fn ask(opened: &Opened, search: &SerpRequest, host: &str) -> Result<Asked, ProviderError> {
    let access = opened.access();
    match opened.provider {
        Provider::DataForSeo => Ok(Asked::new(DataForSeo::connect(&access)?.search(search).await?)),
        Provider::SerpApi => {
            let client = SerpApi::connect(&access)?;
            let mut asked = Asked::new(client.search(search, 0).await?);
            load_overview(&client, search, &mut asked).await?;
            for page in 1..search.pages() {
                if is_found(&asked, page, host) {
                    break;
                }
                asked.extend(client.search(search, page).await?);
            }
            Ok(asked)
        }
        _ => {
            let client = Serper::connect(&access)?;
            let mut asked = Asked::new(client.search(search, 0).await?);
            for page in 1..search.pages() {
                if is_found(&asked, page, host) {
                    break;
                }
                asked.extend(client.search(search, page).await?);
            }
            Ok(asked)
        }
    }
}

/// Returns true if another page would say nothing about the rank.
fn is_found(asked: &Asked, pages: u32, host: &str) -> bool {
    let organic = asked.serp.of_kind(providers::serp::ItemKind::Organic).count();
    let is_last = organic < usize::try_from(pages).unwrap_or(usize::MAX).saturating_mul(5);
    asked.serp.best_of(host).is_some() || is_last
}

/// Loads an AI overview that appears after the page, if it is wanted. Without it the check counts all the same.
async fn load_overview(client: &SerpApi, search: &SerpRequest, asked: &mut Asked) -> Result<(), ProviderError> {
    let AiOverview::NotLoaded { token: Some(token) } = &asked.serp.ai_overview else { return Ok(()) };
    if !search.wants_overview {
        return Ok(());
    }
    match client.ai_overview(search, token).await {
        Ok(loaded) => {
            asked.cost += loaded.call.cost;
            asked.serp.ai_overview = loaded.value;
            Ok(())
        }
        Err(error @ (ProviderError::Cancelled | ProviderError::Refused(_))) => Err(error),
        Err(error) => {
            tracing::info!(%error, "an AI overview was not loaded");
            Ok(())
        }
    }
}
