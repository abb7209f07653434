//! Prompts of AI answers that no page of the site covers.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::finding::{DAYS_VALID, action};
use super::input::check_pages;
use super::lexicon::rarity;
use super::terms::{Terms, is_content};
use super::{METHOD, METHOD_VERSION, Page, SIGNATURE};
use crate::answers::{Brand, CitedSource, PromptAnswer, Share, check, span};
use crate::common::{Control, Day, EngineError, Evidence, Finding, Insight, Nature, Severity, checkpoint};
use crate::text::{Stemmer, fold, words};

/// Share of a prompt's weighted words from which a page covers it.
const COVERED_FROM: f64 = 0.75;
/// Maximum number of cited pages listed for a prompt.
const MOST_CITED: usize = 5;
/// Maximum number of insights.
const MOST_INSIGHTS: usize = 10;

/// Pages of a site and the AI answers to its tracked prompts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PromptsInput {
    /// The day of the analysis; validity starts here.
    pub as_of: Option<Day>,
    /// Host of your site, such as `www.example.com`, including its subdomains.
    pub site: String,
    /// Pages of the site.
    pub pages: Vec<Page>,
    /// Answers to tracked prompts.
    pub answers: Vec<PromptAnswer>,
}

/// Output of `prompts`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptsOutput {
    /// Prompts: first those that no page covers, the least cited first.
    pub prompts: Vec<PromptCoverage>,
    /// Topics, those with the most uncovered prompts first.
    pub topics: Vec<TopicCoverage>,
    /// Number of answers.
    pub answers: u32,
    /// Day of the first answer.
    pub from: Option<Day>,
    /// Day of the last answer.
    pub to: Option<Day>,
    /// Number of own pages that were compared.
    pub pages: usize,
    /// Insights, at most 10.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A prompt with the own page that covers most of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptCoverage {
    /// Prompt.
    pub prompt: String,
    /// Topic; empty for none.
    pub topic: String,
    /// True if a page contains at least 75 % of the prompt's weighted words.
    pub is_covered: bool,
    /// Weighted share of the prompt's words that the best page contains, 0 to 1.
    pub coverage: f64,
    /// The best page; `null` if no page contains any of the words.
    pub page: Option<String>,
    /// Words of the prompt that the best page lacks, the rarest first.
    pub missing: Vec<String>,
    /// Number of answers of all engines.
    pub answers: u32,
    /// Share of the answers that cite your site, with its 95 % interval after Wilson.
    pub cited: Share,
    /// Your pages that the answers cite, the most cited first.
    pub own_pages: Vec<CitedBy>,
    /// Pages of other websites that the answers cite, the most cited first.
    pub other_pages: Vec<CitedBy>,
}

/// A cited page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitedBy {
    /// Address, or the host where the answers name no address.
    pub page: String,
    /// Number of answers that cite it.
    pub answers: u32,
}

/// A topic of prompts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TopicCoverage {
    /// Topic; empty for prompts without one.
    pub topic: String,
    /// Number of prompts.
    pub prompts: u32,
    /// Number of prompts that a page covers.
    pub covered: u32,
    /// Number of prompts with an answer that cites your site.
    pub cited: u32,
}

