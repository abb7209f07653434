//! Notes, assumptions and missing data.

use super::analyse::{ASSUMED_PERIOD_DAYS, Read};
use super::cluster::Facts;
use super::input::Input;
use super::output::{Need, VolumeSource};
use super::wins::Periods;
use crate::common::count;

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
                "The dates of the figures are not known: they are taken to span {ASSUMED_PERIOD_DAYS} days, as Search Console exports by default, and monthly figures may be off by half or double."
            ));
        }
        if has_source(facts, VolumeSource::Impressions) {
            self.assumptions.push(
                "Where no volume is known, impressions stand in for it: a lower bound, as a search counts only where the site was shown.".to_owned(),
            );
        }
        let is_used = |name: &str| match name {
            "conversionRate" => facts.draws.basis(None).is_some(),
            "periodLength" => is_period_missed(input, facts),
            _ => true,
        };
        let assumed = facts.draws.factors.iter().filter(|factor| factor.is_assumption);
        for factor in assumed.filter(|factor| is_used(&factor.name)) {
            self.assumptions.push(format!("{}: {} ({}).", factor.label, factor.distribution, factor.source));
        }
        self.assumptions.push(
            "A page that is worked on gets any part of the way to its target, each part as likely as the next."
                .to_owned(),
        );
        self.assumptions.push("An average position is taken for the position of every impression.".to_owned());
    }

    fn note(&mut self, read: &Read, facts: Facts<'_>) {
        let odd = read.entries.iter().filter(|entry| entry.is_ctr_unusable).count();
        if odd > 0 {
            self.notes.push(format!(
                "{odd} searches report more clicks than impressions; they were kept out of the click-through figures."
            ));
        }
        if read.is_host_generic {
            self.notes.push(
                "The name of the host is made of everyday words of these searches, so it is not taken for a brand. Name the brand in the parameters.".to_owned(),
            );
        }
        let several = read.entries.iter().filter(|entry| entry.impressions > entry.impressions_floor).count();
        if several > 0 {
            self.notes.push(format!(
                "{several} searches come as rows of several pages: their impressions are added up and may count one search twice; their demand is taken from the page shown most."
            ));
        }
        let repeated = facts.counted.iter().filter(|counted| !**counted).count();
        if repeated > 0 {
            self.notes.push(format!(
                "{repeated} close variants report the same volume as another spelling and count once in sums."
            ));
        }
    }

    fn need(&mut self, input: &Input, read: &Read, periods: &Periods, facts: Facts<'_>) {
        let has_cpc = read.entries.iter().any(|entry| entry.cpc_cents.is_some());
        let basis = facts.draws.basis(has_cpc.then_some(1.0));
        if basis != Some(super::output::ValueBasis::LeadValue) {
            let shown = match basis {
                None => "No money is shown without it",
                Some(_) => "Without it money is what the clicks would cost in advertising",
            };
            self.push("value_per_lead", &format!("Tell what one lead is worth to you. {shown}."));
        }
        if is_period_missed(input, facts) {
            self.push(
                "period_days",
                "Import Dates.csv or Filters.csv beside Queries.csv: they tell which days the figures span.",
            );
        }
        if !periods.is_known {
            self.push("previous_period", "Import an export that compares two periods, or a bulk export by day: unlocks what decays and what rises.");
        }
        if read.entries.iter().all(|entry| entry.pages.is_empty()) {
            self.push("page_per_query", "Import query and page together (bulk export, or the Search Console connection): unlocks pages that take turns.");
        }
        if read.entries.iter().all(|entry| entry.serp_features.is_none()) {
            self.push("serp_features", "Import rank data with features of the result page: makes click-through gaps and answer features surer.");
        }
        let counted = facts.demands.iter().flatten().filter(|d| d.source == VolumeSource::Impressions).count();
        if counted == facts.demands.iter().flatten().count() {
            self.push(
                "search_volume",
                &format!(
                    "Import a Keyword Planner file: gives the volume of {} searches known by impressions alone.",
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
