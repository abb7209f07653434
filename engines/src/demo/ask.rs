//! Questions to the engines about the simulated market, and their answers.

use serde_json::{Value, json};

use crate::action::Body;
use crate::actions::ActionId;
use crate::command::{AskError, ask};
use crate::common::{Control, Day, EngineError, EngineId, Severity};
use crate::simulator::{ChangeEntry, CrawledPage, Simulation};

/// First day on which changes are measured: new pages have grown, and the update is over.
const SINCE: usize = 97;
/// Hours available to the plan.
const HOURS: f64 = 40.0;

/// An engine's answer to an action.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) engine: EngineId,
    pub(super) action: &'static str,
    pub(super) value: Value,
}

/// The answers, in the order of the engines; an engine's actions are adjacent.
pub(super) struct Answers(Vec<Answer>);

impl Answers {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Answer> {
        self.0.iter()
    }

    /// Returns the answer of an engine; `null` if it was not asked.
    pub(super) fn of(&self, engine: EngineId) -> &Value {
        static NOTHING: Value = Value::Null;
        self.0.iter().find(|answer| answer.engine == engine).map_or(&NOTHING, |answer| &answer.value)
    }
}

pub(super) fn all(world: &Simulation, control: &dyn Control) -> Result<Answers, EngineError> {
    let mut answers = Vec::new();
    for (engine, action, case) in cases(world)? {
        answers.push(Answer { engine, action, value: asked(engine, action, case, control)? });
    }
    for entry in &world.change_log {
        let value = asked(EngineId::Causal, "impact", impact(world, entry), control)?;
        answers.push(Answer { engine: EngineId::Causal, action: "impact", value });
    }
    let bets = bets(&answers, world.last_day());
    let value = asked(EngineId::Strategic, "portfolio", bets, control)?;
    answers.push(Answer { engine: EngineId::Strategic, action: "portfolio", value });
    Ok(Answers(answers))
}

fn asked(engine: EngineId, action: &str, case: Value, control: &dyn Control) -> Result<Value, EngineError> {
    let body = case.as_object().cloned().unwrap_or_else(Body::new);
    let unknown = || EngineError::input(format!("{engine} {action}"), "is no action");
    let found = ActionId::find(engine, action).ok_or_else(unknown)?;
    ask(found, body, None, None, control).map_err(|error| match error {
        AskError::Cancelled => EngineError::Cancelled,
        other => EngineError::input(format!("{engine} {action}"), other.to_string()),
    })
}

