//! The step of a day: decides about the candidates, and starts a deployment that waits for a person.

use std::collections::HashSet;

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{
    actions::{self, NewAction, sites_of_day},
    figures, lock, set_status,
};
use crate::{
    config::{SiteSettings, WorkspaceLimits},
    domain::{
        campaign::{
            Campaign, CampaignDecision, CampaignFigures, CampaignStatus, CampaignStop, Candidate, REVENUE_DAYS,
            next_day,
            rules::{self, Decisions, Standing, Terms},
        },
        deployment::DeploymentKind,
        event::NewEvent,
        new_id,
        notification::{NewNotification, NotificationKind},
        run::Run,
        site_market::MetroOf,
        site_operator::SiteOperator,
    },
    launch::{self, Common, Launch, LaunchError, Launched, Wanted},
    store::{
        Db, Result, Tx, deploy_target,
        deployment::NewDeployment,
        event::{self, StoredEvent},
        kill_switch,
        macros::*,
        notification, site, site_operator, workspace,
    },
};

/// Maximum number of decisions without a site that are stored for a day.
const MOST_DECISIONS: usize = 200;

/// A step to do.
#[derive(Debug)]
pub struct Step<'a> {
    /// Run that does it, as claimed.
    pub run: &'a Run,
    /// Campaign.
    pub campaign_id: Uuid,
    /// Day (UTC).
    pub day: NaiveDate,
    /// Candidates, the best first.
    pub candidates: &'a [Candidate],
    /// Settings of sites.
    pub sites: &'a SiteSettings,
    /// Limits of the workspace.
    pub limits: WorkspaceLimits,
    /// Finds the metropolitan areas of sites.
    pub metro_of: MetroOf,
}

/// Result of a step.
#[derive(Debug)]
pub enum Stepped {
    /// It is done; publish its events. The reconciler delivers the runs that it stored.
    Done(Box<StepDone>),
    /// The step of this day was done before.
    Before,
    /// A kill switch is on: nothing was done.
    Killed,
    /// The campaign is not active: nothing was done.
    NotActive,
    /// The run was lost to another worker, or the campaign is gone: nothing was done.
    Gone,
}

/// What a step did.
#[derive(Debug, Default)]
pub struct StepDone {
    /// Deployment that it started.
    pub deployment_id: Option<Uuid>,
    /// Number of sites that it started.
    pub sites: usize,
    /// Number of decisions that were stored.
    pub decisions: usize,
    /// Number of decisions that were not stored.
    pub more: usize,
    /// Part of the budget that it took, in cents.
    pub spent_cents: i64,
    /// Why the campaign starts no more sites.
    pub stop: Option<CampaignStop>,
    /// Events to publish.
    pub events: Vec<StoredEvent>,
}

/// Does the step of a day in one transaction: once for each campaign and day, whatever is repeated. The workspace and the
/// campaign are locked while money is counted and spent, so that no two steps spend the same cent.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start that many runs
/// today, or an error if a query fails; then nothing was done.
pub async fn step(db: &Db, step: &Step<'_>, now: DateTime<Utc>) -> Result<Stepped> {
    let workspace_id = step.run.workspace_id;
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if !holds(&mut tx, step.run).await? {
        return Ok(Stepped::Gone);
    }
    if kill_switch::is_stopped(&mut tx, workspace_id, now).await? {
        return Ok(Stepped::Killed);
    }
    let Some(campaign) = lock(&mut tx, workspace_id, step.campaign_id).await? else { return Ok(Stepped::Gone) };
    if campaign.last_day.is_some_and(|day| day >= step.day) {
        return Ok(Stepped::Before);
    }
    if campaign.status != CampaignStatus::Active {
        return Ok(Stepped::NotActive);
    }
    let mut work = Work::new(&mut tx, step, campaign, now).await?;
    if let Err(error) = work.decide().await? {
        // The rows of the launch that failed are undone with its transaction; only the pause is stored.
        drop(work);
        drop(tx);
        return pause(db, step, &error, now).await;
    }
    let (mut done, events) = work.finish().await?;
    done.events.extend(event::append(&mut tx, &events, now).await?);
    tx.commit().await?;
    Ok(Stepped::Done(Box::new(done)))
}

