//! Daily figures of an experiment's targets and controls.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};
use engines::{
    causal::{Listing, experiment::Page, trial, usual_clicks},
    common::Update,
};
use shared::domain::{
    daily::{DailyFigures, PageDay},
    experiment::{Arm, Experiment, ExperimentDesign, ExperimentMetric, ExperimentUnit},
};

use super::{day, searches, visits};
use crate::{context::RunContext, error::JobError};

/// Maximum number of automatic controls.
const MOST_CONTROLS: usize = 20;

/// Scope of the measurement.
#[derive(Debug, Clone, Copy)]
pub(in crate::runs) struct Scope {
    /// Unit of targets and controls.
    pub(in crate::runs) unit: ExperimentUnit,
    /// Metric.
    pub(in crate::runs) metric: ExperimentMetric,
    /// True if the targets were drawn at random.
    pub(in crate::runs) is_split: bool,
    /// First day with the change.
    pub(in crate::runs) start: NaiveDate,
    /// Last day of the measurement.
    pub(in crate::runs) last: NaiveDate,
}

impl Scope {
    /// Returns the scope of an experiment.
    pub(super) fn of(tried: &Experiment) -> Self {
        let start = tried.starts_on;
        Self {
            unit: tried.unit,
            metric: tried.metric,
            is_split: tried.design == ExperimentDesign::Split,
            start,
            last: last_planned(tried, start),
        }
    }
}

/// Data by day.
#[derive(Debug, Default)]
pub(in crate::runs) struct Figures {
    /// First and last day with a figure.
    pub(super) span: Option<(NaiveDate, NaiveDate)>,
    /// Days with data.
    known: BTreeSet<NaiveDate>,
    /// Figures by page, query or website, largest first.
    pub(super) subjects: Vec<(String, BTreeMap<NaiveDate, f64>)>,
    /// Impressions and average position by subject, for clicks at equal positions.
    shown: BTreeMap<String, BTreeMap<NaiveDate, Shown>>,
    /// Pages that were changed themselves, which are not controls unless named.
    changed: Vec<String>,
}

/// Impressions and position of a subject on a day.
#[derive(Debug, Clone, Copy)]
struct Shown {
    impressions: f64,
    position: Option<f64>,
}

/// Loads everything of the arm's website in the given unit; for a whole website also the other websites.
pub(in crate::runs) async fn load(context: &RunContext, scope: Scope, arm: &Arm) -> Result<Figures, JobError> {
    let is_site = scope.unit == ExperimentUnit::Site;
    if scope.metric.is_of_visits() {
        return Ok(Figures::of(visits::load(context, scope, arm).await?, is_site).without_gaps());
    }
    let rows = searches::load(context, scope.unit, arm).await?;
    let figure = |figures: &DailyFigures| match scope.metric {
        ExperimentMetric::Impressions => figures.impressions,
        _ => figures.clicks,
    };
    let row = |row: &PageDay| Some(Row::new(row.page.clone(), row.day.parse().ok()?, figure(&row.figures)));
    let mut figures = Figures::of(rows.iter().filter_map(row), is_site);
    if scope.metric == ExperimentMetric::ClicksAtPosition {
        figures.shown = shown(&rows);
    }
    Ok(figures)
}

/// A figure of a subject on a day; the subject of the arm's website itself is empty.
#[derive(Debug)]
pub(super) struct Row {
    subject: String,
    day: NaiveDate,
    value: f64,
}

impl Row {
    #[expect(clippy::cast_precision_loss, reason = "figures of a day stay far below 2^53")]
    pub(super) fn new(subject: String, day: NaiveDate, value: i64) -> Self {
        Self { subject, day, value: value as f64 }
    }
}

#[expect(clippy::cast_precision_loss, reason = "figures of a day stay far below 2^53")]
fn shown(rows: &[PageDay]) -> BTreeMap<String, BTreeMap<NaiveDate, Shown>> {
    let mut shown: BTreeMap<String, BTreeMap<NaiveDate, Shown>> = BTreeMap::new();
    for row in rows {
        let Ok(day) = row.day.parse() else { continue };
        let figures = Shown { impressions: row.figures.impressions as f64, position: row.figures.position };
        shown.entry(row.page.clone()).or_default().insert(day, figures);
    }
    shown
}

