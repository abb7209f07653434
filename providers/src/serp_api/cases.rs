//! Recorded responses of SerpApi for the contract test.

use super::SerpApi;
use crate::{
    ai_mode::{Question, estimate},
    provider::{Access, Operation, Provider, ProviderClient},
    serp::{AiOverview, ItemKind, Place, SerpRequest},
    testing::{Case, Empty, Made},
};

const SEARCH: &str = include_str!("../../fixtures/serp_api_search.json");
const AI_MODE: &str = include_str!("../../fixtures/serp_api_ai_mode.json");
const OVERVIEW: &str = r#"{"search_metadata":{"status":"Success"},"ai_overview":{"text_blocks":[{"type":"paragraph","snippet":"Yes."}],"references":[{"link":"https://a.test/"}]}}"#;
const ACCOUNT: &str =
    r#"{"account_id":"5","account_email":"me@a.test","plan_name":"Developer","total_searches_left":4321}"#;
const EMPTY: &str = r#"{"search_metadata":{"status":"Success"},"search_information":{"organic_results_state":"Fully empty"},"error":"Google hasn't returned any results for this query."}"#;

fn search() -> SerpRequest {
    SerpRequest::new("plumber", Place { country: "US".into(), ..Place::default() }, "en")
}

pub(super) fn all() -> Vec<Case> {
    let account = case(Operation::SERP_API_ACCOUNT, (ACCOUNT, 4_321), |access| {
        Box::pin(async move {
            let left = SerpApi::connect(&access)?.account().await?.value.searches_left;
            Ok(left.map_or(0, |left| usize::try_from(left).unwrap()))
        })
    });
    vec![
        case(Operation::SERP_API_SEARCH, (SEARCH, 2), |access| {
            Box::pin(async move {
                let called = SerpApi::connect(&access)?.search(&search(), 0).await?;
                Ok(called.value.of_kind(ItemKind::Organic).count())
            })
        }),
        case(Operation::SERP_API_AI_OVERVIEW, (OVERVIEW, 1), |access| {
            Box::pin(async move {
                let called = SerpApi::connect(&access)?.ai_overview(&search(), "KIVu-token").await?;
                Ok(match called.value {
                    AiOverview::Present(overview) => overview.references.len(),
                    _ => 0,
                })
            })
        }),
        case(Operation::SERP_API_AI_MODE, (AI_MODE, 1), |access| {
            Box::pin(async move {
                let question = Question::new("who repairs a leak", Some("US"), Some("en"));
                let most = estimate(Provider::SerpApi, &access.prices, &question)?;
                let called = SerpApi::connect(&access)?.ai_mode(&question, most).await?;
                Ok(usize::from(!called.value.text.is_empty()))
            })
        }),
        // An account has no searches that could be empty.
        Case { empty: Empty::Valid(200, "{}".to_owned()), ..account },
    ]
}

fn case(operation: Operation, (body, entries): (&str, usize), call: fn(Access) -> Made) -> Case {
    let error = |message: &str| format!(r#"{{"error":"{message}"}}"#);
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(200, EMPTY.to_owned()),
        faults: vec![
            (error("Something went wrong. Please try again."), "task"),
            (r#"{"search_metadata":{"status":"Error"}}"#.to_owned(), "task"),
            (r#"{"search_metadata":{"status":"Processing"}}"#.to_owned(), "incomplete"),
        ],
        refused: vec![
            (401, error("Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key"), "bad-key"),
            (403, error("Your API key was deactivated."), "bad-key"),
            (429, error("Your account has run out of searches."), "no-money"),
        ],
        limited: vec![(429, error("You have exceeded your hourly throughput limit."))],
    }
}
