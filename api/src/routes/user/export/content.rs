//! Content of an export: one writer for each file in the list of `shared::store::export`.

use std::str::FromStr;

use chrono::NaiveDate;
use serde::Serialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair, connection::Call, imported::RecordFilter, lead::LeadSource, now, observation::ObservationKind,
        visit::ConversionFilter, website::Website, workspace::MemberRole,
    },
    store::{
        Db, StoreError, achievement, annotation,
        answer::{self, AnswerFilter},
        api_key, assistant_grant, audit, buyer, chat, connection, crawl, daily, document, engine_version, experiment,
        export::{AccountFile, WebsiteFile, WorkspaceFile},
        forecast, identity, import, imported, insight, invoice,
        keyword::{self, Filter, Sort},
        kill_switch, lead, lead_settings, ledger, market, member, milestone, notification, opportunity, pack, pipeline,
        plan, rank, rental, run, schedule, session, site_operator, user, visit, webhook, website, workspace,
    },
};
use uuid::Uuid;

use super::{
    archive::{Broken, Entries},
    edits, sites,
};
use crate::routes::{
    assistants::list::AssistantView,
    runs::view::RunView,
    user::{api_key_list::ApiKeyView, audit_log::Line, view::UserView},
};

/// Rows per read.
const AT_ONCE: usize = 500;
/// Checks of each keyword.
const MOST_CHECKS: i64 = 1_000;
/// All days that there are.
const ALL_DAYS: visit::Days = match (NaiveDate::from_ymd_opt(1970, 1, 1), NaiveDate::from_ymd_opt(2999, 12, 31)) {
    (Some(first), Some(last)) => (first, last),
    _ => (NaiveDate::MIN, NaiveDate::MAX),
};

/// Writes all data of the user to the archive.
pub(super) async fn write(db: &Db, user_id: Uuid, entries: &Entries) -> Result<(), Broken> {
    for file in AccountFile::ALL {
        account(db, user_id, *file, entries).await?;
    }
    let all = workspace::list(db, user_id).await?;
    for owned in all.iter().filter(|workspace| workspace.role == MemberRole::Owner) {
        for file in WorkspaceFile::ALL {
            let to = Place { db, entries, name: format!("workspaces/{}/{file}.json", owned.id) };
            workspace_file(&to, owned.id, *file).await?;
        }
        for website in websites(db, owned.id).await? {
            for file in WebsiteFile::ALL {
                let name = format!("workspaces/{}/websites/{}/{file}.json", owned.id, website.id);
                website_file(&Place { db, entries, name }, owned.id, website.id, *file).await?;
            }
        }
    }
    Ok(())
}

/// A file of the archive and the source of its rows.
struct Place<'a> {
    db: &'a Db,
    entries: &'a Entries,
    name: String,
}

impl Place<'_> {
    async fn all<T: Serialize>(&self, rows: Result<T, StoreError>) -> Result<(), Broken> {
        self.entries.one(&self.name, &rows?).await
    }

    /// Writes a list page by page.
    async fn pages<T, C: FromStr, V: Serialize, F: Future<Output = Result<Page<T>, StoreError>>>(
        &self, fetch: impl Fn(Option<C>) -> F, view: impl Fn(T) -> V,
    ) -> Result<(), Broken> {
        let (mut list, mut cursor) = (self.entries.list(&self.name).await?, None);
        loop {
            let page = fetch(cursor).await?;
            list.push(&page.items.into_iter().map(&view).collect::<Vec<_>>()).await?;
            cursor = page.next_cursor.map(|text| text.parse().map_err(|_| Broken::Cursor(text))).transpose()?;
            if cursor.is_none() {
                return list.end().await;
            }
        }
    }
}

