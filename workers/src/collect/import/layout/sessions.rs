//! Headers of Google Analytics 4: landing pages, traffic acquisition, and explorations with these dimensions.

use super::super::record::FileKind;
use super::{DERIVED, Field, Meaning, NOT_USED, Recognition, UNKNOWN_COLUMN, simple};

const PAGE: [&str; 5] =
    ["landingpage", "landingpagequerystring", "landingpageplusquerystring", "pagepath", "pagelocation"];
const SOURCE_MEDIUM: [&str; 2] = ["sessionsourcemedium", "sourcemedium"];
const SOURCE: [&str; 3] = ["sessionsource", "firstusersource", "sessionmanualsource"];
const MEDIUM: [&str; 2] = ["sessionmedium", "sessionmanualmedium"];
const CHANNEL: [&str; 4] = [
    "sessionprimarychannelgroupdefaultchannelgroup",
    "sessiondefaultchannelgroup",
    "sessionprimarychannelgroup",
    "defaultchannelgroup",
];

/// Recognises the headers of a report with sessions, in letters and digits.
pub(super) fn recognise(headers: &[String], names: &[String]) -> Option<Recognition> {
    let has = |any: &[&str]| names.iter().any(|name| any.contains(&name.as_str()));
    let has_dimension = has(&PAGE) || has(&SOURCE_MEDIUM) || has(&SOURCE) || has(&MEDIUM) || has(&CHANNEL);
    if !(has(&["sessions"]) && has_dimension) {
        return None;
    }
    Some(Recognition::Known(Box::new(simple(FileKind::Ga4Sessions, headers, names, meaning))))
}

fn meaning(name: &str) -> Meaning {
    Ok(match name {
        _ if PAGE.contains(&name) => Field::Page,
        _ if SOURCE_MEDIUM.contains(&name) => Field::SourceMedium,
        _ if SOURCE.contains(&name) => Field::Source,
        _ if MEDIUM.contains(&name) => Field::Medium,
        _ if CHANNEL.contains(&name) => Field::Channel,
        "date" | "day" => Field::Date,
        "sessions" => Field::Sessions,
        "engagedsessions" => Field::Engaged,
        "activeusers" | "users" | "totalusers" => Field::Users,
        "keyevents" | "conversions" => Field::KeyEvents,
        "totalrevenue" | "purchaserevenue" => Field::Amount,
        "currency" | "currencycode" => Field::Currency,
        "engagementrate" | "bouncerate" | "sessionkeyeventrate" | "userkeyeventrate" | "eventspersession" => {
            return Err(DERIVED);
        }
        "newusers" | "eventcount" | "views" | "averageengagementtimepersession" | "averageengagementtime" => {
            return Err(NOT_USED);
        }
        _ => return Err(UNKNOWN_COLUMN),
    })
}
