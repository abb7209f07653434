//! What a search costs at most.

use super::SerpRequest;
use crate::{
    Micros,
    provider::{Operation, PriceBook, Provider, Unit},
};

/// Providers of search results, cheapest first.
pub const PROVIDERS: [Provider; 3] = [Provider::Serper, Provider::DataForSeo, Provider::SerpApi];

/// Returns the most that a search with all its pages costs; `None` if the provider has no search results.
#[must_use]
pub fn cost(provider: Provider, search: &SerpRequest, prices: &PriceBook) -> Option<Micros> {
    let unit = |operation, unit, count: u32| prices.unit(operation, unit).times(u64::from(count));
    let (pages, overviews) = (search.pages(), u32::from(search.wants_overview));
    Some(match provider {
        Provider::Serper => unit(Operation::SERPER_SEARCH, Unit::Call, pages),
        Provider::SerpApi => {
            let overview = unit(Operation::SERP_API_AI_OVERVIEW, Unit::Call, overviews);
            unit(Operation::SERP_API_SEARCH, Unit::Call, pages) + overview
        }
        Provider::DataForSeo => {
            let operation = Operation::DATA_FOR_SEO_SERP;
            unit(operation, Unit::Call, 1)
                + unit(operation, Unit::FurtherPage, pages - 1)
                + unit(operation, Unit::Click, search.question_clicks)
                + unit(operation, Unit::AsyncOverview, overviews)
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cost_grows_with_pages_and_overviews() {
        let prices = PriceBook::default();
        let search = |depth, wants_overview| SerpRequest { depth, wants_overview, ..SerpRequest::default() };
        let of = |provider, depth, overview| cost(provider, &search(depth, overview), &prices);
        assert_eq!(of(Provider::Serper, 10, true), Some(Micros(1_000)));
        assert_eq!(of(Provider::Serper, 25, false), Some(Micros(3_000)));
        assert_eq!(of(Provider::DataForSeo, 20, true), Some(Micros(5_500)));
        assert_eq!(of(Provider::SerpApi, 20, true), Some(Micros(45_000)));
        assert_eq!(of(Provider::Anthropic, 10, false), None);
    }
}