/// Returns true if the attempt still holds its run.
async fn holds(tx: &mut Tx, run: &Run) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM runs WHERE id = $1 AND attempt = $2 AND status = 'running'";
    Ok(query_value!(tx, i64, sql, run.id, run.attempt)? > 0)
}

/// Pauses a campaign whose sites cannot be started.
async fn pause(db: &Db, step: &Step<'_>, reason: &str, now: DateTime<Utc>) -> Result<Stepped> {
    let mut tx = db.begin().await?;
    let found = lock(&mut tx, step.run.workspace_id, step.campaign_id).await?;
    let Some(mut campaign) = found.filter(|one| one.status == CampaignStatus::Active) else {
        return Ok(Stepped::NotActive);
    };
    let reason = Some(reason.to_owned());
    let mut events = vec![set_status(&mut tx, &mut campaign, CampaignStatus::Paused, reason, None, now).await?];
    events.push(notify_status(&mut tx, &campaign, now).await?);
    let events = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(Stepped::Done(Box::new(StepDone { events, ..StepDone::default() })))
}

/// A step at work in its transaction.
struct Work<'a> {
    tx: &'a mut Tx,
    step: &'a Step<'a>,
    campaign: Campaign,
    figures: CampaignFigures,
    standing: Standing,
    done: StepDone,
    events: Vec<NewEvent>,
    now: DateTime<Utc>,
}

impl<'a> Work<'a> {
    async fn new(tx: &'a mut Tx, step: &'a Step<'a>, campaign: Campaign, now: DateTime<Utc>) -> Result<Self> {
        let since = step.day.checked_sub_days(Days::new(REVENUE_DAYS - 1)).unwrap_or(step.day);
        let all = figures(&mut *tx, campaign.workspace_id, Some(campaign.id), since).await?;
        let figures = all.get(&campaign.id).copied().unwrap_or_default();
        let today = sites_of_day(&mut *tx, campaign.id, step.day).await?;
        let spent_cents = figures.spent_on_sites_cents(&campaign.budget);
        let standing = Standing { sites: figures.sites, today, spent_cents };
        let (done, events) = (StepDone::default(), Vec::new());
        Ok(Self { tx, step, campaign, figures, standing, done, events, now })
    }

    /// Decides, unless the campaign starts no more sites, and starts what was decided; or returns why no site can be started.
    async fn decide(&mut self) -> Result<std::result::Result<(), String>> {
        let (rules, budget) = (self.campaign.rules.0.clone(), self.campaign.budget.0);
        if self.stopped().is_some() {
            return Ok(Ok(()));
        }
        let operator = site_operator::find(&mut *self.tx, self.campaign.workspace_id).await?.unwrap_or_default();
        if let Some(detail) = operator.incomplete() {
            return Ok(Err(detail));
        }
        if let Some(target_id) = self.campaign.site.target_id
            && deploy_target::find(&mut *self.tx, self.campaign.workspace_id, target_id).await?.is_none()
        {
            return Ok(Err("The target of its sites was deleted. Choose another one.".to_owned()));
        }
        let taken = site::taken_markets(&mut *self.tx, self.campaign.workspace_id, self.step.metro_of).await?;
        let own = own_markets(self.tx, self.campaign.id).await?;
        let is_new = |one: &&Candidate| !own.contains(&owned(one));
        let candidates: Vec<Candidate> = self.step.candidates.iter().filter(is_new).cloned().collect();
        let terms = Terms {
            kind: self.campaign.site.kind,
            rules: &rules,
            budget: &budget,
            new_sites_per_day: i64::from(self.step.sites.new_sites_per_day),
        };
        let decided = rules::decide(&terms, self.standing, &candidates, |one| one.taken(&taken), MOST_DECISIONS);
        self.start(operator, &candidates, decided).await
    }

