//! Repeated leads: nobody is sold twice, and nobody is lost because of an earlier attempt.

use shared::{
    domain::{
        lead::{LeadSource, LeadSourceKind, LeadStatus},
        new_id, now,
    },
    store::lead::{self, NewLead},
};

use crate::{
    leads::{find, from, received, source},
    rentals::rented,
    support::add_website,
    world::{World, on_each_database},
};

/// Adds a source on another website of the workspace for a trade.
async fn another(world: &World, of: &LeadSource, host: &str, vertical: &str) -> LeadSource {
    let new = LeadSource {
        id: new_id(),
        key: new_id().simple().to_string(),
        website_id: add_website(&world.db, world.workspace_id, host).await,
        vertical: Some(vertical.to_owned()),
        ..of.clone()
    };
    lead::insert_source(&world.db, &new).await.expect("insert");
    new
}

#[tokio::test]
async fn person_on_two_websites_of_a_trade_is_one_lead_unless_one_is_rented() {
    on_each_database(async |world| {
        let first = source(&world, LeadSourceKind::Form).await;
        let same_trade = another(&world, &first, "roofers.example", "roofing").await;
        let other_trade = another(&world, &first, "pipes.example", "plumbing").await;
        let rented_site = another(&world, &first, "rented.example", "roofing").await;
        rented(&world, rented_site.website_id, now()).await;
        let person = from("9185550123");
        let (id, status) = received(&world, &first, &person, now()).await;
        assert_eq!(status, LeadStatus::Qualified, "{}", world.name);
        let (again, status) = received(&world, &same_trade, &person, now()).await;
        assert_eq!(
            (status, find(&world, again).await.duplicate_of),
            (LeadStatus::Duplicate, Some(id)),
            "{}",
            world.name
        );
        let (_, status) = received(&world, &other_trade, &person, now()).await;
        assert_eq!(status, LeadStatus::Qualified, "{}: another need", world.name);
        let (theirs, status) = received(&world, &rented_site, &person, now()).await;
        assert_eq!(status, LeadStatus::Qualified, "{}: the tenant rents all leads of the website", world.name);
        lead::route(&world.db, crate::sites::NO_LIMITS, (world.workspace_id, theirs), now()).await.expect("route");
        assert!(find(&world, theirs).await.rental_id.is_some(), "{}", world.name);
        let person = from("9185550124");
        let (theirs, _) = received(&world, &rented_site, &person, now()).await;
        lead::route(&world.db, crate::sites::NO_LIMITS, (world.workspace_id, theirs), now()).await.expect("route");
        let (_, status) = received(&world, &first, &person, now()).await;
        assert_eq!(status, LeadStatus::Qualified, "{}: no buyer had the tenant's lead", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn call_after_one_that_broke_off_is_qualified() {
    on_each_database(async |world| {
        let source = source(&world, LeadSourceKind::CallRail).await;
        let call = |id: &str, seconds| NewLead {
            external_id: Some(id.to_owned()),
            call_seconds: Some(seconds),
            consent_text: None,
            ..from("9185550001")
        };
        let (short, status) = received(&world, &source, &call("CAL1", 9), now()).await;
        assert_eq!(status, LeadStatus::New, "{}", world.name);
        let (again, status) = received(&world, &source, &call("CAL2", 8), now()).await;
        assert_eq!(
            (status, find(&world, again).await.duplicate_of),
            (LeadStatus::Duplicate, Some(short)),
            "{}",
            world.name
        );
        let (long, status) = received(&world, &source, &call("CAL3", 300), now()).await;
        assert_eq!(status, LeadStatus::Qualified, "{}: nobody was sold before", world.name);
        let (next, status) = received(&world, &source, &call("CAL4", 300), now()).await;
        assert_eq!(
            (status, find(&world, next).await.duplicate_of),
            (LeadStatus::Duplicate, Some(long)),
            "{}",
            world.name
        );
        world
    })
    .await;
}
