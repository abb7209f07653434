//! Digests of ranks, from their schedule to emails and webhooks.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, WorkspaceLimits},
    domain::{
        new_id, now,
        rank::{DigestFrequency, NewTrackedKeyword, OverviewState, RankDevice, RankDigestSettings, RankTopic},
        run::{NewRun, Run, RunKind, RunStatus},
        webhook::WebhookEvent,
        website::WebsiteKind,
        workspace::MemberRole,
    },
    store::{
        Tx, mail,
        rank::{self, NewRankCheck},
        run,
        schedule::{self, NewSchedule},
        user,
        webhook::{self, NewWebhook},
        website::{self, NewWebsite},
        workspace,
    },
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    world::add_user,
};

async fn within<T>(at: &Installation, work: impl AsyncFnOnce(&mut Tx) -> shared::store::Result<T>) -> T {
    let mut tx = at.world.db.begin().await.expect("begin");
    let done = work(&mut tx).await.expect("a statement");
    tx.commit().await.expect("commit");
    done
}

/// A website with a keyword whose rank was 15 nine days ago.
async fn site(at: &Installation) -> (Uuid, Uuid) {
    let (ws, user_id) = (at.world.workspace_id, at.world.user_id);
    let new = NewWebsite {
        name: "Example".to_owned(),
        url: "https://example.com/".to_owned(),
        host: "example.com".to_owned(),
        kind: WebsiteKind::Own,
    };
    let keyword = NewTrackedKeyword {
        keyword: "plumber waco".to_owned(),
        country: "us".to_owned(),
        place: String::new(),
        place_code: None,
        device: RankDevice::Desktop,
        language: "en".to_owned(),
        tags: Vec::new(),
        target_url: None,
    };
    let site = within(at, async |tx| website::insert(tx, ws, &new, now()).await).await;
    within(at, async |tx| rank::insert_many(tx, ws, site, user_id, std::slice::from_ref(&keyword), now()).await).await;
    let id = rank::all(&at.world.db, ws, site).await.expect("keywords")[0].id;
    check(at, site, id, 15, now() - TimeDelta::days(9)).await;
    (site, id)
}

async fn check(at: &Installation, site: Uuid, keyword_id: Uuid, rank: i32, checked_at: DateTime<Utc>) {
    let new = NewRankCheck {
        keyword_id,
        run_id: new_id(),
        checked_at,
        rank: Some(rank),
        absolute_rank: None,
        depth: 20,
        url: None,
        other_urls: Vec::new(),
        features: Vec::new(),
        owned_features: Vec::new(),
        ai_overview: OverviewState::Absent,
        ai_urls: Vec::new(),
        is_cited: false,
        results: Vec::new(),
        questions: Vec::new(),
        provider: "serper".to_owned(),
        cost_micros: 1_000,
        volatility: 0.1,
        alerts: Vec::new(),
        old_rank: None,
    };
    rank::store_check(&at.world.db, at.world.workspace_id, site, &new).await.expect("a check");
}

/// Sets up weekly digests with a webhook and the given number of subscribers; the schedule was due `late` ago.
async fn weekly(at: &Installation, site: Uuid, sends_empty: bool, subscribers: usize, late: TimeDelta) -> (Uuid, Uuid) {
    let (db, ws) = (&at.world.db, at.world.workspace_id);
    let new = RankDigestSettings { frequency: DigestFrequency::Weekly, sends_empty, ..RankDigestSettings::default() };
    rank::save_digest_settings(db, ws, site, &new).await.expect("settings");
    for number in 0..subscribers {
        let email = format!("member{number}@{site}.example");
        let id = add_user(db, &email).await;
        within(at, async |tx| {
            workspace::insert_member(tx, ws, id, MemberRole::Viewer, now()).await?;
            user::verify_email(tx, id, &email, now()).await
        })
        .await;
        let token = format!("token-{site}-{number}");
        rank::subscribe(db, (ws, site), (id, RankTopic::Digest), (&token, "https://lode.example"), now())
            .await
            .expect("subscribe");
    }
    let hook = NewWebhook {
        id: new_id(),
        workspace_id: ws,
        user_id: at.world.user_id,
        url: "https://example.com/".to_owned(),
        sealed_url: None,
        description: String::new(),
        events: vec![WebhookEvent::PerformanceDigest],
        nonce: vec![1],
    };
    let hook = webhook::insert(db, &hook, now()).await.expect("webhook");
    let new = NewSchedule {
        workspace_id: ws,
        user_id: at.world.user_id,
        website_id: Some(site),
        kind: RunKind::RankDigest,
        engine_id: None,
        action: None,
        payload: json!({"websiteId": site}),
        name: "Digest of ranks".to_owned(),
        cron: "0 7 * * 1".to_owned(),
        time_zone: "Europe/Berlin".to_owned(),
        next_at: now() - late,
    };
    (schedule::insert(db, &new, now()).await.expect("a schedule"), hook)
}

