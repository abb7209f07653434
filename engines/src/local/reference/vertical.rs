//! The built-in verticals with their base rates, payouts and seasons.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::csv::{Row, Table};
use super::source::Grade;

static VERTICALS: &str = include_str!("../../../data/reference/verticals.csv");
static DEMAND: &str = include_str!("../../../data/reference/demand.csv");
static SEASONALITY: &str = include_str!("../../../data/reference/seasonality.csv");

/// Kind of bound of a figure.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Counts part of the market: the true value is at least this.
    Lower,
    /// A ceiling: the true value is at most this.
    Upper,
    /// An estimate of the whole.
    TwoSided,
    /// The source does not state it.
    #[default]
    Unstated,
}

/// Urgency of a service for its customers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Urgency {
    /// Immediately.
    Emergency,
    /// Both urgent and planned.
    Mixed,
    /// Within days or weeks.
    #[default]
    Planned,
}

/// A figure with its range and source.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Figure {
    pub(crate) low: Option<f64>,
    pub(crate) typical: f64,
    pub(crate) high: Option<f64>,
    /// `published`, `derived`, `category`, `weak` or `own`.
    pub(crate) evidence: Cow<'static, str>,
    pub(crate) grade: Option<Grade>,
    pub(crate) sources: Vec<String>,
    pub(crate) year: Option<u32>,
    pub(crate) bound: Bound,
}

impl Figure {
    /// Standard deviation of the logarithm: from the range as 10 and 90 % quantiles, at least that of the grade.
    pub(crate) fn spread(&self) -> f64 {
        let least = Grade::spread(self.grade);
        match (self.low, self.high) {
            (Some(low), Some(high)) if low > 0.0 && high > low => ((high / low).ln() / (2.0 * Z90)).max(least),
            _ => least,
        }
    }
}

/// 90 % quantile of the standard normal distribution.
pub(crate) const Z90: f64 = 1.281_551_565_544_600_4;

/// Needs per year per 100,000 of a base.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Events {
    pub(crate) figure: Figure,
    /// `population`, `households`, `owner_households` or `adults`.
    pub(crate) base: String,
    pub(crate) definition: String,
}

/// Monthly indices of a vertical, mean 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Season {
    pub(crate) months: [f64; 12],
    /// Not empty if the months apply only to a part of the vertical, such as `heating`.
    pub(crate) component: String,
    pub(crate) grade: Option<Grade>,
    pub(crate) source: String,
    pub(crate) note: String,
}

/// A trade.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Vertical {
    pub(crate) slug: String,
    pub(crate) name: String,
    pub(crate) category: String,
    pub(crate) schema_type: String,
    pub(crate) urgency: Urgency,
    pub(crate) seed_keywords: Vec<String>,
    /// CPC in dollars: its own, otherwise its category's.
    pub(crate) cpc: Option<Figure>,
    /// Payout per lead in dollars, and the definition of a lead (`per_lead`, `per_call`).
    pub(crate) payout: Option<Figure>,
    pub(crate) payout_type: String,
    pub(crate) payout_exclusivity: String,
    /// Monthly search volume per 100,000 people.
    pub(crate) searches: Option<Figure>,
    pub(crate) events: Option<Events>,
    pub(crate) season: Option<Season>,
    /// Average job value in dollars.
    pub(crate) ticket: Option<Figure>,
    /// Percentage of leads that become jobs.
    pub(crate) close_pct: Option<Figure>,
    /// Kind of regulation of lead sales, such as `legal`; empty if none is known.
    pub(crate) regulated: String,
}

/// The built-in verticals, in the order of the table.
pub(crate) static BUILT_IN: LazyLock<Vec<Vertical>> = LazyLock::new(|| {
    let demand = Table::read(DEMAND);
    let by_slug: BTreeMap<String, Row<'_>> = demand.rows().map(|row| (row.text("vertical").to_owned(), row)).collect();
    let years = payout_years();
    let seasons = seasons();
    let table = Table::read(VERTICALS);
    table.rows().map(|row| vertical(row, by_slug.get(row.text("slug")), &years, &seasons)).collect()
});

