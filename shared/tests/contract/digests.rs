//! Digests of ranks: what they are computed from, and who gets them.

use chrono::{DateTime, TimeDelta, Utc};
use shared::{
    config::WorkspaceLimits,
    domain::{
        new_id, now,
        rank::{
            AlertKind, AlertSeverity, DigestFrequency, NewTrackedKeyword, OverviewState, RankDevice,
            RankDigestSettings, RankTopic,
        },
        workspace::MemberRole,
    },
    ranks::FoundAlert,
    store::{
        member,
        rank::{self, NewRankCheck},
        usage, website, workspace,
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, other_user, within},
    world::{World, on_each_database},
};

async fn tracked(world: &World, website_id: Uuid, text: &str) -> Uuid {
    let new = NewTrackedKeyword {
        keyword: text.to_owned(),
        country: "us".to_owned(),
        place: String::new(),
        place_code: None,
        device: RankDevice::Mobile,
        language: "en".to_owned(),
        tags: Vec::new(),
        target_url: None,
    };
    let ws = world.workspace_id;
    within(&world.db, async |tx| {
        rank::insert_many(tx, ws, website_id, world.user_id, std::slice::from_ref(&new), now()).await
    })
    .await;
    let all = rank::all(&world.db, ws, website_id).await.expect("keywords");
    all.into_iter().find(|one| one.keyword == text).expect("the keyword").id
}

async fn check(world: &World, website_id: Uuid, keyword_id: Uuid, rank: Option<i32>, at: DateTime<Utc>, cited: bool) {
    let alert =
        FoundAlert { kind: AlertKind::Drop, severity: AlertSeverity::Warning, message: "It dropped.".to_owned() };
    let new = NewRankCheck {
        keyword_id,
        run_id: new_id(),
        checked_at: at,
        rank,
        absolute_rank: None,
        depth: 20,
        url: None,
        other_urls: Vec::new(),
        features: Vec::new(),
        owned_features: Vec::new(),
        ai_overview: OverviewState::Present,
        ai_urls: Vec::new(),
        is_cited: cited,
        results: Vec::new(),
        questions: Vec::new(),
        provider: "data_for_seo".to_owned(),
        cost_micros: 1_000,
        volatility: 0.1,
        alerts: vec![alert],
        old_rank: None,
    };
    assert!(rank::store_check(&world.db, world.workspace_id, website_id, &new).await.expect("a check"));
}

