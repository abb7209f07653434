//! Leads whose buyers get them by a webhook.

use shared::{
    domain::{
        buyer::Buyer,
        lead::{LeadSourceKind, LeadStatus},
        new_id, now,
        webhook::{Attempt, WebhookEvent},
    },
    store::{
        lead,
        webhook::{self, NewWebhook},
    },
};
use uuid::Uuid;

use crate::{
    leads::{add_buyer, buyer_named, find, from, received, route, source},
    support::within,
    world::{World, on_each_database},
};

async fn add_hook(world: &World) -> Uuid {
    let hook = NewWebhook {
        id: new_id(),
        workspace_id: world.workspace_id,
        user_id: world.user_id,
        url: "https://receiver.example/hook".to_owned(),
        sealed_url: None,
        description: String::new(),
        events: vec![WebhookEvent::RunFinished],
        nonce: vec![1],
    };
    webhook::insert(&world.db, &hook, now()).await.expect("insert")
}

/// Ends the delivery of a sent lead without success; returns how many leads are taken back.
async fn undelivered(world: &World, hook: Uuid, id: Uuid) -> usize {
    let delivery_id = find(world, id).await.delivery_id;
    let log = webhook::deliveries(&world.db, world.workspace_id, hook, None, 10).await.expect("log").items;
    let delivery = log.into_iter().find(|one| Some(one.id) == delivery_id).expect("the delivery");
    let attempt = Attempt { response_code: Some(503), error: Some("Down".to_owned()), duration_ms: 1 };
    let at = now();
    within(&world.db, async |tx| {
        webhook::mark_failed(&mut *tx, &delivery, &attempt, None, at).await?;
        Ok(lead::take_back(tx, (world.workspace_id, hook), at, at).await?.len())
    })
    .await
}

#[tokio::test]
async fn lead_that_a_webhook_did_not_receive_goes_to_another_buyer_or_there_again() {
    on_each_database(async |world| {
        let (source, hook) = (source(&world, LeadSourceKind::Form).await, add_hook(&world).await);
        let ann = add_buyer(&world, Buyer { webhook_id: Some(hook), email: None, ..buyer_named("ann") }).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        let first = route(&world, id, now()).await;
        assert_eq!((first.buyer_id, undelivered(&world, hook, id).await), (Some(ann.id), 1), "{}", world.name);
        let back = find(&world, id).await;
        assert_eq!((back.status, back.buyer_id, back.delivery_id), (LeadStatus::Qualified, None, None));
        assert!(back.route_at.is_some(), "{}: a buyer is looked for", world.name);
        let (ws, delivery) = (world.workspace_id, first.delivery_id.expect("a delivery"));
        let again = webhook::redeliver(&world.db, ws, hook, delivery, now()).await.expect("redeliver");
        assert!(again.is_none(), "{}: another buyer may get it", world.name);
        let is_taken_back = async |id| webhook::is_taken_back(&world.db, ws, hook, id).await.expect("a query");
        assert_eq!((is_taken_back(delivery).await, is_taken_back(new_id()).await), (true, false), "{}", world.name);
        let second = route(&world, id, now()).await;
        assert_eq!(second.buyer_id, Some(ann.id), "{}: nobody else takes it", world.name);
        assert!(second.delivery_id.is_some() && second.delivery_id != first.delivery_id, "{}", world.name);
        assert!(!is_taken_back(second.delivery_id.expect("a delivery")).await, "{}", world.name);
        let ben = add_buyer(&world, Buyer { priority: 9, webhook_id: Some(hook), ..buyer_named("ben") }).await;
        assert_eq!(undelivered(&world, hook, id).await, 1, "{}", world.name);
        assert_eq!(route(&world, id, now()).await.buyer_id, Some(ben.id), "{}: who did not miss it", world.name);
        assert_eq!(undelivered(&world, hook, id).await, 0, "{}: ben got it by email", world.name);
        assert_eq!(find(&world, id).await.status, LeadStatus::Sent, "{}", world.name);
        let history = lead::changes(&world.db, ws, id).await.expect("changes");
        let statuses: Vec<_> = history.iter().map(|one| (one.status, one.buyer_name.as_deref())).collect();
        let (sent, missed) = ((LeadStatus::Sent, Some("ann")), (LeadStatus::Qualified, Some("ann")));
        let wanted = [(LeadStatus::Qualified, None), sent, missed, sent, missed, (LeadStatus::Sent, Some("ben"))];
        assert_eq!(statuses, wanted, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn webhook_of_a_buyer_gets_a_signed_delivery_and_a_disabled_one_gets_nothing() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::Form).await;
        let hook = add_hook(&world).await;
        add_buyer(&world, Buyer { webhook_id: Some(hook), email: None, ..buyer_named("ann") }).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        let sent = route(&world, id, now()).await;
        let log = webhook::deliveries(&world.db, world.workspace_id, hook, None, 10).await.expect("log").items;
        assert_eq!((log.len(), sent.delivery_id), (1, Some(log[0].id)), "{}", world.name);
        assert_eq!(log[0].event, "lead:assigned", "{}", world.name);
        assert!(log[0].body.contains("9185550123") && log[0].body.contains("4000"), "{}", log[0].body);
        assert_eq!(sent.delivery_status.map(|status| status.as_str()), Some("waiting"), "{}", world.name);
        let stored = webhook::find(&world.db, world.workspace_id, hook).await.expect("find").expect("it");
        let disabled = shared::domain::webhook::Webhook { enabled: false, ..stored };
        webhook::update(&world.db, &disabled).await.expect("update");
        let (id, _) = received(&world, &source, &from("9185550124"), now()).await;
        assert_eq!(route(&world, id, now()).await.status, LeadStatus::Qualified, "{}: it waits", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn erased_person_is_in_no_delivery_and_nobody_gets_what_waits() {
    on_each_database(async |world| {
        let (source, hook) = (source(&world, LeadSourceKind::Form).await, add_hook(&world).await);
        add_buyer(&world, Buyer { webhook_id: Some(hook), email: None, ..buyer_named("ann") }).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now()).await;
        let (other, _) = received(&world, &source, &from("9185550124"), now()).await;
        route(&world, id, now()).await;
        assert_eq!(undelivered(&world, hook, id).await, 1, "{}: taken back, so there are two deliveries", world.name);
        let waiting = route(&world, id, now()).await.delivery_id.expect("a delivery");
        route(&world, other, now()).await;
        let ws = world.workspace_id;
        let erased = within(&world.db, async |tx| lead::erase(tx, (ws, id), Some(world.user_id), now()).await).await;
        assert_eq!(erased.map(|(count, _)| count), Some(1), "{}", world.name);
        let log = webhook::deliveries(&world.db, ws, hook, None, 10).await.expect("log").items;
        let with = |phone: &str| log.iter().filter(|one| one.body.contains(phone)).count();
        assert_eq!((log.len(), with("9185550123"), with("9185550124")), (3, 0, 1), "{}", world.name);
        let due = webhook::due(&world.db, now(), 10).await.expect("due");
        assert!(due.len() == 1 && due[0].body.contains("9185550124"), "{}: {due:?}", world.name);
        let again = webhook::redeliver(&world.db, ws, hook, waiting, now()).await.expect("redeliver");
        assert!(again.is_none(), "{}", world.name);
        world
    })
    .await;
}
