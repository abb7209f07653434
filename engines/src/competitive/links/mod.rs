//! Links of other sites: pages that lost theirs, referring domains compared with rivals, and domains that link to rivals only.

mod book;
mod compare;
mod input;
mod insight;
mod output;
mod reclaim;

pub use input::{Link, LinkedPage, LinksInput};
pub use output::{LinkCounts, LinkProblem, LinkProspect, LinkSite, LinkSource, LinksOutput, ReclaimPage};

use self::book::{Book, OWN};
use self::input::{MAX_LINKS, MAX_PAGES, MAX_RIVALS};
use super::{Checked, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};

/// Maximum number of rows of each table.
const LISTED: usize = 5_000;

/// Finds links to regain and to gain, and compares the referring domains of your site with those of its rivals.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without links, [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`],
/// or [`EngineError::Cancelled`].
pub fn links(input: &LinksInput, params: &Checked, control: &dyn Control) -> Result<LinksOutput, EngineError> {
    EngineError::check_sizes(&[
        ("`links`", input.links.len(), MAX_LINKS),
        ("`pages`", input.pages.len(), MAX_PAGES),
        ("`rivals`", input.rivals.len(), MAX_RIVALS),
    ])?;
    if input.links.is_empty() {
        return Err(EngineError::NoInput {
            what: "links",
            unlock: "import backlinks of Ahrefs, Semrush, Majestic or another tool, or fetch them from DataForSEO",
        });
    }
    control.progress(10.0, "read", "Reading the links");
    let book = Book::read(input)?;
    checkpoint(control)?;
    control.progress(40.0, "reclaim", "Comparing the linked pages with the crawl");
    let found = reclaim::reclaim(&book, &input.pages);
    checkpoint(control)?;
    control.progress(70.0, "compare", "Comparing the sites");
    let mut output = LinksOutput {
        reclaim: found.pages,
        sites: compare::sites(&book),
        // Without links to your own site, every domain would look like a gap.
        prospects: if book.of(OWN).next().is_some() { compare::prospects(&book) } else { Vec::new() },
        gap_not_computed: gap_not_computed(&book),
        sources: compare::sources(&book),
        checked_pages: found.checked,
        unchecked_pages: found.unchecked,
        insights: Vec::new(),
        notes: Vec::new(),
        assumptions: assumptions(),
        needs: needs(&book, input),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.insights = insight::insights(input, &output, params.max_insights as usize);
    output.notes = notes(&book, &output);
    output.reclaim.truncate(LISTED);
    output.sites.truncate(LISTED);
    output.prospects.truncate(LISTED);
    Ok(output)
}

fn assumptions() -> Vec<String> {
    [
        "Referring domains are registrable domains: a thousand links of one site count once",
        "A link that one provider has lost counts as live if another provider saw it later",
        "No clicks or amounts are stated: no source gives what a link brings. Pages are in the order of the followed domains",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Number of rivals with links.
fn linked_rivals(book: &Book<'_>) -> usize {
    (1..book.sites.len()).filter(|rival| book.of(*rival).next().is_some()).count()
}

fn gap_not_computed(book: &Book<'_>) -> Option<String> {
    let rivals = linked_rivals(book);
    if book.of(OWN).next().is_none() {
        return Some("The link gap was not computed: there are no links to your own site".to_owned());
    }
    (rivals < compare::LEAST_RIVALS).then(|| {
        let known = if rivals == 0 { "to no rival" } else { "to one rival only" };
        format!("The link gap was not computed: it needs links to at least two rivals, and there are links {known}")
    })
}

fn needs(book: &Book<'_>, input: &LinksInput) -> Vec<String> {
    let rivals = linked_rivals(book);
    let known = [
        (
            book.of(OWN).next().is_some(),
            "Links to your own site are needed to find pages to repair and domains that link to rivals only",
        ),
        (!input.pages.is_empty(), "A crawl of your site shows which of the linked pages no longer answer"),
        (rivals > 0, "Import links to a rival into this website to compare referring domains"),
        (rivals > 1, "Links to at least two rivals are needed for the link gap"),
    ];
    known.into_iter().filter(|(is_known, _)| !is_known).map(|(_, need)| need.to_owned()).collect()
}

fn notes(book: &Book<'_>, output: &LinksOutput) -> Vec<String> {
    let mut notes: Vec<String> = output.gap_not_computed.iter().cloned().collect();
    if output.unchecked_pages > 0 {
        notes.push(format!(
            "{} linked pages are not in the crawl, so their status is unknown: a crawl only reaches pages that your site or its sitemap links to",
            output.unchecked_pages
        ));
    }
    if book.sites.len() > 1 && compare::common_providers(&output.sites).is_empty() {
        notes.push(
            "No provider has links to your site and to a rival, so referring domains are not compared".to_owned(),
        );
    } else if book.sites.len() > 1 {
        notes.push(
            "Sites are compared within one provider only. An export with a limited number of rows counts too few domains"
                .to_owned(),
        );
    }
    if output.sources.iter().any(|source| source.provider == "data_for_seo") {
        notes.push("DataForSEO lists one link of each domain, so a page can have more links than shown".to_owned());
    }
    if let Some((site, links)) = book.others.iter().max_by_key(|(_, links)| **links) {
        let all: u32 = book.others.values().sum();
        notes
            .push(format!("{all} links to other sites, such as {site} ({links}), were left out: it is no named rival"));
    }
    for (rows, what) in [(book.own_links, "of a site to itself"), (book.rejected, "without a host or a provider")] {
        if rows > 0 {
            notes.push(format!("{rows} links {what} were left out"));
        }
    }
    for (rows, what) in [(output.reclaim.len(), "pages"), (output.prospects.len(), "domains")] {
        if rows > LISTED {
            notes.push(format!("Only the first {LISTED} of {rows} {what} are listed"));
        }
    }
    notes
}
