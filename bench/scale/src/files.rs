//! The website's data as importable files.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

use anyhow::Context;
use chrono::NaiveDate;
use engines::{common::Day, stat::SplitMix64};
use serde_json::json;

use crate::market::{DAYS, HOST, Piece, UPDATE, pieces};

/// One query in this number has rank checks and a SERP.
const RANKED: usize = 32;
const SEEN_RESULTS: usize = 16;
/// Days between two rank checks.
const WEEK: usize = 7;
/// Depth of rank checks.
const DEPTH: u32 = 30;
/// SERPs per query.
const LOOKS: usize = 2;
/// Words per page.
const WORDS: usize = 300;
/// Number of pages in the recorded change.
const CHANGED: usize = 25;

/// Counts of the generated data.
pub(crate) struct Made {
    pub(crate) files: Vec<&'static str>,
    pub(crate) update: String,
    pub(crate) change: String,
    pub(crate) changed: Vec<String>,
}

struct Files {
    days: BufWriter<File>,
    ranks: BufWriter<File>,
    results: BufWriter<File>,
    pages: BufWriter<File>,
    keywords: BufWriter<File>,
    words: SplitMix64,
    start: Day,
}

/// Writes the files of a website with this number of queries and pages, up to the day before `today`.
pub(crate) fn write(folder: &Path, keywords: usize, pages: usize, today: NaiveDate) -> anyhow::Result<Made> {
    let names =
        ["searchdata_url_impression.csv", "rank-history.csv", "serp-results.jsonl", "pages.jsonl", "keywords.csv"];
    let today = Day::parse(&today.to_string()).context("today is no day")?;
    let start = today.plus(-i32::try_from(DAYS)?);
    let mut opened = names.map(|name| File::create(folder.join(name)).map(BufWriter::new)).into_iter();
    let mut next = || opened.next().context("a file for each name")?.map_err(anyhow::Error::from);
    let mut files = Files {
        days: next()?,
        ranks: next()?,
        results: next()?,
        pages: next()?,
        keywords: next()?,
        words: SplitMix64::new(1),
        start,
    };
    files.headers()?;
    let mut changed = Vec::new();
    for piece in pieces(pages, start) {
        let piece = piece?;
        let free = CHANGED.saturating_sub(changed.len()).min(piece.pages);
        changed.extend((0..free).map(|market| piece.page(market)));
        files.piece(&piece, keywords, pages)?;
    }
    files.flush()?;
    let day = |days: u32| start.plus(i32::try_from(days).unwrap_or_default()).to_string();
    Ok(Made { files: names.to_vec(), update: day(UPDATE), change: day(DAYS - 60), changed })
}

impl Files {
    fn headers(&mut self) -> anyhow::Result<()> {
        writeln!(
            self.days,
            "data_date,site_url,url,query,is_anonymized_query,is_anonymized_discover,country,search_type,device,\
             is_review_snippet,impressions,clicks,sum_position"
        )?;
        writeln!(self.ranks, "date,keyword,location,device,position,url,depth,source")?;
        writeln!(
            self.keywords,
            "Keyword,Intent,Volume,Trend,Keyword Difficulty,CPC (USD),Competitive Density,SERP Features,Number of Results"
        )?;
        Ok(())
    }

    fn piece(&mut self, piece: &Piece, keywords: usize, pages: usize) -> anyhow::Result<()> {
        for keyword in piece.keywords() {
            self.searches(piece, keyword, keywords, pages)?;
            if piece.number(keyword).is_multiple_of(RANKED) {
                self.rank_path(piece, keyword)?;
            }
            if piece.number(keyword).is_multiple_of(SEEN_RESULTS) {
                self.result_pages(piece, keyword)?;
            }
        }
        (0..piece.pages).try_for_each(|market| self.page(piece, market))
    }

    /// Writes the days of a query and its variants. Queries without demand, and every third one, are also in a keyword
    /// tool's file.
    fn searches(&mut self, piece: &Piece, keyword: usize, keywords: usize, pages: usize) -> anyhow::Result<()> {
        let known = &piece.simulation.keywords[keyword];
        let page = piece.page(known.market as usize);
        for (at, mut variant) in piece.variants(keyword, keywords, pages).into_iter().enumerate() {
            let seen = piece.seen(keyword, &mut variant);
            let query = &variant.query;
            for one in &seen {
                let day = self.day(one.day);
                let sum = u64::from(one.position - 1) * u64::from(one.impressions);
                writeln!(
                    self.days,
                    "{day},sc-domain:{HOST},{page},{query},false,false,usa,WEB,MOBILE,false,{},{},{sum}",
                    one.impressions, one.clicks
                )?;
            }
            if seen.is_empty() || (piece.number(keyword) + at).is_multiple_of(3) {
                let volume = (known.searches_month * if at == 0 { 1.0 } else { 0.1 }).round();
                let cpc = 1.0 + f64::from(known.market % 40) / 4.0;
                writeln!(
                    self.keywords,
                    "{query},Local,{volume},,{},{cpc:.2},0.5,Local pack,100000",
                    known.market % 60
                )?;
            }
        }
        Ok(())
    }

