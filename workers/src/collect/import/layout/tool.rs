//! Headers of keyword tools, exactly as exported, and reasons for ignored columns.

use super::super::dates;
use super::super::number::Decimal;
use super::super::record::{FileKind, Intent, Period};
use super::{Column, Field, Layout, Periods, Role, UNKNOWN_COLUMN, ignored, without_repeats};

/// Recognises the headers of a keyword tool.
pub(super) fn recognise(headers: &[String], folded: &[String]) -> Option<Layout> {
    let kind = kind_of(folded)?;
    let roles = folded.iter().map(|header| role_of(kind, header));
    let mut columns: Vec<Column> =
        headers.iter().zip(roles).map(|(header, role)| Column { header: header.clone(), role }).collect();
    without_repeats(&mut columns);
    let currency = folded.iter().find_map(|header| currency_of(header));
    Some(Layout {
        kind,
        language: None,
        usual_decimal: Some(Decimal::Point),
        columns,
        currency,
        periods: Periods::default(),
    })
}

fn kind_of(folded: &[String]) -> Option<FileKind> {
    let has = |name: &str| folded.iter().any(|header| header == name);
    let has_any = |names: &[&str]| names.iter().any(|name| has(name));
    if !has("keyword") {
        return None;
    }
    Some(match () {
        () if has("avg. monthly searches") => FileKind::KeywordPlanner,
        () if has_any(&["current position", "current url", "current organic traffic"]) => FileKind::AhrefsOrganic,
        () if has("volume") && has_any(&["difficulty", "kd"]) && has_any(&AHREFS_ONLY) => FileKind::AhrefsKeywords,
        () if has("position") && has("search volume") => FileKind::SemrushPositions,
        () if has_any(&["volume", "search volume"])
            && has_any(&["keyword difficulty", "keyword difficulty index", "kd %"]) =>
        {
            FileKind::SemrushMagic
        }
        () if has("volume") && has_any(&["difficulty", "kd"]) => FileKind::AhrefsKeywords,
        () => return None,
    })
}

const AHREFS_ONLY: [&str; 7] =
    ["global volume", "parent keyword", "parent topic", "cps", "traffic potential", "return rate", "last update"];

fn role_of(kind: FileKind, header: &str) -> Role {
    let field = match kind {
        FileKind::KeywordPlanner => planner(header),
        FileKind::AhrefsKeywords => ahrefs_keywords(header),
        FileKind::AhrefsOrganic => ahrefs_organic(header),
        FileKind::SemrushPositions => semrush_positions(header),
        _ => semrush_keywords(header),
    };
    match field {
        Ok(field) => Role::Read(field, Period::Current),
        Err(reason) => ignored(reason),
    }
}

type Meaning = Result<Field, &'static str>;

const DERIVED: &str = "follows from other columns";
const NOT_USED: &str = "nothing uses it yet";

fn planner(header: &str) -> Meaning {
    if let Some(month) = dates::month_of_header(header) {
        return Ok(Field::Month(month));
    }
    Ok(match header {
        "keyword" => Field::Keyword,
        "currency" => Field::Currency,
        "avg. monthly searches" => Field::Volume,
        "competition (indexed value)" => Field::AdsCompetition,
        "top of page bid (low range)" => Field::BidLow,
        "top of page bid (high range)" => Field::BidHigh,
        "competition" => {
            return Err("the advertisers' competition as a word; its index is read, and neither is organic difficulty");
        }
        "three month change" | "yoy change" => return Err(DERIVED),
        "organic average position" | "organic impression share" | "ad impression share" => {
            return Err("of the linked accounts; Search Console has it by day");
        }
        "segmentation" | "in account?" | "in plan?" => return Err("about the advertising account"),
        _ => return Err(UNKNOWN_COLUMN),
    })
}

