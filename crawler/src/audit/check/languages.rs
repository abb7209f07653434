//! Language of a page and its versions for languages and regions.

use std::collections::{BTreeMap, BTreeSet};

use super::super::visit::same;
use super::super::{Found, Visit};
use super::{page, page_when};
use crate::page::Alternate;

/// ISO 639-1.
const LANGUAGES: &str = " aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ";
/// ISO 3166-1 alpha-2.
const REGIONS: &str = " ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws xk ye yt za zm zw ";

/// Returns whether Google accepts a language code: a language, optionally with a script and a region, or `x-default`.
fn is_code(code: &str) -> bool {
    let code = code.to_ascii_lowercase().replace('_', " ");
    if code == "x-default" {
        return true;
    }
    let mut parts = code.split('-');
    let is_named = parts.next().is_some_and(is_language);
    is_named
        && parts.enumerate().all(|(index, part)| {
            let is_script = index == 0 && part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
            index < 2 && (is_script || is_in(REGIONS, part))
        })
}

/// Returns whether a word is an ISO 639-1 language.
pub(crate) fn is_language(word: &str) -> bool {
    is_in(LANGUAGES, word)
}

fn is_in(list: &str, word: &str) -> bool {
    word.len() == 2 && list.contains(&format!(" {word} "))
}

fn alternates<'a>(visit: &Visit<'a>) -> &'a [Alternate] {
    page(visit).map_or(&[], |page| &page.document.alternates)
}

fn codes(visit: &Visit<'_>) -> Option<Found> {
    Found::each(alternates(visit).iter().map(|alternate| alternate.language.as_str()))
}

pub(crate) fn invalid(visit: &Visit<'_>) -> Option<Found> {
    Found::each(alternates(visit).iter().map(|alternate| alternate.language.as_str()).filter(|code| !is_code(code)))
}

pub(crate) fn relative(visit: &Visit<'_>) -> Option<Found> {
    let is_whole = |href: &str| href.starts_with("https://") || href.starts_with("http://");
    let hrefs = alternates(visit).iter().map(|alternate| alternate.href.as_str());
    Found::each(hrefs.filter(|href| !is_whole(&href.to_ascii_lowercase())))
}

pub(crate) fn conflict(visit: &Visit<'_>) -> Option<Found> {
    let mut targets: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for alternate in alternates(visit) {
        targets.entry(alternate.language.to_ascii_lowercase()).or_default().insert(&alternate.href);
    }
    Found::each(targets.into_iter().filter(|(_, targets)| targets.len() > 1).map(|(code, _)| code))
}

pub(crate) fn no_self(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    let names_itself = |alternate: &Alternate| alternate.url.as_ref().is_some_and(|url| same(url, &page.url));
    (!alternates(visit).iter().any(names_itself)).then_some(())?;
    codes(visit)
}

pub(crate) fn no_default(visit: &Visit<'_>) -> Option<Found> {
    let is_default = |alternate: &Alternate| alternate.language.eq_ignore_ascii_case("x-default");
    (!alternates(visit).iter().any(is_default)).then_some(())?;
    codes(visit)
}

pub(crate) fn missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| page.document.language.is_none())
}

pub(crate) fn mismatch(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    let stated = page.document.language.as_deref()?;
    let detected = page.body.detected_language.as_deref()?;
    let short = stated.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    let is_known = three_letters(&short).is_some_and(|codes| !codes.contains(&detected));
    Found::when(is_known, || format!("{stated}, {detected}"))
}

/// Returns the ISO 639-3 codes of a language of two letters, of the languages that are detected.
fn three_letters(short: &str) -> Option<&'static [&'static str]> {
    Some(match short {
        "af" => &["afr"],
        "ar" => &["ara"],
        "az" => &["aze"],
        "be" => &["bel"],
        "bg" => &["bul"],
        "bn" => &["ben"],
        "ca" => &["cat"],
        "cs" => &["ces", "slk"],
        "cy" => &["cym"],
        "da" => &["dan", "nob"],
        "de" => &["deu"],
        "el" => &["ell"],
        "en" => &["eng"],
        "es" => &["spa"],
        "et" => &["est"],
        "fa" => &["pes"],
        "fi" => &["fin"],
        "fr" => &["fra"],
        "gu" => &["guj"],
        "he" | "iw" => &["heb"],
        "hi" => &["hin"],
        "hr" | "bs" | "sr" => &["hrv", "srp"],
        "hu" => &["hun"],
        "hy" => &["hye"],
        "id" => &["ind"],
        "it" => &["ita"],
        "ja" => &["jpn"],
        "ka" => &["kat"],
        "ko" => &["kor"],
        "lt" => &["lit"],
        "lv" => &["lav"],
        "mk" => &["mkd"],
        "nl" => &["nld", "afr"],
        "no" | "nb" | "nn" => &["nob", "dan"],
        "pl" => &["pol"],
        "pt" => &["por"],
        "ro" => &["ron"],
        "ru" => &["rus"],
        "sk" => &["slk", "ces"],
        "sl" => &["slv"],
        "sv" => &["swe"],
        "ta" => &["tam"],
        "te" => &["tel"],
        "th" => &["tha"],
        "tr" => &["tur", "aze"],
        "uk" => &["ukr"],
        "ur" => &["urd"],
        "vi" => &["vie"],
        "zh" => &["cmn"],
        _ => return None,
    })
}
