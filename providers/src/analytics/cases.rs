//! Recorded responses of Google Analytics for the contract test.

use super::GoogleAnalytics;
use crate::{
    google::recorded,
    provider::{Access, Operation, ProviderClient},
    testing::{Case, Empty, Made},
};

const PROPERTIES: &str = r#"{"accountSummaries":[{"name":"accountSummaries/1","account":"accounts/1","displayName":"Account","propertySummaries":[{"property":"properties/11","displayName":"Site","propertyType":"PROPERTY_TYPE_ORDINARY"}]},{"name":"accountSummaries/2"}]}"#;
const REPORT: &str = r#"{"dimensionHeaders":[{"name":"date"},{"name":"landingPage"},{"name":"sessionSource"},{"name":"sessionMedium"}],
 "metricHeaders":[{"name":"sessions","type":"TYPE_INTEGER"},{"name":"keyEvents","type":"TYPE_FLOAT"},{"name":"engagedSessions","type":"TYPE_INTEGER"}],
 "rows":[{"dimensionValues":[{"value":"20261120"},{"value":"/waco"},{"value":"chatgpt.com"},{"value":"referral"}],"metricValues":[{"value":"12"},{"value":"1.5"},{"value":"9"}]}],
 "rowCount":1,"metadata":{"currencyCode":"USD","timeZone":"America/Chicago"},"kind":"analyticsData#runReport"}"#;

pub(super) fn all() -> Vec<Case> {
    let broken = REPORT.replace("20261120", "(other)");
    let report = case(Operation::ANALYTICS_REPORT, (REPORT, 1), |access| {
        Box::pin(async move {
            let (from, to) = ("2026-11-01".parse().unwrap(), "2026-11-21".parse().unwrap());
            let page = GoogleAnalytics::connect(&access)?.page("properties/11", from, to, 0).await?;
            Ok(page.value.rows.len())
        })
    });
    let faults = [report.faults, vec![(broken, "unreadable")]].concat();
    let properties = case(Operation::ANALYTICS_PROPERTIES, (PROPERTIES, 1), |access| {
        Box::pin(async move { Ok(GoogleAnalytics::connect(&access)?.properties().await?.len()) })
    });
    vec![properties, Case { faults, ..report }]
}

fn case(operation: Operation, (body, entries): (&str, usize), call: fn(Access) -> Made) -> Case {
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(200, r#"{"kind":"analyticsData#runReport"}"#.to_owned()),
        faults: vec![(recorded::denied(), "forbidden")],
        refused: vec![(403, recorded::denied(), "forbidden")],
        limited: recorded::limited(),
    }
}
