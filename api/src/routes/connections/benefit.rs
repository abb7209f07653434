//! What data providers deliver to engines.
//!
//! A provider's capabilities name the kinds of data that it offers; each action names the kinds of data that it reads and
//! requires. Both lists together say which engine a connection improves. Only what runs on a schedule fetch and store counts.

use ::engines::{ActionId, action::Data as Kind, common::EngineId};
use providers::{Capability, Provider};

use crate::routes::engines::data::Data;

/// Returns the kinds of data that a capability of a provider delivers; none if no engine reads them.
const fn delivers(provider: Provider, capability: Capability) -> &'static [Kind] {
    match capability {
        // Figures of Bing are stored apart: its clicks and positions do not mix with those of Google.
        Capability::SearchAnalytics if matches!(provider, Provider::BingWebmaster) => &[Kind::BingQueries],
        Capability::SearchAnalytics => &[Kind::SearchQueries, Kind::DailySeries],
        Capability::Serp => &[Kind::SerpSnapshots, Kind::RankHistory],
        Capability::SiteAnalytics => &[Kind::Conversions],
        Capability::Answers => &[Kind::AiAnswers],
        Capability::PageSpeed | Capability::FieldData => &[Kind::CoreWebVitals],
        // A schedule of keyword data fetches them. They say nothing of clicks, so they replace no queries of the website.
        Capability::Volumes | Capability::Difficulty => &[Kind::KeywordVolumes],
        Capability::Backlinks => &[Kind::Backlinks],
        // Fetched on request only, or stored where no engine reads them.
        Capability::LocalResults | Capability::RankedKeywords | Capability::Suggestions | Capability::Writing => &[],
    }
}

/// What a connection changes for an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Benefit {
    /// Engine.
    pub(super) engine: EngineId,
    /// Actions that lack only data that the provider delivers.
    pub(super) unlocks: Vec<&'static str>,
    /// Actions that can run and read data that are missing and that the provider delivers.
    pub(super) improves: Vec<&'static str>,
}

