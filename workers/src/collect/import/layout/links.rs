//! Headers of backlinks: Ahrefs (Site Explorer), Semrush (Backlink Analytics), Majestic (Site Explorer and API), and
//! lists of other tools.

use super::super::record::FileKind;
use super::{DERIVED, Field, Meaning, NOT_USED, Recognition, UNKNOWN_COLUMN, simple, with_required};

const SOURCE: [&str; 12] = [
    "referringpageurl",
    "sourceurl",
    "sourcepage",
    "sourcepageurl",
    "linkingpage",
    "linkingpageurl",
    "referringpage",
    "referringurl",
    "backlink",
    "backlinkurl",
    "urlfrom",
    "fromurl",
];
const TARGET: [&str; 8] =
    ["targeturl", "linkurl", "targetpage", "urlto", "tourl", "linkedpage", "destinationurl", "targetpageurl"];
const ANCHOR: [&str; 4] = ["anchor", "anchortext", "linkanchor", "linktext"];

/// Recognises the headers of backlinks, in letters and digits.
pub(super) fn recognise(headers: &[String], names: &[String]) -> Option<Recognition> {
    let has = |any: &[&str]| names.iter().any(|name| any.contains(&name.as_str()));
    if !(has(&SOURCE) && (has(&TARGET) || has(&ANCHOR))) {
        return None;
    }
    let kind = match () {
        () if has(&["referringpageurl"]) => FileKind::AhrefsBacklinks,
        () if has(&["pageascore", "pageauthorityscore"]) => FileKind::SemrushBacklinks,
        () if has(&["sourcetrustflow", "sourcecitationflow", "flagnofollow"]) => FileKind::MajesticBacklinks,
        () => FileKind::Backlinks,
    };
    let layout = simple(kind, headers, names, |name| meaning(kind, name));
    Some(with_required(layout, &[(&[Field::TargetUrl], "target URL")]))
}

fn meaning(kind: FileKind, name: &str) -> Meaning {
    if SOURCE.contains(&name) {
        return Ok(Field::SourceUrl);
    }
    if TARGET.contains(&name) {
        return Ok(Field::TargetUrl);
    }
    if ANCHOR.contains(&name) {
        return Ok(Field::Anchor);
    }
    match kind {
        FileKind::AhrefsBacklinks => ahrefs(name),
        FileKind::SemrushBacklinks => semrush(name),
        FileKind::MajesticBacklinks => majestic(name),
        _ => other(name),
    }
}

fn ahrefs(name: &str) -> Meaning {
    Ok(match name {
        "domainrating" | "dr" => Field::Authority,
        "nofollow" => Field::Nofollow,
        "ugc" => Field::Ugc,
        "sponsored" => Field::Sponsored,
        "firstseen" => Field::FirstSeen,
        "lastseen" | "lastcheck" => Field::LastSeen,
        "lost" | "daylost" | "lostdate" => Field::LostOn,
        "loststatus" | "backlinkstatus" => Field::Lost,
        // Earlier exports have the relation here, among words such as Text and Image.
        "type" => Field::Rel,
        _ => return Err(NOT_USED),
    })
}

fn semrush(name: &str) -> Meaning {
    Ok(match name {
        "pageascore" | "pageauthorityscore" => Field::Authority,
        "nofollow" => Field::Nofollow,
        "ugc" => Field::Ugc,
        "sponsored" => Field::Sponsored,
        "firstseen" => Field::FirstSeen,
        "lastseen" => Field::LastSeen,
        "lostlink" => Field::Lost,
        "newlink" => return Err(DERIVED),
        _ => return Err(NOT_USED),
    })
}

fn majestic(name: &str) -> Meaning {
    Ok(match name {
        "sourcetrustflow" => Field::Authority,
        "flagnofollow" => Field::Nofollow,
        "firstindexeddate" | "sourcefirstfounddate" | "firstfounddate" | "firstseen" => Field::FirstSeen,
        "lastseendate" | "lastseen" | "sourcecrawldate" => Field::LastSeen,
        "datelost" | "datedeleted" => Field::LostOn,
        "flagdeleted" => Field::Lost,
        _ => return Err(NOT_USED),
    })
}

fn other(name: &str) -> Meaning {
    Ok(match name {
        "provider" | "tool" | "source" => Field::Source,
        "authority" | "domainauthority" | "authorityscore" | "domainrating" => Field::Authority,
        "rel" | "linktype" | "type" => Field::Rel,
        "nofollow" | "isnofollow" => Field::Nofollow,
        "ugc" | "isugc" => Field::Ugc,
        "sponsored" | "issponsored" => Field::Sponsored,
        "firstseen" | "firstcrawled" | "date" => Field::FirstSeen,
        "lastseen" | "lastcrawled" | "lastchecked" => Field::LastSeen,
        "loston" | "datelost" => Field::LostOn,
        "lost" | "islost" | "status" => Field::Lost,
        "sourcedomain" | "referringdomain" | "domain" => return Err(DERIVED),
        _ => return Err(UNKNOWN_COLUMN),
    })
}
