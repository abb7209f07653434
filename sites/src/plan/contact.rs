//! The contact page: what happens with a request, and other ways.

use engines::content::FactKind;

use super::{
    PlanError,
    about::{OPERATOR, tenant, ways},
    job::{Job, Place},
    recording,
    text::{Text, cited, plain},
};
use crate::{PageKind, phone};

/// Writes the page unless it exists.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    job.checkpoint()?;
    if job.has("/contact/") {
        return Ok(());
    }
    let name = job.name.clone();
    let mut text = Text::default();
    text.heading(1, format!("Contact {name}"));
    opening(job, &mut text);
    text.heading(2, "What happens with your request");
    next(job, &mut text);
    text.heading(2, "In danger");
    text.say(&[
        "If people are in danger, leave the place and call the local emergency number first.",
        "A form is read later than a call.",
    ]);
    text.heading(2, "Who reads your message");
    reader(job, &mut text);
    let titles = [
        format!("Contact {name}: Send a Request"),
        format!("Contact {name}"),
        "Contact This Site: Send a Request or Write to Us".to_owned(),
    ];
    let descriptions = [
        format!(
            "Send a request about {}, and read what happens with it and how to reach the operator.",
            job.pack.terms.work
        ),
        "Send a request, and read what happens with it and how to reach the operator of this site by other ways."
            .to_owned(),
    ];
    job.add_text(Place::new("/contact/", PageKind::Contact, "Contact"), text, &titles, &descriptions);
    Ok(())
}

fn opening(job: &Job<'_>, text: &mut Text) {
    let contact = &job.input.contact;
    let mut sentences = Vec::new();
    if contact.form.is_some() {
        sentences.push(plain("Describe what you need in the form on this page."));
        sentences.push(plain("Say where the work is, what happened, and when you can be reached."));
    }
    if let Some(number) = &contact.phone {
        let shown = phone::shown(&number.number);
        let id = text.owner_fact("contact.phone", FactKind::Phone, &shown, OPERATOR);
        sentences.push(cited(format!("You can also call {shown}."), id));
        if number.is_recorded {
            sentences.push(cited(recording::ON_CONTACT, id));
        }
    }
    if sentences.is_empty() {
        sentences.push(plain("You can reach the operator of this site in the ways below."));
    }
    text.paragraph(sentences);
}

fn next(job: &Job<'_>, text: &mut Text) {
    let terms = &job.pack.terms;
    match tenant(job) {
        Some(tenant) => {
            let id = text.owner_fact("tenant.name", FactKind::Statement, &tenant.name, OPERATOR);
            text.paragraph(vec![
                cited(format!("Your request goes to {}, which rents this site.", tenant.name.trim()), id),
                plain("It answers you by telephone or email."),
            ]);
        }
        None => text.paragraph(vec![
            plain(format!("Your request is passed to one or more independent {}.", terms.businesses)),
            plain("They decide whether they can help, and answer you by telephone or email."),
            plain(format!("They may pay {} for the request.", job.operator())),
        ]),
    }
    text.say(&[
        "A request is not an order: you owe nothing until you have agreed with a business.",
        "The privacy page says what is stored, and how to have it deleted.",
    ]);
}

fn reader(job: &Job<'_>, text: &mut Text) {
    let mut sentences = vec![plain(format!("This site is run by {}.", job.operator()))];
    sentences.extend(ways(job, text));
    text.paragraph(sentences);
}
