//! Revenue, cost and profit of several sites by month, from the same model as the explanation of a market.

use serde::{Deserialize, Serialize};

use super::draws::Shocks;
use super::factor::Factor;
use super::input::Overrides;
use super::market::{Means, market, months};
use super::model::ranked_by;
use super::output::{MoneyRange, Range};
use super::params::Checked;
use super::world::{Finder, World};
use crate::common::{Control, Day, EngineError, checkpoint};
use crate::stat::interval_of;

/// Months of a portfolio.
pub const PORTFOLIO_MONTHS: usize = 12;
/// Maximum number of markets of a portfolio.
const MOST_MARKETS: usize = 40_000;

/// Sites to forecast together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PortfolioInput {
    /// The day: validity of rates and months start here.
    pub as_of: Option<Day>,
    /// Replaces or adds to the reference data.
    pub overrides: Overrides,
    /// The sites.
    pub sites: Vec<PortfolioSite>,
    /// Cost of a site in its first twelve months, in cents; `None` for that of the parameters. The months share it as the
    /// parameters say.
    pub site_cost_cents: Option<f64>,
}

/// A site of a portfolio.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PortfolioSite {
    /// Slugs of verticals and ids of places.
    pub markets: Vec<(String, String)>,
    /// Whole months before its first month.
    pub starts_after: u32,
}

/// A month of a portfolio.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PortfolioMonth {
    /// 1 to 12, from the start.
    pub month: u32,
    /// Sites that have started.
    pub sites: u32,
    /// Revenue.
    pub revenue: MoneyRange,
    /// Cost.
    pub cost: MoneyRange,
    /// Revenue minus cost.
    pub profit: MoneyRange,
}

/// Forecast of a portfolio.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Portfolio {
    /// The first twelve months.
    pub months: Vec<PortfolioMonth>,
    /// Sums of the twelve months.
    pub total: PortfolioMonth,
    /// Revenue of a month minus its cost once all sites had their time to rank.
    pub profit_month: MoneyRange,
    /// Markets without a score, which earn nothing here.
    pub unknown: usize,
    /// Assumptions.
    pub assumptions: Vec<String>,
}

/// Sums by month: means as the explanation of each market states them, and draws.
struct Sums {
    revenue: Vec<f64>,
    cost: Vec<f64>,
    sites: Vec<u32>,
    /// Revenue by month and draw, in one row for each month.
    drawn: Vec<Vec<f64>>,
    steady_mean: f64,
    steady: Vec<f64>,
    unknown: usize,
}

/// Forecasts several sites together.
///
/// Means are sums of those of the markets. Intervals are those of joint draws: CTR, conversion rate, acceptance, payout, cost
/// and the common part of the ranking probability vary together; demand and the rest of the ranking probability vary by
/// market. A portfolio of one market has the interval of its explanation.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for an unknown vertical or place, [`EngineError::TooLarge`] for too many markets, or
/// [`EngineError::Cancelled`].
pub fn portfolio(input: &PortfolioInput, params: &Checked, control: &dyn Control) -> Result<Portfolio, EngineError> {
    let count: usize = input.sites.iter().map(|site| site.markets.len()).sum();
    if count > MOST_MARKETS {
        return Err(EngineError::TooLarge { what: "markets", got: count, limit: MOST_MARKETS });
    }
    let world = World::new(&input.overrides, input.as_of, None, params)?;
    let finder = Finder::new(&world.places);
    let shocks = Shocks::seeded(params);
    let draws = shocks.len();
    let mut sums = Sums {
        revenue: vec![0.0; PORTFOLIO_MONTHS],
        cost: vec![0.0; PORTFOLIO_MONTHS],
        sites: vec![0; PORTFOLIO_MONTHS],
        drawn: vec![vec![0.0; draws]; PORTFOLIO_MONTHS],
        steady_mean: 0.0,
        steady: vec![0.0; draws],
        unknown: 0,
    };
    let mut index = 0_u64;
    for site in &input.sites {
        checkpoint(control)?;
        for (vertical, place) in &site.markets {
            let unknown = |field: &str, name: &str| EngineError::input(field, format!("`{name}` is not known"));
            let vertical_at = world.vertical(vertical).ok_or_else(|| unknown("vertical", vertical))?;
            let place_at = finder.find(place, None).map_err(|_| unknown("place", place))?;
            sums.earn(&world, (vertical_at, place_at), site.starts_after, &shocks.of_market(index, params));
            index += 1;
        }
        sums.pay(&world, site.starts_after, input.site_cost_cents);
    }
    Ok(sums.forecast(&world, &shocks, input))
}

