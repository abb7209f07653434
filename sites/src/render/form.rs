//! The lead form.

use super::{Context, html::escape, link::Base};
use crate::{Page, PageKind};

/// Field of the form with its words, name, type, completion and maximum number of characters.
struct Field {
    label: &'static str,
    name: &'static str,
    kind: &'static str,
    autocomplete: &'static str,
    most: u32,
    is_required: bool,
}

/// Fields of a line; the lengths are those that the receiver accepts.
const FIELDS: [Field; 3] = [
    Field { label: "Your name", name: "name", kind: "text", autocomplete: "name", most: 200, is_required: true },
    Field {
        label: "Email address",
        name: "email",
        kind: "email",
        autocomplete: "email",
        most: 254,
        is_required: false,
    },
    Field { label: "Telephone number", name: "phone", kind: "tel", autocomplete: "tel", most: 40, is_required: false },
];
const MESSAGE_CHARS: u32 = 5_000;
/// Field that people do not see and programs fill.
const TRAP: &str = "company_url";

/// Value of the box of consent where the text has no version.
const AGREED: &str = "yes";

/// Returns true if a page has the form.
pub(super) fn is_on(context: &Context<'_>, page: &Page) -> bool {
    let fits = matches!(page.kind, PageKind::Home | PageKind::Service | PageKind::Area | PageKind::Contact);
    fits && context.site.contact.form.is_some()
}

/// Returns the section with the form.
pub(super) fn form(context: &Context<'_>, page: &Page) -> String {
    let Some(form) = &context.site.contact.form else { return String::new() };
    let base = Base::Page(&page.path);
    let mut out = String::from(
        "<section class=\"request\" id=\"request\" aria-labelledby=\"request-title\">\n<div class=\"wrap\">\n",
    );
    out.push_str("<div class=\"pitch\">\n<h2 id=\"request-title\">Send a request</h2>\n");
    out.push_str(&format!("<p>{}</p>\n", escape(&who(context))));
    out.push_str("<p>Enter an email address, a telephone number, or both.</p>\n");
    if let Some(privacy) = context.of_kind(PageKind::Privacy) {
        out.push_str(&format!("<p><a href=\"{}\">What happens with your data</a></p>\n", base.to(&privacy.path)));
    }
    out.push_str("</div>\n");
    out.push_str(&format!("<form method=\"post\" action=\"{}\" accept-charset=\"utf-8\">\n", escape(&form.action)));
    FIELDS.iter().for_each(|one| out.push_str(&field(one)));
    out.push_str(&format!(
        "<p class=\"field wide\"><label for=\"request-message\">What do you need, and where?</label>\n\
         <textarea id=\"request-message\" name=\"message\" rows=\"4\" maxlength=\"{MESSAGE_CHARS}\"></textarea></p>\n"
    ));
    // `hidden` keeps it from people who see and from those who listen; programs fill every field.
    out.push_str(&format!(
        "<p hidden><label for=\"request-{TRAP}\">Leave this field empty</label>\n\
         <input id=\"request-{TRAP}\" name=\"{TRAP}\" type=\"text\" tabindex=\"-1\" autocomplete=\"off\"></p>\n"
    ));
    out.push_str(&hidden("page", &context.absolute(&page.path)));
    if !page.query.trim().is_empty() {
        out.push_str(&hidden("keyword", &page.query));
    }
    out.push_str(&format!(
        "<p class=\"consent wide\"><input id=\"request-consent\" name=\"consent\" type=\"checkbox\" value=\"{}\" required>\n\
         <label for=\"request-consent\">{}</label></p>\n",
        escape(if form.version.is_empty() { AGREED } else { &form.version }),
        escape(form.consent.trim())
    ));
    out.push_str("<p class=\"wide\"><button class=\"button\" type=\"submit\">Send request</button></p>\n");
    out.push_str("</form>\n");
    out.push_str(&fallback(context));
    out.push_str("</div>\n</section>\n");
    out
}

/// Says who receives a request.
fn who(context: &Context<'_>) -> String {
    match context.tenant() {
        Some(tenant) => format!("Your request goes to {}.", tenant.name.trim()),
        None => {
            "Your request is passed to independent businesses, which may pay for it. You choose whether to hire one."
                .to_owned()
        }
    }
}

fn field(field: &Field) -> String {
    let Field { label, name, kind, autocomplete, most, is_required } = field;
    let required = if *is_required { " required" } else { "" };
    format!(
        "<p class=\"field\"><label for=\"request-{name}\">{label}</label>\n\
         <input id=\"request-{name}\" name=\"{name}\" type=\"{kind}\" autocomplete=\"{autocomplete}\" maxlength=\"{most}\"{required}></p>\n"
    )
}

fn hidden(name: &str, value: &str) -> String {
    format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">\n", escape(value))
}

/// Shows the address for visitors whose form cannot be sent.
fn fallback(context: &Context<'_>) -> String {
    email(context).map_or_else(String::new, |link| {
        format!("<p class=\"fallback\">If the form cannot be sent, write to {link}.</p>\n")
    })
}

/// Returns the section of the contact page of a site without a form.
pub(super) fn fallback_section(context: &Context<'_>) -> String {
    email(context).map_or_else(String::new, |link| {
        format!(
            "<section class=\"request\" id=\"request\" aria-labelledby=\"request-title\">\n<div class=\"wrap\">\n\
             <h2 id=\"request-title\">Write to us</h2>\n<p class=\"fallback\">Send an email to {link}.</p>\n</div>\n</section>\n"
        )
    })
}

/// Returns a link to the email address for visitors.
fn email(context: &Context<'_>) -> Option<String> {
    let addresses = [context.site.contact.fallback_email.trim(), context.site.operator.email.trim()];
    let address = addresses.into_iter().find(|address| is_email(address))?;
    Some(format!("<a href=\"mailto:{}\">{}</a>", escape(address), escape(address)))
}

/// True for a text that can be linked: one `@`, nothing that starts other parameters.
fn is_email(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".!#$*+-/=^_`{|}~'@".contains(c);
    text.matches('@').count() == 1 && !text.starts_with('@') && !text.ends_with('@') && text.chars().all(is_plain)
}
