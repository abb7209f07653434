//! Recorded responses of Search Console for the contract test.

use super::{AnalyticsQuery, Dimension, SearchConsole};
use crate::{
    google::{OAuthClient, recorded},
    provider::{Access, Operation, ProviderClient},
    secret::Secret,
    testing::{Case, Empty, Made, SECRET},
};

const TOKEN: &str = r#"{"access_token":"ya29.first-token","expires_in":3599,"scope":"openid","token_type":"Bearer"}"#;
const SITES: &str = r#"{"siteEntry":[{"siteUrl":"sc-domain:a.test","permissionLevel":"siteOwner"},{"siteUrl":"https://b.test/","permissionLevel":"siteUnverifiedUser"}]}"#;
const ROWS: &str = r#"{"rows":[{"keys":["2026-11-20","emergency plumber"],"clicks":3.0,"impressions":120,"ctr":0.025,"position":8.4},
 {"keys":["2026-11-21","plumber waco"],"clicks":0,"impressions":7.0,"ctr":0,"position":21.0}],
 "responseAggregationType":"byProperty","metadata":{"first_incomplete_date":"2026-11-21"}}"#;

pub(super) fn all() -> Vec<Case> {
    vec![token(), case(Operation::SEARCH_CONSOLE_SITES, (SITES, 2), sites), rows()]
}

fn sites(access: Access) -> Made {
    Box::pin(async move { Ok(SearchConsole::connect(&access)?.sites().await?.value.len()) })
}

fn rows() -> Case {
    let case = case(Operation::SEARCH_CONSOLE_ANALYTICS, (ROWS, 2), |access| {
        Box::pin(async move {
            let (from, to) = ("2026-11-01".parse().unwrap(), "2026-11-21".parse().unwrap());
            let query = AnalyticsQuery::new(from, to, vec![Dimension::Date, Dimension::Query]);
            let page = SearchConsole::connect(&access)?.page("sc-domain:a.test", &query, 0).await?;
            Ok(page.value.rows.len())
        })
    });
    let other = r#"{"rows":[{"keys":["x"],"clicks":1,"impressions":1,"position":1}]}"#.to_owned();
    Case { faults: [case.faults, vec![(other, "unreadable")]].concat(), ..case }
}

fn case(operation: Operation, (body, entries): (&str, usize), call: fn(Access) -> Made) -> Case {
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(200, "{}".to_owned()),
        faults: vec![(recorded::denied(), "forbidden")],
        refused: vec![(403, recorded::denied(), "forbidden")],
        limited: recorded::limited(),
    }
}

/// The token service has error codes of its own, without a status in the body.
fn token() -> Case {
    let error =
        |code: &str| format!(r#"{{"error":"{code}","error_description":"Token has been expired or revoked."}}"#);
    Case {
        call: |access| {
            Box::pin(async move {
                let oauth = OAuthClient::new("client", Secret::new("client-secret"));
                let oauth = oauth.with_base(access.base.as_deref().unwrap());
                let tokens = oauth.refresh(&access.caller, &Secret::new(SECRET)).await?;
                Ok(usize::from(!tokens.access.is_empty()))
            })
        },
        empty: Empty::Error("{}".to_owned(), "unreadable"),
        faults: vec![(error("invalid_grant"), "unreadable")],
        refused: vec![(400, error("invalid_grant"), "expired-token"), (401, error("invalid_client"), "bad-key")],
        limited: Vec::new(),
        ..case(Operation::SEARCH_CONSOLE_TOKEN, (TOKEN, 1), sites)
    }
}
