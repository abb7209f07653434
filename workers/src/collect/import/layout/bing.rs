//! Headers of Bing Webmaster Tools, search performance.

use super::super::number::Decimal;
use super::super::record::FileKind;
use super::{Field, Layout, UNKNOWN_COLUMN, simple};

/// Recognises the keyword and the page report by their columns in their order, because connectors of Search Console use
/// the same words in another.
pub(super) fn recognise(headers: &[String], folded: &[String]) -> Option<Layout> {
    let names: Vec<&str> = folded.iter().map(String::as_str).collect();
    let kind = match names.as_slice() {
        ["keyword" | "keywords", "impressions", "clicks", "ctr", "avg. position" | "average position", ..] => {
            FileKind::BingQueries
        }
        ["page" | "pages", "impressions", "clicks", "ctr", "avg. position" | "average position", ..] => {
            FileKind::BingPages
        }
        _ => return None,
    };
    let mut layout = simple(kind, headers, folded, |name| {
        Ok(match name {
            "keyword" | "keywords" => Field::Query,
            "page" | "pages" => Field::Page,
            "impressions" => Field::Impressions,
            "clicks" => Field::Clicks,
            "ctr" => Field::Ctr,
            "avg. position" | "average position" => Field::Position,
            _ => return Err(UNKNOWN_COLUMN),
        })
    });
    layout.usual_decimal = Some(Decimal::Point);
    Some(layout)
}
