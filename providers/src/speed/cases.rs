//! Recorded responses of PageSpeed Insights and the Chrome UX Report for the contract test.

use super::{ChromeUxReport, LabMetrics, PageSpeed, Strategy, Subject};
use crate::{
    google::recorded,
    provider::{Access, Operation, ProviderClient},
    testing::{Case, Empty, Made},
};

const LAB: &str = include_str!("../../fixtures/page_speed.json");
const RECORD: &str = include_str!("../../fixtures/crux_record.json");
const HISTORY: &str = include_str!("../../fixtures/crux_history.json");
const PAGE: &str = "https://example.test/";
/// A page or site with too few visitors.
const ABSENT: &str = r#"{"error":{"code":404,"message":"chrome ux report data not found","status":"NOT_FOUND"}}"#;

pub(super) fn page_speed() -> Vec<Case> {
    let failed = |code: &str, message: &str| {
        let old = r#""runtimeError":{"code":"NO_ERROR","message":""}"#;
        LAB.replace(old, &format!(r#""runtimeError":{{"code":"{code}","message":"{message}"}}"#))
    };
    let case = case(Operation::PAGE_SPEED_RUN, (LAB, 6), |access| {
        Box::pin(async move {
            let lab = PageSpeed::connect(&access)?.run(PAGE, Strategy::Mobile, "en").await?.value.lab;
            let LabMetrics { performance, seo, lcp, cls, tbt, response } = lab;
            Ok([performance, seo, lcp, cls, tbt, response].into_iter().flatten().count())
        })
    });
    let faults = vec![
        (failed("FAILED_DOCUMENT_REQUEST", "Lighthouse was unable to load the page."), "task"),
        (failed("NO_FCP", ""), "task"),
        (recorded::denied(), "forbidden"),
        ("{}".to_owned(), "unreadable"),
    ];
    // A test without figures, as of a page that draws nothing.
    let empty = r#"{"id":"https://example.test/","lighthouseResult":{"audits":{},"categories":{}}}"#;
    vec![Case { faults, empty: Empty::Valid(200, empty.to_owned()), ..case }]
}

pub(super) fn chrome_ux_report() -> Vec<Case> {
    vec![
        case(Operation::CRUX_RECORD, (RECORD, 2), |access| {
            Box::pin(async move {
                let called = ChromeUxReport::connect(&access)?.record(&Subject::Url(PAGE.to_owned()), None).await?;
                Ok(called.map_or(0, |called| called.value.percentiles.len()))
            })
        }),
        case(Operation::CRUX_HISTORY, (HISTORY, 2), |access| {
            Box::pin(async move {
                let called = ChromeUxReport::connect(&access)?.history(&Subject::Url(PAGE.to_owned()), None).await?;
                Ok(called.map_or(0, |called| called.value.periods.len()))
            })
        }),
    ]
}

fn case(operation: Operation, (body, entries): (&str, usize), call: fn(Access) -> Made) -> Case {
    Case {
        operation,
        call,
        success: (body.to_owned(), entries),
        empty: Empty::Valid(404, ABSENT.to_owned()),
        faults: vec![(recorded::denied(), "forbidden"), (r#"{"record":{}}"#.to_owned(), "unreadable")],
        refused: vec![(400, recorded::invalid_key(), "bad-key"), (403, recorded::denied(), "forbidden")],
        limited: recorded::limited(),
    }
}