/// Waits for the run of the schedule's time.
async fn fired(at: &Installation, schedule_id: Uuid) -> Run {
    for _ in 0..600 {
        let found = schedule::find(&at.world.db, at.world.workspace_id, schedule_id).await.expect("find");
        if let Some(id) = found.and_then(|found| found.last_run_id) {
            return at.ended(id).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{}: the schedule started nothing", at.world.name);
}

async fn again(at: &Installation, site: Uuid) -> (Run, Value) {
    let new = NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::RankDigest, json!({"websiteId": site}));
    let new = NewRun { website_id: Some(site), ..new };
    at.enqueue(std::slice::from_ref(&new)).await;
    let ended = at.ended(new.id).await;
    let result = run::result(&at.world.db, at.world.workspace_id, new.id).await.expect("a result");
    (ended, result.unwrap_or_default())
}

/// Emails to the subscribers of a website, oldest first.
async fn mails(at: &Installation, site: Uuid) -> Vec<shared::domain::mail::Mail> {
    let all = mail::list(&at.world.db, None, 200).await.expect("mails").items;
    all.into_iter().filter(|mail| mail.recipient.ends_with(&format!("@{site}.example"))).rev().collect()
}

async fn deliveries(at: &Installation, hook: Uuid) -> Vec<Value> {
    let all = webhook::deliveries(&at.world.db, at.world.workspace_id, hook, None, 50).await.expect("deliveries").items;
    all.into_iter().map(|one| serde_json::from_str(&one.body).expect("JSON")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn missed_weeks_are_one_digest_by_email_and_webhook() {
    in_each_mode(|at| async {
        let (name, (site, keyword)) = (at.world.name, site(&at).await);
        check(&at, site, keyword, 4, now() - TimeDelta::days(1)).await;
        let (schedule_id, hook) = weekly(&at, site, true, 2, TimeDelta::days(22)).await;
        let (one, two) = (at.worker(), at.worker());
        let ended = fired(&at, schedule_id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        tokio::time::sleep(std::time::Duration::from_secs(2)).await;
        let sent = mails(&at, site).await;
        assert_eq!(sent.len(), 2, "{name}: one email for each subscriber");
        assert!(sent[0].subject.starts_with("Ranks of example.com, "), "{name}: {}", sent[0].subject);
        assert!(
            sent[0].body_text.contains("\"plumber waco\" (desktop): from 15 to 4"),
            "{name}: {}",
            sent[0].body_text
        );
        let link = format!("https://lode.example/unsubscribe?token=token-{site}-0");
        assert!(sent[0].body_text.contains(&link), "{name}: {}", sent[0].body_text);
        let one_click = format!("https://lode.example/api/ranks/digest/unsubscribe?token=token-{site}-0");
        assert_eq!(sent[0].unsubscribe_url.as_deref(), Some(one_click.as_str()), "{name}");
        let told = deliveries(&at, hook).await;
        assert_eq!(told.len(), 1, "{name}");
        assert_eq!(told[0]["type"], "performance:digest", "{name}");
        assert_eq!(told[0]["data"]["digest"]["entered"][0]["to"], 4, "{name}: {}", told[0]);
        let stored = rank::digest_settings(&at.world.db, at.world.workspace_id, site).await.expect("settings");
        assert_eq!((stored.last_emails, stored.last_refused, stored.last_is_empty), (2, 0, false), "{name}");
        assert_eq!(stored.covered_until, Some(ended.created_at), "{name}");
        one.stop().await;
        two.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn digest_covers_what_happened_since_the_last_one_and_each_period_once() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (name, (site, keyword)) = (at.world.name, site(&at).await);
        let (schedule_id, hook) = weekly(&at, site, true, 1, TimeDelta::minutes(-60)).await;
        let (first, report) = again(&at, site).await;
        assert_eq!(first.status, RunStatus::Succeeded, "{name}: {:?}", first.error);
        let text = report["text"].as_str().unwrap_or_default();
        assert!(text.starts_with("The keyword was not checked in this period"), "{name}: {text}");
        check(&at, site, keyword, 4, now()).await;
        let (second, report) = again(&at, site).await;
        assert_eq!(report["from"], json!(first.created_at), "{name}: from the end of the first one");
        assert!(report["text"].as_str().is_some_and(|text| text.contains("from 15 to 4")), "{name}: {report}");
        assert_eq!((mails(&at, site).await.len(), deliveries(&at, hook).await.len()), (2, 2), "{name}");
        // A run whose outcome comes after that of a later one changes nothing.
        let late = RankDigestSettings { covered_until: Some(now() + TimeDelta::days(1)), ..stored(&at, site).await };
        rank::save_digest_settings(&at.world.db, at.world.workspace_id, site, &late).await.expect("save");
        assert_eq!(again(&at, site).await.0.status, RunStatus::Succeeded, "{name}");
        let off = RankDigestSettings { frequency: DigestFrequency::Off, covered_until: None, ..late };
        rank::save_digest_settings(&at.world.db, at.world.workspace_id, site, &off).await.expect("save");
        assert_eq!(again(&at, site).await.0.status, RunStatus::Succeeded, "{name}: switched off meanwhile");
        assert_eq!((mails(&at, site).await.len(), deliveries(&at, hook).await.len()), (2, 2), "{name}");
        assert!(second.created_at > first.created_at && schedule_id != hook);
        worker.stop().await;
        at
    })
    .await;
}

async fn stored(at: &Installation, site: Uuid) -> RankDigestSettings {
    rank::digest_settings(&at.world.db, at.world.workspace_id, site).await.expect("settings")
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_digest_is_skipped_if_wished_and_emails_stay_within_the_limit() {
    in_each_mode(|at| async {
        let limits = WorkspaceLimits { emails_per_day: Some(2), ..WorkspaceLimits::default() };
        let worker = at.worker_with(FleetSettings { workspace: limits, ..at.settings() });
        let (name, (site, keyword)) = (at.world.name, site(&at).await);
        let ws = at.world.workspace_id;
        let (_, hook) = weekly(&at, site, false, 3, TimeDelta::minutes(-60)).await;
        // Its next check is later, so nothing was missed.
        let daily = NewSchedule {
            workspace_id: ws,
            user_id: at.world.user_id,
            website_id: Some(site),
            kind: RunKind::RankCheck,
            engine_id: None,
            action: None,
            payload: json!({"websiteId": site}),
            name: "Check ranks".to_owned(),
            cron: "0 5 * * *".to_owned(),
            time_zone: "UTC".to_owned(),
            next_at: now() + TimeDelta::days(1),
        };
        let daily = schedule::insert(&at.world.db, &daily, now()).await.expect("a schedule");
        rank::ensure_settings(&at.world.db, ws, site).await.expect("settings");
        rank::set_schedule(&at.world.db, ws, site, Some(daily)).await.expect("settings");
        check(&at, site, keyword, 15, now() - TimeDelta::days(2)).await;
        let (_, report) = again(&at, site).await;
        assert_eq!(report["isEmpty"], true, "{name}: {report}");
        let found = stored(&at, site).await;
        assert_eq!((found.last_is_empty, found.last_emails), (true, 0), "{name}");
        assert_eq!((mails(&at, site).await.len(), deliveries(&at, hook).await.len()), (0, 0), "{name}");
        check(&at, site, keyword, 3, now()).await;
        again(&at, site).await;
        let found = stored(&at, site).await;
        assert_eq!((found.last_emails, found.last_refused), (2, 1), "{name}: two emails a day");
        assert_eq!((mails(&at, site).await.len(), deliveries(&at, hook).await.len()), (2, 1), "{name}");
        worker.stop().await;
        at
    })
    .await;
}
