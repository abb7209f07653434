//! Notes, assumptions and missing data.

use super::classify::{ASSUMED_PERIOD_DAYS, Read};
use super::cluster::Facts;
use super::input::Input;
use super::output::{Need, VolumeSource};
use super::wins::Periods;
use crate::common::count;
use crate::market::factor_words;

/// Notes, assumptions and needs of one run.
#[derive(Debug, Default)]
pub(crate) struct Made {
    pub(crate) notes: Vec<String>,
    pub(crate) assumptions: Vec<String>,
    pub(crate) needs: Vec<Need>,
}

impl Made {
    pub(crate) fn of(input: &Input, read: &Read, periods: &Periods, facts: Facts<'_>) -> Self {
        let mut made = Self::default();
        made.assume(input, facts);
        made.note(read, facts);
        made.need(input, read, periods, facts);
        made
    }

    fn assume(&mut self, input: &Input, facts: Facts<'_>) {
        if is_period_missed(input, facts) {
            self.assumptions.push(format!(
                "The period of the data is unknown: {ASSUMED_PERIOD_DAYS} days are assumed, the default of a Search Console export; monthly values may be too high or too low by a factor of 2."
            ));
        }
        if has_source(facts, VolumeSource::Impressions) {
            self.assumptions.push(
                "Where the search volume is unknown, impressions are used instead: a lower bound, because only searches that showed the site count.".to_owned(),
            );
        }
        let is_used = |name: &str| match name {
            "conversionRate" => facts.draws.basis(None).is_some(),
            "periodLength" => is_period_missed(input, facts),
            _ => true,
        };
        let assumed = facts.draws.factors.iter().filter(|factor| factor.is_assumption);
        for factor in assumed.filter(|factor| is_used(&factor.name)) {
            let range = factor_words::range(&factor.name, &factor.interval, &facts.draws.currency);
            self.assumptions.push(format!("{}.", factor_words::sentence(&factor.label, &range, &factor.source)));
        }
        self.assumptions.push(
            "An improved page reaches any part of the way to its target position, all equally likely.".to_owned(),
        );
        self.assumptions.push("Every impression has the average position of its row.".to_owned());
        self.assumptions.push(
            "Monthly values count only what a better position adds. Within reach are the top 3 to 5 from the first page of results, and positions 8 to 10 from the second.".to_owned(),
        );
    }

    fn note(&mut self, read: &Read, facts: Facts<'_>) {
        let odd = read.entries.iter().filter(|entry| entry.is_ctr_unusable).count();
        if odd > 0 {
            self.notes.push(format!(
                "{odd} queries have more clicks than impressions; they were excluded from the CTR estimates."
            ));
        }
        if read.is_host_generic {
            self.notes.push(
                "Your domain name looks like ordinary words, so brand queries were not separated. Add your brand terms in Parameters.".to_owned(),
            );
        }
        let several = read.entries.iter().filter(|entry| entry.impressions > entry.impressions_floor).count();
        if several > 0 {
            self.notes.push(format!(
                "{several} queries have rows of several pages: their impressions are summed and may count one search twice; their demand is that of the page with the most impressions."
            ));
        }
        let repeated = facts.counted.iter().filter(|counted| !**counted).count();
        if repeated > 0 {
            self.notes.push(format!(
                "{repeated} close variants have the same search volume as another spelling and count once in totals."
            ));
        }
    }

    fn need(&mut self, input: &Input, read: &Read, periods: &Periods, facts: Facts<'_>) {
        let has_cpc = read.entries.iter().any(|entry| entry.cpc_cents.is_some());
        let basis = facts.draws.basis(has_cpc.then_some(1.0));
        if basis != Some(super::output::ValueBasis::LeadValue) {
            let shown = match basis {
                None => "No monthly values are shown without it",
                Some(_) => "Without it, monthly values are what the clicks would cost as ads",
            };
            self.push("value_per_lead", &format!("Set a value per lead. {shown}."));
        }
        if is_period_missed(input, facts) {
            self.push(
                "period_days",
                "Import Chart.csv, Dates.csv or Filters.csv together with Queries.csv to set the period of the data.",
            );
        }
        if !periods.is_known {
            self.push("previous_period", "Import an export that compares two periods, or a daily bulk export, to find decaying and rising queries.");
        }
        if read.entries.iter().all(|entry| entry.pages.is_empty()) {
            self.push("page_per_query", "Import query and page together (bulk export, or the Search Console connection) to find cannibalisation.");
        }
        if read.entries.iter().all(|entry| entry.serp_features.is_none()) {
            self.push(
                "serp_features",
                "Import rank data with SERP features to make CTR gaps and answer features more reliable.",
            );
        }
        let counted = facts.demands.iter().flatten().filter(|d| d.source == VolumeSource::Impressions).count();
        if counted == facts.demands.iter().flatten().count() {
            self.push(
                "search_volume",
                &format!(
                    "Import a Keyword Planner file to get the search volume of {} queries that have only impressions.",
                    count(counted as f64)
                ),
            );
        }
    }

    fn push(&mut self, kind: &str, label: &str) {
        self.needs.push(Need { kind: kind.to_owned(), label: label.to_owned() });
    }
}

/// Returns true if the period is unknown and a figure depends on it.
fn is_period_missed(input: &Input, facts: Facts<'_>) -> bool {
    input.period_days.is_none() && facts.entries.iter().any(|entry| entry.impressions > 0.0)
}

fn has_source(facts: Facts<'_>, source: VolumeSource) -> bool {
    facts.demands.iter().flatten().any(|demand| demand.source == source)
}
