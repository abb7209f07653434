//! Loaders of the keyword engine.

use super::{Load, Loaded, callers_own, queries, serps};
use crate::{
    context::RunContext,
    error::JobError,
    runs::engine::{
        found::Findings,
        keyword::{load, save},
        maker::Maker,
    },
};
use engines::keyword::{
    Input,
    actions::{Analyse, Cluster, Expand, Keyphrases, Wins},
};

callers_own!(Keyphrases);

/// Loads the website's queries; a currency in the data overrides the given one.
async fn load_queries(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
    let currency = input.currency.take();
    *input = load::input_with_bing(context, load::website(context)?).await?;
    let own = input.currency.take();
    input.currency = own.clone().or(currency);
    Ok(Loaded { currency: own, ..Loaded::default() })
}

impl Load for Analyse {
    const KEEPS_INPUT: bool = false;

    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        load_queries(context, input).await
    }

    fn findings(context: &RunContext, maker: &Maker, output: &mut Self::Output) -> Result<Findings, JobError> {
        save::analysis(load::website(context)?, maker, output)
    }
}

impl Load for Wins {
    const KEEPS_INPUT: bool = false;

    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        load_queries(context, input).await
    }

    fn findings(context: &RunContext, maker: &Maker, output: &mut Self::Output) -> Result<Findings, JobError> {
        save::wins(load::website(context)?, maker, output)
    }
}

impl Load for Expand {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        if input.known.is_empty() {
            input.known = serps::known(context).await?;
        }
        Ok(Loaded::default())
    }
}

impl Load for Cluster {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        let mut loaded = Loaded::default();
        if input.texts.is_empty() {
            input.texts = queries::texts(context, &mut loaded).await?;
        }
        Ok(loaded)
    }
}