    fn stopped(&self) -> Option<CampaignStop> {
        let campaign = &self.campaign;
        let counted = self.figures.towards(campaign.goal.kind);
        rules::stop(&campaign.goal, (&campaign.rules.0, &campaign.budget.0), &self.standing, counted, self.step.day)
    }

    /// Starts the sites and stores the decisions.
    async fn start(
        &mut self, operator: SiteOperator, candidates: &[Candidate], decided: Decisions,
    ) -> Result<std::result::Result<(), String>> {
        let launched = match self.launch(operator, candidates, &decided).await {
            Ok(launched) => launched,
            Err(LaunchError::Store(error)) => return Err(error),
            Err(error) => return Ok(Err(error.to_string())),
        };
        let sites: Vec<Uuid> = launched.iter().flat_map(|one| &one.sites).map(|site| site.id).collect();
        let rows: Vec<NewAction<'_>> = decided
            .decisions
            .iter()
            .filter_map(|one| {
                Some(NewAction {
                    market: &candidates.get(one.market)?.market,
                    decision: one.decision,
                    reason: &one.reason,
                    cost_cents: one.cost_cents,
                    site_id: one.site.and_then(|at| sites.get(at).copied()),
                })
            })
            .collect();
        let key = (self.campaign.workspace_id, self.campaign.id);
        let deployment_id = launched.as_ref().map(|one| one.deployment.id);
        actions::insert(self.tx, key, self.step.day, deployment_id, &rows, self.now).await?;
        let spent = decided.decisions.iter().filter(|one| one.decision == CampaignDecision::Deployed);
        self.done.spent_cents = spent.map(|one| one.cost_cents).sum();
        self.done.deployment_id = deployment_id;
        self.done.sites = sites.len();
        self.done.decisions = rows.len();
        self.done.more = decided.more;
        self.standing.sites += i64::try_from(sites.len()).unwrap_or(i64::MAX);
        self.standing.spent_cents = self.standing.spent_cents.saturating_add(self.done.spent_cents);
        self.done.events = launched.map(|one| one.events).unwrap_or_default();
        Ok(Ok(()))
    }

    /// Starts a deployment of the sites that were decided.
    async fn launch(
        &mut self, operator: SiteOperator, candidates: &[Candidate], decided: &Decisions,
    ) -> std::result::Result<Option<Launched>, LaunchError> {
        if decided.sites.is_empty() {
            return Ok(None);
        }
        let campaign = &self.campaign;
        let site = &campaign.site.0;
        let market = |at: &usize| candidates.get(*at).map(|one| one.market.clone());
        let wanted = |markets: &Vec<usize>| Wanted {
            kind: site.kind,
            markets: markets.iter().filter_map(market).collect(),
            name: None,
            phone: None,
        };
        let wanted: Vec<Wanted> = decided.sites.iter().map(wanted).collect();
        let deployment = NewDeployment {
            id: new_id(),
            workspace_id: campaign.workspace_id,
            user_id: self.step.run.user_id,
            name: format!("{}, {}", campaign.name, self.step.day),
            kind: DeploymentKind::Batch,
            plan: json!({ "campaignId": campaign.id, "day": self.step.day, "sites": wanted.len(), "kind": site.kind }),
        };
        let common = Common { operator, theme: site.theme, target_id: site.target_id };
        let launch = Launch { deployment, common, wanted: &wanted, metro_of: self.step.metro_of };
        let settings = (self.step.sites, self.step.limits);
        let own_host = self.step.sites.public_host();
        let is_free = |host: &str| own_host.as_deref() != Some(host);
        launch::start(self.tx, settings, launch, is_free, self.now).await.map(Some)
    }

