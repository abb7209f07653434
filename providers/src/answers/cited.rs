//! Pages that an answer cites.

use serde::Serialize;

use crate::{
    models::{Answer, Citation},
    web,
};

/// A page that an answer cites, once for all its citations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CitedPage {
    /// Normalised URL; `None` where the answer only has a redirect.
    pub url: Option<String>,
    /// Host, without `www.`.
    pub host: String,
    /// Registrable domain.
    pub domain: String,
    /// Title.
    pub title: Option<String>,
    /// Rank by first citation, from 1.
    pub rank: usize,
    /// Number of citations.
    pub count: usize,
}

/// Returns the pages that an answer cites, in order of their first citation. An answer that marks no citations in its
/// text cites its sources.
#[must_use]
pub fn cited_pages(answer: &Answer) -> Vec<CitedPage> {
    let listed = if answer.citations.is_empty() { &answer.sources } else { &answer.citations };
    let mut pages: Vec<CitedPage> = Vec::new();
    for citation in listed {
        let Some(page) = page(citation, pages.len() + 1) else { continue };
        // Of redirects, only the host is known.
        let same = |known: &&mut CitedPage| known.host == page.host && known.url == page.url;
        match pages.iter_mut().find(same) {
            Some(known) => known.count += 1,
            None => pages.push(page),
        }
    }
    pages
}

fn page(citation: &Citation, rank: usize) -> Option<CitedPage> {
    let host = citation.host.clone()?;
    let url = web::normalise(&citation.url).filter(|_| web::host(&citation.url).as_ref() == Some(&host));
    let domain = web::registrable(&host);
    Some(CitedPage { url, domain, title: citation.title.clone(), host, rank, count: 1 })
}

/// Returns true if an answer cites a page of a domain or of its subdomains.
#[must_use]
pub fn is_cited(answer: &Answer, domain: &str) -> bool {
    let domain = domain.trim_start_matches("www.").to_ascii_lowercase();
    let is_own = |host: &str| host == domain || host.strip_suffix(&domain).is_some_and(|rest| rest.ends_with('.'));
    cited_pages(answer).iter().any(|page| is_own(&page.host))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{models::parse_answer, provider::Provider};

    fn answer(citations: &[(&str, &str)]) -> Answer {
        let cite = |(url, title): &(&str, &str)| Citation::new(url, Some(title), None);
        Answer { citations: citations.iter().map(cite).collect(), ..Answer::new(Provider::OpenAi) }
    }

    #[test]
    fn pages_cited_twice_are_listed_once_in_order() {
        let answer = answer(&[
            ("https://www.b.co.uk/x?utm_source=openai", "B"),
            ("https://a.test/", "A"),
            ("http://b.co.uk/x#:~:text=y", "B"),
            ("not a url", ""),
        ]);
        let pages = cited_pages(&answer);
        assert_eq!(pages.len(), 2);
        assert_eq!((pages[0].url.as_deref(), pages[0].count, pages[0].rank), (Some("https://b.co.uk/x"), 2, 1));
        assert_eq!((pages[0].domain.as_str(), pages[1].rank), ("b.co.uk", 2));
        assert!(is_cited(&answer, "www.B.co.uk") && !is_cited(&answer, "o.uk"));
    }

    #[test]
    fn redirects_count_by_the_host_that_the_answer_names() {
        let body = include_str!("../../fixtures/gemini_generate.json");
        let answer = parse_answer(Provider::Gemini, body.as_bytes()).unwrap();
        let pages = cited_pages(&answer);
        assert_eq!((pages[0].url.as_deref(), pages[0].domain.as_str()), (None, "a.test"));
        assert!(is_cited(&answer, "b.test") && !is_cited(&answer, "google.com"));
    }
}
