//! Daily schedules of connections that fetch data.

use providers::Provider;
use shared::{
    domain::now,
    store::{StoreError, Tx, sync},
};
use uuid::Uuid;

use super::{body, view::Settings};
use crate::extract::{Changes, Member};

/// Makes a connection with a website fetch its data once a day; without one, it fetches nothing.
pub(super) async fn keep(
    tx: &mut Tx, member: &Member<Changes>, provider: Provider, id: Uuid, name: &str, settings: &Settings,
) -> Result<(), StoreError> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    match settings.website_id.filter(|_| body::syncs(provider)) {
        Some(website_id) => sync::schedule(tx, workspace_id, user_id, website_id, id, name, now()).await.map(|_| ()),
        None => sync::unschedule(tx, workspace_id, id).await,
    }
}
