//! G09: reviews, ratings, people and addresses come from the owner.

use std::{
    cell::OnceCell,
    collections::HashMap,
    hash::{BuildHasherDefault, DefaultHasher},
};

use engines::{
    content::Fact,
    text::{fold, words},
};

use super::{Context, Outcome, schema};
use crate::{
    GateError,
    html::{NodeId, ROOT, Step},
    page::{Block, Reading, contains_words},
    words::{counted, matches, patterns, short, street},
};

patterns! {
    /// A rating, stars, or a number of reviews.
    RATING = r"(?i)[★⭐]{2,}|\b[0-5](?:\.\d)?\s*(?:/|out of)\s*5\b|\brated\s+\d|\b\d[\d,]*\+?\s+(?:(?:5|five)[- ]star\s+)?(?:google\s+|yelp\s+|verified\s+)?reviews\b|\b(?:5|five)[- ]star (?:reviews?|rated|rating)\b";
    /// A heading that introduces reviews.
    REVIEWS = r"(?i)^(?:what (?:our )?(?:customers|clients|people|neighbors|homeowners) (?:say|are saying)|(?:customer |client |our )?(?:reviews|testimonials)|happy (?:customers|clients))\b";
    /// A heading that introduces people.
    TEAM = r"(?i)\b(?:meet (?:the|our) (?:team|staff|crew|owners?|experts|technicians)|our (?:team|staff|crew) (?:members|of)|^our (?:team|staff|crew|technicians|founders?)$)";
    /// Alternative text of a picture of people or of a shop.
    PHOTO = r"(?i)\bour (?:team|staff|crew|technicians?|owners?|office|shop|trucks?|customers?|work)\b|\b(?:happy|satisfied) customers?\b";
    /// Words of a class for reviews.
    CLASS = r"(?i)(?:^|[-_ ])(?:reviews?|testimonials?|ratings?|stars)(?:$|[-_ ])";
}

const FIX: &str = "Remove it, or add it as a fact that the owner of the business supplied.";

/// Finds trust that nobody supplied.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    for (page, findings) in &context.claims {
        for finding in findings.iter().filter(|finding| finding.check == "fabricated_trust") {
            outcome.block(
                Some(&page.path),
                format!(
                    "The fact {} and was not supplied by the owner.",
                    finding.detail.replace(" that is not among the facts", "")
                ),
                FIX,
            );
        }
    }
    let mut read = 0_usize;
    for reading in &context.content.readings {
        context.checkpoint()?;
        read += 1;
        texts(context, reading, &mut outcome);
        photos(context, reading, &mut outcome);
        structured(context, reading, &mut outcome);
    }
    Ok(outcome.measured(counted(read, "page searched", "pages searched")))
}

fn texts(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    let reviews = reviews(reading);
    for block in &reading.blocks {
        let is_review = reviews.get(block.node) == Some(&true);
        let Some(what) = trust(reading, block, is_review) else { continue };
        if !is_supplied(reading, &block.text) {
            let detail = format!("The page shows {what} without a source: {}", short(&block.text));
            outcome.block(Some(&reading.path), detail, FIX);
        }
    }
    let known = OnceCell::new();
    let unknown = |address: &&str| {
        let address = fold(address);
        !known.get_or_init(|| known_addresses(context, reading)).iter().any(|text| contains_words(text, &address))
    };
    let text: Vec<&str> = reading.blocks.iter().map(|block| block.text.as_str()).collect();
    for address in text.iter().flat_map(|text| street::find(text)).filter(unknown).take(5) {
        let detail = format!(
            "The page shows the street address {address}, which is that of neither the operator nor the tenant nor a cited fact."
        );
        outcome.block(Some(&reading.path), detail, "Remove the address. A site without a shop has no street address.");
    }
}

