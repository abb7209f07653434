//! Accuracy of the engines on simulated markets with known effects, as a Markdown table.
//!
//! `cargo run --release -p engines --example simulated [DIVISOR]`: a divisor reduces the number of markets, for a quick
//! run.

mod noise;

use std::error::Error;

use engines::causal::impact::{ImpactInput, Parameters as ImpactParameters, impact};
use engines::causal::{Listing, usual_clicks};
use engines::common::Unattended;
use engines::learning::{CurvesInput, RateRow, curves};
use engines::predictive::{Parameters as TrafficParameters, TrafficDay, TrafficInput, traffic};
use engines::simulator::{ChangeKind, Keyword, KeywordSeries, Parameters, PlannedChange, Simulation, simulate};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// Total daily clicks of the changed pages.
const CLICKS: f64 = 100.0;
/// Days until new pages have grown, before a change, and after it.
const GROWN: u32 = 120;
const BEFORE: u32 = 100;
const AFTER: u32 = 28;
const PAGES: u32 = 24;
/// Days forecast.
const AHEAD: u32 = 28;
/// Days in twelve months of outcomes.
const YEAR: u32 = 360;

fn main() -> Outcome<()> {
    let divisor = std::env::args().nth(1).map_or(Ok(1), |word| word.parse::<u64>())?.max(1);
    println!("| what is planted | worlds | measured | bar |");
    println!("|---|---|---|---|");
    null_changes(500 / divisor)?;
    planted_changes(200 / divisor)?;
    intervals(400 / divisor)?;
    twins(60 / divisor)?;
    noise::advice(600 / divisor)?;
    noise::confidence(1_200 / divisor)?;
    noise::changes(600 / divisor)?;
    noise::treatments(200 / divisor)?;
    Ok(())
}

fn world(params: Parameters) -> Outcome<Simulation> {
    Ok(simulate(&params.check()?, &Unattended)?)
}

fn sum(world: &Simulation, pages: impl Fn(usize) -> bool) -> Vec<f64> {
    let chosen: Vec<_> = world.series.iter().enumerate().filter(|(at, _)| pages(*at)).map(|(_, one)| one).collect();
    (0..world.days as usize).map(|day| chosen.iter().map(|one| f64::from(one.clicks[day])).sum()).collect()
}

/// Changes the titles of every other page by `size`; demand is such that these pages have 100 clicks a day before.
fn changed(seed: u64, size: f64) -> Outcome<Simulation> {
    let kind = if size == 0.0 { ChangeKind::None } else { ChangeKind::Title };
    let change = |page| PlannedChange { page, day: GROWN + BEFORE, kind, size };
    let params = |demand| Parameters {
        days: GROWN + BEFORE + AFTER,
        changes: Some((0..PAGES).step_by(2).map(change).collect()),
        updates: Some(Vec::new()),
        demand,
        seed,
        ..Parameters::default()
    };
    let trial = world(params(1.0))?;
    let before = GROWN as usize..(GROWN + BEFORE) as usize;
    let expected: f64 =
        trial.truth.expected_clicks.iter().step_by(2).flat_map(|days| &days[before.clone()]).sum::<f64>();
    world(params(CLICKS * f64::from(BEFORE) / expected.max(1e-9)))
}

/// Controls of the changed pages.
#[derive(Clone, Copy)]
enum Control {
    /// The clicks of the other pages.
    Others,
    /// These, and the expected clicks of the day's impressions at the day's positions. This control removes the effect
    /// of position changes, which titles do not have.
    Positions,
}

const CONTROLS: [(Control, &str); 2] = [
    (Control::Others, "the other pages as control"),
    (Control::Positions, "and the clicks usual at the day's positions"),
];

/// Returns the expected clicks of the changed pages at the CTR of each position before the change.
fn usual(world: &Simulation) -> Vec<Option<f64>> {
    let known = |days: &[u32]| days[GROWN as usize..].iter().map(|figure| Some(f64::from(*figure))).collect();
    let listing = |(keyword, days): (&Keyword, &KeywordSeries)| Listing {
        clicks: known(&days.clicks),
        impressions: known(&days.impressions),
        position: days.position[GROWN as usize..].iter().map(|position| Some(f64::from(*position))).collect(),
        is_changed: keyword.market % 2 == 0,
    };
    let listings: Vec<Listing> = world.keywords.iter().zip(&world.keyword_series).map(listing).collect();
    usual_clicks(&listings, BEFORE as usize)
}

/// Returns the causal engine's result for the changed pages: effect, interval and p-value.
fn measured(world: &Simulation, control: Control) -> Outcome<(f64, f64, f64, f64)> {
    let since = GROWN as usize;
    let known = |values: Vec<f64>| values[since..].iter().copied().map(Some).collect::<Vec<_>>();
    let (before, after) = (BEFORE as usize, AFTER as usize);
    let others = known(sum(world, |page| page % 2 == 1));
    let x = match control {
        Control::Others => vec![others],
        Control::Positions => vec![others, usual(world)],
    };
    let input = ImpactInput {
        y: known(sum(world, |page| page % 2 == 0)),
        x,
        pre: Some([0, before - 1]),
        post: Some([before, before + after - 1]),
        ..ImpactInput::default()
    };
    let found = impact(&input, &ImpactParameters::default().check()?, &Unattended)?;
    Ok((found.effect, found.lo, found.hi, found.p))
}

