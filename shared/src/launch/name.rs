//! Names and slugs of sites.

use std::collections::HashSet;

use rand::Rng;

use crate::store::{Executor, Result, site};

/// Maximum number of characters of a name that is made here.
const NAME_CHARS: usize = 48;
/// Maximum number of characters of a slug: a label of a host name has at most 63, and a suffix needs five.
const SLUG_CHARS: usize = 56;
/// Letters of a suffix.
const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Names of hosts that people expect to belong to the operator of the server.
const RESERVED: [&str; 12] =
    ["www", "app", "api", "admin", "mail", "smtp", "ftp", "ns1", "ns2", "autodiscover", "login", "static"];

/// Returns the name of a site without one: its place and its trade. A trade that is too long loses its last words; the place
/// stays, since the sites of a trade differ in it.
pub(super) fn default_name(trade: &str, place: &str) -> String {
    let trade = titled(trade);
    let fits = |name: &String| name.chars().count() <= NAME_CHARS;
    let whole = [format!("{place} {trade} Guide"), format!("{place} {trade}")].map(|name| name.trim().to_owned());
    let words: Vec<&str> = trade.split(' ').collect();
    let starts = (1..words.len()).rev().filter_map(|count| words.get(..count));
    let is_whole = |start: &&[&str]| start.last().is_some_and(|word| !is_small(word));
    let shorter = starts.filter(is_whole).map(|start| format!("{place} {} Guide", start.join(" ")).trim().to_owned());
    let found = whole.into_iter().chain(shorter).chain([format!("{place} Guide"), format!("{trade} Guide")]).find(fits);
    found.unwrap_or_else(|| trade.chars().take(NAME_CHARS).collect())
}

/// Returns true for a word that no name begins or ends with.
fn is_small(word: &str) -> bool {
    matches!(word, "and" | "or" | "of" | "for" | "in" | "the")
}

/// Capitalises the words of a trade, except small ones.
fn titled(trade: &str) -> String {
    let words = trade.split_whitespace().map(|word| {
        let mut letters = word.chars();
        match letters.next() {
            Some(_) if is_small(word) => word.to_owned(),
            Some(first) => first.to_uppercase().chain(letters).collect(),
            None => String::new(),
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the slug of words: lower-case letters, digits and single hyphens.
pub(super) fn slug(words: &[&str]) -> String {
    let text = words.join(" ").to_lowercase();
    let plain: String = text.chars().map(|c| unaccented(c).unwrap_or(c)).collect();
    let parts = plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    let slug: String = parts.collect::<Vec<_>>().join("-").chars().take(SLUG_CHARS).collect();
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "site".to_owned() } else { slug.to_owned() }
}

/// Returns the plain letter of the accented ones that names of places have.
const fn unaccented(c: char) -> Option<char> {
    Some(match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'ď' | 'đ' => 'd',
        'é' | 'è' | 'ê' | 'ë' | 'ē' | 'ě' | 'ę' => 'e',
        'ğ' => 'g',
        'í' | 'ì' | 'î' | 'ï' | 'ī' | 'ı' => 'i',
        'ł' | 'ľ' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ō' | 'ø' | 'ő' => 'o',
        'ř' => 'r',
        'š' | 'ś' | 'ş' | 'ș' => 's',
        'ť' | 'ț' => 't',
        'ú' | 'ù' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        _ => return None,
    })
}

/// Returns a slug for each wanted one that no site has, in order. `is_free` returns whether a host name can have it.
pub(super) async fn unique(
    executor: impl Into<Executor<'_>>, wanted: Vec<String>, is_free: impl Fn(&str) -> bool,
) -> Result<Vec<String>> {
    let taken: HashSet<String> = site::taken_slugs(executor, &wanted).await?.into_iter().collect();
    let mut given = HashSet::new();
    let mut slugs = Vec::with_capacity(wanted.len());
    for base in wanted {
        let is_new = |slug: &String, given: &HashSet<String>| {
            !taken.contains(slug) && !given.contains(slug) && !RESERVED.contains(&slug.as_str()) && is_free(slug)
        };
        let mut slug = base.clone();
        while !is_new(&slug, &given) {
            slug = format!("{base}-{}", suffix());
        }
        given.insert(slug.clone());
        slugs.push(slug);
    }
    Ok(slugs)
}

fn suffix() -> String {
    let mut random = rand::rng();
    (0..4).map(|_| char::from(LETTERS.get(random.random_range(0..LETTERS.len())).copied().unwrap_or(b'x'))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_is_a_label_of_a_host_name() {
        for (words, expected) in [
            (&["water-damage", "Tulsa", "OK"][..], "water-damage-tulsa-ok"),
            (&["roofing", "St. Paul", "MN"], "roofing-st-paul-mn"),
            (&["roofing", "Cañon City", "CO"], "roofing-canon-city-co"),
            (&["roofing", "Łódź"], "roofing-lodz"),
            (&["roofing", "České Budějovice"], "roofing-ceske-budejovice"),
            (&["xn--", "東京"], "xn"),
            (&["", "--", "'"], "site"),
        ] {
            assert_eq!(slug(words), expected, "{words:?}");
        }
        let long = slug(&["a-".repeat(100).as_str()]);
        assert!(long.len() <= SLUG_CHARS && !long.ends_with('-'), "{long}");
    }

    #[test]
    fn default_name_has_place_and_trade() {
        assert_eq!(default_name("Water damage restoration", "Tulsa"), "Tulsa Water Damage Restoration Guide");
        assert_eq!(default_name("Plumbing and heating", ""), "Plumbing and Heating Guide");
        let long = default_name(&"very ".repeat(30), "Rancho Cucamonga");
        assert!(long.chars().count() <= NAME_CHARS && long.starts_with("Rancho Cucamonga Very"), "{long}");
        let place = "Village of the ".repeat(4);
        assert_eq!(default_name("Roofing", place.trim()), "Roofing Guide");
    }

    #[test]
    fn sites_of_a_trade_with_a_long_name_keep_their_places() {
        for (place, name) in [
            ("Tulsa", "Tulsa Heating and Air Conditioning Repair Guide"),
            ("Wichita", "Wichita Heating and Air Conditioning Repair"),
            ("Oklahoma City", "Oklahoma City Heating and Air Conditioning Guide"),
            ("Rancho Cucamonga", "Rancho Cucamonga Heating and Air Guide"),
        ] {
            assert_eq!(default_name("Heating and air conditioning repair", place), name);
        }
    }
}
