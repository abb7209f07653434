//! Headers of SERPs, pages, ranks and payouts: generic names and names used by crawlers.

use super::super::record::{FileKind, Period};
use super::super::words::{self, Word};
use super::{Column, Field, Layout, Periods, Recognition, Role, UNKNOWN_COLUMN, ignored, without_repeats};

/// Recognises the headers of observations; returns `None` for other tables.
pub(super) fn recognise(headers: &[String], folded: &[String]) -> Option<Recognition> {
    let names: Vec<String> =
        folded.iter().map(|header| header.chars().filter(|c| c.is_alphanumeric()).collect()).collect();
    let kind = kind_of(&Names { folded, names: &names })?;
    let roles = names.iter().map(|name| role_of(kind, name));
    let mut columns: Vec<Column> =
        headers.iter().zip(roles).map(|(header, role)| Column { header: header.clone(), role }).collect();
    without_repeats(&mut columns);
    let currency = names.iter().find_map(|name| currency_of(name));
    let layout = Layout { kind, language: None, usual_decimal: None, columns, currency, periods: Periods::default() };
    let missing = missing(&layout);
    Some(if missing.is_empty() { Recognition::Known(Box::new(layout)) } else { Recognition::Partial { kind, missing } })
}

/// Headers in normalised form: folded, with only letters and digits.
struct Names<'a> {
    folded: &'a [String],
    names: &'a [String],
}

impl Names<'_> {
    fn has(&self, any: &[&str]) -> bool {
        self.names.iter().any(|name| any.contains(&name.as_str()))
    }

    /// Returns true if the table also has figures of a search report, so it is one with missing columns.
    fn has_performance(&self) -> bool {
        let is_figure = |header: &String| matches!(words::lookup(header), Some((Word::Clicks | Word::Impressions, _)));
        self.folded.iter().any(is_figure)
    }
}

const SEARCH: [&str; 4] = ["query", "keyword", "search", "searchterm"];
const PLACE: [&str; 4] = ["position", "rank", "pos", "rankabsolute"];
const ADDRESS: [&str; 6] = ["url", "link", "address", "href", "pageurl", "landingpage"];
const DAY: [&str; 4] = ["date", "day", "checkdate", "lastchecked"];
const MOMENT: [&str; 8] =
    ["observedat", "observed", "timestamp", "checkedat", "fetchedat", "crawledat", "crawltimestamp", "time"];
const OF_RESULTS: [&str; 8] =
    ["domain", "title", "snippet", "description", "features", "serpfeatures", "results", "host"];
const OF_PAGES: [&str; 17] = [
    "title",
    "pagetitle",
    "title1",
    "text",
    "content",
    "body",
    "h1",
    "description",
    "metadescription",
    "status",
    "statuscode",
    "words",
    "wordcount",
    "canonical",
    "headings",
    "links",
    "outlinks",
];
const PRICE: [&str; 3] = ["amount", "amountcents", "payout"];

fn kind_of(names: &Names<'_>) -> Option<FileKind> {
    let has = |any: &[&str]| names.has(any);
    if names.has_performance() {
        return None;
    }
    Some(match () {
        () if has(&["address"]) && has(&["statuscode"]) => FileKind::ScreamingFrog,
        () if has(&["vertical", "trade"]) && (has(&PRICE) || names.names.iter().any(|name| is_price(name))) => {
            FileKind::Payouts
        }
        () if has(&SEARCH) && has(&["results"]) => FileKind::SerpResults,
        () if has(&SEARCH) && has(&PLACE) && is_history(names) => FileKind::RankHistory,
        () if has(&SEARCH) && has(&PLACE) && has(&ADDRESS) => FileKind::SerpResults,
        () if has(&ADDRESS) && has(&OF_PAGES) && !has(&PLACE) => FileKind::Pages,
        () => return None,
    })
}

/// Returns true for one line per keyword and day instead of per result: it has a depth, or a day without columns of
/// results.
fn is_history(names: &Names<'_>) -> bool {
    let has_address = names.has(&ADDRESS);
    let has_day = names.has(&DAY) || (names.has(&MOMENT) && !has_address);
    names.has(&["depth"]) || (has_day && !(has_address && names.has(&OF_RESULTS)))
}

fn is_price(name: &str) -> bool {
    currency_of(name).is_some()
}

/// Returns `USD` for `amount (USD)` or `amount_usd`.
fn currency_of(name: &str) -> Option<String> {
    let code = name.strip_prefix("amount").or_else(|| name.strip_prefix("payout"))?;
    (code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic())).then(|| code.to_ascii_uppercase())
}

/// Required columns of each kind.
fn missing(layout: &Layout) -> Vec<&'static str> {
    let needed: &[(&[Field], &'static str)] = match layout.kind {
        FileKind::SerpResults if layout.column(Field::Results).is_some() => &[],
        FileKind::SerpResults => &[(&[Field::Position], "position"), (&[Field::Url], "url")],
        FileKind::Payouts => &[(&[Field::Unit], "unit"), (&[Field::Amount, Field::AmountCents], "amount")],
        _ => &[],
    };
    let has = |fields: &[Field]| fields.iter().any(|field| layout.column(*field).is_some());
    let mut missing: Vec<_> = needed.iter().filter(|(fields, _)| !has(fields)).map(|(_, name)| *name).collect();
    if layout.kind == FileKind::Payouts && layout.currency.is_none() && !has(&[Field::Currency]) {
        missing.push("currency");
    }
    missing
}

type Meaning = Result<Field, &'static str>;

const NOT_USED: &str = "nothing uses it yet";
const DERIVED: &str = "follows from other columns";

