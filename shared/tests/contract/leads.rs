//! Leads: intake, duplicates, one buyer each, and money that is posted once.

use chrono::{DateTime, Duration, Utc};
use futures::future::join_all;
use shared::{
    config::WorkspaceLimits,
    domain::{
        buyer::Buyer,
        lead::{LeadMove, LeadSource, LeadSourceKind, LeadStatus, ReceivedLead},
        lead_settings::LeadSettings,
        new_id, now,
        rental::RentalMove,
    },
    store::{
        buyer,
        lead::{self, Deed, LeadFilter, Moved, NewLead, Received},
        lead_settings, ledger, mail, rental, usage,
    },
};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    rentals::rented,
    support::{add_website, count, hard_texts, other_user, within},
    world::{World, on_each_database},
};

const NO_LIMITS: WorkspaceLimits =
    WorkspaceLimits { storage_bytes: None, runs_per_day: None, emails_per_day: None, crawl_urls: None };

pub(crate) async fn source(world: &World, kind: LeadSourceKind) -> LeadSource {
    let new = LeadSource {
        id: new_id(),
        workspace_id: world.workspace_id,
        website_id: add_website(&world.db, world.workspace_id, "roofs.example").await,
        kind,
        key: new_id().simple().to_string(),
        name: "Quote form".to_owned(),
        vertical: Some("roofing".to_owned()),
        place: Some("Tulsa, OK".to_owned()),
        consent_text: "I agree to be called.".to_owned(),
        thanks_url: None,
        sealed_secret: None,
        min_seconds: 60,
        is_enabled: true,
        created_at: now(),
    };
    lead::insert_source(&world.db, &new).await.expect("insert");
    lead::find_source(&world.db, world.workspace_id, new.id).await.expect("find").expect("the source")
}

pub(crate) fn buyer_named(name: &str) -> Buyer {
    Buyer {
        id: new_id(),
        name: name.to_owned(),
        email: Some(format!("{name}@example.com")),
        webhook_id: None,
        price_cents: 4_000,
        currency: "USD".to_owned(),
        verticals: Json(vec!["roofing".to_owned()]),
        places: Json(Vec::new()),
        daily_cap: None,
        monthly_cap: None,
        opens_minute: None,
        closes_minute: None,
        weekdays: Json(Vec::new()),
        time_zone: "America/Chicago".to_owned(),
        is_exclusive: false,
        priority: 1,
        is_paused: false,
        created_at: now(),
        updated_at: now(),
    }
}

pub(crate) async fn add_buyer(world: &World, new: Buyer) -> Buyer {
    buyer::insert(&world.db, world.workspace_id, &new).await.expect("insert");
    new
}

pub(crate) fn from(phone: &str) -> NewLead {
    NewLead {
        name: "Zoë O'Hara".to_owned(),
        phone: Some(phone.to_owned()),
        consent_text: Some("I agree to be called.".to_owned()),
        address_hash: Some(vec![0, 1, 255]),
        ..NewLead::default()
    }
}

pub(crate) async fn received(
    world: &World, source: &LeadSource, new: &NewLead, at: DateTime<Utc>,
) -> (Uuid, LeadStatus) {
    match lead::receive(&world.db, source, new, at).await.expect("receive") {
        Received::Stored { id, status, .. } => (id, status),
        other => panic!("{}: {other:?}", world.name),
    }
}

pub(crate) async fn find(world: &World, id: Uuid) -> ReceivedLead {
    lead::find(&world.db, world.workspace_id, id).await.expect("find").expect("the lead")
}

pub(crate) async fn route(world: &World, id: Uuid, at: DateTime<Utc>) -> ReceivedLead {
    lead::route(&world.db, NO_LIMITS, (world.workspace_id, id), at).await.expect("route");
    find(world, id).await
}

