//! Recorded responses of DataForSEO for the contract test.

use super::{BacklinkMode, DataForSeo, Market};
use crate::{
    ai_mode::{Question, estimate},
    provider::{Access, Operation, Provider, ProviderClient},
    serp::{ItemKind, Place, SerpRequest},
    testing::{Case, Empty, Made},
};

const SERP: &str = include_str!("../../fixtures/data_for_seo_serp.json");
const AI_MODE: &str = include_str!("../../fixtures/data_for_seo_ai_mode.json");
const MAPS: &str = include_str!("../../fixtures/data_for_seo_maps.json");
const VOLUMES: &str = include_str!("../../fixtures/data_for_seo_volumes.json");
const RANKED: &str = include_str!("../../fixtures/data_for_seo_ranked.json");
const BACKLINKS: &str = include_str!("../../fixtures/data_for_seo_backlinks.json");
const DIFFICULTY: &str = r#"{"total_count":1,"items_count":1,"items":[{"se_type":"google","keyword":"plumber waco","keyword_difficulty":18}]}"#;
const SUGGESTIONS: &str = r#"{"total_count":7,"items_count":1,"items":[{"se_type":"google","keyword":"plumber waco tx","keyword_info":{"search_volume":90,"cpc":12.5},"keyword_properties":{"keyword_difficulty":12},"search_intent_info":{"main_intent":"commercial"}}]}"#;
const ACCOUNT: &str = r#"{"login":"me@a.test","money":{"total":100,"balance":12.5},"rates":{}}"#;

fn answered(code: i64, result: &str) -> String {
    format!(
        r#"{{"version":"0.1.20260821","status_code":20000,"status_message":"Ok.","cost":0.002,"tasks_count":1,"tasks":[{{"id":"x","status_code":{code},"status_message":"As recorded.","cost":0.002,"result":{result}}}]}}"#
    )
}

fn refused(code: i64) -> String {
    format!(r#"{{"status_code":{code},"status_message":"As recorded.","cost":0,"tasks_count":0,"tasks":null}}"#)
}

pub(super) fn all() -> Vec<Case> {
    results().into_iter().chain(keywords()).chain(links()).collect()
}

fn search() -> SerpRequest {
    let place = Place { country: "us".into(), code: Some(2_840), ..Place::default() };
    SerpRequest::new("emergency plumber waco tx", place, "en")
}

fn market() -> Market {
    Market { location_code: 2_840, language: "en".into() }
}

fn results() -> Vec<Case> {
    vec![
        case(Operation::DATA_FOR_SEO_SERP, SERP, 2, |access| {
            Box::pin(async move {
                let called = DataForSeo::connect(&access)?.search(&search()).await?;
                Ok(called.value.of_kind(ItemKind::Organic).count())
            })
        }),
        case(Operation::DATA_FOR_SEO_AI_MODE, AI_MODE, 1, |access| {
            Box::pin(async move {
                let question = Question::new("who repairs a leak", Some("US"), Some("en"));
                let most = estimate(Provider::DataForSeo, &access.prices, &question)?;
                let called = DataForSeo::connect(&access)?.ai_mode(&question, most).await?;
                Ok(usize::from(!called.value.text.is_empty()))
            })
        }),
        case(Operation::DATA_FOR_SEO_MAPS, MAPS, 1, |access| {
            Box::pin(async move { Ok(DataForSeo::connect(&access)?.maps(&search()).await?.value.items.len()) })
        }),
    ]
}

fn keywords() -> Vec<Case> {
    vec![
        case(Operation::DATA_FOR_SEO_VOLUMES, VOLUMES, 2, |access| {
            Box::pin(async move {
                let keywords = ["plumber waco".to_owned(), "unheard of".to_owned()];
                Ok(DataForSeo::connect(&access)?.volumes(&keywords, &market()).await?.value.len())
            })
        }),
        case(Operation::DATA_FOR_SEO_DIFFICULTY, &answered(20_000, &format!("[{DIFFICULTY}]")), 1, |access| {
            Box::pin(async move {
                let keywords = ["plumber waco".to_owned()];
                Ok(DataForSeo::connect(&access)?.difficulty(&keywords, &market()).await?.value.len())
            })
        }),
        case(Operation::DATA_FOR_SEO_RANKED, RANKED, 1, |access| {
            Box::pin(async move {
                let page = DataForSeo::connect(&access)?.ranked_keywords("example.test", &market(), 10, 0).await?;
                Ok(page.value.keywords.len())
            })
        }),
        case(Operation::DATA_FOR_SEO_SUGGESTIONS, &answered(20_000, &format!("[{SUGGESTIONS}]")), 1, |access| {
            Box::pin(async move {
                let page = DataForSeo::connect(&access)?.suggestions("plumber waco", &market(), 10, 0).await?;
                Ok(page.value.keywords.len())
            })
        }),
    ]
}

fn links() -> Vec<Case> {
    vec![
        case(Operation::DATA_FOR_SEO_BACKLINKS_SUMMARY, BACKLINKS, 120, |access| {
            Box::pin(async move {
                let summary = DataForSeo::connect(&access)?.backlink_summary("example.test").await?;
                Ok(summary.value.backlinks.map_or(0, |links| usize::try_from(links).unwrap()))
            })
        }),
        case(Operation::DATA_FOR_SEO_BACKLINKS, BACKLINKS, 1, |access| {
            Box::pin(async move {
                let client = DataForSeo::connect(&access)?;
                Ok(client.backlinks("example.test", BacklinkMode::OnePerDomain, 10, 0).await?.value.links.len())
            })
        }),
        // The account costs nothing.
        case(
            Operation::DATA_FOR_SEO_ACCOUNT,
            &answered(20_000, &format!("[{ACCOUNT}]")).replace("0.002", "0"),
            12_500_000,
            |access| {
                Box::pin(async move {
                    let account = DataForSeo::connect(&access)?.account().await?;
                    Ok(usize::try_from(account.value.balance.0).unwrap())
                })
            },
        ),
    ]
}

fn case(operation: Operation, body: &str, entries: usize, call: fn(Access) -> Made) -> Case {
    let empty = answered(20_000, "null").replace("0.002", "0");
    let failed = |code| answered(code, "null").replace("0.002", "0");
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(200, empty),
        faults: vec![
            (failed(40_501), "invalid-field"),
            (failed(40_400), "not-found"),
            (failed(40_204), "forbidden"),
            (failed(50_000), "unavailable"),
            (refused(40_100), "bad-key"),
            (refused(40_200), "no-money"),
            (refused(40_203), "quota"),
            (answered(20_000, r#"["x"]"#).replace("0.002", "0"), "unreadable"),
        ],
        refused: vec![
            (401, refused(40_100), "bad-key"),
            (402, refused(40_200), "no-money"),
            (403, "{}".into(), "forbidden"),
        ],
        limited: vec![(200, refused(40_209))],
    }
}
