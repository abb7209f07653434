//! The privacy policy: what is collected, who receives it, how to have it deleted.

use engines::content::FactKind;

use super::{
    PlanError,
    about::{OPERATOR, email, tenant},
    job::{Job, Place},
    recording,
    text::{Text, cited, in_words, plain},
};
use crate::PageKind;

/// Writes the page unless it exists.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    job.checkpoint()?;
    if job.has("/privacy/") {
        return Ok(());
    }
    let name = job.name.clone();
    let mut text = Text::default();
    text.heading(1, format!("Privacy policy of {name}"));
    text.paragraph(vec![
        plain(format!("This page says which data {name} collects, what they are used for, and who receives them.")),
        plain(format!("It holds from {}.", in_words(job.input.today))),
    ]);
    text.heading(2, "Who is responsible");
    responsible(job, &mut text);
    if job.input.contact.form.is_some() {
        form(job, &mut text);
    }
    if job.input.contact.phone.is_some() {
        calls(job, &mut text);
    }
    if job.input.beacon.is_some() {
        visits(&mut text);
    }
    text.heading(2, "Cookies");
    text.say(&[
        "This site sets no cookies and shows no advertisements of networks.",
        "It loads no fonts and no pictures from other companies.",
    ]);
    text.heading(2, "The server");
    text.say(&[
        "Whoever hosts this site sees your network address, because without it no page could be sent to you.",
        "Hosts usually keep it in a log for a short time, to fend off attacks and find faults.",
    ]);
    rights(job, &mut text);
    let titles = [format!("Privacy Policy of {name}"), "Privacy Policy: What This Site Stores and Why".to_owned()];
    let descriptions = [
        format!(
            "Which data {name} collects, who receives a request, how visits are counted without cookies, and how to have data deleted."
        ),
        "Which data this site collects, who receives a request, how visits are counted, and how to have data deleted."
            .to_owned(),
    ];
    job.add_text(Place::new("/privacy/", PageKind::Privacy, "Privacy"), text, &titles, &descriptions);
    Ok(())
}

fn responsible(job: &Job<'_>, text: &mut Text) {
    let operator = &job.input.operator;
    let name = job.operator();
    let id = text.owner_fact("operator.legalName", FactKind::Statement, &name, OPERATOR);
    let mut sentences = vec![cited(format!("{} is responsible for this site.", super::text::capital(&name)), id)];
    if let Some(address) = privacy_email(job) {
        let id = text.owner_fact("operator.privacyEmail", FactKind::Statement, &address, OPERATOR);
        sentences.push(cited(format!("For questions about your data, write to {address}."), id));
    }
    let address: Vec<&str> = operator.postal_address.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if !address.is_empty() {
        let address = address.join(", ");
        let id = text.owner_fact("operator.postalAddress", FactKind::Statement, &address, OPERATOR);
        sentences.push(cited(format!("The postal address is {address}."), id));
    }
    text.paragraph(sentences);
}

fn privacy_email(job: &Job<'_>) -> Option<String> {
    let own = job.input.operator.privacy_email.trim();
    Some(own).filter(|own| !own.is_empty()).map(str::to_owned).or_else(|| email(job))
}

fn form(job: &Job<'_>, text: &mut Text) {
    text.heading(2, "When you send the form");
    text.say(&[
        "We store what you enter: your name, your email address, your telephone number and your message.",
        "With it we store the page that you sent it from, the subject of that page, and the time.",
        "We also store the words of the consent that you gave, as a record of it.",
        "Your network address is stored only as a code that cannot be turned back into the address, to recognize abuse.",
    ]);
    text.heading(2, "Who receives your request");
    let terms = &job.pack.terms;
    match tenant(job) {
        Some(tenant) => {
            let id = text.owner_fact("tenant.name", FactKind::Statement, &tenant.name, OPERATOR);
            text.paragraph(vec![
                cited(
                    format!(
                        "We pass your request to {}, which rents this site, so that it can answer you.",
                        tenant.name.trim()
                    ),
                    id,
                ),
                plain("It is responsible for what it does with your data afterward."),
            ]);
        }
        None => text.paragraph(vec![
            plain(format!(
                "We pass your request to one or more independent {}, so that they can answer you.",
                terms.businesses
            )),
            plain("They may pay us for it."),
            plain("Each is responsible for what it does with your data afterward."),
        ]),
    }
    text.say(&[
        "We do this because you agreed to it in the form.",
        "You can withdraw your consent at any time; what was done before stays lawful.",
        "We keep a request for as long as it takes to handle it and to account for it.",
    ]);
}

fn calls(job: &Job<'_>, text: &mut Text) {
    text.heading(2, "When you call");
    text.say(&[
        "If you call the number on this site, your number, the time and the length of the call are stored.",
        "The call may be forwarded to a business that can help you.",
    ]);
    if job.input.contact.phone.as_ref().is_some_and(|phone| phone.is_recorded) {
        text.say(&[recording::ON_PRIVACY, "If you do not want that, use the form or write by email."]);
    }
}

fn visits(text: &mut Text) {
    text.heading(2, "How visits are counted");
    text.say(&[
        "A small script reports which page was opened, which site led to it, whether a form or number was used, and whether the \
         device is a phone or a computer.",
        "To count a visitor once a day, it computes a code from the network address and the name of the browser.",
        "The key of that code is deleted at the end of the day, so nobody can tell afterward who it was.",
        "It stores nothing on your device, and no profile of you is made.",
    ]);
}

fn rights(job: &Job<'_>, text: &mut Text) {
    text.heading(2, "How to have your data deleted");
    let mut sentences =
        vec![plain("You can ask what is stored about you, have it corrected or deleted, and object to its use.")];
    sentences.push(match privacy_email(job) {
        Some(address) => {
            let id = text.owner_fact("operator.privacyEmail", FactKind::Statement, &address, OPERATOR);
            cited(
                format!(
                    "Write to {address} from the address that you used in the form, or name your telephone number."
                ),
                id,
            )
        }
        None => plain("Send the form on the contact page with the word \"privacy\" in the message."),
    });
    sentences.push(plain("We also tell the businesses that received your request that you want it deleted."));
    sentences.push(plain("You may complain to the data protection authority or the attorney general where you live."));
    text.paragraph(sentences);
}
