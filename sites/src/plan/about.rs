//! The page about the site: what it is, who runs it, how its pages are made.

use engines::{
    content::{FactKind, Sentence},
    text::with_article,
};

use super::{
    PlanError,
    job::{Job, Place},
    text::{Text, cited, list, plain},
};
use crate::{PageKind, Tenant};

/// Where facts of the operator come from.
pub(super) const OPERATOR: &str = "the operator of this site";
/// Where facts of the tenant come from.
const TENANT: &str = "the business that rents this site";

/// Writes the page unless it exists.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    job.checkpoint()?;
    if job.has("/about/") {
        return Ok(());
    }
    let name = job.name.clone();
    let mut text = Text::default();
    text.heading(1, format!("About {name}"));
    let terms = &job.pack.terms;
    text.paragraph(vec![
        plain(format!("{name} is a website about {}{}.", terms.work, job.region.inside())),
        plain(format!(
            "It explains how the work goes, what drives its price, and how to choose {}.",
            with_article(&terms.business)
        )),
    ]);
    text.heading(2, "What this site is");
    what_it_is(job, &mut text);
    text.heading(2, "Who runs it");
    who_runs_it(job, &mut text);
    text.heading(2, "How the pages are made");
    how_it_is_made(job, &mut text);
    text.heading(2, "Corrections");
    corrections(job, &mut text);
    let titles = [
        format!("About {name}: Who Runs It, How It Is Made"),
        format!("About {name}"),
        "About This Site: Who Runs It and How It Is Made".to_owned(),
    ];
    let descriptions = [
        format!("What {name} is, who runs it, who may pay for requests, and how its pages are written and corrected."),
        "What this site is, who runs it, who may pay for requests, and how its pages are written and corrected."
            .to_owned(),
    ];
    job.add_text(Place::new("/about/", PageKind::About, "About"), text, &titles, &descriptions);
    Ok(())
}

/// Returns the tenant whose record was verified.
pub(super) fn tenant<'a>(job: &'a Job<'_>) -> Option<&'a Tenant> {
    job.input.tenant.as_ref().filter(|tenant| tenant.verified_on.is_some() && !tenant.name.trim().is_empty())
}

/// Says who receives requests, and that they may pay for them.
pub(super) fn what_it_is(job: &Job<'_>, text: &mut Text) {
    let terms = &job.pack.terms;
    let operator = job.operator();
    if let Some(tenant) = tenant(job) {
        let id = text.owner_fact("tenant.name", FactKind::Statement, &tenant.name, TENANT);
        let mut sentences = vec![
            plain("This site is a referral service that one business rents."),
            cited(format!("Requests that you send here go to {}.", tenant.name.trim()), id),
            cited(format!("{} pays {operator} for this site.", tenant.name.trim()), id),
        ];
        if let Some(licence) = tenant.licence.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
            let id = text.owner_fact("tenant.licence", FactKind::Licence, licence, TENANT);
            sentences.push(cited(format!("The business states this license: {licence}."), id));
        }
        text.paragraph(sentences);
    } else {
        text.paragraph(vec![
            plain("This site is a referral service."),
            plain(format!("It is not {} and does none of the work itself.", with_article(&terms.business))),
            plain(format!(
                "When you send a request or call, it is passed to one or more independent {} that may serve your area.",
                terms.businesses
            )),
            plain(format!("They may pay {operator} for that.")),
        ]);
    }
    text.paragraph(vec![
        plain("You pay nothing to this site for a request."),
        plain("The business makes its own offer, and you decide whether to accept it."),
        plain("Compare several offers, and ask each business for its papers before you sign."),
    ]);
}