type Case = (EngineId, &'static str, Value);

fn cases(world: &Simulation) -> Result<Vec<Case>, EngineError> {
    let last = world.last_day();
    let mut keyword = json_of(&world.keyword_input())?;
    keyword["parameters"] = json!({ "valuePerLeadCents": lead_cents(world) });
    Ok(vec![
        (EngineId::Keyword, "analyse", keyword),
        (EngineId::Competitive, "share", serps(world)),
        (EngineId::Semantic, "overlap", json!({ "asOf": last, "pages": own_pages(world) })),
        (
            EngineId::Pattern,
            "change-points",
            json!({
                "asOf": last, "site": super::SITE, "metric": "clicks", "daily": daily(world),
                "updates": updates(world),
            }),
        ),
        (
            EngineId::Predictive,
            "forecast",
            json!({
                "asOf": last, "site": super::SITE, "days": days(world),
                "parameters": { "horizonDays": super::HIDDEN_DAYS },
            }),
        ),
        (EngineId::Learning, "curves", json!({ "asOf": last, "rates": rates(world) })),
        (
            EngineId::Local,
            "scan",
            json!({
                "asOf": last, "filters": { "states": ["ZZ"] }, "overrides": json_of(&world.local_overrides())?,
            }),
        ),
    ])
}

fn json_of(value: &impl serde::Serialize) -> Result<Value, EngineError> {
    serde_json::to_value(value).map_err(|error| EngineError::input("case", error.to_string()))
}

/// Average value of a lead, paid or not.
fn lead_cents(world: &Simulation) -> f64 {
    let (leads, cents) = world
        .outcomes
        .iter()
        .fold((0.0, 0.0), |(leads, cents), month| (leads + f64::from(month.leads), cents + month.revenue_cents as f64));
    (cents / f64::max(leads, 1.0)).round()
}

/// Total clicks of all pages on a day.
pub(super) fn clicks(world: &Simulation, day: usize) -> u32 {
    world.series.iter().map(|series| series.clicks[day]).sum()
}

fn date(world: &Simulation, day: usize) -> Day {
    world.start.plus(day as i32)
}

fn daily(world: &Simulation) -> Vec<Value> {
    (0..world.days as usize).map(|day| json!({ "date": date(world, day), "value": clicks(world, day) })).collect()
}

fn days(world: &Simulation) -> Vec<Value> {
    let shown = |day: usize| world.series.iter().map(|series| series.impressions[day]).sum::<u32>();
    let row = |day| json!({ "date": date(world, day), "clicks": clicks(world, day), "impressions": shown(day) });
    (0..world.days as usize).map(row).collect()
}

/// Returns the updates by name and day, as in a public calendar, without their strength.
pub(super) fn updates(world: &Simulation) -> Vec<Value> {
    let told = world.logged().into_iter().filter(|change| change.kind == "google_update");
    told.map(|update| json!({ "name": update.title, "from": update.day })).collect()
}

fn own_pages(world: &Simulation) -> Vec<Value> {
    let page = |page: CrawledPage| {
        let links: Vec<Value> = page.links.iter().map(|url| json!({ "url": url, "anchor": "" })).collect();
        json!({ "url": page.url, "title": page.title, "text": page.text, "links": links, "observedAt": world.last_day() })
    };
    world.crawled().into_iter().filter(|one| one.query.is_none()).map(page).collect()
}

/// Returns the last SERP of each query, with its volume and its trade as cluster.
fn serps(world: &Simulation) -> Value {
    let last = world.serps.iter().map(|serp| serp.date).max();
    let snapshot = |serp: &crate::simulator::Serp| {
        let result = |(at, url): (usize, &String)| json!({ "position": at + 1, "url": url });
        let results: Vec<Value> = serp.urls.iter().enumerate().map(result).collect();
        json!({ "query": world.keywords[serp.keyword as usize].query, "observedAt": serp.date, "results": results })
    };
    let volume = |known: &crate::simulator::Keyword| {
        let trade = world.markets[known.market as usize].trade.trim_start_matches("sim-");
        json!({ "query": known.query, "volume": known.searches_month.round(), "cluster": trade })
    };
    json!({
        "asOf": world.last_day(), "site": super::SITE,
        "snapshots": world.serps.iter().filter(|serp| Some(serp.date) == last).map(snapshot).collect::<Vec<_>>(),
        "volumes": world.keywords.iter().map(volume).collect::<Vec<_>>(),
    })
}

/// Returns leads and visits, one row per page.
fn rates(world: &Simulation) -> Vec<Value> {
    let row = |(at, market): (usize, &crate::simulator::Market)| {
        let months = world.outcomes.iter().filter(|month| month.market as usize == at);
        let (visits, leads) = months.fold((0, 0), |(visits, leads), m| (visits + m.visits, leads + m.leads));
        json!({ "kind": "conversion", "key": market.page, "successes": leads, "trials": visits })
    };
    world.markets.iter().enumerate().map(row).collect()
}

/// Measures one change: its page's clicks after the update's week, with the unchanged pages as controls.
fn impact(world: &Simulation, entry: &ChangeEntry) -> Value {
    let series = |page: &str| {
        let own = world.series.iter().find(|series| series.page == page);
        own.map(|series| series.clicks[SINCE..].to_vec()).unwrap_or_default()
    };
    let is_changed = |page: &str| world.change_log.iter().any(|change| change.page == page);
    let controls: Vec<_> =
        world.series.iter().filter(|one| !is_changed(&one.page)).map(|one| series(&one.page)).collect();
    json!({
        "asOf": world.last_day(), "label": format!("{}, {}", entry.description, path(&entry.page)),
        "unit": "clicks", "firstDay": date(world, SINCE), "change": entry.date, "y": series(&entry.page), "x": controls,
        "updates": updates(world),
    })
}

/// Returns an address without its host.
pub(super) fn path(page: &str) -> &str {
    page.split_once(super::SITE).map_or(page, |(_, path)| path)
}

/// Converts the gains found by the keyword engine to bets on 40 hours of work.
fn bets(answers: &[Answer], last: Day) -> Value {
    let found = answers.iter().find(|answer| answer.engine == EngineId::Keyword);
    let insights = found.and_then(|answer| answer.value["insights"].as_array()).into_iter().flatten();
    let gains = insights.filter(|one| one["severity"] == json!(Severity::Opportunity) && !one["impact"].is_null());
    let bet = |(at, one): (usize, &Value)| {
        json!({
            "id": format!("bet-{at}"), "title": one["title"], "vertical": one["kind"],
            "lowCents": one["impact"]["lowCents"], "midCents": one["impact"]["midCents"],
            "highCents": one["impact"]["highCents"], "successProbability": one["confidence"],
            "hours": one["effortMinutes"].as_f64().unwrap_or_default() / 60.0, "costCents": 0,
        })
    };
    let opportunities: Vec<Value> = gains.enumerate().map(bet).collect();
    json!({ "asOf": last, "opportunities": opportunities, "parameters": { "hours": HOURS } })
}