impl Figures {
    fn of(rows: impl IntoIterator<Item = Row>, is_site: bool) -> Self {
        let mut subjects: BTreeMap<String, BTreeMap<NaiveDate, f64>> = BTreeMap::new();
        let mut known = BTreeSet::new();
        for row in rows {
            if !is_site || row.subject.is_empty() {
                known.insert(row.day);
            }
            subjects.entry(row.subject).or_default().insert(row.day, row.value);
        }
        let total = |days: &BTreeMap<NaiveDate, f64>| days.values().sum::<f64>();
        let mut subjects: Vec<_> = subjects.into_iter().collect();
        subjects.sort_by(|a, b| total(&b.1).total_cmp(&total(&a.1)).then_with(|| a.0.cmp(&b.0)));
        let span = known.first().copied().zip(known.last().copied());
        Self { span, known, subjects, ..Self::default() }
    }

    /// Makes every day from the first to the last a day with data: the beacon writes no row for a day without visits.
    fn without_gaps(mut self) -> Self {
        if let Some((first, last)) = self.span {
            self.known = first.iter_days().take_while(|day| *day <= last).collect();
        }
        self
    }

    /// One value per day from the first day to `last`: 0 on days with data but not for the subject.
    pub(super) fn series(&self, days: &BTreeMap<NaiveDate, f64>, last: NaiveDate) -> Vec<Option<f64>> {
        let Some((first, _)) = self.span else { return Vec::new() };
        let one = |day: NaiveDate| self.known.contains(&day).then(|| days.get(&day).copied().unwrap_or(0.0));
        first.iter_days().take_while(|day| *day <= last).map(one).collect()
    }

    /// Returns subjects that match any of `names`, by address, path or text.
    pub(super) fn named<'a>(&'a self, names: &[String]) -> Vec<&'a (String, BTreeMap<NaiveDate, f64>)> {
        // Visits know the paths of pages only.
        let is_named = |subject: &str| names.iter().any(|name| is_same(name, subject) || is_same(subject, name));
        self.subjects.iter().filter(|(subject, _)| is_named(subject)).collect()
    }

    fn targets(&self, unit: ExperimentUnit, arm: &Arm) -> Vec<&(String, BTreeMap<NaiveDate, f64>)> {
        match unit {
            ExperimentUnit::Site => self.subjects.iter().filter(|(name, _)| name.is_empty()).collect(),
            _ => self.named(&arm.targets),
        }
    }

    /// Excludes pages that were changed themselves from the controls.
    pub(in crate::runs) fn leave_out(&mut self, changed: Vec<String>) {
        self.changed = changed;
    }

    /// Returns the named controls, otherwise the largest subjects that are not targets and were not changed.
    fn controls(&self, unit: ExperimentUnit, arm: &Arm) -> Vec<&(String, BTreeMap<NaiveDate, f64>)> {
        if !arm.controls.is_empty() && unit != ExperimentUnit::Site {
            return self.named(&arm.controls);
        }
        let targets: BTreeSet<&str> = self.targets(unit, arm).iter().map(|(name, _)| name.as_str()).collect();
        let is_changed =
            |subject: &str| self.changed.iter().any(|page| is_same(page, subject) || is_same(subject, page));
        let is_control = |name: &str| !targets.contains(name) && !is_changed(name);
        self.subjects.iter().filter(|(name, _)| is_control(name)).take(MOST_CONTROLS).collect()
    }

    /// Number of targets and controls with figures.
    pub(in crate::runs) fn counts(&self, unit: ExperimentUnit, arm: &Arm) -> (usize, usize) {
        (self.targets(unit, arm).len(), self.controls(unit, arm).len())
    }

    /// Builds the input of one site, up to the last day of the measurement.
    pub(in crate::runs) fn case(
        &self, scope: Scope, arm: &Arm, site: String, updates: Vec<Update>,
    ) -> Result<trial::Arm, JobError> {
        let start = scope.start;
        let Some((first, last)) = self.span else { return Ok(trial::Arm { site, updates, ..trial::Arm::default() }) };
        let last = last.min(scope.last);
        let targets = self.targets(scope.unit, arm);
        let controls = self.controls(scope.unit, arm);
        let all = |subjects: &[&(String, BTreeMap<NaiveDate, f64>)]| -> Vec<Vec<Option<f64>>> {
            subjects.iter().map(|(_, days)| self.series(days, last)).collect()
        };
        let page = |subject: &(String, BTreeMap<NaiveDate, f64>), treated| Page {
            page: subject.0.clone(),
            treated: Some(treated),
            y: self.series(&subject.1, last),
            pair: pair(arm, &subject.0),
        };
        let pages = targets.iter().map(|one| page(one, true)).chain(controls.iter().map(|one| page(one, false)));
        let y = sum(&all(&targets));
        // Controls without any figure are useless.
        let has_figures = |series: &Vec<Option<f64>>| series.iter().flatten().any(|figure| *figure > 0.0);
        let mut x = all(&controls);
        if scope.metric == ExperimentMetric::ClicksAtPosition {
            x.insert(0, self.usual(&targets, start, last));
        }
        x.retain(has_figures);
        x.truncate(engines::causal::impact::MAX_CONTROLS);
        Ok(trial::Arm {
            site,
            change: days_between(first, start).min(y.len()),
            y,
            x,
            first_day: Some(day(first)?),
            updates,
            pages: if scope.is_split { pages.collect() } else { Vec::new() },
        })
    }
}