async fn account(db: &Db, id: Uuid, file: AccountFile, entries: &Entries) -> Result<(), Broken> {
    let to = Place { db, entries, name: format!("{file}.json") };
    match file {
        AccountFile::Account => match user::find(db, id).await? {
            Some(found) => to.all(UserView::of(db, found, now()).await).await,
            None => Ok(()),
        },
        AccountFile::Sessions => to.all(session::list(db, id, now()).await).await,
        AccountFile::ApiKeys => {
            let keys = api_key::list(db, id).await;
            to.all(keys.map(|keys| keys.into_iter().map(ApiKeyView::from).collect::<Vec<_>>())).await
        }
        AccountFile::Assistants => {
            let assistants = assistant_grant::list(db, id, now()).await;
            to.all(assistants.map(|all| all.into_iter().map(AssistantView::from).collect::<Vec<_>>())).await
        }
        AccountFile::Identities => to.all(identity::list(db, id).await).await,
        AccountFile::Notifications => {
            let page = |before| notification::list(db, id, notification::Filter::default(), before, AT_ONCE);
            to.pages(page, |row| row).await
        }
        AccountFile::SecurityEvents => to.pages(|before| audit::list(db, Some(id), before, AT_ONCE), Line::from).await,
        AccountFile::Achievements => to.all(achievement::list(db, id).await).await,
        AccountFile::Workspaces => to.all(workspace::list(db, id).await).await,
    }
}

async fn workspace_file(to: &Place<'_>, id: Uuid, file: WorkspaceFile) -> Result<(), Broken> {
    let db = to.db;
    match file {
        WorkspaceFile::Members => to.all(members(db, id).await).await,
        WorkspaceFile::Invites => to.all(invites(db, id).await).await,
        WorkspaceFile::Websites => to.all(websites(db, id).await).await,
        WorkspaceFile::Imports => to.pages(|before| import::list(db, id, before, AT_ONCE), import_view).await,
        WorkspaceFile::Runs => {
            let of = |cursor| run::Filter { cursor, ..run::Filter::default() };
            to.pages(|cursor| async move { run::list(db, id, &of(cursor), AT_ONCE).await }, RunView::from).await
        }
        WorkspaceFile::Schedules => to.all(schedule::list(db, id).await).await,
        WorkspaceFile::Webhooks => to.all(webhook::list(db, id).await).await,
        WorkspaceFile::Connections => to.all(connections(db, id).await).await,
        WorkspaceFile::ProviderCalls => to.pages(|before| calls(db, id, before), |row| row).await,
        WorkspaceFile::Insights => {
            to.pages(|before| insight::list(db, id, None, None, before, AT_ONCE), |row| row).await
        }
        WorkspaceFile::Opportunities => to.all(opportunity::list(db, id, None, i64::MAX).await).await,
        WorkspaceFile::Annotations => {
            let of = |after| annotation::Filter { after, ..annotation::Filter::default() };
            to.pages(|after| async move { annotation::list(db, id, &of(after), AT_ONCE).await }, |row| row).await
        }
        WorkspaceFile::Buyers => to.all(buyer::list(db, id).await).await,
        WorkspaceFile::LeadSettings => to.all(lead_settings::find(db, id).await.map(|one| vec![one])).await,
        WorkspaceFile::Rentals => rentals(to, id).await,
        WorkspaceFile::Invoices => invoices(to, id).await,
        WorkspaceFile::Ledger => {
            let filter = ledger::LedgerFilter::default();
            to.pages(|before| ledger::list(db, id, &filter, before, AT_ONCE), |row| row).await
        }
        WorkspaceFile::Documents => documents(to, id).await,
        WorkspaceFile::Packs => packs(to, id).await,
        WorkspaceFile::PackChanges => to.pages(|before| pack::changes(db, id, None, before, AT_ONCE), |row| row).await,
        WorkspaceFile::MarketValues => to.all(market::values(db, id, None).await).await,
        WorkspaceFile::MarketChanges => to.pages(|before| market::changes(db, id, before, AT_ONCE), |row| row).await,
        WorkspaceFile::PipelineMarkets => {
            to.pages(|before| pipeline::list(db, id, None, before, AT_ONCE), |row| row).await
        }
        WorkspaceFile::Sites => to.pages(|before| sites::sites(db, id, before), |row| row).await,
        WorkspaceFile::Edits => to.pages(|before| edits::edits(db, id, before), |row| row).await,
        WorkspaceFile::WebsiteAccess => to.all(edits::accesses(db, id).await).await,
        WorkspaceFile::SiteOperator => to.all(site_operator::find(db, id).await).await,
        WorkspaceFile::DeployTargets => to.all(sites::targets(db, id).await).await,
        WorkspaceFile::Deployments => to.pages(|before| sites::deployments(db, id, before), |row| row).await,
        WorkspaceFile::Campaigns => to.pages(|before| sites::campaigns(db, id, before), |row| row).await,
        WorkspaceFile::Forecasts => {
            let of = |cursor| forecast::Filter { cursor, ..forecast::Filter::default() };
            to.pages(|cursor| async move { forecast::list(db, id, &of(cursor), AT_ONCE).await }, |row| row).await
        }
        WorkspaceFile::Milestones => to.all(milestone::list(db, id, None).await).await,
        WorkspaceFile::EngineVersions => to.all(engine_version::list(db, id, None).await).await,
        WorkspaceFile::Experiments => to.pages(|before| experiments(db, id, before), |row| row).await,
        WorkspaceFile::Plans => to.pages(|before| plans(db, id, before), |row| row).await,
        WorkspaceFile::KillSwitch => to.all(switch(db, id).await).await,
    }
}

