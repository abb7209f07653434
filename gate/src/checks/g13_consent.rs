//! G13: the lead form asks for consent, keeps programs out, and reaches the platform.

use engines::text::fold;

use super::{Context, Outcome};
use crate::{
    FormReach, GateError,
    css::Style,
    html::{Element, NodeId},
    page::Reading,
    words::{counted, matches, patterns},
};

patterns! {
    /// Calls or text messages.
    CALLS = r"(?i)\b(?:calls?|phone|telephone|texts?|text messages?|sms)\b";
    /// Consent is no condition.
    FREE = r"(?i)\bnot? (?:a )?(?:condition|required|requirement)\b";
}

/// Field that people do not see and programs fill.
const TRAP: &str = "company_url";
/// Box of the consent.
const CONSENT: &str = "consent";
/// Characters of a consent text that says something.
const FEWEST: usize = 30;

/// Checks every form that asks for personal data.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let mut forms = 0_usize;
    for reading in &context.content.readings {
        context.checkpoint()?;
        for (id, element) in reading.tree.named("form").filter(|(id, _)| is_personal(reading, *id)) {
            forms += 1;
            form(context, reading, id, element, &mut outcome);
        }
    }
    match &context.site.contact.form {
        None if forms == 0 => {
            if context.site.contact.phone.is_none() && context.site.contact.fallback_email.trim().is_empty() {
                outcome.block(
                    None,
                    "Visitors cannot get in touch: there is no form, telephone number or email address.",
                    "Add a lead form, a telephone number or an email address.",
                );
                return Ok(outcome.measured("No form"));
            }
            return Ok(Outcome::not_applicable("The site has no form"));
        }
        None => outcome.block(
            None,
            "A form is on the pages, and the site has no lead form.",
            "Add a lead form in the site's settings, or remove the form.",
        ),
        Some(_) if forms == 0 => {
            outcome.block(None, "The lead form is on no page.", "Build the site again with its lead form.")
        }
        Some(form) => {
            text(&form.consent, forms_ask_for_phone(context), &mut outcome);
            reach(&context.state.form_reach, &mut outcome);
        }
    }
    let reach = match &context.state.form_reach {
        FormReach::Reached => "a test lead arrived",
        FormReach::Untested => "not posted yet",
        FormReach::Failed(_) => "a test lead did not arrive",
    };
    Ok(outcome.measured(format!("{}; {reach}", counted(forms, "form", "forms"))))
}

/// Returns true for forms that ask for a name, an email address or a telephone number.
fn is_personal(reading: &Reading<'_>, form: NodeId) -> bool {
    fields(reading, form).any(|(_, element)| {
        let kind = element.attribute("type").unwrap_or("text");
        let name = element.attribute("name").unwrap_or_default().to_ascii_lowercase();
        matches!(kind, "email" | "tel")
            || *element.name == *"textarea"
            || ["name", "email", "phone"].iter().any(|word| name.contains(word))
    })
}

fn fields<'r>(reading: &'r Reading<'_>, form: NodeId) -> impl Iterator<Item = (NodeId, &'r Element)> {
    reading
        .tree
        .elements(form)
        .filter(|(_, element)| matches!(&*element.name, "input" | "textarea" | "select" | "button"))
}

fn forms_ask_for_phone(context: &Context<'_>) -> bool {
    context.content.readings.iter().any(|reading| {
        reading
            .tree
            .named("input")
            .any(|(_, one)| one.attribute("type") == Some("tel") || one.attribute("name") == Some("phone"))
    })
}

fn form(context: &Context<'_>, reading: &Reading<'_>, id: NodeId, element: &Element, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    let is_post = element.attribute("method").is_some_and(|method| method.eq_ignore_ascii_case("post"));
    if !is_post {
        outcome.block(
            path,
            "The form is not sent with POST, so that personal data are in addresses.",
            "Set method=\"post\".",
        );
    }
    if let Some(model) = &context.site.contact.form {
        if element.attribute("action").map(str::trim) != Some(model.action.trim()) {
            outcome.block(
                path,
                "The form is sent to another address than the site's lead form.",
                format!("Set action=\"{}\".", model.action),
            );
        }
        consent(reading, id, &model.consent, outcome);
        if let Err(detail) = address(&model.action) {
            outcome.block(path, detail, "Use an address that begins with https://.");
        }
    }
    trap(reading, id, outcome);
    let email = context.site.contact.fallback_email.trim();
    let is_linked = |email: &str| {
        reading.links.iter().any(|link| link.href.eq_ignore_ascii_case(&format!("mailto:{email}")) && !link.is_hidden)
    };
    if email.is_empty() {
        outcome.block(
            path,
            "The form has no fallback address for visitors whose form cannot be sent.",
            "Enter the email address of the operator.",
        );
    } else if !reading.shows(email) && !is_linked(email) {
        outcome.block(
            path,
            format!("The page with the form does not show the fallback address {email}."),
            "Show it next to the form.",
        );
    }
}

