//! Simulated rank checks, SERPs and payouts.

use std::fmt::Write as _;

use serde_json::json;

use super::super::output::Simulation;

/// Days between two rank checks.
const WEEK: usize = 7;
/// Depth of rank checks.
const DEPTH: u32 = 30;
/// Number of latest SERPs kept per query.
const LOOKS: usize = 2;

pub(super) fn ranks(world: &Simulation) -> String {
    let mut text = "date,keyword,location,device,position,url,depth,source\n".to_owned();
    for day in (0..world.days as usize).step_by(WEEK) {
        for (keyword, series) in world.keywords.iter().zip(&world.keyword_series) {
            let market = &world.markets[keyword.market as usize];
            let place = &world.places[market.place as usize].name;
            let _ = writeln!(
                text,
                "{},{},{place},mobile,{},{},{DEPTH},simulated",
                world.day(day),
                keyword.query,
                series.position[day],
                market.page
            );
        }
    }
    text
}

/// Writes the last two SERPs of every query, one line per result.
pub(super) fn results(world: &Simulation) -> String {
    let mut days: Vec<_> = world.serps.iter().map(|serp| serp.date).collect();
    days.dedup();
    let first = days.len().checked_sub(LOOKS).map(|at| days[at]);
    let mut text = String::new();
    for serp in world.serps.iter().filter(|serp| Some(serp.date) >= first) {
        let keyword = &world.keywords[serp.keyword as usize];
        let place = &world.places[world.markets[keyword.market as usize].place as usize].name;
        let result = |(at, url): (usize, &String)| json!({ "position": at + 1, "url": url, "title": keyword.query });
        let results: Vec<_> = serp.urls.iter().enumerate().map(result).collect();
        let line = json!({
            "query": keyword.query, "location": place, "device": "mobile", "observedAt": serp.date,
            "features": [], "results": results,
        });
        let _ = writeln!(text, "{line}");
    }
    text
}

pub(super) fn payouts(world: &Simulation) -> String {
    let mut text = "vertical,service,state,city,unit,amount,currency,source,valid_from,valid_to,notes\n".to_owned();
    for market in &world.markets {
        let place = &world.places[market.place as usize];
        let _ = writeln!(
            text,
            "{},,{},{},lead,{:.2},USD,simulated,{},,",
            market.trade,
            place.state,
            place.name,
            market.payout_cents / 100.0,
            world.start
        );
    }
    text
}
