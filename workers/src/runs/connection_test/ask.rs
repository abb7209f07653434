//! The call of each provider that shows whether credentials are valid, and what it reports about the account. The calls
//! are those of the clients, with their addresses and prices.

use providers::{
    Credentials, PriceBook, Provider, ProviderError,
    bing::BingWebmaster,
    data_for_seo::DataForSeo,
    models::{Assistant, Prompt, WebSearch},
    serp::{Place, SerpRequest},
    serp_api::SerpApi,
    serper::Serper,
    speed::{ChromeUxReport, PageSpeed, Strategy, Subject},
};
use serde_json::json;

use super::{Found, google};
use crate::collect::provider::Opened;

/// Page of the speed test: small and always there.
const PAGE: &str = "https://example.com/";
/// Site with enough visitors for field data.
const SITE: &str = "https://www.google.com";
/// Perplexity has no list of models, so its cheapest one is asked.
const PERPLEXITY_MODEL: &str = "perplexity/sonar";
/// Fewest tokens that every provider accepts as a limit.
const TOKENS: u32 = 16;
/// Most models and sites that are stored.
const MOST: usize = 500;

pub(super) async fn ask(opened: &Opened) -> Result<Found, ProviderError> {
    match opened.provider {
        Provider::SearchConsole | Provider::GoogleAnalytics => google::ask(opened).await,
        Provider::BingWebmaster => bing(opened).await,
        Provider::PageSpeed => page_speed(opened).await,
        Provider::ChromeUxReport => field_data(opened).await,
        Provider::DataForSeo => data_for_seo(opened).await,
        Provider::SerpApi => serp_api(opened).await,
        Provider::Serper => serper(opened).await,
        Provider::Perplexity => perplexity(opened).await,
        Provider::OpenAi | Provider::Anthropic | Provider::Gemini => models(opened).await,
    }
}

fn key(opened: &Opened) -> Credentials {
    let key = opened.secret("key");
    if key.is_empty() { Credentials::None } else { Credentials::Key(key) }
}

/// Returns a number with its noun.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn valid() -> Found {
    Found::new("The key is valid.", json!({}))
}

async fn bing(opened: &Opened) -> Result<Found, ProviderError> {
    let sites = BingWebmaster::new(opened.caller.clone(), key(opened)).with_base(opened.base()).sites().await?.value;
    let sites: Vec<String> = sites.into_iter().map(|site| site.url).take(MOST).collect();
    Ok(Found::new(format!("The account has {}.", counted(sites.len(), "site", "sites")), json!({"properties": sites})))
}

async fn page_speed(opened: &Opened) -> Result<Found, ProviderError> {
    let client = PageSpeed::new(opened.caller.clone(), key(opened)).with_base(opened.base());
    client.run(PAGE, Strategy::Mobile, "en").await?;
    Ok(valid())
}

async fn field_data(opened: &Opened) -> Result<Found, ProviderError> {
    let client = ChromeUxReport::new(opened.caller.clone(), key(opened)).with_base(opened.base());
    client.record(&Subject::Origin(SITE.to_owned()), None).await?;
    Ok(valid())
}

async fn data_for_seo(opened: &Opened) -> Result<Found, ProviderError> {
    let pair = Credentials::LoginPassword { login: opened.secret("login"), password: opened.secret("password") };
    let client = DataForSeo::new(opened.caller.clone(), pair, PriceBook::default()).with_base(opened.base());
    let balance = client.account().await?.value.balance;
    let (dollars, cents) = (balance.0 / 1_000_000, balance.0 % 1_000_000 / 10_000);
    Ok(Found::new(format!("The account has ${dollars}.{cents:02} left."), json!({"balanceMicros": balance})))
}

async fn serp_api(opened: &Opened) -> Result<Found, ProviderError> {
    let client = SerpApi::new(opened.caller.clone(), key(opened), PriceBook::default()).with_base(opened.base());
    Ok(match client.account().await?.value.searches_left {
        Some(left) => Found::new(format!("The account has {left} searches left."), json!({"callsLeft": left})),
        None => valid(),
    })
}

/// Serper has no free call: this one costs one credit.
async fn serper(opened: &Opened) -> Result<Found, ProviderError> {
    let client = Serper::new(opened.caller.clone(), key(opened), PriceBook::default()).with_base(opened.base());
    let place = Place { country: "US".to_owned(), ..Place::default() };
    client.search(&SerpRequest::new("example", place, "en"), 0).await?;
    Ok(valid())
}

async fn models(opened: &Opened) -> Result<Found, ProviderError> {
    let mut models = assistant(opened)?.models().await?.value;
    models.truncate(MOST);
    Ok(Found::new(format!("The key can use {}.", counted(models.len(), "model", "models")), json!({"models": models})))
}

/// Perplexity has no free call: this one costs about a cent. Its models search the web by themselves, so a search is part
/// of the estimate.
async fn perplexity(opened: &Opened) -> Result<Found, ProviderError> {
    let web_search = Some(WebSearch { most_searches: 1, ..WebSearch::default() });
    let prompt = Prompt { max_tokens: TOKENS, web_search, ..Prompt::new(PERPLEXITY_MODEL, "Say yes.") };
    assistant(opened)?.ask(&prompt).await?;
    Ok(valid())
}

fn assistant(opened: &Opened) -> Result<Assistant, ProviderError> {
    let new = Assistant::new(opened.caller.clone(), opened.provider, key(opened), PriceBook::default())?;
    Ok(new.with_base(opened.base()))
}