/// Returns what kind of trust a block shows.
fn trust(reading: &Reading<'_>, block: &Block, is_review: bool) -> Option<&'static str> {
    let is_heading =
        reading.tree.element(block.node).is_some_and(|one| matches!(&*one.name, "h1" | "h2" | "h3" | "h4" | "h5"));
    if matches(&RATING, &block.text) {
        return Some("a rating");
    }
    if is_heading && matches(&REVIEWS, &block.text) || is_review {
        return Some("a review");
    }
    (is_heading && matches(&TEAM, &block.text)).then_some("a team")
}

/// Returns for each node that was reached whether it belongs to a quote of a person, or to an element whose class says so.
fn reviews(reading: &Reading<'_>) -> Vec<bool> {
    let tree = &reading.tree;
    let (mut marked, mut signed) = (vec![false; tree.nodes.len()], vec![false; tree.nodes.len()]);
    let mut known: HashMap<&str, bool, BuildHasherDefault<DefaultHasher>> = HashMap::default();
    for step in tree.walk(ROOT) {
        let Step::Enter(id) = step else { continue };
        let is_below = |list: &[bool]| tree.parent(id).is_some_and(|parent| list.get(parent) == Some(&true));
        let class = tree.element(id).and_then(|one| one.attribute("class"));
        let is_marked = class.is_some_and(|class| *known.entry(class).or_insert_with(|| matches(&CLASS, class)));
        // Of quotes within each other the inner one counts.
        let is_signed = if reading.is_named(id, "blockquote") { is_signed(reading, id) } else { is_below(&signed) };
        let is_marked = is_marked || is_below(&marked);
        if let (Some(one), Some(other)) = (marked.get_mut(id), signed.get_mut(id)) {
            (*one, *other) = (is_marked, is_signed);
        }
    }
    marked.into_iter().zip(signed).map(|(is_marked, is_signed)| is_marked || is_signed).collect()
}

/// Returns true for a quote with the name of a person.
fn is_signed(reading: &Reading<'_>, id: NodeId) -> bool {
    let tree = &reading.tree;
    let near = tree.parent(id).unwrap_or(id);
    let has = |id, name: &str| tree.elements(id).any(|(_, one)| *one.name == *name);
    has(id, "cite") || has(id, "footer") || reading.is_named(near, "figure") && has(near, "figcaption")
}

/// Returns true if a fact of the owner says what a text says.
fn is_supplied(reading: &Reading<'_>, text: &str) -> bool {
    let text = fold(text);
    let says = |fact: &Fact| {
        let value = fold(&format!("{} {}", fact.value, fact.detail.as_deref().unwrap_or_default()));
        let value = value.trim();
        words(value).count() > 0
            && (contains_words(&text, value)
                || contains_words(value, &text)
                || contains_words(&text, &fold(&fact.value)))
    };
    let facts = reading.page.iter().flat_map(|page| &page.facts).map(|cited| &cited.fact);
    facts.filter(|fact| fact.is_owner_supplied && fold(&fact.value).len() > 2).any(says)
}

/// Returns the folded texts in which an address may occur.
fn known_addresses(context: &Context<'_>, reading: &Reading<'_>) -> Vec<String> {
    let site = context.site;
    let facts = reading.page.iter().flat_map(|page| &page.facts);
    let facts = facts.map(|cited| {
        format!("{} {} {}", cited.fact.value, cited.fact.detail.as_deref().unwrap_or_default(), cited.fact.source)
    });
    let tenant = context.tenant().map(|tenant| format!("{} {}", tenant.street, tenant.city));
    facts.chain(tenant).chain([site.operator.postal_address.clone()]).map(|text| fold(&text)).collect()
}

fn photos(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    for (_, image) in reading.tree.named("img") {
        let alt = image.attribute("alt").unwrap_or_default();
        if matches(&PHOTO, alt) && !(context.tenant().is_some() && is_supplied(reading, alt)) {
            let detail = format!("A picture claims to show people or work of the business: \"{}\"", short(alt));
            outcome.block(
                Some(&reading.path),
                detail,
                "Remove the picture, or use one that the owner of the business supplied.",
            );
        }
    }
}

/// Finds people in structured data that are neither operator nor reviewer.
fn structured(context: &Context<'_>, reading: &Reading<'_>, outcome: &mut Outcome) {
    let operator = &context.site.operator;
    let reviewer = operator.reviewer.as_ref().map_or("", |reviewer| reviewer.name.as_str());
    let known = [fold(&operator.legal_name), fold(&operator.brand_name), fold(reviewer)];
    for node in reading.json_ld.iter().flatten().flat_map(schema::nodes) {
        let name = node.text("name").unwrap_or_default();
        let is_known = known.iter().any(|one| !one.is_empty() && *one == fold(name));
        if node.has_type("Person") && !is_known && !is_supplied(reading, name) {
            let detail =
                format!("Structured data names the person \"{}\", who is neither operator nor reviewer.", short(name));
            outcome.block(Some(&reading.path), detail, FIX);
        }
    }
}