/// Finds the own page that covers most of each tracked prompt, and the pages that its answers cite.
///
/// Coverage is the share of the prompt's content words, by stem, in title, headings and text of one page. Words weigh
/// as in Arora, Liang & Ma (2017), equation 3: rare words more than common ones.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without answers or pages, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn prompts(input: &PromptsInput, control: &dyn Control) -> Result<PromptsOutput, EngineError> {
    check(&input.answers)?;
    check_pages("pages", &input.pages.iter().collect::<Vec<_>>(), 1)?;
    let site = Brand { host: input.site.trim().trim_start_matches("www.").to_lowercase(), is_own: true };
    if site.host.is_empty() {
        return Err(EngineError::input("site", "must be the host name of your site, such as www.example.com"));
    }
    control.progress(10.0, "pages", "Reading the pages");
    let mut texts = Vec::with_capacity(input.pages.len());
    for page in &input.pages {
        checkpoint(control)?;
        texts.push((page.url.as_str(), stems(page)));
    }
    control.progress(60.0, "prompts", "Comparing prompts with pages");
    let found = compared(&input.answers, &texts, &site, control)?;
    let (from, to) = span(input.answers.iter());
    let insights = found.iter().filter(|one| !one.is_covered).take(MOST_INSIGHTS);
    Ok(PromptsOutput {
        insights: insights.map(|one| insight(one, input.as_of, to)).collect(),
        topics: topics(&found),
        answers: input.answers.len() as u32,
        from,
        to,
        pages: texts.len(),
        notes: vec![
            "Pages are compared by words. A page that answers a question in other words counts as not covering it"
                .to_owned(),
        ],
        assumptions: vec!["The crawl contains all pages of the site that could be cited".to_owned()],
        needs: Vec::new(),
        prompts: found,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

/// Compares each prompt with all pages.
fn compared(
    answers: &[PromptAnswer], pages: &[(&str, BTreeSet<String>)], site: &Brand, control: &dyn Control,
) -> Result<Vec<PromptCoverage>, EngineError> {
    let mut by_prompt: BTreeMap<&str, Vec<&PromptAnswer>> = BTreeMap::new();
    answers.iter().for_each(|answer| by_prompt.entry(&answer.prompt).or_default().push(answer));
    let mut found = Vec::with_capacity(by_prompt.len());
    for (prompt, answers) in &by_prompt {
        checkpoint(control)?;
        found.extend(covered(prompt, answers, pages, site));
    }
    found.sort_by(|a, b| {
        let key = |one: &PromptCoverage| (one.is_covered, one.cited.count);
        key(a).cmp(&key(b)).then(a.coverage.total_cmp(&b.coverage)).then_with(|| a.prompt.cmp(&b.prompt))
    });
    Ok(found)
}

/// Stems of a page's title, headings and text.
fn stems(page: &Page) -> BTreeSet<String> {
    let mut terms = Terms::read(page.title.as_deref().unwrap_or_default());
    page.headings.iter().for_each(|heading| terms.add(&heading.text));
    terms.add(&page.text);
    terms.counts.into_keys().filter(|key| !key.contains(' ')).collect()
}

/// Returns the coverage of a prompt; `None` without answers.
fn covered(
    prompt: &str, answers: &[&PromptAnswer], pages: &[(&str, BTreeSet<String>)], site: &Brand,
) -> Option<PromptCoverage> {
    let words = weighted(prompt);
    let all: f64 = words.iter().map(|(_, _, weight)| weight).sum();
    let share = |stems: &BTreeSet<String>| {
        let held: f64 = words.iter().filter(|(stem, ..)| stems.contains(stem)).map(|(_, _, weight)| weight).sum();
        if all > 0.0 { held / all } else { 0.0 }
    };
    let mut best: (f64, Option<&(&str, BTreeSet<String>)>) = (0.0, None);
    for page in pages {
        let coverage = share(&page.1);
        if coverage > best.0 {
            best = (coverage, Some(page));
        }
    }
    let lacks = |stem: &String| best.1.is_none_or(|(_, stems)| !stems.contains(stem));
    let cited = answers.iter().filter(|answer| answer.cites(site)).count() as u32;
    let (own_pages, other_pages) = cited_pages(answers, site);
    Some(PromptCoverage {
        prompt: prompt.to_owned(),
        topic: answers.iter().map(|answer| &answer.topic).find(|topic| !topic.is_empty()).cloned().unwrap_or_default(),
        is_covered: best.0 >= COVERED_FROM,
        coverage: best.0,
        page: best.1.map(|(url, _)| (*url).to_owned()),
        missing: words.iter().filter(|(stem, ..)| lacks(stem)).map(|(_, word, _)| word.clone()).collect(),
        answers: answers.len() as u32,
        cited: Share::new(cited, answers.len() as u32)?,
        own_pages,
        other_pages,
    })
}

/// Content words of a prompt: stem, spelling and weight, the heaviest first.
fn weighted(prompt: &str) -> Vec<(String, String, f64)> {
    let stemmer = Stemmer::default();
    let folded = fold(prompt);
    let mut seen = BTreeSet::new();
    let mut found: Vec<(String, String, f64)> = words(&folded)
        .filter(|word| is_content(word))
        .map(|word| (stemmer.stem(word), word.to_owned(), rarity(word)))
        .filter(|(stem, ..)| seen.insert(stem.clone()))
        .collect();
    found.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.1.cmp(&b.1)));
    found
}

