//! Recorded responses of Serper for the contract test.

use super::Serper;
use crate::{
    provider::{Access, Operation, ProviderClient},
    serp::{ItemKind, Place, SerpRequest},
    testing::{Case, Empty, Made},
};

const SEARCH: &str = include_str!("../../fixtures/serper_search.json");
const SUGGESTIONS: &str = r#"{"searchParameters":{"q":"plumber","type":"autocomplete"},"suggestions":[{"value":"plumber near me"},{"value":"plumber salary"}],"credits":1}"#;

fn search() -> SerpRequest {
    SerpRequest::new("plumber", Place { country: "us".into(), ..Place::default() }, "en")
}

pub(super) fn all() -> Vec<Case> {
    vec![
        case(Operation::SERPER_SEARCH, SEARCH, 2, |access| {
            Box::pin(async move {
                let called = Serper::connect(&access)?.search(&search(), 0).await?;
                Ok(called.value.of_kind(ItemKind::Organic).count())
            })
        }),
        case(Operation::SERPER_PLACES, SEARCH, 1, |access| {
            Box::pin(async move {
                let called = Serper::connect(&access)?.places(&search()).await?;
                Ok(called.value.of_kind(ItemKind::LocalPack).count())
            })
        }),
        case(Operation::SERPER_AUTOCOMPLETE, SUGGESTIONS, 2, |access| {
            Box::pin(async move { Ok(Serper::connect(&access)?.autocomplete(&search()).await?.value.len()) })
        }),
    ]
}

fn case(operation: Operation, body: &str, entries: usize, call: fn(Access) -> Made) -> Case {
    let error = |code: u16, message: &str| format!(r#"{{"message":"{message}","statusCode":{code}}}"#);
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(200, r#"{"searchParameters":{"q":"plumber"},"credits":1}"#.to_owned()),
        faults: vec![("[]".to_owned(), "unreadable")],
        refused: vec![
            (403, error(403, "Unauthorized."), "bad-key"),
            (401, error(401, "Unauthorized."), "bad-key"),
            (400, error(400, "Not enough credits"), "no-money"),
        ],
        limited: vec![(429, error(429, "Rate limit exceeded"))],
    }
}