async fn moved(world: &World, id: Uuid, by: LeadMove, amount_cents: Option<i64>) -> Moved {
    let deed = Deed { user_id: Some(world.user_id), note: "by phone".to_owned(), amount_cents };
    lead::apply(&world.db, (world.workspace_id, id), by, &deed, now()).await.expect("a move")
}

async fn revenue(world: &World) -> i64 {
    ledger::revenue_cents(&world.db, world.workspace_id, "USD").await.expect("revenue")
}

#[tokio::test]
async fn lead_is_stored_as_it_was_sent() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        for (no, text) in hard_texts().into_iter().enumerate() {
            let new = NewLead {
                name: text.clone(),
                message: text.clone(),
                fields: [(text.clone(), text.clone())].into(),
                page: Some(text.clone()),
                ..from(&format!("918555{no:04}"))
            };
            let (id, status) = received(&world, &source, &new, now()).await;
            let stored = find(&world, id).await;
            assert_eq!((status, stored.status), (LeadStatus::Qualified, LeadStatus::Qualified), "{}", world.name);
            assert_eq!((&stored.name, &stored.message, stored.page.as_ref()), (&text, &text, Some(&text)));
            assert_eq!(stored.fields.0.get(&text), Some(&text), "{}", world.name);
            assert_eq!((stored.vertical.as_deref(), stored.place.as_deref()), (Some("roofing"), Some("Tulsa, OK")));
            assert!(stored.consented_at.is_some() && stored.route_at.is_some(), "{}", world.name);
        }
        let filter = LeadFilter { contains: Some("o'HARA".to_owned()), ..LeadFilter::default() };
        received(&world, &source, &from("9185559999"), now()).await;
        let page = lead::list(&world.db, world.workspace_id, &filter, None, 10).await.expect("list");
        assert_eq!(page.items.len(), 1, "{}", world.name);
        let (_, other) = other_user(&world, "bob@example.com").await;
        let theirs = lead::list(&world.db, other, &LeadFilter::default(), None, 10).await.expect("list");
        assert!(theirs.items.is_empty(), "{}", world.name);
        assert!(lead::find(&world.db, other, page.items[0].id).await.expect("find").is_none(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn same_person_within_thirty_days_is_a_duplicate() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        let start = now() - Duration::days(60);
        let (first, _) = received(&world, &source, &from("(918) 555-0123"), start).await;
        let (again, status) = received(&world, &source, &from("+1 918 555 0123"), start + Duration::days(29)).await;
        assert_eq!((status, find(&world, again).await.duplicate_of), (LeadStatus::Duplicate, Some(first)));
        let (_, later) = received(&world, &source, &from("9185550123"), start + Duration::days(31)).await;
        assert_eq!(later, LeadStatus::Qualified, "{}: after 30 days", world.name);
        let spam = NewLead { is_spam: true, ..from("9185557777") };
        assert_eq!(received(&world, &source, &spam, now()).await.1, LeadStatus::Spam, "{}", world.name);
        let (_, status) = received(&world, &source, &from("9185557777"), now()).await;
        assert_eq!(status, LeadStatus::Qualified, "{}: spam counts for nobody", world.name);
        let together = join_all((0..8).map(|_| {
            let (db, source) = (world.db.clone(), source.clone());
            tokio::spawn(async move { lead::receive(&db, &source, &from("9185558888"), now()).await })
        }));
        let statuses = together.await.into_iter().map(|task| match task.expect("a task").expect("receive") {
            Received::Stored { status, .. } => status,
            other => panic!("{other:?}"),
        });
        let qualified = statuses.filter(|status| *status == LeadStatus::Qualified).count();
        assert_eq!(qualified, 1, "{}: of simultaneous ones", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn calls_are_stored_once_and_short_ones_are_not_qualified() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::CallRail).await;
        let call = |id: &str, phone: &str, seconds| NewLead {
            external_id: Some(id.to_owned()),
            call_seconds: Some(seconds),
            consent_text: None,
            ..from(phone)
        };
        let long = call("CAL1", "9185550001", 60);
        assert_eq!(received(&world, &source, &long, now()).await.1, LeadStatus::Qualified, "{}", world.name);
        assert_eq!(received(&world, &source, &call("CAL2", "9185550002", 59), now()).await.1, LeadStatus::New);
        let again = lead::receive(&world.db, &source, &long, now()).await.expect("receive");
        assert!(matches!(again, Received::Repeated), "{}: {again:?}", world.name);
        let off = LeadSource { is_enabled: false, ..source.clone() };
        assert!(lead::update_source(&world.db, &off).await.expect("update"), "{}", world.name);
        let closed = lead::receive(&world.db, &source, &call("CAL3", "9185550003", 99), now()).await.expect("receive");
        assert!(matches!(closed, Received::Closed), "{}: {closed:?}", world.name);
        assert!(lead::find_by_key(&world.db, &source.key).await.expect("find").is_none(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn lead_goes_to_one_buyer_once() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        let ann = add_buyer(&world, buyer_named("ann")).await;
        add_buyer(&world, buyer_named("ben")).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        let together = join_all((0..8).map(|_| {
            let (db, ws) = (world.db.clone(), world.workspace_id);
            tokio::spawn(async move { lead::route(&db, NO_LIMITS, (ws, id), now()).await })
        }));
        let events: usize = together.await.into_iter().map(|task| task.expect("a task").expect("route").len()).sum();
        assert_eq!(events, 1, "{}: one member is notified once", world.name);
        let sent = find(&world, id).await;
        assert_eq!((sent.status, sent.buyer_id), (LeadStatus::Sent, Some(ann.id)), "{}", world.name);
        assert_eq!((sent.price_cents, sent.currency.as_deref(), sent.route_at), (Some(4_000), Some("USD"), None));
        let mails = mail::list(&world.db, None, 10).await.expect("mails").items;
        assert_eq!(mails.len(), 1, "{}", world.name);
        assert!(mails[0].body_text.contains("Phone: 9185550123"), "{}", mails[0].body_text);
        assert!(mails[0].body_text.contains("I agree to be called."), "{}", mails[0].body_text);
        let history = lead::changes(&world.db, world.workspace_id, id).await.expect("changes");
        let statuses: Vec<_> = history.iter().map(|one| (one.status, one.buyer_name.as_deref())).collect();
        assert_eq!(statuses, [(LeadStatus::Qualified, None), (LeadStatus::Sent, Some("ann"))], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn caps_hold_and_leads_wait_for_the_next_buyer() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        let capped = Buyer { daily_cap: Some(1), ..buyer_named("ann") };
        let ann = add_buyer(&world, capped).await;
        let (first, _) = received(&world, &source, &from("9185550001"), now()).await;
        let (second, _) = received(&world, &source, &from("9185550002"), now()).await;
        let together = join_all([first, second].map(|id| {
            let (db, ws) = (world.db.clone(), world.workspace_id);
            tokio::spawn(async move { lead::route(&db, NO_LIMITS, (ws, id), now()).await })
        }));
        for task in together.await {
            task.expect("a task").expect("route");
        }
        let sent = count(&world.db, "received_leads", "status = 'sent'").await;
        assert_eq!(sent, 1, "{}: the cap holds for simultaneous leads", world.name);
        let statuses = [find(&world, first).await, find(&world, second).await];
        let waiting = statuses.iter().find(|lead| lead.status == LeadStatus::Qualified).expect("one waits");
        assert!(waiting.route_at.is_some_and(|at| at > now()), "{}", world.name);
        assert!(lead::due(&world.db, now(), 10).await.expect("due").is_empty(), "{}", world.name);
        let next = now() + Duration::minutes(2);
        assert_eq!(lead::due(&world.db, next, 10).await.expect("due"), [(world.workspace_id, waiting.id)]);
        let tomorrow = route(&world, waiting.id, now() + Duration::days(1)).await;
        assert_eq!(tomorrow.buyer_id, Some(ann.id), "{}", world.name);
        let late = received(&world, &source, &from("9185550003"), now() - Duration::days(8)).await.0;
        assert_eq!(
            route(&world, late, now()).await.route_at,
            None,
            "{}: no buyer is looked for after a week",
            world.name
        );
        lead::wake(&world.db, world.workspace_id, now()).await.expect("wake");
        assert!(find(&world, late).await.route_at.is_some(), "{}: until buyers change", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn acceptance_and_refund_are_posted_once() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        add_buyer(&world, buyer_named("ann")).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        assert!(matches!(moved(&world, id, LeadMove::Accept, None).await, Moved::Refused(LeadStatus::Qualified)));
        route(&world, id, now()).await;
        let together = join_all((0..6).map(|_| moved(&world, id, LeadMove::Accept, None))).await;
        assert_eq!(together.iter().filter(|one| matches!(one, Moved::Done(_))).count(), 1, "{}", world.name);
        assert_eq!(revenue(&world).await, 4_000, "{}", world.name);
        for amount in [4_001, 0, -1, i64::MAX] {
            let refused = moved(&world, id, LeadMove::Refund, Some(amount)).await;
            assert!(matches!(refused, Moved::Amount(4_000)), "{}: {amount}: {refused:?}", world.name);
        }
        let together = join_all((0..6).map(|_| moved(&world, id, LeadMove::Refund, Some(1_500)))).await;
        assert_eq!(together.iter().filter(|one| matches!(one, Moved::Done(_))).count(), 1, "{}", world.name);
        assert_eq!(revenue(&world).await, 2_500, "{}", world.name);
        assert!(matches!(moved(&world, id, LeadMove::Refund, None).await, Moved::Refused(LeadStatus::Refunded)));
        let (_, other) = other_user(&world, "bob@example.com").await;
        let theirs = lead::apply(&world.db, (other, id), LeadMove::Refund, &Deed::default(), now()).await;
        assert!(matches!(theirs.expect("a move"), Moved::NotFound), "{}", world.name);
        world
    })
    .await;
}

async fn set(world: &World, settings: LeadSettings) {
    let ws = world.workspace_id;
    within(&world.db, async |tx| lead_settings::put(tx, ws, &settings, now()).await).await;
}

#[tokio::test]
async fn rejected_lead_goes_to_the_next_buyer_and_never_back() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        let ann = add_buyer(&world, buyer_named("ann")).await;
        let ben = add_buyer(&world, Buyer { priority: 2, price_cents: 2_500, ..buyer_named("ben") }).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        assert_eq!(route(&world, id, now()).await.buyer_id, Some(ann.id), "{}", world.name);
        moved(&world, id, LeadMove::Reject, None).await;
        let rejected = find(&world, id).await;
        assert_eq!((rejected.status, rejected.buyer_id), (LeadStatus::Rejected, Some(ann.id)), "{}", world.name);
        let next = within(&world.db, async |tx| lead::next_buyer(tx, world.workspace_id, &rejected, now()).await).await;
        assert_eq!(next.as_deref(), Some("ben"), "{}", world.name);
        assert!(matches!(moved(&world, id, LeadMove::Qualify, None).await, Moved::Done(_)), "{}", world.name);
        let waiting = find(&world, id).await;
        assert_eq!((waiting.buyer_id, waiting.price_cents, waiting.sent_at), (None, None, None), "{}", world.name);
        let sent = route(&world, id, now()).await;
        assert_eq!((sent.buyer_id, sent.price_cents), (Some(ben.id), Some(2_500)), "{}", world.name);
        moved(&world, id, LeadMove::Reject, None).await;
        moved(&world, id, LeadMove::Qualify, None).await;
        assert_eq!(route(&world, id, now()).await.status, LeadStatus::Qualified, "{}: both had it", world.name);
        let cid = add_buyer(&world, Buyer { price_cents: 1_000, ..buyer_named("cid") }).await;
        assert_eq!(route(&world, id, now()).await.buyer_id, Some(cid.id), "{}", world.name);
        moved(&world, id, LeadMove::Accept, None).await;
        assert_eq!(revenue(&world).await, 1_000, "{}: the price of the buyer who accepted", world.name);
        moved(&world, id, LeadMove::Refund, None).await;
        let refused = moved(&world, id, LeadMove::Qualify, None).await;
        assert!(matches!(refused, Moved::Refused(LeadStatus::Refunded)), "{}: {refused:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn rejected_lead_is_offered_by_itself_if_the_workspace_wants_it_and_there_is_a_buyer() {
    on_each_database(async |world| {
        set(&world, LeadSettings { offers_rejected: true, ..LeadSettings::default() }).await;
        let source = source(&world, LeadSourceKind::Form).await;
        add_buyer(&world, buyer_named("ann")).await;
        let ben = add_buyer(&world, Buyer { priority: 2, ..buyer_named("ben") }).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        route(&world, id, now()).await;
        moved(&world, id, LeadMove::Reject, None).await;
        assert_eq!(find(&world, id).await.status, LeadStatus::Qualified, "{}", world.name);
        assert_eq!(route(&world, id, now()).await.buyer_id, Some(ben.id), "{}", world.name);
        moved(&world, id, LeadMove::Reject, None).await;
        assert_eq!(find(&world, id).await.status, LeadStatus::Rejected, "{}: nobody is left", world.name);
        let history = lead::changes(&world.db, world.workspace_id, id).await.expect("changes");
        let statuses: Vec<_> = history.iter().map(|one| (one.status, one.buyer_name.as_deref())).collect();
        let wanted = [
            (LeadStatus::Qualified, None),
            (LeadStatus::Sent, Some("ann")),
            (LeadStatus::Rejected, Some("ann")),
            (LeadStatus::Qualified, None),
            (LeadStatus::Sent, Some("ben")),
            (LeadStatus::Rejected, Some("ben")),
        ];
        assert_eq!(statuses, wanted, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn leads_of_a_rented_website_go_to_the_tenant_without_a_price_until_the_rental_ends() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        let ann = add_buyer(&world, buyer_named("ann")).await;
        let rental_id = rented(&world, source.website_id, now()).await;
        let before = revenue(&world).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        let together = join_all((0..6).map(|_| {
            let (db, ws) = (world.db.clone(), world.workspace_id);
            tokio::spawn(async move { lead::route(&db, NO_LIMITS, (ws, id), now()).await })
        }));
        for task in together.await {
            task.expect("a task").expect("route");
        }
        let sent = find(&world, id).await;
        assert_eq!((sent.status, sent.rental_id, sent.buyer_id), (LeadStatus::Sent, Some(rental_id), None));
        assert_eq!((sent.price_cents, sent.tenant_name.as_deref()), (None, Some("O'Brien & Søn")), "{}", world.name);
        let mails = mail::list(&world.db, None, 10).await.expect("mails").items;
        assert_eq!(mails.len(), 1, "{}", world.name);
        assert_eq!((mails[0].recipient.as_str(), sent.moves()), ("tenant@example.com", Vec::new()), "{}", world.name);
        for by in [LeadMove::Accept, LeadMove::Reject] {
            assert!(matches!(moved(&world, id, by, None).await, Moved::Refused(LeadStatus::Sent)), "{}", world.name);
        }
        assert_eq!(revenue(&world).await, before, "{}: nothing is charged", world.name);
        let deed = rental::RentalDeed::default();
        let ended = rental::apply(&world.db, (world.workspace_id, rental_id), RentalMove::End, deed, now()).await;
        assert!(matches!(ended, Ok(rental::RentalMoved::Done(_))), "{}: {ended:?}", world.name);
        let (next, _) = received(&world, &source, &from("9185550124"), now()).await;
        assert_eq!(route(&world, next, now()).await.buyer_id, Some(ann.id), "{}: to buyers again", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn personal_data_are_erased_after_the_days_of_the_workspace_and_the_ledger_stays() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        add_buyer(&world, buyer_named("ann")).await;
        let old = now() - Duration::days(31);
        let (sold, _) = received(&world, &source, &from("9185550123"), old).await;
        route(&world, sold, old).await;
        moved(&world, sold, LeadMove::Accept, None).await;
        let spam = NewLead { is_spam: true, email: Some("bot@example.com".to_owned()), ..from("9185557777") };
        let (spam, _) = received(&world, &source, &spam, old).await;
        let (young, _) = received(&world, &source, &from("9185550124"), now() - Duration::days(29)).await;
        assert_eq!(lead::erase_due(&world.db, now(), 100).await.expect("erase"), 1, "{}: spam only", world.name);
        assert!(find(&world, spam).await.erased_at.is_some(), "{}", world.name);
        set(&world, LeadSettings { erase_after_days: Some(30), ..LeadSettings::default() }).await;
        assert_eq!(lead::erase_due(&world.db, now(), 100).await.expect("erase"), 1, "{}", world.name);
        assert_eq!(lead::erase_due(&world.db, now(), 100).await.expect("erase"), 0, "{}: once", world.name);
        let erased = find(&world, sold).await;
        assert_eq!((erased.name.as_str(), erased.phone, erased.email, erased.message.as_str()), ("", None, None, ""));
        assert_eq!((erased.status, erased.fields.0.len()), (LeadStatus::Accepted, 0), "{}", world.name);
        let left =
            "erased_at IS NOT NULL AND (address_hash IS NOT NULL OR phone_key IS NOT NULL OR email_key IS NOT NULL)";
        assert_eq!(count(&world.db, "received_leads", left).await, 0, "{}", world.name);
        assert_eq!(find(&world, young).await.phone.as_deref(), Some("9185550124"), "{}", world.name);
        assert_eq!(revenue(&world).await, 4_000, "{}: the ledger stays", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn person_is_erased_by_hand_with_all_leads_and_nobody_gets_them() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        let (first, _) = received(&world, &source, &from("9185550123"), now()).await;
        let again = NewLead { email: Some("zoe@example.com".to_owned()), ..from("9185550123") };
        received(&world, &source, &again, now()).await;
        let (other, _) = received(&world, &source, &from("9185550199"), now()).await;
        let (_, foreign) = other_user(&world, "bob@example.com").await;
        let erase = async |ws| {
            within(&world.db, async |tx| lead::erase(tx, (ws, first), Some(world.user_id), now()).await).await
        };
        assert!(erase(foreign).await.is_none(), "{}", world.name);
        assert_eq!(erase(world.workspace_id).await.map(|(count, _)| count), Some(2), "{}", world.name);
        assert_eq!(erase(world.workspace_id).await.map(|(count, _)| count), Some(0), "{}: once", world.name);
        let history = lead::changes(&world.db, world.workspace_id, first).await.expect("changes");
        let last = history.last().expect("an entry");
        assert_eq!((last.note.as_str(), last.user_name.is_some()), ("Personal data erased.", true), "{}", world.name);
        add_buyer(&world, buyer_named("ann")).await;
        lead::wake(&world.db, world.workspace_id, now()).await.expect("wake");
        assert_eq!(
            lead::due(&world.db, now(), 10).await.expect("due"),
            [(world.workspace_id, other)],
            "{}",
            world.name
        );
        assert_eq!(route(&world, first, now()).await.status, LeadStatus::Qualified, "{}: nobody gets it", world.name);
        let stored = usage::storage(&world.db, world.workspace_id, now()).await.expect("storage");
        assert_eq!(stored, 3 * usage::BYTES_PER_LEAD, "{}", world.name);
        world
    })
    .await;
}