/// Returns why a form cannot be sent safely.
fn address(action: &str) -> Result<(), String> {
    let url =
        url::Url::parse(action).map_err(|_| "The lead form is sent to an address that is not absolute.".to_owned())?;
    let is_local = url.host_str().is_some_and(|host| {
        host == "localhost" || host.ends_with(".localhost") || host == "127.0.0.1" || host == "[::1]"
    });
    if url.scheme() == "https" || is_local {
        Ok(())
    } else {
        Err("The lead form is sent without encryption.".to_owned())
    }
}

fn consent(reading: &Reading<'_>, form: NodeId, text: &str, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    let is_box =
        |element: &Element| element.attribute("type") == Some("checkbox") && element.attribute("name") == Some(CONSENT);
    let all: Vec<(NodeId, &Element)> = fields(reading, form).collect();
    let Some(at) = all.iter().position(|(_, element)| is_box(element)) else {
        outcome.block(
            path,
            "The form has no box for the visitor's consent.",
            "Add a checkbox named consent above the button.",
        );
        return;
    };
    let (id, element) = all[at];
    if element.attribute("checked").is_some() {
        outcome.block(path, "The consent box is ticked before the visitor decides.", "Remove the attribute checked.");
    }
    if element.attribute("required").is_none() {
        outcome.block(path, "The form can be sent without the consent box.", "Add the attribute required to the box.");
    }
    if reading.style(id).is_some_and(Style::is_hidden) {
        outcome.block(path, "The consent box is hidden.", "Show the box and its text.");
    }
    let label = label(reading, id, element);
    if text.trim().is_empty() || !fold(&label).contains(&fold(text)) {
        outcome.block(
            path,
            "The text next to the consent box is not the consent text of the lead form.",
            "Show the whole consent text as the label of the box.",
        );
    }
    let is_submit = |element: &Element| {
        let kind = element.attribute("type");
        *element.name == *"button" && matches!(kind, None | Some("submit")) || kind == Some("submit")
    };
    if all[..at].iter().any(|(_, element)| is_submit(element)) {
        outcome.block(path, "The consent box is below the button.", "Move the box above the button.");
    }
}

/// Returns the text of the label of a field.
pub(super) fn label(reading: &Reading<'_>, id: NodeId, element: &Element) -> String {
    let tree = &reading.tree;
    if let Some(above) = tree.ancestors(id).find(|above| reading.is_named(*above, "label")) {
        return tree.text(above);
    }
    let own = element.attribute("id").unwrap_or_default();
    let found = tree.named("label").find(|(_, label)| !own.is_empty() && label.attribute("for") == Some(own));
    found.map(|(label, _)| tree.text(label)).unwrap_or_default()
}

fn trap(reading: &Reading<'_>, form: NodeId, outcome: &mut Outcome) {
    let path = Some(reading.path.as_str());
    let Some((id, element)) = fields(reading, form).find(|(_, element)| element.attribute("name") == Some(TRAP)) else {
        outcome.block(
            path,
            "The form has no hidden field against programs.",
            format!("Add a hidden text field named {TRAP}."),
        );
        return;
    };
    if element.attribute("value").is_some_and(|value| !value.is_empty()) {
        outcome.block(
            path,
            "The hidden field against programs has a value, so that every lead counts as spam.",
            "Leave it empty.",
        );
    }
    let is_hidden = reading.style(id).is_some_and(Style::is_hidden) || element.attribute("type") == Some("hidden");
    if !is_hidden {
        outcome.block(
            path,
            "The field against programs is visible, so that people may fill it.",
            "Hide it with a style sheet.",
        );
    }
}

fn text(consent: &str, asks_for_phone: bool, outcome: &mut Outcome) {
    if consent.trim().chars().count() < FEWEST {
        outcome.block(
            None,
            "The consent text is too short to say what visitors agree to.",
            "Say who may contact them, how, and about what.",
        );
        return;
    }
    if asks_for_phone && !matches(&CALLS, consent) {
        outcome.block(
            None,
            "The form asks for a telephone number, and the consent text does not mention calls or text messages.",
            "Say that visitors agree to be called or texted, and by whom.",
        );
    }
    if asks_for_phone && !matches(&FREE, consent) {
        outcome.warn(
            None,
            "The consent text does not say that consent is not a condition of a purchase.",
            "Add: \"Consent is not a condition of purchase.\"",
        );
    }
}

fn reach(reach: &FormReach, outcome: &mut Outcome) {
    match reach {
        FormReach::Reached => {}
        FormReach::Untested => outcome.block(
            None,
            "The lead form was not posted end to end yet.",
            "Build the site again: the build posts a test lead.",
        ),
        FormReach::Failed(reason) => outcome.block(
            None,
            format!("A test lead did not reach the platform: {reason}."),
            "Check that the form's address can be reached from the internet.",
        ),
    }
}
