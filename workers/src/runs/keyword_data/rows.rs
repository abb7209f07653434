//! Keywords as the provider reports them, as rows of a keyword tool.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use providers::{
    Micros,
    data_for_seo::{Keyword, RankedKeyword},
    serp::Country,
};
use shared::domain::keyword::{ToolKeyword, ToolVolume, VolumeBasis};

/// Source of the figures, as engines and pages name it.
const SOURCE: &str = "data_for_seo";
/// Intents that the provider reports.
const INTENTS: [&str; 4] = ["informational", "navigational", "commercial", "transactional"];
/// Longest keyword and address that are kept, in bytes.
const LONGEST_KEYWORD: usize = 400;
const LONGEST_URL: usize = 2_000;

/// Keywords with their figures, each once.
#[derive(Debug, Default)]
pub(super) struct Rows {
    rows: Vec<(String, ToolKeyword)>,
    /// Row by keyword in lower case.
    places: HashMap<String, usize>,
    /// Keywords in lower case that a response has without any figure.
    unknown: HashSet<String>,
}

impl Rows {
    pub(super) const fn len(&self) -> usize {
        self.rows.len()
    }

    pub(super) fn as_slice(&self) -> &[(String, ToolKeyword)] {
        &self.rows
    }

    pub(super) fn volumes(&self) -> usize {
        self.rows.iter().filter(|(_, row)| row.volume.is_some()).count()
    }

    pub(super) fn difficulties(&self) -> usize {
        self.rows.iter().filter(|(_, row)| row.difficulty.is_some()).count()
    }

    /// Returns the number of keywords of which the provider knows no figure.
    pub(super) fn unknown(&self) -> usize {
        self.unknown.iter().filter(|keyword| !self.places.contains_key(*keyword)).count()
    }

    /// Adds keywords; figures that are known already are unchanged. Returns the number of keywords in the response.
    pub(super) fn add_all(
        &mut self, keywords: &[Keyword], basis: VolumeBasis, country: &Country, at: DateTime<Utc>,
    ) -> usize {
        for keyword in keywords {
            self.add(&keyword.keyword, tool(keyword, basis, country, at));
        }
        keywords.len()
    }

    /// Adds ranked keywords. Page and position describe the website, so a rival's are left out.
    pub(super) fn add_ranked(
        &mut self, ranked: &[RankedKeyword], is_own: bool, country: &Country, at: DateTime<Utc>,
    ) -> usize {
        for one in ranked {
            let mut row = tool(&one.keyword, VolumeBasis::Estimate, country, at);
            if is_own {
                row.position = one.rank.map(f64::from);
                row.traffic = one.visits;
                row.page = one.url.as_deref().filter(|url| url.len() <= LONGEST_URL).map(plain);
            }
            self.add(&one.keyword.keyword, row);
        }
        ranked.len()
    }

    fn add(&mut self, keyword: &str, row: ToolKeyword) {
        let keyword = plain(keyword.trim());
        if keyword.is_empty() || keyword.len() > LONGEST_KEYWORD {
            return;
        }
        let key = keyword.to_lowercase();
        match self.places.get(&key).and_then(|place| self.rows.get_mut(*place)) {
            Some((_, known)) => fill(known, row),
            None if has_figure(&row) => {
                self.places.insert(key, self.rows.len());
                self.rows.push((keyword, row));
            }
            None => {
                self.unknown.insert(key);
            }
        }
    }
}

/// Returns the text without NUL, which no database stores.
pub(super) fn plain(text: &str) -> String {
    text.replace('\0', "")
}

const fn has_figure(row: &ToolKeyword) -> bool {
    row.volume.is_some() || row.difficulty.is_some() || row.cpc_cents.is_some() || row.position.is_some()
}

/// Fills what is unknown. Volume and prices of a source stay together.
fn fill(known: &mut ToolKeyword, row: ToolKeyword) {
    if known.volume.is_none() {
        known.volume = row.volume;
    }
    if known.monthly.is_empty() {
        known.monthly = row.monthly;
    }
    if known.intents.is_empty() {
        known.intents = row.intents;
    }
    known.difficulty = known.difficulty.or(row.difficulty);
    known.ads_competition = known.ads_competition.or(row.ads_competition);
    known.cpc_cents = known.cpc_cents.or(row.cpc_cents);
    if known.bid_low_cents.is_none() && known.bid_high_cents.is_none() {
        (known.bid_low_cents, known.bid_high_cents) = (row.bid_low_cents, row.bid_high_cents);
    }
    known.page = known.page.take().or(row.page);
    known.position = known.position.or(row.position);
    known.traffic = known.traffic.or(row.traffic);
}