    fn rank_path(&mut self, piece: &Piece, keyword: usize) -> anyhow::Result<()> {
        let query = piece.query(keyword);
        let page = piece.page(piece.simulation.keywords[keyword].market as usize);
        for day in (0..DAYS).step_by(WEEK) {
            let rank = piece.simulation.keyword_series[keyword].position[day as usize];
            let shown = if rank <= DEPTH { rank.to_string() } else { String::new() };
            writeln!(self.ranks, "{},{query},,mobile,{shown},{page},{DEPTH},simulated", self.day(day))?;
        }
        Ok(())
    }

    fn result_pages(&mut self, piece: &Piece, keyword: usize) -> anyhow::Result<()> {
        let market = piece.simulation.keywords[keyword].market as usize;
        let own = &piece.simulation.markets[market].page;
        let mut looks: Vec<_> = piece.simulation.serps.iter().filter(|serp| serp.keyword as usize == keyword).collect();
        let first = looks.len().saturating_sub(LOOKS);
        for serp in looks.drain(first..) {
            let result = |(at, url): (usize, &String)| {
                let url = if url == own { piece.page(market) } else { url.clone() };
                json!({"position": at + 1, "url": url, "title": format!("Result {}", at + 1)})
            };
            let results: Vec<_> = serp.urls.iter().enumerate().map(result).collect();
            let look = json!({
                "query": piece.query(keyword), "device": "mobile", "observedAt": serp.date, "features": ["local_pack"],
                "results": results,
            });
            writeln!(self.results, "{look}")?;
        }
        Ok(())
    }

    /// Writes a page with its own words and links to the home page and some neighbours. The first page of the first
    /// piece has ten competitors.
    fn page(&mut self, piece: &Piece, market: usize) -> anyhow::Result<()> {
        let (trade, place) = piece.subject(market);
        let url = piece.page(market);
        let mut links = vec![format!("https://{HOST}/")];
        links.extend((0..6).map(|_| piece.page(self.words.below(piece.pages))));
        let mut page = json!({
            "url": url, "title": format!("{trade} in {place} | Scale Services"), "h1": format!("{trade} in {place}"),
            "headings": ["Prices", "Where we work", "Questions"], "text": self.text(&trade, &place), "links": links,
            "status": 200, "observedAt": self.day(DAYS - 1),
        });
        let query = (piece.number(0) == 0 && market == 0).then(|| piece.query(0));
        if let Some(query) = &query {
            page["query"] = json!(query);
        }
        writeln!(self.pages, "{page}")?;
        for rival in 0..query.as_ref().map_or(0, |_| 10) {
            let page = json!({
                "url": format!("https://rival-{rival}.example/{trade}/"), "title": format!("{trade} {place}"),
                "h1": trade, "headings": ["Prices", "Reviews", "How long does it take?"],
                "text": self.text(&trade, &place), "query": query, "status": 200, "observedAt": self.day(DAYS - 1),
            });
            writeln!(self.pages, "{page}")?;
        }
        Ok(())
    }

    /// Writes sentences of random words with natural frequencies: the r-th word is drawn 1/r as often as the first.
    fn text(&mut self, trade: &str, place: &str) -> String {
        let mut text = String::new();
        for at in 0..WORDS {
            match at % 15 {
                0 => text.push_str(&format!("{trade} {place} ")),
                14 => text.push_str("today. "),
                _ => {
                    let word = (VOCABULARY.powf(self.words.uniform())) as usize;
                    text.push_str(&format!("{} ", spelled(word)));
                }
            }
        }
        text
    }

    fn day(&self, days: u32) -> String {
        self.start.plus(i32::try_from(days).unwrap_or_default()).to_string()
    }

    fn flush(&mut self) -> std::io::Result<()> {
        [&mut self.days, &mut self.ranks, &mut self.results, &mut self.pages, &mut self.keywords]
            .into_iter()
            .try_for_each(Write::flush)
    }
}

/// Size of the vocabulary.
const VOCABULARY: f64 = 8_000.0;

/// Returns a word for a number; larger numbers have more syllables.
fn spelled(mut number: usize) -> String {
    const SYLLABLES: [&str; 16] =
        ["ra", "to", "mi", "len", "ka", "sor", "du", "pe", "van", "shi", "gol", "ne", "bu", "tar", "fi", "mo"];
    let mut word = String::new();
    loop {
        word.push_str(SYLLABLES[number % SYLLABLES.len()]);
        number /= SYLLABLES.len();
        if number == 0 {
            return word;
        }
    }
}