fn role_of(kind: FileKind, name: &str) -> Role {
    let meaning = match kind {
        FileKind::SerpResults => result(name),
        FileKind::ScreamingFrog => crawled(name),
        FileKind::RankHistory => rank(name),
        FileKind::Payouts => payout(name),
        _ => page(name),
    };
    match meaning {
        Ok(field) => Role::Read(field, Period::Current),
        Err(reason) => ignored(reason),
    }
}

fn result(name: &str) -> Meaning {
    Ok(match name {
        _ if SEARCH.contains(&name) => Field::Query,
        _ if PLACE.contains(&name) => Field::Position,
        _ if ADDRESS.contains(&name) => Field::Url,
        _ if DAY.contains(&name) || MOMENT.contains(&name) => Field::ObservedAt,
        "results" => Field::Results,
        "title" => Field::Title,
        "location" | "city" => Field::Location,
        "device" => Field::Device,
        "features" | "serpfeatures" => Field::SerpFeatures,
        "domain" | "host" => return Err(DERIVED),
        "snippet" | "description" | "type" | "resulttype" | "language" | "country" | "depth" => return Err(NOT_USED),
        _ => return Err(UNKNOWN_COLUMN),
    })
}

fn rank(name: &str) -> Meaning {
    Ok(match name {
        _ if SEARCH.contains(&name) => Field::Keyword,
        _ if PLACE.contains(&name) => Field::Position,
        _ if ADDRESS.contains(&name) => Field::Page,
        _ if DAY.contains(&name) || MOMENT.contains(&name) => Field::Date,
        "location" | "city" => Field::Location,
        "device" => Field::Device,
        "depth" => Field::Depth,
        "source" | "provider" => Field::Source,
        "domain" | "host" => return Err(DERIVED),
        "previousposition" | "change" | "best" | "tags" | "serpfeatures" | "features" => return Err(NOT_USED),
        _ => return Err(UNKNOWN_COLUMN),
    })
}

fn page(name: &str) -> Meaning {
    Ok(match name {
        _ if ADDRESS.contains(&name) => Field::Url,
        _ if DAY.contains(&name) || MOMENT.contains(&name) => Field::ObservedAt,
        _ if SEARCH.contains(&name) => Field::Query,
        "title" | "pagetitle" | "title1" => Field::Title,
        "description" | "metadescription" => Field::Description,
        "h1" => Field::H1,
        "headings" | "h2" => Field::Headings,
        "text" | "content" | "body" => Field::Text,
        "words" | "wordcount" => Field::Words,
        "status" | "statuscode" => Field::Status,
        "contenttype" => Field::ContentType,
        "canonical" => Field::Canonical,
        "links" | "outlinks" => Field::Links,
        "host" | "domain" => return Err(DERIVED),
        _ => return Err(UNKNOWN_COLUMN),
    })
}

/// Screaming Frog's columns vary by version and settings, so they are matched by name only.
fn crawled(name: &str) -> Meaning {
    Ok(match name {
        "address" => Field::Page,
        "contenttype" => Field::ContentType,
        "statuscode" => Field::Status,
        "title1" => Field::Title,
        "metadescription1" => Field::Description,
        "h11" => Field::H1,
        "h12" => Field::Heading(0),
        "h21" => Field::Heading(1),
        "h22" => Field::Heading(2),
        "canonicallinkelement1" => Field::Canonical,
        "wordcount" => Field::Words,
        "crawltimestamp" => Field::ObservedAt,
        "urlencodedaddress" | "status" | "folderdepth" => return Err(DERIVED),
        _ if name.ends_with("length") || name.ends_with("pixelwidth") => return Err(DERIVED),
        _ => return Err(NOT_USED),
    })
}

fn payout(name: &str) -> Meaning {
    Ok(match name {
        "vertical" | "trade" => Field::Vertical,
        "service" => Field::Service,
        "state" | "region" => Field::State,
        "city" => Field::City,
        "unit" | "per" => Field::Unit,
        "amount" | "payout" => Field::Amount,
        "amountcents" => Field::AmountCents,
        "currency" => Field::Currency,
        "source" | "network" | "buyer" => Field::Source,
        "validfrom" | "from" => Field::ValidFrom,
        "validto" | "to" | "until" => Field::ValidTo,
        "notes" | "note" => Field::Notes,
        _ if is_price(name) => Field::Amount,
        _ => return Err(UNKNOWN_COLUMN),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::words::folded;
    use super::*;

    fn kind(header: &str) -> Option<FileKind> {
        let headers: Vec<String> = header.split(',').map(str::to_owned).collect();
        let names: Vec<String> = headers.iter().map(|name| folded(name)).collect();
        match recognise(&headers, &names)? {
            Recognition::Known(layout) => Some(layout.kind),
            _ => None,
        }
    }

    #[test]
    fn results_and_ranks_are_told_apart_by_what_only_one_of_them_has() {
        for (header, expected) in [
            ("query,position,url,domain,observed_at", FileKind::SerpResults),
            ("Keyword,Rank,Link,Observed At", FileKind::SerpResults),
            ("date,query,pos,url,title", FileKind::SerpResults),
            ("query,device,results,observedAt", FileKind::SerpResults),
            ("date,keyword,location,device,position,url,depth,source", FileKind::RankHistory),
            ("date,keyword,pos", FileKind::RankHistory),
            ("Date,Keyword,Rank,URL", FileKind::RankHistory),
            ("Keyword,Position,Timestamp", FileKind::RankHistory),
            ("url,title,text", FileKind::Pages),
            ("vertical,unit,amount_usd", FileKind::Payouts),
        ] {
            assert_eq!(kind(header), Some(expected), "{header}");
        }
        for header in ["query,position", "date,query,position,url,clicks", "url", "vertical,amount,unit", "a,b"] {
            assert_eq!(kind(header), None, "{header}");
        }
    }
}