impl Sums {
    /// Adds what a market earns.
    fn earn(&mut self, world: &World<'_>, (vertical, place): (u32, u32), start: u32, shocks: &Shocks) {
        let (known, factors) = market(world, vertical, place);
        let (Some(means), Some(drawn)) = (Means::of(&factors), shocks.revenues(&factors)) else {
            self.unknown += 1;
            return;
        };
        self.steady_mean += known.revenue.map_or(0.0, |revenue| revenue.mean_cents as f64);
        for (sum, revenue) in self.steady.iter_mut().zip(&drawn) {
            *sum += revenue;
        }
        let season = &world.models[vertical as usize].season;
        for (at, month) in months(world, vertical, &means).iter().enumerate() {
            let to = at + start as usize;
            if to >= PORTFOLIO_MONTHS {
                break;
            }
            // The season of a month is that of the calendar, not of the site's age.
            let index = season[to];
            let mean = if start == 0 { month.revenue_cents as f64 } else { means.revenue(month.chance, index).round() };
            self.revenue[to] += mean;
            let share = ranked_by(f64::from(month.month) - 0.5, world.params.months_to_rank) * index;
            for (sum, revenue) in self.drawn[to].iter_mut().zip(&drawn) {
                *sum += revenue * share;
            }
        }
    }

    /// Adds what a site costs.
    fn pay(&mut self, world: &World<'_>, start: u32, site_cost_cents: Option<f64>) {
        let params = world.params;
        let (setup, monthly) = (params.setup_cents.round(), params.monthly_cost_cents.round());
        let model = setup + 12.0 * monthly;
        for to in start as usize..PORTFOLIO_MONTHS {
            let cost = if to == start as usize { setup + monthly } else { monthly };
            self.cost[to] += match site_cost_cents {
                // Without a cost in the model, the given one is due at the start.
                Some(given) if model <= 0.0 => {
                    if to == start as usize {
                        given
                    } else {
                        0.0
                    }
                }
                Some(given) => cost / model * given,
                None => cost,
            };
            self.sites[to] += 1;
        }
    }

    fn forecast(self, world: &World<'_>, shocks: &Shocks, input: &PortfolioInput) -> Portfolio {
        let params = world.params;
        let factors = shocks.costs(params.cost_spread);
        let month = |at: usize| PortfolioMonth {
            month: at as u32 + 1,
            sites: self.sites[at],
            ..figures(&self.drawn[at], (self.revenue[at], self.cost[at]), &factors)
        };
        let all: Vec<f64> = (0..factors.len()).map(|draw| self.drawn.iter().map(|month| month[draw]).sum()).collect();
        let means = (self.revenue.iter().sum(), self.cost.iter().sum());
        let sites = self.sites.last().copied().unwrap_or(0);
        let monthly = params.monthly_cost_cents.round() * input.sites.len() as f64;
        let mut steady: Vec<f64> = self.steady.iter().map(|revenue| revenue - monthly).collect();
        Portfolio {
            months: (0..PORTFOLIO_MONTHS).map(month).collect(),
            total: PortfolioMonth { month: 12, sites, ..figures(&all, means, &factors) },
            profit_month: range(&mut steady, self.steady_mean - monthly),
            unknown: self.unknown,
            assumptions: assumptions(params),
        }
    }
}

/// Returns revenue, cost and profit from draws of the revenue and the means of both.
fn figures(drawn: &[f64], (revenue, cost): (f64, f64), factors: &[f64]) -> PortfolioMonth {
    let mut profits: Vec<f64> = drawn.iter().zip(factors).map(|(revenue, factor)| revenue - cost * factor).collect();
    let mut revenues = drawn.to_vec();
    let mut costs: Vec<f64> = factors.iter().map(|factor| cost * factor).collect();
    PortfolioMonth {
        revenue: range(&mut revenues, revenue),
        cost: range(&mut costs, cost),
        profit: range(&mut profits, revenue.round() - cost.round()),
        ..PortfolioMonth::default()
    }
}

/// Returns the quantiles of draws, with the mean of the model.
fn range(draws: &mut [f64], mean: f64) -> MoneyRange {
    let quantiles = interval_of(draws).map_or_else(Range::default, |interval| Range {
        mean,
        p10: interval.low,
        p50: interval.mid,
        p90: interval.high,
    });
    MoneyRange::of(&Range { mean, ..quantiles }, 0.0)
}

fn assumptions(params: &Checked) -> Vec<String> {
    let mut all = super::scan::assumptions(params);
    all.push(
        "Several sites: CTR, conversion rate, acceptance, payouts, costs and the common part of the ranking probability vary together; demand and the rest of the ranking probability vary by market.".to_owned(),
    );
    all.push("Each site is approved and deployed on the day on which it is started.".to_owned());
    all
}

impl Shocks {
    /// Returns the factor of the cost in each draw; its mean is 1.
    fn costs(&self, spread: f64) -> Vec<f64> {
        let mean_one = Factor::log_normal(1.0, spread);
        self.cost_normals().iter().map(|normal| mean_one.at(*normal)).collect()
    }
}
