//! Limits as rows of a knapsack.

use std::collections::BTreeMap;

use super::input::Bets;
use super::knapsack::Knapsack;
use super::params::Checked;
use crate::common::EngineError;

/// Rows that every choice must keep, and the indices of money and hours.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    rows: Vec<Vec<f64>>,
    most: Vec<f64>,
    pub(super) money: Option<usize>,
    pub(super) hours: Option<usize>,
}

impl Limits {
    /// Builds the rows for money, hours, prerequisites, concentration and excluded bets.
    pub(super) fn of(bets: &Bets<'_>, is_open: &[bool], params: &Checked) -> Self {
        let mut limits = Self { rows: Vec::new(), most: Vec::new(), money: None, hours: None };
        let cost: Vec<f64> = bets.all.iter().map(|bet| bet.cost_cents).collect();
        let hours: Vec<f64> = bets.all.iter().map(|bet| bet.hours).collect();
        limits.money = params.budget_cents.map(|most| limits.add(cost.clone(), most));
        limits.hours = params.hours.map(|most| limits.add(hours.clone(), most));
        let (scarce, most) = match (params.budget_cents, params.hours) {
            (Some(money), _) => (cost, money),
            (None, most) => (hours, most.unwrap_or(0.0)),
        };
        limits.concentrate(bets, &scarce, most, params);
        for (at, needs) in bets.needs.iter().enumerate() {
            needs.iter().for_each(|need| {
                limits.add(row(bets.all.len(), &[(at, 1.0), (*need, -1.0)]), 0.0);
            });
        }
        let closed: Vec<(usize, f64)> = (0..is_open.len()).filter(|at| !is_open[*at]).map(|at| (at, 1.0)).collect();
        if !closed.is_empty() {
            limits.add(row(bets.all.len(), &closed), 0.0);
        }
        limits
    }

    fn concentrate(&mut self, bets: &Bets<'_>, scarce: &[f64], most: f64, params: &Checked) {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, bet) in bets.all.iter().enumerate() {
            if let Some(vertical) = bet.vertical.as_deref() {
                groups.entry(vertical).or_default().push(at);
            }
        }
        for members in groups.values() {
            let entries =
                |of: &dyn Fn(usize) -> f64| -> Vec<(usize, f64)> { members.iter().map(|at| (*at, of(*at))).collect() };
            if let Some(share) = params.max_share_per_vertical {
                self.add(row(bets.all.len(), &entries(&|at| scarce[at])), share * most);
            }
            if let Some(count) = params.max_per_vertical {
                self.add(row(bets.all.len(), &entries(&|_| 1.0)), f64::from(count));
            }
        }
    }

    fn add(&mut self, row: Vec<f64>, most: f64) -> usize {
        self.rows.push(row);
        self.most.push(most);
        self.rows.len() - 1
    }

    /// Copies the limits with one of them raised.
    pub(super) fn raised(&self, limit: usize, by: f64) -> Self {
        let mut raised = self.clone();
        raised.most[limit] += by;
        raised
    }

    /// Copies the limits with one forced bet.
    pub(super) fn forcing(&self, bet: usize) -> Self {
        let mut forced = self.clone();
        let items = self.rows.first().map_or(0, Vec::len);
        forced.add(row(items, &[(bet, -1.0)]), -1.0);
        forced
    }

    /// Builds the knapsack of these limits for values in cents, rounded to whole cents.
    pub(super) fn knapsack(&self, values: &[f64]) -> Result<Knapsack, EngineError> {
        Knapsack::new(values.iter().map(|value| value.round()).collect(), self.rows.clone(), self.most.clone())
    }
}

fn row(items: usize, entries: &[(usize, f64)]) -> Vec<f64> {
    let mut row = vec![0.0; items];
    entries.iter().for_each(|(at, weight)| row[*at] += weight);
    row
}