/// Returns the kinds of data of a provider, in their order.
pub(super) fn kinds(provider: Provider) -> Vec<Kind> {
    let all = provider.profile().capabilities.iter().flat_map(|capability| delivers(provider, *capability));
    let mut kinds: Vec<Kind> = all.copied().collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Returns the engines that read a provider's data.
pub(super) fn readers(provider: Provider) -> Vec<EngineId> {
    let kinds = kinds(provider);
    let reads = |action: ActionId| action.info().reads.iter().any(|kind| kinds.contains(kind));
    EngineId::ALL.into_iter().filter(|engine| ActionId::of(*engine).any(reads)).collect()
}

/// Returns what a connection to the provider would change, given the data of the workspace. Kinds in `expected` are
/// delivered by connections that work, so the provider adds nothing by them.
pub(super) fn of(provider: Provider, data: &Data, expected: &[Kind]) -> Vec<Benefit> {
    let kinds: Vec<Kind> = kinds(provider).into_iter().filter(|kind| !expected.contains(kind)).collect();
    let is_coming = |kind: Kind| kinds.contains(&kind) || expected.contains(&kind);
    let of_engine = |engine: EngineId| {
        let mut benefit = Benefit { engine, unlocks: Vec::new(), improves: Vec::new() };
        for action in ActionId::of(engine) {
            let info = action.info();
            let missing = data.missing(action);
            if missing.is_empty() {
                let adds = info.reads.iter().any(|kind| kinds.contains(kind) && !data.has(*kind));
                benefit.improves.extend(adds.then_some(info.name));
            } else if missing
                .iter()
                .all(|need| is_coming(need.data) || info.replacement(need.data).is_some_and(is_coming))
            {
                let is_new = |data: Kind| kinds.contains(&data);
                let adds =
                    missing.iter().any(|need| is_new(need.data) || info.replacement(need.data).is_some_and(is_new));
                benefit.unlocks.extend(adds.then_some(info.name));
            }
        }
        benefit
    };
    let all = EngineId::ALL.into_iter().map(of_engine);
    all.filter(|benefit| !benefit.unlocks.is_empty() || !benefit.improves.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_console_unlocks_most_without_data() {
        let none = Data::default();
        let count = |provider: Provider| of(provider, &none, &[]).iter().map(|one| one.unlocks.len()).sum::<usize>();
        let best = Provider::ALL.into_iter().max_by_key(|provider| count(*provider));
        assert_eq!(best, Some(Provider::SearchConsole));
        let bing = of(Provider::BingWebmaster, &none, &[]);
        assert_eq!(bing.iter().map(|one| one.engine).collect::<Vec<_>>(), [EngineId::Keyword], "no other reads Bing");
        assert_eq!(bing[0].unlocks, ["analyse", "wins"]);
        assert!(count(Provider::SearchConsole) > count(Provider::Serper));
        assert!(count(Provider::SearchConsole) > count(Provider::Perplexity));
    }

    #[test]
    fn providers_of_answers_unlock_the_engines_that_read_answers() {
        for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Gemini, Provider::Perplexity] {
            let unlocked = of(provider, &Data::default(), &[]);
            let competitive = unlocked.iter().find(|one| one.engine == EngineId::Competitive);
            assert_eq!(competitive.map(|one| one.unlocks.as_slice()), Some(&["answers"][..]), "{provider}");
            assert!(readers(provider).contains(&EngineId::Causal), "{provider}");
        }
    }

    #[test]
    fn search_results_do_not_replace_the_own_queries() {
        for provider in [Provider::Serper, Provider::SerpApi, Provider::DataForSeo] {
            assert!(!kinds(provider).contains(&Kind::SearchQueries), "{provider}");
            let unlocked = of(provider, &Data::default(), &[]);
            let mut keyword = unlocked.iter().filter(|one| one.engine == EngineId::Keyword);
            assert!(keyword.all(|one| one.unlocks.is_empty()), "{provider}: {unlocked:?}");
            let beyond = of(Provider::SearchConsole, &Data::default(), &kinds(provider));
            let alone = of(Provider::SearchConsole, &Data::default(), &[]);
            assert!(
                alone.iter().all(|one| beyond.iter().any(|other| other.engine == one.engine)),
                "{provider}: Search Console delivers as much as before"
            );
        }
    }

    #[test]
    fn keyword_data_page_speed_and_bing_take_part_in_the_advice() {
        let with = |provider: Provider, engine: EngineId| {
            let all = of(provider, &Data::default(), &[Kind::SearchQueries, Kind::SiteCrawl]);
            all.into_iter().find(|one| one.engine == engine)
        };
        let names = |found: Option<Benefit>| found.map(|one| one.unlocks).unwrap_or_default();
        assert!(names(with(Provider::DataForSeo, EngineId::Competitive)).contains(&"links"), "backlinks");
        assert!(kinds(Provider::DataForSeo).contains(&Kind::KeywordVolumes));
        assert!(readers(Provider::DataForSeo).contains(&EngineId::Keyword), "volumes");
        for provider in [Provider::PageSpeed, Provider::ChromeUxReport] {
            assert!(readers(provider).contains(&EngineId::Content), "{provider}");
        }
        assert!(readers(Provider::BingWebmaster).contains(&EngineId::Keyword));
    }

    #[test]
    fn provider_of_expected_data_adds_nothing() {
        let expected = kinds(Provider::SearchConsole);
        assert_eq!(of(Provider::SearchConsole, &Data::default(), &expected), []);
        let together = of(Provider::Serper, &Data::default(), &expected);
        assert!(together.iter().any(|one| !one.unlocks.is_empty()), "{together:?}");
    }

    #[test]
    fn analytics_improves_the_engines_that_value_visits() {
        let readers = readers(Provider::GoogleAnalytics);
        assert_eq!(readers, [EngineId::Keyword, EngineId::Predictive]);
        let alone = of(Provider::GoogleAnalytics, &Data::default(), &[]);
        assert!(alone.iter().all(|one| one.unlocks.is_empty()), "conversions alone run nothing: {alone:?}");
    }

    #[test]
    fn search_results_unlock_the_competitive_engine() {
        let of_serper = of(Provider::Serper, &Data::default(), &[]);
        assert!(of_serper.iter().any(|one| one.engine == EngineId::Competitive), "{of_serper:?}");
        assert!(readers(Provider::Serper).contains(&EngineId::Competitive));
    }
}