async fn rentals(to: &Place<'_>, id: Uuid) -> Result<(), Broken> {
    let filter = rental::RentalFilter::default();
    to.pages(|before| rental::list(to.db, id, &filter, before, AT_ONCE), |row| row).await
}

async fn invoices(to: &Place<'_>, id: Uuid) -> Result<(), Broken> {
    let filter = invoice::InvoiceFilter::default();
    to.pages(|before| invoice::list(to.db, id, &filter, before, AT_ONCE), |row| row).await
}

/// Returns the kill switch of a workspace, if it was ever used.
async fn switch(db: &Db, id: Uuid) -> Result<Option<Value>, StoreError> {
    let found = kill_switch::find(db, kill_switch::Scope::Workspace(id)).await?;
    Ok(found.map(|one| json!({"isOn": one.is_on, "reason": one.reason, "changedAt": one.changed_at})))
}

/// Returns experiments of a workspace.
async fn experiments(
    db: &Db, id: Uuid, before: Option<Uuid>,
) -> Result<Page<shared::domain::experiment::Experiment>, StoreError> {
    let filter = experiment::Filter { before, ..experiment::Filter::default() };
    experiment::list(db, id, &filter, AT_ONCE).await
}

/// Returns connections without their credentials, and the budgets.
async fn connections(db: &Db, id: Uuid) -> Result<Vec<Value>, StoreError> {
    let budget = connection::budget(db, id).await?;
    let mut all = vec![json!({"workspaceBudget": budget})];
    for one in connection::list(db, id).await? {
        all.push(json!({
            "id": one.id, "provider": one.provider, "name": one.name, "status": one.status, "message": one.message,
            "baseUrl": one.base_url, "settings": one.settings, "budget": one.budget, "createdAt": one.created_at,
            "testedAt": one.tested_at, "usedAt": one.used_at,
        }));
    }
    Ok(all)
}

async fn calls(db: &Db, id: Uuid, before: Option<Uuid>) -> Result<Page<Value>, StoreError> {
    let page = connection::calls(db, id, &connection::CallFilter::default(), before, AT_ONCE).await?;
    let view = |one: &Call| {
        json!({
            "id": one.id, "connectionId": one.connection_id, "provider": one.provider, "operation": one.operation,
            "runId": one.run_id, "status": one.status, "reservedMicros": one.reserved_micros,
            "costMicros": one.cost_micros, "at": one.at, "latencyMs": one.latency_ms, "error": one.error,
        })
    };
    Ok(Page { items: page.items.iter().map(view).collect(), next_cursor: page.next_cursor })
}

/// Returns the websites of a workspace, archived ones last.
async fn websites(db: &Db, id: Uuid) -> Result<Vec<Website>, StoreError> {
    let mut all = website::list(db, id, None).await?;
    all.extend(website::list_archived(db, id).await?);
    Ok(all)
}

