//! Collects the facts of a crawl, page by page.

use std::{collections::HashSet, io, path::Path};

use url::Url;

use super::{
    Facts, GROUP, Site, count, facts, key,
    near::{self, Nearest},
};
use crate::{
    audit::{Visit, check::links::is_internal},
    disk::{Column, Errors, Heap, Table},
    external::ExternalAnswer,
    page::Page,
};

/// Answers of other websites that are kept.
const MOST_EXTERNAL: usize = 10_000;

/// Collects the facts of a crawl.
#[derive(Debug)]
pub struct SiteBuilder {
    site: Site,
    minima: Column<{ near::BYTES }>,
}

impl SiteBuilder {
    /// Returns a builder without pages. Its files, without names, are in the folder.
    ///
    /// # Errors
    /// Returns an error if the files cannot be created.
    pub fn new(dir: &Path) -> io::Result<Self> {
        let site = Site {
            count: 0,
            pages: Column::create(dir)?,
            texts: Heap::create(dir)?,
            index: Table::create(dir)?,
            inlinks: Table::create(dir)?,
            external: std::collections::HashMap::new(),
            titles: Table::create(dir)?,
            descriptions: Table::create(dir)?,
            headings: Table::create(dir)?,
            contents: Table::create(dir)?,
            near: Nearest::create(dir)?,
            has_sitemap: false,
            unread_sitemaps: Vec::new(),
            errors: Errors::default(),
        };
        Ok(Self { site, minima: Column::create(dir)? })
    }

    /// Adds a visit. A second visit of an address is ignored.
    ///
    /// # Errors
    /// Returns an error if the facts cannot be stored.
    pub fn add(&mut self, visit: &Visit<'_>) -> io::Result<()> {
        let site = &mut self.site;
        let (own, number) = (key(visit.url), site.count);
        let mut is_known = false;
        site.index.put(own, |value, is_new| {
            is_known = !is_new;
            if is_new {
                value.copy_from_slice(&number.to_le_bytes());
            }
        })?;
        if is_known {
            return Ok(());
        }
        site.count += 1;
        site.has_sitemap |= visit.is_in_sitemap;
        let page = visit.page.filter(|_| visit.is_ok());
        let mut facts = Facts::of(visit);
        facts.url = site.texts.push(visit.url.as_str().as_bytes())?;
        facts.alternates = site.texts.push(&page.map(facts::alternates).unwrap_or_default())?;
        site.pages.set(number, &facts.to_bytes())?;
        if let Some(minima) = page.and_then(|page| page.body.fingerprint.as_ref()).and_then(near::minima) {
            self.minima.set(number, &near::to_bytes(&minima))?;
        }
        for target in page.map(targets).unwrap_or_default().into_iter().filter(|target| *target != own) {
            site.inlinks.put(target, |value, _| count(value, number))?;
        }
        Ok(())
    }

    /// Adds how a page of another website answers.
    pub fn add_external(&mut self, url: &Url, answer: ExternalAnswer) {
        if self.site.external.len() < MOST_EXTERNAL {
            self.site.external.insert(key(url), answer);
        }
    }

    /// Adds the sitemaps that could not be read: address and reason, see
    /// [`unread_sitemaps`](crate::crawl::unread_sitemaps).
    pub fn add_unread_sitemaps(&mut self, sitemaps: Vec<String>) {
        self.site.unread_sitemaps.extend(sitemaps);
    }

    /// Compares the pages with one another.
    ///
    /// # Errors
    /// Returns an error if the facts cannot be read or stored.
    pub fn build(mut self, dir: &Path) -> io::Result<Site> {
        let site = &mut self.site;
        let group = |groups: &mut Table<GROUP>, hash: Option<u64>, number: u32| {
            hash.map_or(Ok(()), |hash| groups.put(hash, |value, _| count(value, number)))
        };
        let mut compared = near::Bands::create(dir)?;
        for number in 0..site.count {
            let facts = Facts::from_bytes(&site.pages.get(number)?);
            if !facts.is_indexable {
                continue;
            }
            group(&mut site.titles, facts.title, number)?;
            group(&mut site.descriptions, facts.description, number)?;
            group(&mut site.headings, facts.heading, number)?;
            group(&mut site.contents, facts.content, number)?;
            if let Some(minima) = near::from_bytes(&self.minima.get(number)?) {
                compared.add(number, &minima)?;
            }
        }
        compared.compare(&self.minima, &site.near)?;
        Ok(self.site)
    }
}

/// Returns the keys of the pages of the website that a page links to, each once.
fn targets(page: &Page) -> HashSet<u64> {
    let links = page.links.iter().filter(|link| is_internal(page, link));
    links.filter_map(|link| link.url.as_ref()).map(key).collect()
}