fn ahrefs_keywords(header: &str) -> Meaning {
    if header.starts_with("sv trend (") {
        return dates::months_of_header(header).map(|(from, to)| Field::Months(from, to)).ok_or(UNKNOWN_COLUMN);
    }
    Ok(match header {
        "keyword" => Field::Keyword,
        "country" => Field::Country,
        "difficulty" | "kd" => Field::Difficulty,
        "volume" => Field::Volume,
        "cpc" => Field::Cpc,
        "parent keyword" | "parent topic" => Field::Parent,
        "last update" | "last updated" => Field::ObservedAt,
        "serp features" => Field::SerpFeatures,
        "intents" | "intent" => Field::Intents,
        "global volume" => return Err("searches in all countries, never the volume of this market"),
        "traffic potential" | "global traffic potential" => {
            return Err("traffic of the first page, never the volume of this keyword");
        }
        "#" => return Err("the number of the row"),
        "clicks" | "cps" | "return rate" | "first seen" | "languages" | "category" | "parent volume" => {
            return Err(NOT_USED);
        }
        _ if header.starts_with("sv forecasting") => return Err("a forecast, not an observation"),
        _ => return Err(UNKNOWN_COLUMN),
    })
}

fn ahrefs_organic(header: &str) -> Meaning {
    Ok(match header {
        "keyword" => Field::Keyword,
        "country" => Field::Country,
        "volume" => Field::Volume,
        "kd" | "difficulty" => Field::Difficulty,
        "cpc" => Field::Cpc,
        "current organic traffic" | "organic traffic" => Field::Traffic,
        "current position" => Field::Position,
        "previous position" => Field::PreviousPosition,
        "current url" => Field::Page,
        "previous organic traffic" => Field::PreviousTraffic,
        "previous date" => Field::PreviousDate,
        "current date" | "last updated" | "last update" => Field::ObservedAt,
        "serp features" => Field::SerpFeatures,
        "branded" => Field::Intent(Intent::Branded),
        "local" => Field::Intent(Intent::Local),
        "informational" => Field::Intent(Intent::Informational),
        "commercial" => Field::Intent(Intent::Commercial),
        "transactional" => Field::Intent(Intent::Transactional),
        "navigational" => Field::Intent(Intent::Navigational),
        "organic traffic change" | "position change" => return Err("follows from both dates"),
        "previous url" | "previous position kind" | "current position kind" | "location" | "entities" => {
            return Err(NOT_USED);
        }
        _ => return Err(UNKNOWN_COLUMN),
    })
}

fn semrush_positions(header: &str) -> Meaning {
    Ok(match header {
        "keyword" => Field::Keyword,
        "position" => Field::Position,
        "previous position" => Field::PreviousPosition,
        "search volume" => Field::Volume,
        "keyword difficulty" => Field::Difficulty,
        "url" => Field::Page,
        "traffic" => Field::Traffic,
        "competition" => Field::AdsCompetition,
        "trends" | "trend" => Field::Trend,
        "timestamp" => Field::ObservedAt,
        "serp features by keyword" | "serp features" => Field::SerpFeatures,
        "keyword intents" | "intents" | "intent" => Field::Intents,
        "traffic (%)" | "traffic cost" | "traffic cost (%)" => return Err(DERIVED),
        "number of results" | "position type" => return Err(NOT_USED),
        _ if is_cpc(header) => Field::Cpc,
        _ => return Err(UNKNOWN_COLUMN),
    })
}

fn semrush_keywords(header: &str) -> Meaning {
    Ok(match header {
        "keyword" => Field::Keyword,
        "database" => Field::Country,
        "volume" | "search volume" => Field::Volume,
        "keyword difficulty" | "keyword difficulty index" | "kd %" => Field::Difficulty,
        "intent" | "intents" | "keyword intents" => Field::Intents,
        "trend" | "trends" => Field::Trend,
        "competitive density" | "com." | "competition" => Field::AdsCompetition,
        "serp features" | "serp features by keyword" => Field::SerpFeatures,
        "topic" | "seed keyword" => Field::Parent,
        "page" | "page type" => return Err("a page that is planned, not one that ranks"),
        "number of results" | "tags" | "click potential" | "content references" | "competitors" => {
            return Err(NOT_USED);
        }
        _ if is_cpc(header) => Field::Cpc,
        _ => return Err(UNKNOWN_COLUMN),
    })
}

fn is_cpc(header: &str) -> bool {
    header == "cpc" || header.starts_with("cpc (")
}

/// Returns `USD` for `cpc (usd)`.
fn currency_of(header: &str) -> Option<String> {
    let code = header.strip_prefix("cpc (")?.strip_suffix(')')?.trim();
    (code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic())).then(|| code.to_ascii_uppercase())
}
