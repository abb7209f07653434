//! Deploy targets: not deleted while a site uses them, out of reach of other workspaces, and cleared by a run.

use serde_json::json;
use shared::{
    domain::{
        deploy_target::{DeployTarget, TargetKind},
        new_id, now,
        run::Run,
        site::SiteStatus,
    },
    store::{
        deploy_target::{self, TargetDeletion},
        site::{self, Archived, NewSite, SiteDeployed},
    },
};
use uuid::Uuid;

use crate::{
    sites::{NO_LIMITS, approve, built, claimed, finish, found, hosted, new_site, start_deploy},
    support::{other_user, within},
    world::on_each_database,
};

#[tokio::test]
async fn target_in_use_is_not_deleted_and_others_do_not_see_it() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, other_ws) = other_user(&world, "eve@example.com").await;
        let target = DeployTarget {
            id: new_id(),
            workspace_id: ws,
            kind: TargetKind::S3,
            name: "Bucket".to_owned(),
            settings: sqlx::types::Json(json!({"bucket": "b"})),
            sealed_secret: Some(shared::vault::Sealed::from_bytes(vec![1, 2, 3])),
            created_at: now(),
            sites: 0,
        };
        deploy_target::insert(db, &target).await.expect("insert");
        let new = NewSite { target_id: Some(target.id), ..new_site("bucket") };
        within(db, async |tx| site::insert(tx, ws, world.user_id, std::slice::from_ref(&new), now()).await).await;
        let stored = deploy_target::find(db, ws, target.id).await.expect("find").expect("it");
        assert_eq!(
            (stored.kind, stored.sites, stored.sealed_secret),
            (TargetKind::S3, 1, target.sealed_secret.clone())
        );
        assert!(deploy_target::find(db, other_ws, target.id).await.expect("find").is_none(), "{}", world.name);
        assert!(deploy_target::list(db, other_ws).await.expect("list").is_empty(), "{}", world.name);
        let delete = async |workspace_id: Uuid| {
            within(db, async |tx| deploy_target::delete(tx, workspace_id, target.id).await).await
        };
        assert_eq!(delete(other_ws).await, TargetDeletion::NotFound, "{}", world.name);
        assert_eq!(delete(ws).await, TargetDeletion::InUse(1), "{}", world.name);
        let tested = json!({"bucket": "b", "hostKey": "x"});
        assert!(!deploy_target::set_settings(db, other_ws, target.id, &tested).await.expect("set"), "{}", world.name);
        assert!(deploy_target::set_settings(db, ws, target.id, &tested).await.expect("set"), "{}", world.name);
        let foreign = DeployTarget { workspace_id: other_ws, name: "Stolen".to_owned(), ..target.clone() };
        assert!(!deploy_target::update(db, &foreign).await.expect("update"), "{}", world.name);
        // A remote copy is removed by a run, not by the pointer alone.
        built(&world, new.id, &["one"]).await;
        let release_id = found(&world, new.id).await.latest_release_id.expect("a release");
        approve(&world, release_id).await;
        let run = claimed(&world, start_deploy(&world, new.id, None).await).await;
        let remote = json!({"targetId": target.id, "remote": {}});
        assert!(site::set_remote(db, &run, release_id, &remote).await.expect("set"), "{}", world.name);
        let lost = Run { attempt: run.attempt + 1, ..run.clone() };
        assert!(!site::set_remote(db, &lost, release_id, &json!(null)).await.expect("set"), "{}: fenced", world.name);
        assert!(finish(&world, &run, SiteDeployed { remote: Some(remote), ..hosted(new.id, release_id) }).await);
        let visitors = site::live_by_slug(db, "bucket").await.expect("find").expect("live");
        assert!(!visitors.is_hosted, "{}", world.name);
        let offline = within(db, async |tx| site::take_offline(tx, ws, new.id, now()).await).await;
        assert!(matches!(offline, Archived::Remote), "{}: {offline:?}", world.name);
        let key = (ws, new.id);
        let started = within(db, async |tx| site::start_offline(tx, NO_LIMITS, key, world.user_id, now()).await).await;
        let run = claimed(&world, started).await;
        assert!(finish(&world, &run, site::SiteTakenOffline { site_id: new.id }).await, "{}", world.name);
        assert_eq!(found(&world, new.id).await.status, SiteStatus::Offline, "{}", world.name);
        world
    })
    .await;
}
