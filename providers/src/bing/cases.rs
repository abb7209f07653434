//! Recorded responses of Bing Webmaster Tools for the contract test.

use super::BingWebmaster;
use crate::{
    provider::{Operation, ProviderClient},
    testing::{Case, Empty, Made},
};

const SITE: &str = "https://example.test/";
const SITES: &str = r#"{"d":[{"__type":"Site:#Microsoft.Bing.Webmaster.Api","AuthenticationCode":"","DnsVerificationCode":"","IsVerified":true,"Url":"https://example.test/"}]}"#;
const STATS: &str = r#"{"d":[{"__type":"QueryStats:#Microsoft.Bing.Webmaster.Api","AvgClickPosition":2,"AvgImpressionPosition":4.5,"Clicks":9,"Date":"/Date(1763712000000-0700)/","Impressions":100,"Query":"plumber waco"},
 {"AvgClickPosition":-1,"AvgImpressionPosition":12,"Clicks":0,"Date":"/Date(1763107200000)/","Impressions":3,"Query":"https://example.test/"}]}"#;
const TRAFFIC: &str = r#"{"d":[{"__type":"RankAndTrafficStats:#Microsoft.Bing.Webmaster.Api","Clicks":5,"Date":"/Date(1763712000000)/","Impressions":50}]}"#;

pub(super) fn all() -> Vec<Case> {
    vec![
        case(Operation::BING_SITES, (SITES, 1), |access| {
            Box::pin(async move { Ok(BingWebmaster::connect(&access)?.sites().await?.value.len()) })
        }),
        case(Operation::BING_QUERIES, (STATS, 2), |access| {
            Box::pin(async move { Ok(BingWebmaster::connect(&access)?.queries(SITE).await?.value.len()) })
        }),
        case(Operation::BING_PAGES, (STATS, 2), |access| {
            Box::pin(async move { Ok(BingWebmaster::connect(&access)?.pages(SITE).await?.value.len()) })
        }),
        case(Operation::BING_TRAFFIC, (TRAFFIC, 1), |access| {
            Box::pin(async move { Ok(BingWebmaster::connect(&access)?.traffic(SITE).await?.value.len()) })
        }),
    ]
}

fn case(operation: Operation, (body, entries): (&str, usize), call: fn(crate::provider::Access) -> Made) -> Case {
    let error = |code: u32, name: &str| format!(r#"{{"ErrorCode":{code},"Message":"ERROR!!! {name}"}}"#);
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(200, r#"{"d":[]}"#.to_owned()),
        faults: vec![
            (format!(r#"{{"d":{}}}"#, error(14, "NotAuthorized")), "forbidden"),
            (error(3, "InvalidApiKey"), "bad-key"),
            (error(7, "InvalidUrl"), "invalid-field"),
            (error(1, "InternalError"), "unavailable"),
            (r#"{"x":1}"#.to_owned(), "unreadable"),
        ],
        refused: vec![
            (400, error(3, "InvalidApiKey"), "bad-key"),
            (401, "{}".to_owned(), "bad-key"),
            (400, error(14, "NotAuthorized"), "forbidden"),
        ],
        limited: vec![(400, error(4, "ThrottleUser")), (400, error(5, "ThrottleHost"))],
    }
}
