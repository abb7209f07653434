//! The terms of use.

use engines::{content::FactKind, text::with_article};

use super::{
    PlanError,
    about::{OPERATOR, email, what_it_is},
    job::{Job, Place},
    text::{Text, cited, in_words, plain},
};
use crate::PageKind;

/// Writes the page unless it exists.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    job.checkpoint()?;
    if job.has("/terms/") {
        return Ok(());
    }
    let name = job.name.clone();
    let mut text = Text::default();
    text.heading(1, format!("Terms of use of {name}"));
    text.paragraph(vec![
        plain(format!("These terms hold for the use of {name} from {}.", in_words(job.input.today))),
        plain(format!("The site is run by {}.", job.operator())),
    ]);
    text.heading(2, "A referral service");
    what_it_is(job, &mut text);
    text.heading(2, "Your agreement with a business");
    let business = with_article(&job.pack.terms.business);
    text.paragraph(vec![
        plain(format!("If you hire {business}, your agreement is with that business alone.")),
        plain("Its price, its work and its promises are its own."),
        plain("Ask for a written offer, and check the papers that your state requires before work begins."),
    ]);
    text.heading(2, "General information");
    text.paragraph(general(job));
    text.heading(2, "What you send");
    text.say(&[
        "Send requests only for yourself or for people who asked you to, and give true contact details.",
        "Do not send other people's data, advertising, or anything that harms the site.",
    ]);
    text.heading(2, "Links and sources");
    text.say(&[
        "Sources are linked so that you can check what a page says.",
        "We do not run those sites and are not responsible for them.",
    ]);
    text.heading(2, "Changes and contact");
    let mut sentences = vec![plain("These terms may change; the foot of this page gives the day of the last change.")];
    if let Some(email) = email(job) {
        let id = text.owner_fact("operator.email", FactKind::Statement, &email, OPERATOR);
        sentences.push(cited(format!("Questions about them reach us at {email}."), id));
    }
    text.paragraph(sentences);
    let titles = [format!("Terms of Use of {name}"), "Terms of Use: What This Site Does and Does Not Do".to_owned()];
    let descriptions = [
        format!(
            "The terms of {name}: a referral service, who your agreement is with, and what the information on its pages is for."
        ),
        "The terms of this site: a referral service, who your agreement is with, and what its information is for."
            .to_owned(),
    ];
    job.add_text(Place::new("/terms/", PageKind::Terms, "Terms"), text, &titles, &descriptions);
    Ok(())
}

/// Says that the pages replace no professional; regulated trades name which one.
fn general(job: &Job<'_>) -> Vec<engines::content::Sentence> {
    let mut sentences = vec![
        plain("The pages give general information."),
        plain("They do not know your case, and conditions differ from place to place."),
    ];
    if job.pack.review.is_some() {
        sentences.push(plain("They are no legal, medical, financial or insurance advice, and reading them makes you nobody's client or patient."));
    }
    sentences.push(plain(format!("Decide on your case together with {}.", with_article(&job.pack.terms.worker))));
    sentences
}