impl Figures {
    /// Expected clicks of the targets at the CTR of each position before the start.
    fn usual(
        &self, targets: &[&(String, BTreeMap<NaiveDate, f64>)], start: NaiveDate, last: NaiveDate,
    ) -> Vec<Option<f64>> {
        let Some((first, _)) = self.span else { return Vec::new() };
        let listing = |(name, clicks): &(String, BTreeMap<NaiveDate, f64>)| {
            let shown = self.shown.get(name);
            let on = |day: NaiveDate| shown.and_then(|days| days.get(&day));
            let impressions = |day| self.known.contains(&day).then(|| on(day).map_or(0.0, |shown| shown.impressions));
            let days = || first.iter_days().take_while(|day| *day <= last);
            Listing {
                clicks: self.series(clicks, last),
                impressions: days().map(impressions).collect(),
                position: days().map(|day| on(day)?.position).collect(),
                is_changed: targets.iter().any(|(target, _)| target == name),
            }
        };
        let listings: Vec<Listing> = self.subjects.iter().map(listing).collect();
        usual_clicks(&listings, days_between(first, start))
    }
}

fn days_between(first: NaiveDate, day: NaiveDate) -> usize {
    usize::try_from((day - first).num_days()).unwrap_or(0)
}

/// Pair in which a page was drawn.
fn pair(arm: &Arm, page: &str) -> Option<usize> {
    let is_page = |name: &String| is_same(name, page) || is_same(page, name);
    let place = arm.targets.iter().chain(&arm.controls).position(is_page)?;
    arm.pairs.get(place).copied()
}

/// Last day of the measurement.
pub(super) fn last_planned(tried: &Experiment, start: NaiveDate) -> NaiveDate {
    let days = u64::try_from(tried.days - 1).unwrap_or(0);
    start.checked_add_days(Days::new(days)).unwrap_or(start)
}

/// Sums by day; missing if all are missing.
fn sum(series: &[Vec<Option<f64>>]) -> Vec<Option<f64>> {
    let steps = series.first().map_or(0, Vec::len);
    (0..steps).map(|step| series.iter().map(|one| one[step]).sum::<Option<f64>>()).collect()
}

/// Returns true for the same query or address; a path matches the page on any host.
pub(in crate::runs) fn is_same(name: &str, subject: &str) -> bool {
    if name == subject {
        return true;
    }
    let path = |address: &str| {
        let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
        rest.find('/').map(|at| rest[at..].to_owned())
    };
    name.starts_with('/') && subject.contains("://") && path(subject).as_deref() == Some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(page: &str, day: &str, clicks: i64) -> Row {
        Row::new(page.to_owned(), day.parse().expect("a day"), clicks)
    }

    #[test]
    fn a_page_without_a_row_on_a_known_day_had_nothing_and_an_unknown_day_is_missing() {
        let rows = [
            row("https://a.example/x", "2026-03-01", 3),
            row("https://a.example/y", "2026-03-02", 5),
            row("https://a.example/x", "2026-03-04", 1),
        ];
        let figures = Figures::of(rows, false);
        let named = figures.named(&["/x".to_owned()]);
        assert_eq!(named.len(), 1);
        let (_, last) = figures.span.expect("days");
        assert_eq!(figures.series(&named[0].1, last), [Some(3.0), Some(0.0), None, Some(1.0)]);
    }

    #[test]
    fn day_without_visits_counts_as_zero() {
        let rows = [row("/x", "2026-03-01", 3), row("/y", "2026-03-03", 5)];
        let figures = Figures::of(rows, false).without_gaps();
        let named = figures.named(&["https://a.example/x".to_owned()]);
        let (_, last) = figures.span.expect("days");
        assert_eq!(figures.series(&named[0].1, last), [Some(3.0), Some(0.0), Some(0.0)]);
    }

    #[test]
    fn a_path_names_a_page_and_a_search_only_itself() {
        assert!(is_same("/x", "https://a.example/x"));
        assert!(!is_same("/x", "https://a.example/x/y"));
        assert!(is_same("plumber austin", "plumber austin"));
        assert!(!is_same("plumber", "plumber austin"));
    }
}
