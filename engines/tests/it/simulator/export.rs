//! Exported files: the format of each tool, and consistent days.

use std::collections::{BTreeMap, BTreeSet};

use engines::common::Day;
use engines::simulator::{COPIED, Parameters, Simulation};
use serde_json::Value;

use super::world;

fn small() -> Simulation {
    world(Parameters { days: 70, places: 3, trades: 2, ..Parameters::default() })
}

fn file(world: &Simulation, name: &str) -> String {
    world.export().into_iter().find(|file| file.name == name).unwrap().text
}

/// The lines of a CSV file as cells, the header apart.
fn table(text: &str) -> (Vec<&str>, Vec<Vec<&str>>) {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    (lines.next().unwrap(), lines.collect())
}

#[test]
fn files_have_the_headers_of_the_tools_they_stand_for() {
    let world = small();
    let names: Vec<&str> = world.export().iter().map(|file| file.name).collect();
    let distinct: BTreeSet<&&str> = names.iter().collect();
    assert_eq!((names.len(), distinct.len()), (9, 9));
    for (name, header) in [
        ("Chart.csv", "Date,Clicks,Impressions,CTR,Position"),
        ("Queries.csv", "Top queries,Clicks,Impressions,CTR,Position"),
        ("Pages.csv", "Top pages,Clicks,Impressions,CTR,Position"),
        ("Filters.csv", "Filter,Value"),
        ("rank-history.csv", "date,keyword,location,device,position,url,depth,source"),
        ("payouts.csv", "vertical,service,state,city,unit,amount,currency,source,valid_from,valid_to,notes"),
    ] {
        assert_eq!(file(&world, name).lines().next(), Some(header), "{name}");
    }
}

#[test]
fn every_line_has_as_many_cells_as_its_header() {
    let world = small();
    for name in
        ["Chart.csv", "Queries.csv", "Pages.csv", "rank-history.csv", "payouts.csv", "searchdata_url_impression.csv"]
    {
        let text = file(&world, name);
        let (header, lines) = table(&text);
        assert!(!lines.is_empty(), "{name}");
        for line in &lines {
            assert_eq!(line.len(), header.len(), "{name}: {line:?}");
        }
        assert!(text.ends_with('\n') && !text.contains("NaN") && !text.contains("inf"), "{name}");
    }
}

#[test]
fn chart_has_a_line_a_day_with_shares_and_positions_that_fit() {
    let world = small();
    let text = file(&world, "Chart.csv");
    let (_, lines) = table(&text);
    assert!(lines.len() <= 70);
    let mut before = None;
    for line in lines {
        let day = Day::parse(line[0]).unwrap();
        assert!(day >= world.start && day <= world.last_day() && before.is_none_or(|before| before < day));
        before = Some(day);
        let (clicks, impressions): (f64, f64) = (line[1].parse().unwrap(), line[2].parse().unwrap());
        let share: f64 = line[3].strip_suffix('%').unwrap().parse().unwrap();
        let position: f64 = line[4].parse().unwrap();
        assert!(clicks <= impressions && impressions > 0.0 && position >= 1.0, "{line:?}");
        assert!((share - 100.0 * clicks / impressions).abs() <= 0.005 + 1e-9, "{line:?}");
    }
}

#[test]
fn bulk_table_adds_up_to_every_other_table() {
    let world = small();
    let text = file(&world, "searchdata_url_impression.csv");
    let (header, lines) = table(&text);
    let column = |name: &str| header.iter().position(|cell| *cell == name).unwrap();
    let (clicks, impressions, sum_position) = (column("clicks"), column("impressions"), column("sum_position"));
    let mut by: BTreeMap<(usize, String), (u64, u64)> = BTreeMap::new();
    for line in &lines {
        let figure = |at: usize| line[at].parse::<u64>().unwrap();
        assert!(figure(impressions) > 0 && figure(clicks) <= figure(impressions), "{line:?}");
        // Positions count from 0 there, so their mean is below 100.
        assert!(figure(sum_position) < 100 * figure(impressions), "{line:?}");
        for key in ["data_date", "url", "query"].map(column) {
            let sum = by.entry((key, line[key].to_owned())).or_default();
            *sum = (sum.0 + figure(clicks), sum.1 + figure(impressions));
        }
    }
    for (name, key) in [("Chart.csv", "data_date"), ("Pages.csv", "url"), ("Queries.csv", "query")] {
        let text = file(&world, name);
        for line in table(&text).1 {
            let wanted = by[&(column(key), line[0].to_owned())];
            assert_eq!((line[1].parse().unwrap(), line[2].parse().unwrap()), wanted, "{name}: {line:?}");
        }
    }
}