    /// Marks the day as done, and ends or pauses a campaign that starts no more sites.
    async fn finish(mut self) -> Result<(StepDone, Vec<NewEvent>)> {
        let sql = "UPDATE campaigns SET last_day = $2 WHERE id = $1";
        execute!(&mut *self.tx, sql, self.campaign.id, self.step.day)?;
        self.campaign.last_day = Some(self.step.day);
        if self.done.sites > 0 {
            let event = notify_sites(self.tx, &self.campaign, self.done.sites, self.done.deployment_id, self.now);
            let event = event.await?;
            self.events.push(event);
        }
        let stop = self.stopped();
        self.done.stop = stop;
        let (status, reason) = match stop {
            Some(stop @ (CampaignStop::Goal | CampaignStop::Deadline)) => (CampaignStatus::Finished, Some(stop)),
            Some(stop @ CampaignStop::Budget) => (CampaignStatus::Paused, Some(stop)),
            Some(CampaignStop::SitesTotal) | None => (CampaignStatus::Active, None),
        };
        let campaign = &self.campaign;
        let text = |stop| {
            let spent = self.standing.spent_cents;
            rules::stop_reason(stop, &campaign.goal, &campaign.rules, &campaign.budget, spent)
        };
        let reason = reason.map(text);
        let next_at = (status == CampaignStatus::Active).then(|| next_day(self.now));
        self.events.push(set_status(self.tx, &mut self.campaign, status, reason, next_at, self.now).await?);
        if status != CampaignStatus::Active {
            let event = notify_status(self.tx, &self.campaign, self.now).await?;
            self.events.push(event);
        }
        Ok((self.done, self.events))
    }
}

fn owned(candidate: &Candidate) -> (String, String) {
    let (vertical, place) = candidate.key();
    (vertical.to_owned(), place.to_owned())
}

/// Returns the markets for which a campaign has started a site: they are not decided about again.
async fn own_markets(tx: &mut Tx, campaign_id: Uuid) -> Result<HashSet<(String, String)>> {
    let sql = "SELECT vertical, place_id FROM campaign_actions WHERE campaign_id = $1 AND decision = 'deployed'";
    Ok(query_all!(tx, (String, String), sql, campaign_id)?.into_iter().collect())
}

/// Notifies the person who launched a campaign that sites will wait for approval.
async fn notify_sites(
    tx: &mut Tx, campaign: &Campaign, sites: usize, deployment_id: Option<Uuid>, now: DateTime<Utc>,
) -> Result<NewEvent> {
    let sites = if sites == 1 { "1 site".to_owned() } else { format!("{sites} sites") };
    let title = format!("{sites} to approve");
    let message = format!(
        "The campaign {} is building {sites}. Each waits for your approval before it is deployed.",
        campaign.name
    );
    let new = NewNotification::new(NotificationKind::Notice, "info", title, message)
        .about("deployment", deployment_id.unwrap_or(campaign.id), "/dominator/goldmine-deployment")
        .within(campaign.workspace_id);
    notification::insert(tx, recipient(campaign), &new, now).await
}

/// Notifies the person who launched a campaign that it is paused or finished.
async fn notify_status(tx: &mut Tx, campaign: &Campaign, now: DateTime<Utc>) -> Result<NewEvent> {
    let is_finished = campaign.status == CampaignStatus::Finished;
    let (kind, word) = if is_finished { ("success", "finished") } else { ("warning", "paused") };
    let message = campaign.pause_reason.clone().unwrap_or_default();
    let new = NewNotification::new(NotificationKind::Notice, kind, format!("{} is {word}", campaign.name), message)
        .about("campaign", campaign.id, format!("/campaigns/{}", campaign.id))
        .within(campaign.workspace_id);
    notification::insert(tx, recipient(campaign), &new, now).await
}

fn recipient(campaign: &Campaign) -> Uuid {
    campaign.approved_by.unwrap_or(campaign.created_by)
}
