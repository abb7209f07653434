//! Sets canonical addresses and versions in languages.

use super::{Step, insert::insert, remark, tag::Tag};
use crate::{
    escape,
    outline::{HeadLink, Outline},
    page::Page,
};

/// Length of `<link`.
const NAME: usize = 5;

pub(super) fn canonical(page: &Page<'_>, outline: &Outline, address: &str) -> Step {
    let several = u32::try_from(outline.canonicals.len()).unwrap_or(u32::MAX);
    match outline.canonicals.first() {
        Some(found) => set(page, found, address, remark(several, "canonical addresses")),
        None => add(page, outline, "rel=\"canonical\"", address),
    }
}

pub(super) fn alternate(page: &Page<'_>, outline: &Outline, language: &str, address: &str) -> Step {
    let of_language = of_language(outline, language);
    let several = u32::try_from(of_language.len()).unwrap_or(u32::MAX);
    match of_language.first() {
        Some(found) => set(page, found, address, remark(several, "versions for the language")),
        None => {
            let code = escape::attribute(language, page.charset());
            add(page, outline, &format!("rel=\"alternate\" hreflang=\"{code}\""), address)
        }
    }
}

/// Returns the versions of a page for a language.
pub(crate) fn of_language<'a>(outline: &'a Outline, language: &str) -> Vec<&'a HeadLink> {
    let is_same = |link: &&HeadLink| link.language.as_ref().is_some_and(|code| code.eq_ignore_ascii_case(language));
    outline.alternates.iter().filter(is_same).collect()
}

fn set(page: &Page<'_>, found: &HeadLink, address: &str, remark: Option<String>) -> Step {
    if found.address == address {
        return Step::Nothing;
    }
    let tag = Tag { name_end: found.tag.start + NAME, attribute: "href", value: found.href.as_ref() };
    Step::Change(vec![tag.set(page, &escape::attribute(address, page.charset()))], remark)
}

fn add(page: &Page<'_>, outline: &Outline, attributes: &str, address: &str) -> Step {
    let end = if outline.is_xhtml { " />" } else { ">" };
    let address = escape::attribute(address, page.charset());
    insert(page, outline, &format!("<link {attributes} href=\"{address}\"{end}"))
}