async fn website_file(to: &Place<'_>, id: Uuid, website_id: Uuid, file: WebsiteFile) -> Result<(), Broken> {
    let db = to.db;
    match file {
        WebsiteFile::Days => to.all(daily::daily(db, id, website_id).await).await,
        WebsiteFile::Keywords => to.pages(|offset| keywords(db, id, website_id, offset), |row| row).await,
        WebsiteFile::Clusters => {
            let page = |offset: Option<i64>| keyword::clusters(db, id, website_id, offset.unwrap_or(0), AT_ONCE);
            to.pages(page, |row| row).await
        }
        WebsiteFile::Observations => observations(to, id, website_id).await,
        WebsiteFile::Backlinks => {
            to.pages(
                |after| async move { imported::backlinks(db, id, website_id, &all(after), AT_ONCE).await },
                |row| row,
            )
            .await
        }
        WebsiteFile::Sessions => {
            to.pages(
                |after| async move { imported::sessions(db, id, website_id, &all(after), AT_ONCE).await },
                |row| row,
            )
            .await
        }
        WebsiteFile::Leads => {
            to.pages(|after| async move { imported::leads(db, id, website_id, &all(after), AT_ONCE).await }, |row| row)
                .await
        }
        WebsiteFile::Revenue => {
            to.pages(
                |after| async move { imported::revenue(db, id, website_id, &all(after), AT_ONCE).await },
                |row| row,
            )
            .await
        }
        WebsiteFile::LeadSources => to.all(lead_sources(db, id, website_id).await).await,
        WebsiteFile::ReceivedLeads => received_leads(to, id, website_id).await,
        WebsiteFile::Visits => to.all(visit::days(db, id, website_id, ALL_DAYS, None).await).await,
        WebsiteFile::Conversions => {
            let every = ConversionFilter::default();
            to.pages(|before| visit::conversions(db, id, website_id, &every, before, AT_ONCE), |row| row).await
        }
        WebsiteFile::Crawls => {
            to.pages(|before| crawl::list(db, id, Some(website_id), before, AT_ONCE), |row| row).await
        }
        WebsiteFile::Ranks => {
            to.pages(|offset: Option<i64>| ranks(db, id, website_id, offset.unwrap_or(0)), |row| row).await
        }
        WebsiteFile::Prompts => to.all(answer::prompts(db, id, website_id, true).await).await,
        WebsiteFile::AnswerSettings => {
            let stored = answer::settings(db, id, website_id).await;
            to.all(stored.map(|stored| vec![stored.settings])).await
        }
        WebsiteFile::Answers => {
            let filter = AnswerFilter::default();
            to.pages(|before| answer::list(db, id, Some(website_id), &filter, before, AT_ONCE), |row| row).await
        }
        WebsiteFile::Chat => to.pages(|before| messages(db, id, website_id, before), |row| row).await,
    }
}

async fn lead_sources(db: &Db, id: Uuid, website_id: Uuid) -> Result<Vec<LeadSource>, StoreError> {
    let all = lead::list_sources(db, id).await?;
    Ok(all.into_iter().filter(|one| one.website_id == website_id).collect())
}

/// Filter of all records after a cursor.
fn all(after: Option<Pair<i64, i64>>) -> RecordFilter {
    RecordFilter { after, ..RecordFilter::default() }
}

/// Returns tracked keywords, each with its latest checks.
async fn ranks(db: &Db, id: Uuid, website_id: Uuid, offset: i64) -> Result<Page<Value>, StoreError> {
    let filter = rank::RankFilter { offset, ..rank::RankFilter::new(website_id) };
    let page = rank::list(db, id, &filter, AT_ONCE).await?;
    let mut items = Vec::new();
    for keyword in &page.items {
        let checks = rank::history(db, id, keyword.id, MOST_CHECKS).await?;
        items.push(json!({"keyword": keyword, "checks": checks}));
    }
    Ok(Page { items, next_cursor: page.next_cursor })
}

async fn members(db: &Db, id: Uuid) -> Result<Vec<Value>, StoreError> {
    let found = member::list(db, id).await?;
    Ok(found.iter().map(|one| json!({"name": one.name, "email": one.email, "role": one.role})).collect())
}

async fn invites(db: &Db, id: Uuid) -> Result<Vec<Value>, StoreError> {
    let found = member::list_invites(db, id, now()).await?;
    Ok(found.iter().map(|one| json!({"email": one.email, "role": one.role, "createdAt": one.created_at})).collect())
}

fn import_view(row: shared::domain::import::Import) -> Value {
    json!({
        "id": row.id, "websiteId": row.website_id, "fileName": row.file_name, "sizeBytes": row.size_bytes,
        "status": row.status, "rows": row.rows, "rejected": row.rejected, "createdAt": row.created_at,
        "importedAt": row.imported_at,
    })
}

