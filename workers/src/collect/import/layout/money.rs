//! Headers of leads and of revenue.

use super::super::record::FileKind;
use super::{Field, Meaning, Recognition, UNKNOWN_COLUMN, simple, with_required};

const DAY: [&str; 9] =
    ["date", "day", "createdat", "created", "createdate", "leaddate", "paidat", "paymentdate", "submittedat"];
const ID: [&str; 7] = ["id", "externalid", "leadid", "transactionid", "invoice", "invoiceid", "orderid"];
const PAGE: [&str; 6] = ["page", "sourcepage", "landingpage", "pageurl", "url", "formpage"];
const KEYWORD: [&str; 3] = ["keyword", "query", "searchterm"];
const STAGE: [&str; 4] = ["status", "leadstatus", "stage", "leadstage"];
const VALUE: [&str; 3] = ["value", "leadvalue", "dealvalue"];
const AMOUNT: [&str; 6] = ["amount", "revenue", "revenueamount", "paid", "total", "gross"];
const SOURCE: [&str; 7] = ["source", "leadsource", "channel", "payer", "customer", "buyer", "network"];

/// Recognises the headers of leads or revenue, in letters and digits.
pub(super) fn recognise(headers: &[String], names: &[String]) -> Option<Recognition> {
    let has = |any: &[&str]| names.iter().any(|name| any.contains(&name.as_str()));
    if !has(&DAY) || has(&["unit", "clicks", "impressions", "position", "sessions"]) {
        return None;
    }
    let has_lead_word = has(&["leadid", "leadstatus", "leadsource", "leadvalue", "leaddate", "leadstage"]);
    if has_lead_word || (has(&STAGE) && has(&SOURCE) && !has(&["title", "text"])) {
        return Some(Recognition::Known(Box::new(leads(headers, names))));
    }
    let has_amount = has(&AMOUNT) || has(&["amountcents"]) || names.iter().any(|name| currency_of(name).is_some());
    if !has_amount {
        return None;
    }
    let layout = revenue(headers, names);
    let is_open = layout.currency.is_none();
    let required: &[(&[Field], &'static str)] = if is_open { &[(&[Field::Currency], "currency")] } else { &[] };
    Some(with_required(layout, required))
}

fn leads(headers: &[String], names: &[String]) -> super::Layout {
    let mut layout = simple(FileKind::Leads, headers, names, lead);
    layout.currency = names.iter().find_map(|name| currency_of(name));
    layout
}

fn revenue(headers: &[String], names: &[String]) -> super::Layout {
    let mut layout = simple(FileKind::Revenue, headers, names, amount);
    layout.currency = names.iter().find_map(|name| currency_of(name));
    layout
}

fn lead(name: &str) -> Meaning {
    Ok(match name {
        _ if STAGE.contains(&name) => Field::Stage,
        _ if VALUE.contains(&name) || AMOUNT.contains(&name) || currency_of(name).is_some() => Field::Amount,
        "valuecents" | "amountcents" => Field::AmountCents,
        _ => return common(name),
    })
}

fn amount(name: &str) -> Meaning {
    Ok(match name {
        _ if AMOUNT.contains(&name) || currency_of(name).is_some() => Field::Amount,
        "amountcents" => Field::AmountCents,
        "kind" | "type" | "category" => Field::Purpose,
        "vertical" | "trade" => Field::Vertical,
        "place" | "location" | "city" => Field::Place,
        _ => return common(name),
    })
}

fn common(name: &str) -> Meaning {
    Ok(match name {
        _ if DAY.contains(&name) => Field::Date,
        _ if ID.contains(&name) => Field::ExternalId,
        _ if PAGE.contains(&name) => Field::Page,
        _ if KEYWORD.contains(&name) => Field::Keyword,
        _ if SOURCE.contains(&name) => Field::Source,
        "currency" | "currencycode" => Field::Currency,
        _ => return Err(UNKNOWN_COLUMN),
    })
}

/// Returns `USD` for `amount (USD)` and `value_usd`.
fn currency_of(name: &str) -> Option<String> {
    let code = ["amount", "value", "revenue"].iter().find_map(|word| name.strip_prefix(word))?;
    (code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic())).then(|| code.to_ascii_uppercase())
}
