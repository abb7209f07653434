//! The call of each provider that shows whether credentials are valid, and what it reports about the account.

use providers::{
    Credentials, Micros, Operation, Provider, ProviderError,
    call::{Charge, Estimate, Parsed, Request, Response},
    google as google_api,
};
use serde_json::{Value, json};

use super::{Found, google};
use crate::collect::provider::Opened;

/// Model and price of the shortest answer of Perplexity, which has no free call.
const PERPLEXITY: Micros = Micros(6_000);
const SERPER: Micros = Micros(1_000);

pub(super) async fn ask(opened: &Opened) -> Result<Found, ProviderError> {
    match opened.provider {
        Provider::SearchConsole | Provider::GoogleAnalytics => google::ask(opened).await,
        _ => by_key(opened).await,
    }
}

async fn by_key(opened: &Opened) -> Result<Found, ProviderError> {
    let request = request(opened)?.fresh();
    let provider = opened.provider;
    let called = opened.caller.call(request, |response| parse(provider, response)).await?;
    Ok(describe(provider, &called.value))
}

fn key(opened: &Opened) -> Credentials {
    Credentials::Key(opened.secret("key"))
}

fn request(opened: &Opened) -> Result<Request, ProviderError> {
    let (base, key) = (opened.base(), key(opened));
    Ok(match opened.provider {
        Provider::BingWebmaster => Request::get(Operation::BING_SITES, base, "/webmaster/api.svc/json/GetUserSites")?
            .secret_query("apikey", &key),
        Provider::PageSpeed => Request::get(Operation::PAGE_SPEED_RUN, base, "/pagespeedonline/v5/runPagespeed")?
            .query("url", "https://example.com/")
            .query("strategy", "mobile")
            .secret_query("key", &key)
            .timeout(std::time::Duration::from_secs(60))
            .classify(google_api::classify),
        Provider::ChromeUxReport => {
            let body = json!({"origin": "https://www.google.com"});
            Request::post(Operation::CRUX_RECORD, base, "/v1/records:queryRecord", &body)?
                .secret_query("key", &key)
                .classify(google_api::classify)
        }
        Provider::DataForSeo => {
            let login =
                Credentials::LoginPassword { login: opened.secret("login"), password: opened.secret("password") };
            Request::get(Operation::DATA_FOR_SEO_ACCOUNT, base, "/v3/appendix/user_data")?.authorization(&login)
        }
        Provider::SerpApi => Request::get(Operation::SERP_API_ACCOUNT, base, "/account")?.secret_query("api_key", &key),
        Provider::Serper => {
            let body = json!({"q": "example", "num": 10});
            Request::post(Operation::SERPER_SEARCH, base, "/search", &body)?
                .secret_header("x-api-key", &key)
                .estimate(Estimate::bound(SERPER))
        }
        Provider::Anthropic => Request::get(Operation::ANTHROPIC_MODELS, base, "/v1/models")?
            .header("anthropic-version", "2023-06-01")
            .secret_header("x-api-key", &key),
        Provider::Gemini => Request::get(Operation::GEMINI_MODELS, base, "/v1beta/models")?
            .secret_header("x-goog-api-key", &key)
            .classify(google_api::classify),
        Provider::Perplexity => {
            let body = json!({
                "model": "sonar", "max_tokens": 1, "messages": [{"role": "user", "content": "Say yes."}],
            });
            Request::post(Operation::PERPLEXITY_CHAT, base, "/chat/completions", &body)?
                .authorization(&key)
                .estimate(Estimate::likely(PERPLEXITY))
        }
        Provider::OpenAi | Provider::SearchConsole | Provider::GoogleAnalytics => {
            Request::get(Operation::OPEN_AI_MODELS, base, "/v1/models")?.authorization(&key)
        }
    })
}

fn parse(provider: Provider, response: &Response) -> Result<Parsed<Value>, ProviderError> {
    let body: Value = response.json()?;
    if provider == Provider::DataForSeo {
        return data_for_seo(body);
    }
    if let Some(error) = body.get("error").and_then(Value::as_str) {
        return Err(ProviderError::Rejected { status: response.status, message: error.chars().take(200).collect() });
    }
    Ok(Parsed::fixed(body))
}

/// Status 200 does not mean success: the envelope and each task have a code of their own.
fn data_for_seo(body: Value) -> Result<Parsed<Value>, ProviderError> {
    for part in ["", "/tasks/0"] {
        let code = body.pointer(&format!("{part}/status_code")).and_then(Value::as_i64).unwrap_or_default();
        let message = body.pointer(&format!("{part}/status_message")).and_then(Value::as_str).unwrap_or_default();
        match code {
            20_000 => {}
            40_100..=40_199 => return Err(ProviderError::BadKey),
            40_200 | 40_210 => return Err(ProviderError::NoMoney),
            _ => return Err(ProviderError::Task { code, message: message.chars().take(200).collect() }),
        }
    }
    Ok(Parsed::charged(body, Charge::NONE))
}

fn describe(provider: Provider, body: &Value) -> Found {
    match provider {
        Provider::DataForSeo => {
            let balance = body.pointer("/tasks/0/result/0/money/balance").and_then(Value::as_f64);
            match balance.and_then(Micros::from_dollars) {
                Some(balance) => Found::new(
                    format!("The account has ${:.2} left.", micros_to_dollars(balance)),
                    json!({"balanceMicros": balance}),
                ),
                None => Found::new("The key is valid.", json!({})),
            }
        }
        Provider::SerpApi => match body.get("total_searches_left").and_then(Value::as_i64) {
            Some(left) => Found::new(format!("The account has {left} searches left."), json!({"callsLeft": left})),
            None => Found::new("The key is valid.", json!({})),
        },
        Provider::BingWebmaster => {
            let sites = names(body.pointer("/d"), "Url");
            Found::new(format!("The account has {} sites.", sites.len()), json!({"properties": sites}))
        }
        Provider::OpenAi | Provider::Anthropic => {
            let models = names(body.get("data"), "id");
            Found::new(format!("{} models are available.", models.len()), json!({"models": models}))
        }
        Provider::Gemini => {
            let models = names(body.get("models"), "name");
            Found::new(format!("{} models are available.", models.len()), json!({"models": models}))
        }
        _ => Found::new("The key is valid.", json!({})),
    }
}

/// Returns a field of each entry, at most 500.
fn names(list: Option<&Value>, field: &str) -> Vec<String> {
    let entries = list.and_then(Value::as_array).into_iter().flatten();
    entries.filter_map(|entry| entry.get(field)?.as_str().map(str::to_owned)).take(500).collect()
}

#[expect(clippy::cast_precision_loss, reason = "an amount below a billion dollars")]
fn micros_to_dollars(amount: Micros) -> f64 {
    amount.0 as f64 / 1e6
}