/// Writes each lead with its history.
async fn received_leads(to: &Place<'_>, id: Uuid, website_id: Uuid) -> Result<(), Broken> {
    let mut list = to.entries.list(&to.name).await?;
    let filter = lead::LeadFilter { website_id: Some(website_id), ..lead::LeadFilter::default() };
    let mut before = None;
    loop {
        let page = lead::list(to.db, id, &filter, before, AT_ONCE).await?;
        for found in &page.items {
            let history = lead::changes(to.db, id, found.id).await?;
            list.push(&[json!({"lead": found, "history": history})]).await?;
        }
        let Some(text) = page.next_cursor else { break };
        before = Some(text.parse().map_err(|_| Broken::Cursor(text))?);
    }
    list.end().await
}

/// Writes each document with its versions, one at a time.
async fn documents(to: &Place<'_>, id: Uuid) -> Result<(), Broken> {
    let mut list = to.entries.list(&to.name).await?;
    for is_archived in [false, true] {
        let mut filter = document::DocumentFilter { is_archived, ..document::DocumentFilter::default() };
        loop {
            let page = document::list(to.db, id, &filter, AT_ONCE).await?;
            for found in &page.items {
                list.push(&[json!({"document": found})]).await?;
                for number in 1..=found.version {
                    let version = document::version(to.db, id, found.id, number).await?;
                    list.push(&[json!({"documentId": found.id, "version": version})]).await?;
                }
            }
            let Some(text) = page.next_cursor else { break };
            filter.before = Some(text.parse().map_err(|_| Broken::Cursor(text))?);
        }
    }
    list.end().await
}

/// Writes each own pack with its text, one at a time.
async fn packs(to: &Place<'_>, id: Uuid) -> Result<(), Broken> {
    let mut list = to.entries.list(&to.name).await?;
    for own in pack::list(to.db, id, None).await? {
        let key = pack::PackKey { language: own.language.clone(), vertical: own.vertical.clone() };
        let text = pack::text(to.db, id, &key).await?;
        list.push(&[json!({"pack": own, "text": text})]).await?;
    }
    list.end().await
}

/// Writes each plan with its steps.
async fn plans(db: &Db, id: Uuid, before: Option<Uuid>) -> Result<Page<Value>, StoreError> {
    let page = plan::list(db, id, &plan::Filter { before, ..plan::Filter::default() }, AT_ONCE).await?;
    let mut items = Vec::new();
    for found in &page.items {
        items.push(json!({"plan": found, "steps": plan::steps(db, id, found.id).await?}));
    }
    Ok(Page { items, next_cursor: page.next_cursor })
}

async fn keywords(
    db: &Db, id: Uuid, website_id: Uuid, offset: Option<i64>,
) -> Result<Page<shared::domain::keyword::Keyword>, StoreError> {
    let filter = Filter {
        website_id,
        contains: None,
        intent: None,
        cluster_no: None,
        win: None,
        min_impressions: None,
        sort: Sort::Query,
        descending: false,
        offset: offset.unwrap_or(0),
    };
    keyword::list(db, id, &filter, AT_ONCE).await
}

/// Writes all kinds to one list, each row with its kind.
async fn observations(to: &Place<'_>, id: Uuid, website_id: Uuid) -> Result<(), Broken> {
    let mut list = to.entries.list(&to.name).await?;
    for kind in ObservationKind::ALL {
        let mut filter = import::ObservationFilter::default();
        loop {
            let page = import::observation_page(to.db, id, website_id, *kind, &filter, AT_ONCE).await?;
            let rows: Vec<_> = page.items.iter().map(|row| json!({"kind": kind, "observation": row})).collect();
            list.push(&rows).await?;
            let Some(text) = page.next_cursor else { break };
            filter.after = Some(text.parse().map_err(|_| Broken::Cursor(text))?);
        }
    }
    list.end().await
}

/// Returns messages before a message, newest first.
async fn messages(db: &Db, id: Uuid, room_id: Uuid, before: Option<Uuid>) -> Result<Page<Value>, StoreError> {
    let limit = i64::try_from(AT_ONCE).unwrap_or(i64::MAX);
    let found = chat::list(db, id, room_id, before, limit).await?;
    let is_full = found.len() == AT_ONCE;
    let next_cursor = found.first().filter(|_| is_full).map(|first| first.id.to_string());
    let view = |one: &shared::domain::chat::SignedMessage| json!({"id": one.id, "userName": one.user_name, "message": one.message, "createdAt": one.created_at});
    Ok(Page { items: found.iter().rev().map(view).collect(), next_cursor })
}