fn who_runs_it(job: &Job<'_>, text: &mut Text) {
    let operator = &job.input.operator;
    let (legal, brand) = (operator.legal_name.trim(), operator.brand_name.trim());
    let mut sentences: Vec<Sentence> = Vec::new();
    if !legal.is_empty() {
        let id = text.owner_fact("operator.legalName", FactKind::Statement, legal, OPERATOR);
        let said = format!("{} is run by {legal}.", job.name);
        sentences.push(cited(said, id));
    }
    if !brand.is_empty() && brand != legal {
        let id = text.owner_fact("operator.brandName", FactKind::Statement, brand, OPERATOR);
        let said = if legal.is_empty() {
            format!("{} is run by {brand}.", job.name)
        } else {
            format!("It appears under the name {brand}.")
        };
        sentences.push(cited(said, id));
    }
    if sentences.is_empty() {
        sentences.push(plain("The operator of this site has not given its name yet."));
    }
    sentences.extend(ways(job, text));
    text.paragraph(sentences);
}

/// Says how to reach the operator.
pub(super) fn ways(job: &Job<'_>, text: &mut Text) -> Vec<Sentence> {
    let operator = &job.input.operator;
    let address: Vec<String> =
        operator.postal_address.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let mut sentences = Vec::new();
    if !address.is_empty() {
        let address = address.join(", ");
        let id = text.owner_fact("operator.postalAddress", FactKind::Statement, &address, OPERATOR);
        sentences.push(cited(format!("The postal address of the operator is {address}."), id));
    }
    if let Some(email) = email(job) {
        let id = text.owner_fact("operator.email", FactKind::Statement, &email, OPERATOR);
        sentences.push(cited(format!("Write to {email} by email."), id));
    }
    let phone = operator.phone.trim();
    if !phone.is_empty() {
        let id = text.owner_fact("operator.phone", FactKind::Phone, phone, OPERATOR);
        sentences.push(cited(format!("The office of the operator has the telephone number {phone}."), id));
    }
    sentences
}

/// Returns the email address for visitors.
pub(super) fn email(job: &Job<'_>) -> Option<String> {
    let addresses = [job.input.operator.email.trim(), job.input.contact.fallback_email.trim()];
    addresses.into_iter().find(|address| !address.is_empty()).map(str::to_owned)
}

fn how_it_is_made(job: &Job<'_>, text: &mut Text) {
    let terms = &job.pack.terms;
    text.paragraph(vec![
        plain(format!(
            "A program composes the pages from an editorial library about {} and from public data on places.",
            terms.work
        )),
        plain("It states only what the library, the data or the operator says, and never fills a gap with a guess."),
        plain("Where a statement rests on a publication, the end of the page names it."),
    ]);
    let mut sentences = vec![plain("The foot of each page gives the day of its last change.")];
    if let Some(reviewer) = job.input.operator.reviewer.as_ref().filter(|one| !one.name.trim().is_empty()) {
        let who: Vec<String> = [reviewer.name.trim(), reviewer.credentials.trim()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
            .collect();
        let who = who.join(", ");
        let id = text.owner_fact("operator.reviewer", FactKind::Statement, &who, OPERATOR);
        sentences.push(cited(format!("Responsible for the content of the pages about the trade: {who}."), id));
    }
    sentences.push(plain("If a language model helped to write a page, its foot says so."));
    text.paragraph(sentences);
    let parts: Vec<String> = ["what to do first", "how the work goes", "what drives the price", "how to choose"]
        .iter()
        .map(|part| (*part).to_owned())
        .collect();
    text.paragraph(vec![plain(format!("The library is sorted by what readers ask: {}.", list(&parts)))]);
}

fn corrections(job: &Job<'_>, text: &mut Text) {
    let mut sentences = vec![plain("Something on a page may be wrong or out of date.")];
    sentences.push(match email(job) {
        Some(email) => {
            let id = text.owner_fact("operator.email", FactKind::Statement, &email, OPERATOR);
            cited(format!("Tell us by email to {email}, with the page and, if you have one, a better source."), id)
        }
        None => {
            plain("Tell us through the form on the contact page, with the page and, if you have one, a better source.")
        }
    });
    sentences.push(plain("We check the statement and correct the page."));
    text.paragraph(sentences);
}