#[tokio::test]
async fn digest_compares_the_latest_checks_before_both_ends_of_the_period() {
    on_each_database(|world| async {
        let (db, ws, until) = (&world.db, world.workspace_id, now());
        let site = add_website(db, ws, "a.example").await;
        let other = add_website(db, ws, "b.example").await;
        let ago = |days| until - TimeDelta::days(days);
        let (up, quiet) = (tracked(&world, site, "up").await, tracked(&world, site, "quiet").await);
        let foreign = tracked(&world, other, "foreign").await;
        for (of, id, rank, days, cited) in [
            (site, up, Some(2), 40, true),
            (site, up, Some(18), 9, false),
            (site, up, Some(15), 8, false),
            (site, up, Some(12), 3, false),
            (site, up, Some(4), 1, true),
            (site, quiet, Some(7), 20, false),
            (other, foreign, Some(1), 1, false),
        ] {
            check(&world, of, id, rank, ago(days), cited).await;
        }
        let website = website::find(db, ws, site).await.expect("find").expect("the website");
        let found = rank::digest(db, ws, &website, (ago(7), until)).await.expect("a digest");
        assert_eq!((found.host.as_str(), found.keywords, found.checked), ("a.example", 2, 1), "{}", world.name);
        let entered: Vec<_> = found.entered.iter().map(|one| (one.keyword.as_str(), one.from, one.to)).collect();
        assert_eq!(entered, [("up", Some(15), Some(4))], "{}: from the last check before the period", world.name);
        assert_eq!(found.cited, ["\"up\" (mobile)"], "{}", world.name);
        assert_eq!((found.costs.checks, found.costs.micros), (2, 2_000), "{}", world.name);
        assert_eq!(found.alerts, [0, 1, 0], "{}: alerts of a kind are not repeated within seven days", world.name);
        assert_eq!((found.compared, found.unchecked[0].keywords), (2, 1), "{}", world.name);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let theirs = rank::digest(db, bobs, &website, (ago(7), until)).await.expect("a digest");
        assert_eq!((theirs.keywords, theirs.costs.checks), (0, 0), "{}: another workspace", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn digest_goes_to_members_with_confirmed_addresses_until_they_unsubscribe() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let site = add_website(db, ws, "a.example").await;
        let (bob, bobs) = other_user(&world, "bob@example.com").await;
        within(db, async |tx| workspace::insert_member(tx, ws, bob, MemberRole::Viewer, now()).await).await;
        let emails = async || -> Vec<String> {
            let all = rank::subscribers(db, ws, site, RankTopic::Digest).await.expect("subscribers");
            all.into_iter().map(|one| format!("{} {} {}", one.email, one.token, one.base_url)).collect()
        };
        rank::subscribe(db, (ws, site), (bob, RankTopic::Digest), ("t1", "https://old.example"), now())
            .await
            .expect("subscribe");
        rank::subscribe(db, (ws, site), (bob, RankTopic::Digest), ("t2", "https://new.example"), now())
            .await
            .expect("subscribe");
        assert_eq!(emails().await, [] as [&str; 0], "{}: the address is not confirmed", world.name);
        let verified = async |tx: &mut shared::store::Tx| {
            shared::store::user::verify_email(tx, bob, "bob@example.com", now()).await
        };
        within(db, verified).await;
        assert_eq!(emails().await, ["bob@example.com t1 https://new.example"], "{}: links stay valid", world.name);
        assert!(
            rank::subscribers(db, bobs, site, RankTopic::Digest).await.expect("subscribers").is_empty(),
            "{}",
            world.name
        );
        rank::unsubscribe_by_token(db, "t2").await.expect("unsubscribe");
        rank::unsubscribe(db, (bobs, site), (bob, RankTopic::Digest)).await.expect("unsubscribe");
        assert!(
            rank::is_subscribed(db, (ws, site), (bob, RankTopic::Digest)).await.expect("a subscription"),
            "{}",
            world.name
        );
        rank::unsubscribe_by_token(db, "t1").await.expect("unsubscribe");
        assert!(
            !rank::is_subscribed(db, (ws, site), (bob, RankTopic::Digest)).await.expect("no subscription"),
            "{}",
            world.name
        );
        rank::subscribe(db, (ws, site), (bob, RankTopic::Digest), ("t3", "https://new.example"), now())
            .await
            .expect("subscribe");
        within(db, async |tx| member::delete(tx, ws, bob).await).await;
        assert!(
            !rank::is_subscribed(db, (ws, site), (bob, RankTopic::Digest)).await.expect("no subscription"),
            "{}: left",
            world.name
        );
        let stranger =
            rank::subscribe(db, (ws, site), (bob, RankTopic::Digest), ("t4", "https://new.example"), now()).await;
        assert!(stranger.is_err(), "{}: only members subscribe", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn digest_settings_are_stored_by_website_and_workspace() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let site = add_website(db, ws, "a.example").await;
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let read = async |ws| rank::digest_settings(db, ws, site).await.expect("settings");
        assert_eq!(read(ws).await, RankDigestSettings::default(), "{}", world.name);
        let new = RankDigestSettings {
            frequency: DigestFrequency::Weekly,
            weekday: 5,
            time_zone: "Europe/Berlin".to_owned(),
            sends_empty: false,
            covered_until: Some(crate::support::at("2026-11-20T06:00:00Z")),
            ..RankDigestSettings::default()
        };
        rank::save_digest_settings(db, ws, site, &new).await.expect("save");
        let theirs = RankDigestSettings::default();
        rank::save_digest_settings(db, bobs, site, &theirs).await.expect("save");
        assert_eq!((read(ws).await, read(bobs).await), (new, theirs), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn emails_are_granted_up_to_the_limit_of_the_day() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let limits = WorkspaceLimits { emails_per_day: Some(5), ..WorkspaceLimits::default() };
        let grant = async |limits, wanted| {
            within(db, async |tx| usage::grant_emails(tx, limits, ws, wanted, now()).await).await
        };
        assert_eq!(grant(WorkspaceLimits::default(), 100).await, 100, "{}: without a limit", world.name);
        let both = tokio::join!(grant(limits, 3), grant(limits, 4));
        assert_eq!(both.0 + both.1, 5, "{}: together", world.name);
        assert_eq!(grant(limits, 1).await, 0, "{}", world.name);
        world
    })
    .await;
}
