//! What an export holds.

use serde_json::json;
use shared::{
    domain::{now, workspace::MemberRole},
    store::{
        Db, api_key, audit, experiment, import, insight,
        keyword::{self, Filter, Sort},
        member, notification, opportunity, plan, schedule, session, user, webhook, website, workspace,
    },
};
use uuid::Uuid;

use super::archive::{Broken, Entries};
use crate::routes::user::{api_key_list::ApiKeyView, audit_log::Line, view::UserView};

/// Rows read at once.
const AT_ONCE: usize = 500;

/// Puts everything of the user into the archive.
pub(super) async fn write(db: &Db, user_id: Uuid, entries: &Entries) -> Result<(), Broken> {
    if let Some(found) = user::find(db, user_id).await? {
        entries.one("account.json", &UserView::of(db, found, now()).await?).await?;
    }
    entries.one("sessions.json", &session::list(db, user_id, now()).await?).await?;
    let keys: Vec<ApiKeyView> = api_key::list(db, user_id).await?.into_iter().map(ApiKeyView::from).collect();
    entries.one("api-keys.json", &keys).await?;
    notifications(db, user_id, entries).await?;
    security_events(db, user_id, entries).await?;
    let all = workspace::list(db, user_id).await?;
    entries.one("workspaces.json", &all).await?;
    for owned in all.iter().filter(|workspace| workspace.role == MemberRole::Owner) {
        workspace_data(db, owned.id, entries).await?;
    }
    Ok(())
}

async fn notifications(db: &Db, user_id: Uuid, entries: &Entries) -> Result<(), Broken> {
    let (mut list, mut before) = (entries.list("notifications.json").await?, None);
    loop {
        let page = notification::list(db, user_id, notification::Filter::default(), before, AT_ONCE).await?;
        list.push(&page.items).await?;
        before = page.items.last().map(|row| row.id);
        if page.next_cursor.is_none() {
            return list.end().await;
        }
    }
}

async fn security_events(db: &Db, user_id: Uuid, entries: &Entries) -> Result<(), Broken> {
    let (mut list, mut before) = (entries.list("security-events.json").await?, None);
    loop {
        let page = audit::list(db, Some(user_id), before, AT_ONCE).await?;
        before = page.items.last().map(|row| row.id);
        list.push(&page.items.into_iter().map(Line::from).collect::<Vec<_>>()).await?;
        if page.next_cursor.is_none() {
            return list.end().await;
        }
    }
}

async fn workspace_data(db: &Db, id: Uuid, entries: &Entries) -> Result<(), Broken> {
    let name = |file: &str| format!("workspaces/{id}/{file}.json");
    let members = member::list(db, id).await?;
    let members: Vec<_> =
        members.iter().map(|one| json!({"name": one.name, "email": one.email, "role": one.role})).collect();
    entries.one(&name("members"), &members).await?;
    let websites = website::list(db, id, None).await?;
    entries.one(&name("websites"), &websites).await?;
    entries.one(&name("opportunities"), &opportunity::list(db, id, None, i64::MAX).await?).await?;
    imports(db, id, &name("imports"), entries).await?;
    insights(db, id, &name("insights"), entries).await?;
    experiments(db, id, &name("experiments"), entries).await?;
    plans(db, id, &name("plans"), entries).await?;
    entries.one(&name("schedules"), &schedule::list(db, id).await?).await?;
    entries.one(&name("webhooks"), &webhook::list(db, id).await?).await?;
    for website in &websites {
        keywords(db, id, website.id, &name(&format!("keywords-{}", website.id)), entries).await?;
    }
    Ok(())
}

async fn imports(db: &Db, id: Uuid, name: &str, entries: &Entries) -> Result<(), Broken> {
    let (mut list, mut before) = (entries.list(name).await?, None);
    loop {
        let page = import::list(db, id, before, AT_ONCE).await?;
        before = page.items.last().map(|row| row.id);
        let rows = page.items.iter().map(|row| {
            json!({
                "id": row.id, "websiteId": row.website_id, "fileName": row.file_name, "sizeBytes": row.size_bytes,
                "status": row.status, "rows": row.rows, "rejected": row.rejected, "createdAt": row.created_at,
                "importedAt": row.imported_at,
            })
        });
        list.push(&rows.collect::<Vec<_>>()).await?;
        if page.next_cursor.is_none() {
            return list.end().await;
        }
    }
}

async fn insights(db: &Db, id: Uuid, name: &str, entries: &Entries) -> Result<(), Broken> {
    let (mut list, mut before) = (entries.list(name).await?, None);
    loop {
        let page = insight::list(db, id, None, None, before, AT_ONCE).await?;
        before = page.items.last().map(|row| row.id);
        list.push(&page.items).await?;
        if page.next_cursor.is_none() {
            return list.end().await;
        }
    }
}

async fn experiments(db: &Db, id: Uuid, name: &str, entries: &Entries) -> Result<(), Broken> {
    let (mut list, mut filter) = (entries.list(name).await?, experiment::Filter::default());
    loop {
        let page = experiment::list(db, id, &filter, AT_ONCE).await?;
        filter.before = page.items.last().map(|row| row.id);
        list.push(&page.items).await?;
        if page.next_cursor.is_none() {
            return list.end().await;
        }
    }
}

/// Each plan with its steps.
async fn plans(db: &Db, id: Uuid, name: &str, entries: &Entries) -> Result<(), Broken> {
    let (mut list, mut filter) = (entries.list(name).await?, plan::Filter::default());
    loop {
        let page = plan::list(db, id, &filter, AT_ONCE).await?;
        filter.before = page.items.last().map(|row| row.id);
        let mut rows = Vec::new();
        for found in &page.items {
            rows.push(json!({"plan": found, "steps": plan::steps(db, id, found.id).await?}));
        }
        list.push(&rows).await?;
        if page.next_cursor.is_none() {
            return list.end().await;
        }
    }
}

async fn keywords(db: &Db, id: Uuid, website_id: Uuid, name: &str, entries: &Entries) -> Result<(), Broken> {
    let mut filter = Filter {
        website_id,
        contains: None,
        intent: None,
        cluster_no: None,
        win: None,
        min_impressions: None,
        sort: Sort::Query,
        descending: false,
        offset: 0,
    };
    let mut list = entries.list(name).await?;
    loop {
        let page = keyword::list(db, id, &filter, AT_ONCE).await?;
        list.push(&page.items).await?;
        match page.next_cursor.and_then(|cursor| cursor.parse().ok()) {
            Some(offset) => filter.offset = offset,
            None => return list.end().await,
        }
    }
}
