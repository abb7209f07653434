//! Conversion of the simulated market to the inputs of other engines.

use super::output::Simulation;
use crate::keyword::{Input, PreviousPeriod, PreviousRow, QueryRow, Site, Volume, VolumeField};
use crate::local::{Outcome, OwnPayout, OwnPlace, OwnVertical};

/// Length of a period of the keyword engine in days.
const PERIOD: usize = 28;

impl Simulation {
    /// Returns the last 28 days as the keyword engine's input, with the previous 28 days.
    ///
    /// Sources are named `simulated`.
    pub fn keyword_input(&self) -> Input {
        let days = self.days as usize;
        let (now, before) = (days - PERIOD..days, days - 2 * PERIOD..days - PERIOD);
        let last = self.start.plus(self.days as i32 - 1);
        Input {
            as_of: Some(last),
            observed_from: Some(last.plus(1 - PERIOD as i32)),
            observed_to: Some(last),
            period_days: Some(PERIOD as f64),
            site: Site::default(),
            queries: (0..self.keywords.len()).map(|at| self.query_row(at, now.clone())).collect(),
            previous: Some(PreviousPeriod {
                period_days: Some(PERIOD as f64),
                queries: (0..self.keywords.len()).map(|at| self.previous_row(at, before.clone())).collect(),
            }),
            places: self.places.iter().map(|place| place.name.clone()).collect(),
            ..Input::default()
        }
    }

    /// Clicks, impressions and mean position of a keyword over some days.
    fn sums(&self, keyword: usize, days: std::ops::Range<usize>) -> (f64, f64, Option<f64>) {
        let series = &self.keyword_series[keyword];
        let (mut clicks, mut shown, mut weighed) = (0.0, 0.0, 0.0);
        for day in days {
            clicks += f64::from(series.clicks[day]);
            shown += f64::from(series.impressions[day]);
            weighed += f64::from(series.impressions[day] * series.position[day]);
        }
        (clicks, shown, (shown > 0.0).then(|| weighed / shown))
    }

    fn query_row(&self, keyword: usize, days: std::ops::Range<usize>) -> QueryRow {
        let known = &self.keywords[keyword];
        let (clicks, impressions, position) = self.sums(keyword, days);
        let volume = Volume {
            value: Some(known.searches_month.round()),
            source: Some("simulated".to_owned()),
            ..Volume::default()
        };
        let serp = self.serps.iter().rev().find(|serp| serp.keyword as usize == keyword);
        QueryRow {
            query: known.query.clone(),
            clicks,
            impressions,
            position,
            page: Some(self.markets[known.market as usize].page.clone()),
            volume: Some(VolumeField::Detailed(volume)),
            serp_urls: serp.map(|serp| serp.urls.clone()).unwrap_or_default(),
            source: Some("simulated".to_owned()),
            ..QueryRow::default()
        }
    }

    fn previous_row(&self, keyword: usize, days: std::ops::Range<usize>) -> PreviousRow {
        let (clicks, impressions, position) = self.sums(keyword, days);
        PreviousRow { query: self.keywords[keyword].query.clone(), clicks, impressions, position }
    }

    /// Returns places, trades, payouts and outcomes as the local engine's overrides.
    pub fn local_overrides(&self) -> crate::local::Overrides {
        crate::local::Overrides {
            places: self.places.iter().map(own_place).collect(),
            verticals: self.trades().into_iter().map(|(slug, rate)| trade(slug, rate)).collect(),
            payouts: self.markets.iter().map(|market| self.payout(market)).collect(),
            outcomes: (0..self.markets.len()).map(|at| self.outcome(at)).collect(),
            ..crate::local::Overrides::default()
        }
    }

    /// Returns slugs of the trades in order, with their monthly search volume per 100,000 people.
    fn trades(&self) -> Vec<(&str, f64)> {
        let mut trades: Vec<(&str, f64, f64)> = Vec::new();
        for (at, market) in self.markets.iter().enumerate() {
            let searches: f64 = self
                .keywords
                .iter()
                .filter(|keyword| keyword.market as usize == at)
                .map(|keyword| keyword.searches_month)
                .sum();
            let people = self.places[market.place as usize].population;
            match trades.iter_mut().find(|trade| trade.0 == market.trade) {
                Some(trade) => (trade.1, trade.2) = (trade.1 + searches, trade.2 + people),
                None => trades.push((&market.trade, searches, people)),
            }
        }
        trades.into_iter().map(|(slug, searches, people)| (slug, 100_000.0 * searches / people)).collect()
    }

    fn payout(&self, market: &super::output::Market) -> OwnPayout {
        OwnPayout {
            vertical: market.trade.clone(),
            city: Some(self.places[market.place as usize].id.clone()),
            amount_cents: market.payout_cents,
            source: Some("simulated".to_owned()),
            ..OwnPayout::default()
        }
    }

    fn outcome(&self, at: usize) -> Outcome {
        let market = &self.markets[at];
        let months = self.outcomes.iter().filter(|month| month.market as usize == at);
        let mut outcome = Outcome {
            vertical: market.trade.clone(),
            place: self.places[market.place as usize].id.clone(),
            ranked: Some(self.series[at].position.iter().flatten().any(|position| *position <= 10.0)),
            ..Outcome::default()
        };
        let (mut visits, mut leads, mut accepted, mut cents) = (0.0, 0.0, 0.0, 0.0);
        for month in months {
            outcome.months += 1.0;
            visits += f64::from(month.visits);
            leads += f64::from(month.leads);
            accepted += f64::from(month.accepted_leads);
            cents += month.revenue_cents as f64;
        }
        Outcome {
            visits: Some(visits),
            leads: Some(leads),
            accepted_leads: Some(accepted),
            revenue_cents: Some(cents),
            ..outcome
        }
    }
}

fn own_place(place: &super::output::Place) -> OwnPlace {
    OwnPlace {
        id: place.id.clone(),
        name: place.name.clone(),
        state: place.state.clone(),
        latitude: Some(place.latitude),
        longitude: Some(place.longitude),
        population: place.population,
        households: None,
        country: None,
    }
}

/// Returns the display name of a trade: `Plumbing` for `sim-plumbing`.
fn title(slug: &str) -> String {
    match slug.trim_start_matches("sim-") {
        "hvac" => "HVAC".to_owned(),
        name => crate::common::sentence_start(name),
    }
}

fn trade(slug: &str, rate: f64) -> OwnVertical {
    OwnVertical {
        slug: slug.to_owned(),
        name: Some(title(slug)),
        searches_per_100k_month: Some(rate),
        source: Some("simulated".to_owned()),
        ..OwnVertical::default()
    }
}
