//! Loaders of the semantic engine.

use engines::semantic::{
    PagesInput,
    actions::{Brief, Coverage, Links, Overlap, Prompts, Similarity},
};

use super::{ANSWER_DAYS, Load, Loaded, answers, as_of, callers_own, host, pages};
use crate::{context::RunContext, error::JobError};

callers_own!(Similarity);

/// Loads own pages. Pages without text cannot be compared.
async fn fill(context: &RunContext, input: &mut PagesInput) -> Result<Loaded, JobError> {
    let mut loaded = Loaded::default();
    input.as_of = input.as_of.or_else(|| as_of(context));
    if input.pages.is_empty() {
        let own = pages::own(context, &mut loaded).await?;
        input.pages = own.into_iter().filter(pages::has_words).map(pages::page).collect();
    }
    Ok(loaded)
}

impl Load for Overlap {
    async fn load(context: &RunContext, input: &mut PagesInput) -> Result<Loaded, JobError> {
        fill(context, input).await
    }
}

impl Load for Links {
    async fn load(context: &RunContext, input: &mut PagesInput) -> Result<Loaded, JobError> {
        fill(context, input).await
    }
}

impl Load for Coverage {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        let mut loaded = Loaded::default();
        let Some(found) = pages::beside_winners(context, &input.query, &mut loaded).await? else { return Ok(loaded) };
        input.query = found.query;
        if let (true, Some(page)) = (input.page.url.is_empty(), found.page) {
            input.page = page;
        }
        if input.winners.is_empty() {
            input.winners = found.winners;
        }
        Ok(loaded)
    }
}

impl Load for Brief {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        let mut loaded = Loaded::default();
        let Some(found) = pages::beside_winners(context, &input.query, &mut loaded).await? else { return Ok(loaded) };
        input.query = found.query;
        input.page = input.page.take().or(found.page);
        if input.winners.is_empty() {
            input.winners = found.winners;
        }
        Ok(loaded)
    }
}

impl Load for Prompts {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        let mut loaded = Loaded::default();
        input.as_of = input.as_of.or_else(|| as_of(context));
        if input.site.is_empty() {
            input.site = host(context).await?.unwrap_or_default();
        }
        if input.pages.is_empty() {
            let own = pages::own(context, &mut loaded).await?;
            input.pages = own.into_iter().filter(pages::has_words).map(pages::page).collect();
        }
        if input.answers.is_empty() {
            input.answers = answers::answers(context, ANSWER_DAYS).await?;
        }
        Ok(loaded)
    }
}