fn tool(keyword: &Keyword, basis: VolumeBasis, country: &Country, at: DateTime<Utc>) -> ToolKeyword {
    let percent = |figure: Option<f64>| figure.filter(|figure| (0.0..=100.0).contains(figure));
    ToolKeyword {
        source: SOURCE.to_owned(),
        volume: keyword.search_volume.map(|volume| ToolVolume { low: volume, high: volume, basis }),
        difficulty: percent(keyword.keyword_difficulty),
        ads_competition: percent(keyword.competition_index).map(|index| index / 100.0),
        cpc_cents: cents(keyword.cpc),
        bid_low_cents: cents(keyword.low_top_of_page_bid),
        bid_high_cents: cents(keyword.high_top_of_page_bid),
        currency: Some("USD".to_owned()),
        country: Some(country.name.to_owned()),
        intents: keyword.intent.iter().filter(|intent| INTENTS.contains(&intent.as_str())).cloned().collect(),
        monthly: monthly(keyword),
        observed_at: Some(at.date_naive()),
        ..ToolKeyword::default()
    }
}

/// Returns the searches by month, oldest first.
fn monthly(keyword: &Keyword) -> Vec<(NaiveDate, u64)> {
    let months = keyword.monthly_searches.iter();
    let mut months: Vec<(NaiveDate, u64)> = months
        .filter_map(|one| NaiveDate::from_ymd_opt(one.year, one.month, 1).map(|month| (month, one.search_volume)))
        .collect();
    months.sort_unstable();
    months.dedup_by_key(|(month, _)| *month);
    months
}

/// Returns dollars as cents, rounded to the nearest.
fn cents(dollars: Option<f64>) -> Option<u64> {
    Some((Micros::from_dollars(dollars?)?.0 + 5_000) / 10_000)
}

#[cfg(test)]
mod tests {
    use providers::serp::country_of;

    use super::*;

    fn keyword(text: &str, volume: Option<u64>, difficulty: Option<f64>) -> Keyword {
        Keyword {
            keyword: text.to_owned(),
            search_volume: volume,
            keyword_difficulty: difficulty,
            cpc: volume.map(|_| 22.876),
            ..Keyword::default()
        }
    }

    #[test]
    fn figures_of_a_keyword_are_one_row_and_the_first_ones_count() {
        let (us, at) = (country_of("us").expect("a country"), DateTime::UNIX_EPOCH);
        let mut rows = Rows::default();
        rows.add_all(&[keyword("Plumber Waco", Some(320), None)], VolumeBasis::Exact, us, at);
        let others = [keyword("plumber waco", Some(9), Some(18.0)), keyword("unheard of", None, None)];
        rows.add_all(&others, VolumeBasis::Estimate, us, at);
        rows.add_all(&[keyword(" ", Some(1), None), keyword("odd", None, Some(101.0))], VolumeBasis::Exact, us, at);
        assert_eq!(rows.unknown(), 2);
        let [(text, row)] = rows.as_slice() else { panic!("one row") };
        assert_eq!((text.as_str(), row.difficulty, row.cpc_cents), ("Plumber Waco", Some(18.0), Some(2_288)));
        assert_eq!(row.volume, Some(ToolVolume { low: 320, high: 320, basis: VolumeBasis::Exact }));
        assert_eq!((rows.volumes(), rows.difficulties()), (1, 1));
    }

    #[test]
    fn position_of_a_rival_is_not_stored() {
        let (us, at) = (country_of("us").expect("a country"), DateTime::UNIX_EPOCH);
        let ranked = [RankedKeyword {
            keyword: keyword("plumber", Some(90), None),
            rank: Some(4),
            url: Some("https://rival.test/".to_owned()),
            visits: Some(7.0),
            ..RankedKeyword::default()
        }];
        let mut rows = Rows::default();
        rows.add_ranked(&ranked, false, us, at);
        assert_eq!((rows.as_slice()[0].1.position, &rows.as_slice()[0].1.page), (None, &None));
        rows.add_ranked(&ranked, true, us, at);
        assert_eq!((rows.len(), rows.as_slice()[0].1.position), (1, Some(4.0)));
    }
}
