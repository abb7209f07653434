//! Search results of markets: each SERP is assigned to the market that its query names.

use std::collections::BTreeMap;

use engines::{
    common::Day,
    local::{NamedMarket, OrganicResult, PackEntry, SerpSnapshot, markets_of},
};
use shared::{domain::observation::SerpResult, store::market::StoredResult};

/// Key of a SERP. The order is from the earliest to the latest, because the last SERP of a market counts for the engine.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    observed_at: String,
    query: String,
    location: Option<String>,
    device: Option<String>,
    source: String,
}

/// Returns the SERPs whose queries name a trade and a place, with the day and the source of each. Computes, so call it on a
/// thread of its own.
pub(crate) fn snapshots(results: Vec<StoredResult>) -> Vec<SerpSnapshot> {
    let mut looks: BTreeMap<Look, BTreeMap<u32, SerpResult>> = BTreeMap::new();
    for StoredResult { source, result } in results {
        let look = Look {
            observed_at: result.observed_at.clone(),
            query: result.query.clone(),
            location: result.location.clone(),
            device: result.device.clone(),
            source,
        };
        // The results of a later import come first.
        looks.entry(look).or_default().entry(result.position).or_insert(result);
    }
    let queries: Vec<_> = looks.keys().map(|look| (look.query.as_str(), look.location.as_deref())).collect();
    let markets = markets_of(&queries);
    looks.into_iter().zip(markets).filter_map(|((look, results), market)| snapshot(look, results, market?)).collect()
}

fn snapshot(look: Look, results: BTreeMap<u32, SerpResult>, market: NamedMarket) -> Option<SerpSnapshot> {
    let pack = pack(&results.values().next()?.features);
    Some(SerpSnapshot {
        vertical: market.vertical,
        place: market.place,
        query: Some(look.query),
        observed_at: look.observed_at.get(..10).and_then(Day::parse),
        organic: results.into_values().map(organic).collect(),
        pack,
        source: Some(look.source),
        ..SerpSnapshot::default()
    })
}

fn organic(result: SerpResult) -> OrganicResult {
    OrganicResult {
        position: Some(f64::from(result.position)),
        url: result.url,
        title: result.title,
        referring_domains: None,
    }
}

/// Returns an empty pack if features were recorded without a map pack. An import does not contain the businesses of a
/// pack.
fn pack(features: &[String]) -> Option<Vec<PackEntry>> {
    let is_map = |feature: &String| feature.contains("local") || feature.contains("map");
    if features.is_empty() || features.iter().any(is_map) { None } else { Some(Vec::new()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(query: &str, position: u32, day: &str) -> StoredResult {
        let result = SerpResult {
            query: query.to_owned(),
            position,
            url: format!("https://www.yelp.com/{position}"),
            domain: "yelp.com".to_owned(),
            title: None,
            location: None,
            device: None,
            features: vec!["people_also_ask".to_owned()],
            observed_at: format!("{day}T09:30:00Z"),
        };
        StoredResult { source: "serps.csv".to_owned(), result }
    }

    #[test]
    fn serps_are_assigned_to_the_market_of_their_query_with_day_and_source() {
        let results = vec![
            result("plumber tulsa ok", 2, "2026-09-01"),
            result("plumber tulsa ok", 1, "2026-09-01"),
            result("what is a plumber", 1, "2026-09-02"),
        ];
        let found = snapshots(results);
        assert_eq!(found.len(), 1, "{found:?}");
        let serp = &found[0];
        assert_eq!((serp.vertical.as_str(), serp.source.as_deref()), ("plumbing", Some("serps.csv")));
        assert_eq!(serp.observed_at, Day::parse("2026-09-01"));
        assert_eq!(serp.organic.iter().map(|one| one.position).collect::<Vec<_>>(), [Some(1.0), Some(2.0)]);
        assert_eq!(serp.pack, Some(Vec::new()), "a SERP without a map");
    }

    #[test]
    fn later_serps_come_last() {
        let results = vec![
            result("plumber tulsa ok", 1, "2026-09-03"),
            result("plumber tulsa ok", 1, "2026-09-01"),
            result("plumber tulsa ok", 1, "2026-09-02"),
        ];
        let days: Vec<_> = snapshots(results).into_iter().filter_map(|serp| serp.observed_at).collect();
        assert_eq!(days, ["2026-09-01", "2026-09-02", "2026-09-03"].map(|day| Day::parse(day).unwrap()));
    }
}
