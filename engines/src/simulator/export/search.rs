//! Simulated clicks and impressions in the format of Search Console.

use std::fmt::Write as _;

use super::super::output::Simulation;

/// Sums of clicks, impressions, and impressions x position.
#[derive(Debug, Clone, Copy, Default)]
struct Sum {
    clicks: u64,
    impressions: u64,
    weighed: u64,
}

impl Sum {
    fn add(&mut self, clicks: u32, impressions: u32, position: u32) {
        self.clicks += u64::from(clicks);
        self.impressions += u64::from(impressions);
        self.weighed += u64::from(impressions) * u64::from(position);
    }

    /// Formats `clicks,impressions,CTR,mean position`.
    fn columns(self) -> String {
        let share = 100.0 * self.clicks as f64 / self.impressions as f64;
        let position = self.weighed as f64 / self.impressions as f64;
        format!("{},{},{share:.2}%,{position:.2}", self.clicks, self.impressions)
    }
}

/// Computes one sum per group; `of` returns the group of a keyword on a day.
fn sums(world: &Simulation, count: usize, of: impl Fn(usize, usize) -> usize) -> Vec<Sum> {
    let mut sums = vec![Sum::default(); count];
    for (keyword, series) in world.keyword_series.iter().enumerate() {
        for day in 0..world.days as usize {
            sums[of(keyword, day)].add(series.clicks[day], series.impressions[day], series.position[day]);
        }
    }
    sums
}

fn table(header: &str, lines: impl Iterator<Item = (String, Sum)>) -> String {
    let mut text = format!("{header},Clicks,Impressions,CTR,Position\n");
    for (key, sum) in lines.filter(|(_, sum)| sum.impressions > 0) {
        let _ = writeln!(text, "{key},{}", sum.columns());
    }
    text
}

/// Sorts by clicks, then impressions, descending, as Search Console does.
fn ranked(header: &str, mut lines: Vec<(String, Sum)>) -> String {
    lines.sort_by(|(a, x), (b, y)| (y.clicks, y.impressions, a).cmp(&(x.clicks, x.impressions, b)));
    table(header, lines.into_iter())
}

pub(super) fn days(world: &Simulation) -> String {
    let sums = sums(world, world.days as usize, |_, day| day);
    table("Date", sums.into_iter().enumerate().map(|(day, sum)| (world.day(day).to_string(), sum)))
}

pub(super) fn queries(world: &Simulation) -> String {
    let sums = sums(world, world.keywords.len(), |keyword, _| keyword);
    ranked("Top queries", world.keywords.iter().map(|known| known.query.clone()).zip(sums).collect())
}

pub(super) fn pages(world: &Simulation) -> String {
    let sums = sums(world, world.markets.len(), |keyword, _| world.keywords[keyword].market as usize);
    ranked("Top pages", world.markets.iter().map(|market| market.page.clone()).zip(sums).collect())
}

pub(super) fn filters(world: &Simulation) -> String {
    format!("Filter,Value\nSearch type,Web\nDate,{} - {}\n", world.start, world.last_day())
}

/// Writes the bulk export: one line per query, page and day with impressions; positions start at 0 there.
pub(super) fn bulk(world: &Simulation) -> String {
    let mut text =
        "data_date,site_url,url,query,is_anonymized_query,is_anonymized_discover,country,search_type,device,\
                    impressions,clicks,sum_position\n"
            .to_owned();
    let property = world.markets.first().map(|market| host(&market.page)).unwrap_or_default();
    for day in 0..world.days as usize {
        for (keyword, series) in world.keywords.iter().zip(&world.keyword_series) {
            let shown = series.impressions[day];
            if shown > 0 {
                let page = &world.markets[keyword.market as usize].page;
                let before = shown * (series.position[day] - 1);
                let _ = writeln!(
                    text,
                    "{},sc-domain:{property},{page},{},false,false,usa,WEB,MOBILE,{shown},{},{before}",
                    world.day(day),
                    keyword.query,
                    series.clicks[day]
                );
            }
        }
    }
    text
}

/// Returns the host of an address, without `www.`.
pub(super) fn host(address: &str) -> &str {
    let rest = address.trim_start_matches("https://").trim_start_matches("www.");
    rest.split('/').next().unwrap_or_default()
}