fn vertical(
    row: Row<'_>, demand: Option<&Row<'_>>, years: &BTreeMap<String, u32>, seasons: &BTreeMap<String, Season>,
) -> Vertical {
    let slug = row.text("slug").to_owned();
    Vertical {
        name: row.text("name").to_owned(),
        category: row.text("category").to_owned(),
        schema_type: row.text("schema_type").to_owned(),
        urgency: urgency(row.text("urgency")),
        seed_keywords: row.list("seed_keywords"),
        cpc: own_or_category_cpc(row),
        payout: payout(row, years),
        payout_type: row.text("payout_type").to_owned(),
        payout_exclusivity: row.text("payout_exclusivity").to_owned(),
        searches: demand.and_then(|demand| searches(*demand)),
        events: demand.and_then(|demand| events(*demand)),
        season: seasons.get(&slug).cloned(),
        ticket: ranged(row, "avg_ticket_usd", ("ticket_low", "ticket_high"), "ticket_evidence", "ticket_source"),
        close_pct: ranged(row, "close_rate_pct", ("close_low", "close_high"), "close_evidence", "close_source"),
        regulated: row.text("regulated").to_owned(),
        slug,
    }
}

fn urgency(word: &str) -> Urgency {
    match word {
        "emergency" => Urgency::Emergency,
        "mixed" => Urgency::Mixed,
        _ => Urgency::Planned,
    }
}

fn ranged(row: Row<'_>, typical: &str, range: (&str, &str), evidence: &str, source: &str) -> Option<Figure> {
    let sources = row.list(source);
    let known = super::source::sources(&sources);
    Some(Figure {
        typical: row.number(typical).filter(|value| *value > 0.0)?,
        low: row.number(range.0),
        high: row.number(range.1),
        evidence: row.cow(evidence),
        grade: known.iter().filter_map(|source| source.grade).max(),
        year: known.iter().filter_map(|source| source.year).max(),
        sources,
        bound: Bound::Unstated,
    })
}

fn own_or_category_cpc(row: Row<'_>) -> Option<Figure> {
    ranged(row, "avg_cpc_usd", ("cpc_low", "cpc_high"), "cpc_evidence", "cpc_source").or_else(|| {
        let mut figure = ranged(row, "category_cpc_usd", ("", ""), "", "category_source")?;
        figure.evidence = Cow::Borrowed("category");
        Some(figure)
    })
}

fn payout(row: Row<'_>, years: &BTreeMap<String, u32>) -> Option<Figure> {
    let range = ("payout_low", "payout_high");
    let mut figure = ranged(row, "payout_typical", range, "payout_evidence", "payout_source")?;
    figure.grade = Grade::parse(row.text("payout_grade")).or(figure.grade);
    figure.year = years.get(row.text("slug")).copied().or(figure.year);
    Some(figure)
}

/// Latest year of the payouts of each vertical.
fn payout_years() -> BTreeMap<String, u32> {
    let mut years = BTreeMap::new();
    for rate in super::rate::ALL.iter() {
        if let Some(year) = rate.year {
            let newest = years.entry(rate.vertical.clone()).or_insert(year);
            *newest = year.max(*newest);
        }
    }
    years
}

fn searches(row: Row<'_>) -> Option<Figure> {
    let prefix = "searches_per_100k_per_month";
    demand_figure(row, prefix, ("searches_bound", "searches_confidence"), ("searches_source_ids", "searches_year"))
}

fn events(row: Row<'_>) -> Option<Events> {
    let figure =
        demand_figure(row, "events_per_100k_per_year", ("events_bound", "events_confidence"), ("source_ids", "year"))?;
    Some(Events { figure, base: row.text("base").to_owned(), definition: row.text("event_definition").to_owned() })
}

/// Needs and searches of a row have sources and years of their own.
fn demand_figure(
    row: Row<'_>, prefix: &str, (bound, grade): (&str, &str), (sources, year): (&str, &str),
) -> Option<Figure> {
    let number = |end: &str| row.number(&format!("{prefix}_{end}"));
    Some(Figure {
        typical: number("typical").filter(|value| *value > 0.0)?,
        low: number("low"),
        high: number("high"),
        evidence: row.cow("method"),
        grade: Grade::parse(row.text(grade)),
        sources: row.list(sources),
        year: row.text(year).parse().ok(),
        bound: match row.text(bound) {
            "lower" => Bound::Lower,
            "upper" => Bound::Upper,
            "two_sided" | "survey_margin" => Bound::TwoSided,
            _ => Bound::Unstated,
        },
    })
}

fn seasons() -> BTreeMap<String, Season> {
    let months = |row: &Row<'_>| {
        let mut months = [1.0; 12];
        for (at, month) in months.iter_mut().enumerate() {
            *month = row.number(&format!("m{}", at + 1)).unwrap_or(1.0);
        }
        months
    };
    let read = |row: Row<'_>| Season {
        months: months(&row),
        component: row.text("component").to_owned(),
        grade: Grade::parse(row.text("confidence")),
        source: row.text("source_id").to_owned(),
        note: row.text("note").to_owned(),
    };
    Table::read(SEASONALITY).rows().map(|row| (row.text("vertical").to_owned(), read(row))).collect()
}
