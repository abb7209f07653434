//! Scheduled reports.

use serde_json::json;
use shared::{
    domain::{
        new_id, now,
        report::{ReportBody, ReportFrequency, ReportSection},
        run::{NewRun, Run, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        mail, report,
        website::{self, NewWebsite},
    },
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

/// A report with two recipients about a website without data.
async fn stored(at: &Installation) -> Uuid {
    let (ws, id) = (at.world.workspace_id, new_id());
    let site = NewWebsite {
        name: "Example".to_owned(),
        url: "https://example.com/".to_owned(),
        host: "example.com".to_owned(),
        kind: WebsiteKind::Own,
    };
    let body = ReportBody {
        title: "Search report".to_owned(),
        days: 28,
        sections: ReportSection::ALL.to_vec(),
        brand_name: "Lovelace Media".to_owned(),
        accent: "#1d4ed8".to_owned(),
        frequency: ReportFrequency::Weekly,
        hour: 7,
        time_zone: "UTC".to_owned(),
        recipients: ["one", "two"].map(|name| format!("{name}@{id}.example")).to_vec(),
    };
    let mut tx = at.world.db.begin().await.expect("begin");
    let site = website::insert(&mut tx, ws, &site, now()).await.expect("a website");
    report::insert(&mut tx, (ws, site, at.world.user_id), id, &body, now()).await.expect("a report");
    tx.commit().await.expect("commit");
    id
}

async fn ended(at: &Installation, report_id: Uuid) -> Run {
    let (ws, user) = (at.world.workspace_id, at.world.user_id);
    let new = NewRun::new(ws, user, RunKind::Report, json!({"reportId": report_id}));
    at.enqueue(std::slice::from_ref(&new)).await;
    at.ended(new.id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn scheduled_report_is_stored_and_emailed_with_its_pdf() {
    in_each_mode(|at| async {
        let (name, ws) = (at.world.name, at.world.workspace_id);
        let id = stored(&at).await;
        let worker = at.worker();
        let run = ended(&at, id).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{name}: {:?}", run.error);
        let issues = report::issues(&at.world.db, ws, id).await.expect("issues");
        assert_eq!((issues.len(), issues[0].emails, issues[0].refused_emails), (1, 2, 0), "{name}");
        let content = report::latest_content(&at.world.db, ws, id).await.expect("content").expect("an issue");
        assert_eq!(content.missing.len(), ReportSection::ALL.len(), "{name}: nothing is invented");
        let all = mail::list(&at.world.db, None, 200).await.expect("mails").items;
        let mine: Vec<_> = all.iter().filter(|mail| mail.recipient.ends_with(&format!("@{id}.example"))).collect();
        assert_eq!(mine.len(), 2, "{name}");
        assert!(mine[0].attachment_name.as_deref().is_some_and(|name| name.ends_with(".pdf")), "{name}");
        let gone = ended(&at, new_id()).await;
        assert_eq!(gone.status, RunStatus::Failed, "{name}");
        assert_eq!(gone.error.expect("an error").0.r#type, "report-gone", "{name}");
        worker.stop().await;
        at
    })
    .await;
}