fn null_changes(worlds: u64) -> Outcome<()> {
    for (control, name) in CONTROLS {
        let mut alarms = 0;
        for seed in 0..worlds {
            alarms += u64::from(measured(&changed(seed, 0.0)?, control)?.3 < 0.05);
        }
        line(&format!("a change that does nothing, {name}: false positives at 5 %"), worlds, alarms, "at most 7 %");
    }
    Ok(())
}

fn planted_changes(worlds: u64) -> Outcome<()> {
    for (control, name) in CONTROLS {
        let (mut found, mut held) = (0, 0);
        for seed in 0..worlds {
            let world = changed(10_000 + seed, 0.1)?;
            let (effect, lo, hi, p) = measured(&world, control)?;
            let truth: f64 = world.truth.effects.iter().map(|effect| effect.clicks_per_day).sum();
            found += u64::from(p < 0.05 && effect > 0.0);
            held += u64::from(lo <= truth && truth <= hi);
        }
        let planted = format!("10 % more clicks on 100 a day, 100 days before and 28 after, {name}");
        line(&format!("{planted}: found"), worlds, found, "at least 80 %");
        line("the same: 95 % intervals that hold the truth", worlds, held, "92 to 98 %");
    }
    Ok(())
}

/// Compares the forecast of a site's clicks with four unseen weeks.
fn intervals(worlds: u64) -> Outcome<()> {
    let (mut sums, mut days, mut inside) = (0, 0, 0);
    for seed in 0..worlds {
        let known = (GROWN + 240) as usize;
        let params = Parameters {
            days: GROWN + 240 + AHEAD,
            changes: Some(Vec::new()),
            updates: Some(Vec::new()),
            demand: 20.0,
            seed: 20_000 + seed,
            ..Parameters::default()
        };
        let world = world(params)?;
        let clicks = sum(&world, |_| true);
        let day = |at: usize| TrafficDay {
            date: world.start.plus(i32::try_from(at).unwrap_or(i32::MAX)),
            clicks: Some(clicks[at]),
            impressions: None,
        };
        let input = TrafficInput { days: (GROWN as usize..known).map(day).collect(), ..TrafficInput::default() };
        let params = TrafficParameters { horizon_days: AHEAD, ..TrafficParameters::default() };
        let output = traffic(&input, &params.check()?, &Unattended)?.clicks.ok_or("no forecast")?;
        let came: f64 = clicks[known..].iter().sum();
        sums += u64::from(output.total.low <= came && came <= output.total.high);
        for (fan, came) in output.fan.iter().zip(&clicks[known..]) {
            days += 1;
            inside += u64::from(fan.p10 <= *came && *came <= fan.p90);
        }
    }
    line("80 % intervals of the next 28 days' clicks: sums that fall inside", worlds, sums, "76 to 84 %");
    line("the same: days that fall inside", days, inside, "76 to 84 %");
    Ok(())
}

/// Forecasts a year of leads by month from the month's visits: with the initial assumption (5 % of visits), and with what
/// the learning engine has learned for each page.
fn twins(worlds: u64) -> Outcome<()> {
    let (mut wins, mut gains) = (0, Vec::new());
    for seed in 0..worlds {
        let params = Parameters { days: YEAR, demand: 20.0, seed: 30_000 + seed, ..Parameters::default() };
        let (frozen, learning) = half_year(&world(params)?)?;
        wins += u64::from(learning < frozen);
        gains.push(1.0 - learning / frozen);
    }
    line(
        "leads by page and month, second half-year: worlds in which learning beats its frozen twin",
        worlds,
        wins,
        "more than half",
    );
    let count = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / count;
    let deviation = (gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0)).sqrt();
    println!(
        "| the same: mean absolute error less than the twin's | {worlds} | {:.1} % (t = {:.1}) | more than 0 |",
        100.0 * mean,
        mean / (deviation / count.sqrt())
    );
    Ok(())
}

/// Absolute errors of leads over the months of the second half-year: without and with learning.
fn half_year(world: &Simulation) -> Outcome<(f64, f64)> {
    let (mut frozen, mut learning) = (0.0, 0.0);
    for month in 6..12 {
        let of = |market: usize, wanted: &dyn Fn(usize) -> bool| {
            let months = world.outcomes.iter().filter(|one| one.market as usize == market).enumerate();
            let chosen = months.filter(|(at, _)| wanted(*at)).map(|(_, one)| one);
            chosen.fold((0.0, 0.0), |(v, l), one| (v + f64::from(one.visits), l + f64::from(one.leads)))
        };
        let row = |market: usize| {
            let (trials, successes) = of(market, &|at| at < month);
            RateRow { kind: "conversion".to_owned(), key: market.to_string(), successes, trials }
        };
        let rates = (0..world.markets.len()).map(row).collect();
        let learned = curves(&CurvesInput { rates, ..CurvesInput::default() }, &Unattended)?;
        for rate in &learned.rates {
            let (visits, leads) = of(rate.key.parse()?, &|at| at == month);
            frozen += (visits * 0.05 - leads).abs();
            learning += (visits * rate.rate - leads).abs();
        }
    }
    Ok((frozen, learning))
}

/// Prints a line of the table, with the 95 % interval of the share (Wilson 1927).
fn line(what: &str, of: u64, count: u64, bar: &str) {
    let (n, z2) = (of.max(1) as f64, 1.959_963_985_f64.powi(2));
    let share = count as f64 / n;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = (z2 * (share * (1.0 - share) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
    println!(
        "| {what} | {of} | {:.1} % ({:.1} to {:.1}) | {bar} |",
        100.0 * share,
        100.0 * (centre - half),
        100.0 * (centre + half)
    );
}