#[test]
fn tables_of_queries_and_pages_list_most_clicks_first() {
    let world = small();
    for name in ["Queries.csv", "Pages.csv"] {
        let text = file(&world, name);
        let clicks: Vec<u64> = table(&text).1.iter().map(|line| line[1].parse().unwrap()).collect();
        assert!(clicks.windows(2).all(|pair| pair[0] >= pair[1]), "{name}");
    }
}

#[test]
fn ranks_are_looked_at_weekly_and_are_those_of_the_series() {
    let world = small();
    let text = file(&world, "rank-history.csv");
    let (_, lines) = table(&text);
    let days: BTreeSet<&str> = lines.iter().map(|line| line[0]).collect();
    assert_eq!((days.len(), lines.len()), (10, 10 * world.keywords.len()));
    for line in &lines {
        let day = Day::parse(line[0]).unwrap().since(world.start) as usize;
        assert_eq!(day % 7, 0);
        let of_query = |(at, keyword): (usize, &engines::simulator::Keyword)| {
            let market = &world.markets[keyword.market as usize];
            let is_it = keyword.query == line[1]
                && market.page == line[5]
                && world.places[market.place as usize].name == line[2];
            is_it.then_some(at)
        };
        let at = world.keywords.iter().enumerate().find_map(of_query).unwrap();
        assert_eq!(line[4].parse::<u32>().unwrap(), world.keyword_series[at].position[day]);
    }
}

#[test]
fn result_pages_and_crawl_are_lines_of_json_under_example_hosts() {
    let world = small();
    let results: Vec<Value> =
        file(&world, "serp-results.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!results.is_empty());
    for line in &results {
        let places: Vec<u64> =
            line["results"].as_array().unwrap().iter().map(|result| result["position"].as_u64().unwrap()).collect();
        assert_eq!(places, (1..=places.len() as u64).collect::<Vec<_>>());
        assert!(places.len() <= 10 && Day::parse(line["observedAt"].as_str().unwrap()).is_some());
    }
    let looks: BTreeSet<&str> = results.iter().map(|line| line["observedAt"].as_str().unwrap()).collect();
    assert!(looks.len() <= 2, "{looks:?}");
    let pages: Vec<Value> =
        file(&world, "pages.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let addresses: BTreeSet<&str> = pages.iter().map(|page| page["url"].as_str().unwrap()).collect();
    assert_eq!(addresses.len(), pages.len(), "each page once");
    assert!(addresses.iter().all(|url| url.starts_with("https://") && url.contains(".example/")));
    assert!(pages.iter().all(|page| page["text"].as_str().unwrap().len() > 100 && page["status"] == 200));
}

#[test]
fn second_page_copies_the_first_and_every_own_page_is_linked() {
    let world = small();
    let pages = world.crawled();
    let own = &pages[..world.markets.len()];
    let plain = |at: usize| {
        let place = &world.places[world.markets[at].place as usize].name;
        own[at].text.replace(place.as_str(), "PLACE")
    };
    assert_eq!(plain(COPIED.0), plain(COPIED.1));
    assert_ne!(own[COPIED.0].text, own[COPIED.1].text);
    let linked: BTreeSet<&String> = own.iter().flat_map(|page| &page.links).collect();
    assert!(own.iter().all(|page| linked.contains(&page.url) && page.query.is_none()));
    assert!(pages[world.markets.len()..].iter().all(|page| page.query.is_some()));
}

#[test]
fn payouts_are_those_of_the_markets_to_the_cent() {
    let world = small();
    let text = file(&world, "payouts.csv");
    let (_, lines) = table(&text);
    assert_eq!(lines.len(), world.markets.len());
    for (line, market) in lines.iter().zip(&world.markets) {
        let cents = (line[5].parse::<f64>().unwrap() * 100.0).round();
        assert!((cents - market.payout_cents).abs() <= 0.5, "{line:?} {}", market.payout_cents);
        assert_eq!((line[0], line[6]), (market.trade.as_str(), "USD"));
    }
}

#[test]
fn change_log_tells_every_change_and_update_in_order_and_no_effect() {
    let world = world(Parameters { days: 200, ..Parameters::default() });
    let logged = world.logged();
    assert_eq!(logged.len(), world.change_log.len() + world.truth.updates.len());
    assert!(logged.windows(2).all(|pair| pair[0].day <= pair[1].day));
    for change in &logged {
        assert!(["title", "edit", "link", "google_update"].contains(&change.kind.as_str()));
        assert_eq!(change.pages.is_empty(), change.kind == "google_update");
        assert!(!change.title.to_lowercase().contains("no effect") && !change.title.contains("null"));
    }
}