/// Returns the cited pages of the site and those of other websites.
fn cited_pages<'a>(answers: &[&'a PromptAnswer], site: &Brand) -> (Vec<CitedBy>, Vec<CitedBy>) {
    let mut counts: BTreeMap<(&str, bool), u32> = BTreeMap::new();
    let name = |page: &'a CitedSource| (page.url.as_deref().unwrap_or(&page.host), site.owns(&page.host));
    for answer in answers {
        let pages: BTreeSet<(&str, bool)> = answer.cited.iter().map(name).collect();
        pages.into_iter().for_each(|page| *counts.entry(page).or_default() += 1);
    }
    let listed = |is_own: bool| {
        let of = counts.iter().filter(|((_, own), _)| *own == is_own);
        let mut pages: Vec<CitedBy> =
            of.map(|((page, _), answers)| CitedBy { page: (*page).to_owned(), answers: *answers }).collect();
        pages.sort_by(|a, b| b.answers.cmp(&a.answers).then_with(|| a.page.cmp(&b.page)));
        pages.truncate(MOST_CITED);
        pages
    };
    (listed(true), listed(false))
}

fn topics(prompts: &[PromptCoverage]) -> Vec<TopicCoverage> {
    let mut found: BTreeMap<&str, TopicCoverage> = BTreeMap::new();
    for one in prompts {
        let empty = || TopicCoverage { topic: one.topic.clone(), prompts: 0, covered: 0, cited: 0 };
        let topic = found.entry(&one.topic).or_insert_with(empty);
        topic.prompts += 1;
        topic.covered += u32::from(one.is_covered);
        topic.cited += u32::from(one.cited.count > 0);
    }
    let mut topics: Vec<TopicCoverage> = found.into_values().collect();
    topics.sort_by(|a, b| {
        let uncovered = |topic: &TopicCoverage| topic.prompts - topic.covered;
        uncovered(b).cmp(&uncovered(a)).then_with(|| a.topic.cmp(&b.topic))
    });
    topics
}

fn insight(one: &PromptCoverage, as_of: Option<Day>, seen: Option<Day>) -> Insight {
    let value = json!({ "coverage": one.coverage, "missing": one.missing, "cited": one.cited.count,
        "answers": one.answers });
    let finding = Finding {
        kind: "uncovered_prompt",
        subject: one.prompt.clone(),
        title: format!(
            "No page covers “{}” ({:.0} % of its words on the best page); {} of {} AI answers cite you",
            one.prompt,
            100.0 * one.coverage,
            one.cited.count,
            one.answers
        ),
        severity: if one.cited.count == 0 { Severity::Opportunity } else { Severity::Info },
        nature: Nature::Fact,
        confidence: 0.8,
        effort_minutes: 120,
        evidence: vec![Evidence::new("prompt", &one.prompt, value, "crawled pages and AI answers of this run", seen)],
        action: action("write_section", "Answer this question on a page", &one.prompt),
        falsifier: "A page of the site answers the question in other words".to_owned(),
        days_valid: DAYS_VALID,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, as_of)
}
