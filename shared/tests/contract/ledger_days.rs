//! Days of the ledger: leads, refunds and reversals have the local day of the workspace, like rent and payments.

use shared::{
    domain::{
        lead::{LeadMove, LeadSourceKind},
        lead_settings::LeadSettings,
        ledger::{LedgerGroup, LedgerReason, Transaction},
    },
    store::{
        lead::{self, Deed, Moved},
        lead_settings,
        ledger::{self, LedgerFilter, Reversed},
    },
};

use crate::{
    leads::{add_buyer, buyer_named, from, received, route, source},
    support::{at, within},
    world::on_each_database,
};

#[tokio::test]
async fn lead_refund_and_reversal_have_the_local_day_of_the_workspace() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        // The first of December in Sydney, still November in UTC.
        let now = at("2026-11-30T14:00:00Z");
        let settings = LeadSettings { time_zone: "Australia/Sydney".to_owned(), ..LeadSettings::default() };
        within(db, async |tx| lead_settings::put(tx, ws, &settings, now).await).await;
        let source = source(&world, LeadSourceKind::Form).await;
        add_buyer(&world, buyer_named("ann")).await;
        let (id, _) = received(&world, &source, &from("9185550123"), now).await;
        route(&world, id, now).await;
        for by in [LeadMove::Accept, LeadMove::Refund] {
            let deed = Deed { user_id: Some(world.user_id), ..Deed::default() };
            let done = lead::apply(db, (ws, id), by, &deed, now).await.expect("a move");
            assert!(matches!(done, Moved::Done(_)), "{}: {done:?}", world.name);
        }
        let hosting = Transaction::of(LedgerReason::Hosting, "request:1", "USD", 100, at("2026-12-01T12:00:00Z"));
        let hosting = hosting.expect("balanced");
        let user = world.user_id;
        let posted = within(db, async |tx| ledger::post(tx, ws, &hosting, Some(user), now).await).await;
        let reversed = within(db, async |tx| ledger::reverse(tx, ws, posted.id, user, now).await).await;
        assert!(matches!(reversed, Reversed::Posted(..)), "{}: {reversed:?}", world.name);
        for (group, name) in [(LedgerGroup::Day, "2026-12-01"), (LedgerGroup::Month, "2026-12")] {
            let sums = ledger::sums(db, ws, &LedgerFilter::default(), group).await.expect("sums");
            let names: Vec<_> = sums.iter().map(|one| (one.name.as_deref(), one.transactions)).collect();
            assert_eq!(names, [(Some(name), 4)], "{}", world.name);
        }
        world
    })
    .await;
}
