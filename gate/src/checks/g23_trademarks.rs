//! G23: neither domain nor name of the site has the name of a brand or a competitor.

use engines::text::{fold, words};

use super::{Context, Outcome};
use crate::{
    GateError,
    page::contains_words,
    words::{counted, table},
};

/// Characters of a brand from which it counts inside a longer word of a domain.
const INSIDE: usize = 6;

/// Compares domain and name with brands and competitors.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let host = context.content.base.host_str().unwrap_or_default().to_ascii_lowercase();
    let name = fold(&context.site.name);
    let own = context.tenant().map(|tenant| fold(&tenant.name)).unwrap_or_default();
    let mut compared = 0_usize;
    for (brand, is_word) in table::brands() {
        compared += 1;
        // A tenant may use its own brand.
        if !contains_words(&own, &fold(brand)) {
            report(&host, &name, brand, is_word, "the brand", &mut outcome);
        }
    }
    for competitor in &context.state.competitors {
        context.checkpoint()?;
        compared += 1;
        let is_own = !own.is_empty() && own == fold(&competitor.name);
        if !is_own && is_distinct(context, &competitor.name) {
            report(&host, &name, &competitor.name, false, "the competitor", &mut outcome);
        }
        let domain = competitor.domain.trim().trim_start_matches("www.").to_ascii_lowercase();
        if !domain.is_empty() && (host == domain || host.ends_with(&format!(".{domain}"))) {
            outcome.warn(
                None,
                format!("The site has the domain of the competitor {}.", competitor.name),
                "Use a domain of your own.",
            );
        }
    }
    Ok(outcome.measured(format!("{host} compared with {}", counted(compared, "name", "names"))))
}

fn report(host: &str, name: &str, brand: &str, is_word: bool, what: &str, outcome: &mut Outcome) {
    let folded = fold(brand);
    if folded.is_empty() {
        return;
    }
    if is_in_host(host, &folded, is_word) {
        outcome.warn(
            None,
            format!("The domain {host} has the name of {what} {brand}."),
            "Choose a domain without the name of somebody else.",
        );
    } else if contains_words(name, &folded) && !is_word {
        outcome.warn(
            None,
            format!("The name of the site has the name of {what} {brand}."),
            "Choose a name without the name of somebody else.",
        );
    }
}

/// Returns true if a label of a host is or has the name.
fn is_in_host(host: &str, folded: &str, is_word: bool) -> bool {
    let joined: String = words(folded).collect();
    // The last label is the top-level domain.
    let labels = host.rsplit_once('.').map_or(host, |(labels, _)| labels);
    labels.split('.').any(|label| {
        let parts: Vec<&str> = label.split('-').collect();
        let run = folded.split(' ').collect::<Vec<_>>();
        let is_part =
            parts.windows(run.len()).any(|window| window == run.as_slice()) || parts.contains(&joined.as_str());
        is_part || !is_word && joined.len() >= INSIDE && label.replace('-', "").contains(&joined)
    })
}

/// Returns true if a competitor's name is more than words of the trade and the place.
fn is_distinct(context: &Context<'_>, name: &str) -> bool {
    let site = context.site;
    let places = site.pages.iter().filter_map(|page| page.place.as_deref());
    let own = [&site.trade.name, &site.trade.work, &site.trade.business].into_iter().map(String::as_str).chain(places);
    let own = fold(&own.collect::<Vec<_>>().join(" "));
    let folded = fold(name);
    let mut parts = words(&folded);
    parts.any(|word| {
        word.len() > 2
            && !contains_words(&own, word)
            && !matches!(word, "inc" | "llc" | "the" | "and" | "company" | "services" | "service")
    })
}
