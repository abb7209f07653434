//! PageRank and missing internal links.

mod anchor;
mod graph;
mod output;
mod propose;
mod terms;

use serde_json::{Value, json};

use graph::Graph;
pub use output::{LinkProposal, LinksOutput, PageRank, WeakAnchor};

use super::SIGNATURE;
use super::finding::{DAYS_VALID, action, evidence};
use super::input::check_pages;
use super::{Checked, Link, METHOD, METHOD_VERSION, Page, PagesInput, lexical_similarity};
use crate::common::{Control, EngineError, Evidence, Finding, Insight, Severity, checkpoint};

/// Similarity of anchor and target below which an anchor is uninformative.
const WEAK_ANCHOR: f64 = 0.15;
/// Maximum number of weak anchors listed.
const MOST_WEAK: usize = 100;

/// Computes `PageRank` of the site's pages, orphans, uninformative anchors, and links to add.
///
/// # Errors
/// Returns [`EngineError::NoInput`] for fewer than 2 pages, [`EngineError::InvalidInput`] for a page without
/// address or words, [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn links(input: &PagesInput, params: &Checked, control: &dyn Control) -> Result<LinksOutput, EngineError> {
    check_pages("pages", &input.pages.iter().collect::<Vec<_>>(), 2)?;
    let graph = Graph::read(input)?;
    checkpoint(control)?;
    control.progress(20.0, "rank", "Computing PageRank");
    let ranks = graph.page_rank(params.damping);
    let depths = graph.depths();
    let ranked = |at: usize| PageRank {
        url: input.pages[at].url.clone(),
        rank: ranks[at],
        links_in: graph.incoming(at),
        links_out: graph.out[at].len() as u32,
        clicks_from_home: depths[at],
    };
    let mut pages: Vec<PageRank> = (0..input.pages.len()).map(ranked).collect();
    control.progress(40.0, "propose", "Finding links to add");
    let proposals = propose::propose(input, &graph, &ranks, params, control)?;
    pages.sort_by(|a, b| b.rank.total_cmp(&a.rank).then_with(|| a.url.cmp(&b.url)));
    let mut output = LinksOutput {
        orphans: orphans(input, &graph),
        weak_anchors: weak_anchors(input, &graph),
        pages,
        proposals,
        insights: Vec::new(),
        notes: graph.notes(),
        assumptions: vec!["All links of a page are equally likely to be followed".to_owned()],
        needs: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    output.notes.extend(places_missing(&output.proposals));
    output.insights = insights(input, &output);
    output.insights.truncate(params.max_insights as usize);
    control.progress(100.0, "done", "Done");
    Ok(output)
}

fn orphans(input: &PagesInput, graph: &Graph) -> Vec<String> {
    let is_orphan = |at: &usize| graph.incoming(*at) == 0 && *at != graph.home;
    (0..input.pages.len()).filter(is_orphan).map(|at| input.pages[at].url.clone()).collect()
}

fn weak_anchors<'a>(input: &'a PagesInput, graph: &'a Graph) -> Vec<WeakAnchor> {
    let of_page = |page: &'a Page| page.links.iter().filter_map(move |link| weak_anchor(input, graph, page, link));
    input.pages.iter().flat_map(of_page).take(MOST_WEAK).collect()
}

/// Returns a link with an uninformative anchor. Links without a known anchor, as in a crawl's list of addresses, are not
/// reported.
fn weak_anchor(input: &PagesInput, graph: &Graph, page: &Page, link: &Link) -> Option<WeakAnchor> {
    let target = graph.find(&link.url).filter(|target| *target != graph.home && !link.anchor.trim().is_empty())?;
    let to = &input.pages[target];
    let relevance = lexical_similarity(&link.anchor, &propose::about(to));
    let weak = || WeakAnchor { from: page.url.clone(), to: to.url.clone(), anchor: link.anchor.clone(), relevance };
    (relevance < WEAK_ANCHOR).then(weak)
}

/// The facts of a proposal; with the exact change if the page has the words of the link already.
fn facts(proposal: &LinkProposal, value: Value) -> Vec<Evidence> {
    let mut facts = vec![evidence("relevance", &proposal.to, value, None)];
    if proposal.is_in_text {
        let change = json!({ "kind": "add_link", "before": null, "after": proposal.anchor, "target": proposal.to });
        facts.push(evidence("change", &proposal.from, change, None));
    }
    facts
}

fn title(LinkProposal { from, to, anchor, is_in_text, .. }: &LinkProposal) -> String {
    if *is_in_text {
        format!("On {from}, link \"{anchor}\" to {to}")
    } else {
        format!("On {from}, add a sentence that links to {to} with \"{anchor}\"")
    }
}

/// Pairs of similar pages whose text has no place for a link yet.
fn places_missing(proposals: &[LinkProposal]) -> Option<String> {
    match proposals.iter().filter(|proposal| !proposal.is_in_text).count() {
        0 => None,
        1 => Some("One proposed link has no place in the text yet: no phrase of the page names the target".to_owned()),
        count => Some(format!(
            "{count} proposed links have no place in the text yet: no phrase of the page names the target"
        )),
    }
}

fn insights(input: &PagesInput, output: &LinksOutput) -> Vec<Insight> {
    let mut orphans = None;
    if let Some(first) = output.orphans.first() {
        orphans = Some(Finding {
            kind: "orphan_pages",
            subject: String::new(),
            title: match output.orphans.len() {
                1 => format!("No page links to {first}"),
                count => format!("No page links to {count} pages, such as {first}"),
            },
            severity: Severity::Warning,
            confidence: 0.9,
            effort_minutes: 10 * output.orphans.len().min(30) as u32,
            evidence: output.orphans.iter().take(8).map(|url| evidence("orphan", url, json!(0), None)).collect(),
            assumptions: vec!["The crawl contains all pages and all links".to_owned()],
            action: action("add_links", "Link to each from the proposed pages", first),
            falsifier: "A crawl from the home page reaches these pages".to_owned(),
            days_valid: DAYS_VALID,
            ..Finding::default()
        });
    }
    let told = |finding: Finding| finding.insight(SIGNATURE, input.as_of);
    let proposed = output.proposals.iter().take(10).map(|proposal| {
        let value = json!({ "relevance": proposal.relevance, "rankPassed": proposal.rank_passed });
        told(Finding {
            kind: "link_to_add",
            subject: format!("{}|{}", proposal.from, proposal.to),
            title: title(proposal),
            severity: Severity::Opportunity,
            confidence: 0.4 + 0.4 * proposal.relevance,
            effort_minutes: 5,
            evidence: facts(proposal, value),
            assumptions: vec!["Pages that share rare words are about the same topic".to_owned()],
            action: action("add_link", "Add the link", &proposal.from),
            falsifier: "A reader of the page would not follow the link".to_owned(),
            days_valid: DAYS_VALID,
            ..Finding::default()
        })
    });
    orphans.map(|finding| told(finding).as_fact()).into_iter().chain(proposed).collect()
}
