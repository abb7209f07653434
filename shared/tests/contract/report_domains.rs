//! Report domains: one of a workspace, each of one workspace, and served only once it is proved.

use chrono::{DateTime, Duration, Utc};
use shared::{
    domain::{now, site::DomainProof},
    store::{
        report,
        site::{self, Claimed},
    },
};
use uuid::Uuid;

use crate::{
    sites::new_site,
    support::{other_user, within},
    world::{World, on_each_database},
};

async fn set(world: &World, workspace_id: Uuid, host: &str, at: DateTime<Utc>) -> bool {
    let mut tx = world.db.begin().await.expect("begin");
    let is_set = report::set_domain(&mut tx, workspace_id, host, "Lovelace Media", at).await.expect("set");
    if is_set {
        tx.commit().await.expect("commit");
    }
    is_set
}

#[tokio::test]
async fn proof_counts_for_its_claim_only() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        assert!(set(&world, ws, "reports.example", now()).await, "{}", world.name);
        let claim = report::domain(db, ws).await.expect("find").expect("a domain");
        assert!(report::domain_by_host(db, "reports.example").await.expect("find").is_none(), "{}", world.name);
        assert_eq!(report::verified_host(db, ws).await.expect("find"), None, "{}", world.name);
        let before = now() - Duration::minutes(1);
        assert!(report::due_domain(db, "reports.example", before, now()).await.expect("due").is_some());
        assert!(
            report::due_domain(db, "reports.example", before, now()).await.expect("due").is_none(),
            "once a minute"
        );
        assert!(report::record_domain(db, &claim, Err("No record."), now()).await.expect("record"), "{}", world.name);
        let found = report::domain(db, ws).await.expect("find").expect("a domain");
        assert_eq!((found.problem.as_deref(), found.verified_at), (Some("No record."), None), "{}", world.name);
        // Another host name has another token, so that the proof of the first one does not count.
        assert!(set(&world, ws, "next.example", now()).await, "{}", world.name);
        assert!(!report::record_domain(db, &claim, Ok(DomainProof::Txt), now()).await.expect("record"));
        let claim = report::domain(db, ws).await.expect("find").expect("a domain");
        assert!(report::record_domain(db, &claim, Ok(DomainProof::Txt), now()).await.expect("record"));
        // The name changes without a new proof.
        assert!(set(&world, ws, "next.example", now()).await, "{}", world.name);
        let found = report::domain_by_host(db, "next.example").await.expect("find").expect("a domain");
        assert_eq!((found.workspace_id, found.proof), (ws, Some(DomainProof::Txt)), "{}", world.name);
        assert_eq!(report::verified_host(db, ws).await.expect("find").as_deref(), Some("next.example"));
        let removed = within(db, async |tx| report::remove_domain(tx, ws).await).await;
        assert_eq!(removed.map(|domain| domain.host).as_deref(), Some("next.example"), "{}", world.name);
        assert!(report::domain(db, ws).await.expect("find").is_none(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn host_name_is_of_one_workspace_or_site_and_unproved_claims_end() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let (user_id, other) = other_user(&world, "eve@example.com").await;
        let new = new_site("tulsa");
        within(db, async |tx| site::insert(tx, other, user_id, std::slice::from_ref(&new), now()).await).await;
        let claim = async |host: &str, at| {
            let hosts = [host.to_owned()];
            let mut tx = db.begin().await.expect("begin");
            let claimed = site::set_domains(&mut tx, other, new.id, &hosts, at).await.expect("domains");
            if claimed == Claimed::All {
                tx.commit().await.expect("commit");
            }
            claimed
        };
        let (long_ago, before) = (now() - Duration::days(8), now() - Duration::days(16));
        assert!(set(&world, ws, "a.example", now()).await, "{}", world.name);
        assert!(!set(&world, other, "a.example", now()).await, "{}: another workspace has it", world.name);
        assert_eq!(claim("a.example", now()).await, Claimed::Taken("a.example".to_owned()), "{}", world.name);
        assert_eq!(claim("b.example", now()).await, Claimed::All, "{}", world.name);
        assert!(!set(&world, ws, "b.example", now()).await, "{}: a site has it", world.name);
        assert_eq!(report::domain(db, ws).await.expect("find").expect("a domain").host, "a.example", "{}", world.name);
        // Claims from before a week that nobody proved end for whoever asks next, in both directions.
        assert_eq!(claim("c.example", before).await, Claimed::All, "{}", world.name);
        assert!(set(&world, ws, "c.example", long_ago).await, "{}", world.name);
        assert_eq!(claim("c.example", now()).await, Claimed::All, "{}", world.name);
        assert!(report::domain(db, ws).await.expect("find").is_none(), "{}", world.name);
        assert!(set(&world, ws, "d.example", long_ago).await, "{}", world.name);
        let found = report::domain(db, ws).await.expect("find").expect("a domain");
        assert!(report::record_domain(db, &found, Ok(DomainProof::Cname), now()).await.expect("record"));
        assert!(!set(&world, other, "d.example", now()).await, "{}: a proved one never ends", world.name);
        assert_eq!(claim("d.example", now()).await, Claimed::Taken("d.example".to_owned()), "{}", world.name);
        // Of two claims at the same time one gets the host name.
        for no in 0..10 {
            let host = format!("race-{no}.example");
            let (is_set, claimed) = tokio::join!(set(&world, ws, &host, now()), claim(&host, now()));
            assert_ne!(is_set, claimed == Claimed::All, "{}: {host}", world.name);
        }
        world
    })
    .await;
}
