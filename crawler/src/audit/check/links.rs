//! Links of one page.

use super::super::visit::same;
use super::super::{Found, Visit, thresholds};
use super::{page, page_when};
use crate::page::{Link, Page};

/// Texts that say nothing of the target: those of Lighthouse's audit `link-text`, in the languages with most pages.
const GENERIC: &[&str] = &[
    "click here",
    "click this",
    "go",
    "here",
    "information",
    "learn more",
    "more",
    "more info",
    "more information",
    "right here",
    "read more",
    "see more",
    "start",
    "this",
    "klicke hier",
    "hier klicken",
    "hier",
    "mehr",
    "siehe",
    "dies",
    "das",
    "weiterlesen",
    "click aquí",
    "click aqui",
    "clicka aquí",
    "clicka aqui",
    "pincha aquí",
    "pincha aqui",
    "aquí",
    "aqui",
    "más",
    "mas",
    "más información",
    "más informacion",
    "mas información",
    "mas informacion",
    "este",
    "enlace",
    "este enlace",
    "empezar",
    "clique aqui",
    "ir",
    "mais informação",
    "mais informações",
    "mais",
    "veja mais",
    "här",
    "klicka här",
    "läs mer",
    "mer",
    "mer info",
    "mer information",
    "ここをクリック",
    "こちらをクリック",
    "リンク",
    "続きを読む",
    "続く",
    "全文表示",
    "여기",
    "여기를 클릭",
    "클릭",
    "링크",
    "자세히",
    "자세히 보기",
    "계속",
    "이동",
    "전체 보기",
];

/// Returns whether a link leads to the website of its page.
pub(crate) fn is_internal(page: &Page, link: &Link) -> bool {
    link.url.as_ref().is_some_and(|url| host(url) == host(&page.url))
}

/// Returns the host without `www.`: both are one website to its visitors.
pub(crate) fn host(url: &url::Url) -> Option<&str> {
    url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host))
}

/// Returns links with texts that say nothing, by the rules of Lighthouse.
pub(crate) fn generic(page: &Page) -> impl Iterator<Item = &Link> {
    page.links.iter().filter(|link| {
        let leads_away = link.url.as_ref().is_some_and(|url| !same(url, &page.url));
        let is_nofollow = link.rel.iter().any(|word| word == "nofollow");
        leads_away && !is_nofollow && GENERIC.contains(&link.anchor.to_lowercase().as_str())
    })
}

pub(crate) fn deep(visit: &Visit<'_>) -> Option<Found> {
    let depth = visit.depth.filter(|depth| *depth > thresholds::DEPTH && visit.is_ok())?;
    Found::when(true, || depth.to_string())
}

pub(crate) fn none(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| page.link_count == 0)
}

pub(crate) fn many(visit: &Visit<'_>) -> Option<Found> {
    let count = page(visit)?.link_count;
    Found::when(count > thresholds::MOST_LINKS, || count.to_string())
}

pub(crate) fn internal_nofollow(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    let links = page.links.iter().filter(|link| is_internal(page, link) && link.is_nofollow());
    Found::each(links.map(|link| link.href.as_str()))
}

pub(crate) fn anchor_empty(visit: &Visit<'_>) -> Option<Found> {
    let links = page(visit)?.links.iter().filter(|link| link.anchor.is_empty() && link.url.is_some());
    Found::each(links.map(|link| link.href.as_str()))
}

pub(crate) fn anchor_generic(visit: &Visit<'_>) -> Option<Found> {
    Found::each(generic(page(visit)?).map(|link| format!("{} ({})", link.anchor, link.href)))
}

pub(crate) fn not_crawlable(visit: &Visit<'_>) -> Option<Found> {
    Found::each(&page(visit)?.uncrawlable)
}

pub(crate) fn insecure(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit).filter(|page| page.url.scheme() == "https")?;
    let is_insecure = |link: &&Link| link.url.as_ref().is_some_and(|url| url.scheme() == "http");
    let links = page.links.iter().filter(|link| is_internal(page, link)).filter(is_insecure);
    Found::each(links.map(|link| link.href.as_str()))
}
