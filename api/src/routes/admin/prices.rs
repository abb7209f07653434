//! Prices of data providers: the built-in ones, and what the operator replaces.

use axum::extract::State;
use chrono::{DateTime, Utc};
use providers::{
    PriceBook,
    provider::{ListedPrice, listed_prices},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        now,
        price::{MOST_PRICE_MICROS, PriceOverride},
    },
    store::{Db, audit::Action, price},
};
use utoipa::ToSchema;

use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Admin, Json, RequestContext, Success},
    routes::connections::provider_id::ProviderId,
    state::AppState,
};

/// A price. Money is in millionths of a US dollar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OperatorPrice)]
pub(super) struct PriceView {
    provider: ProviderId,
    /// Name of the provider.
    provider_name: String,
    /// Key of the operation, or name of the model.
    #[schema(examples("serp_organic"))]
    subject: String,
    /// Name of the operation or the model.
    subject_name: String,
    /// Key of what is counted.
    #[schema(examples("call"))]
    unit: String,
    /// What is counted, after "for each".
    #[schema(examples("call"))]
    unit_name: String,
    /// Built-in price.
    built_in_micros: u64,
    /// Day on which the built-in price was noted.
    noted_on: String,
    /// Where the built-in price is published.
    source: Option<String>,
    /// False for built-in prices that were not read from the provider itself.
    is_confirmed: bool,
    /// Price in effect in place of the built-in one.
    own_micros: Option<i64>,
    changed_at: Option<DateTime<Utc>>,
}

/// Prices of all providers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OperatorPrices)]
pub(super) struct Answer {
    success: Success,
    prices: Vec<PriceView>,
    /// Highest price that can be entered.
    most_micros: i64,
}

/// A price to use in place of the built-in one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewOperatorPrice)]
pub(super) struct Input {
    provider: ProviderId,
    /// Key of the operation, or name of the model.
    subject: String,
    /// Key of what is counted.
    unit: String,
    /// Price in millionths of a US dollar, 0 to 1,000,000,000; `null` returns to the built-in price.
    micros: Option<i64>,
}

fn view(listed: ListedPrice, own: &[PriceOverride]) -> PriceView {
    let provider = listed.provider;
    let is_own = |one: &&PriceOverride| {
        one.provider == provider.key() && one.subject == listed.subject && one.unit == listed.unit
    };
    let own = own.iter().find(is_own);
    PriceView {
        provider: ProviderId(provider),
        provider_name: provider.name().to_owned(),
        subject: listed.subject.to_owned(),
        subject_name: listed.subject_name.to_owned(),
        unit: listed.unit.to_owned(),
        unit_name: listed.unit_name.to_owned(),
        built_in_micros: listed.micros.0,
        noted_on: listed.date.to_owned(),
        source: listed.source.map(str::to_owned),
        is_confirmed: listed.is_confirmed,
        own_micros: own.map(|one| one.micros),
        changed_at: own.map(|one| one.changed_at),
    }
}

async fn all(state: &AppState) -> Result<Json<Answer>> {
    let own = price::list(&state.db).await?;
    let prices = listed_prices().map(|listed| view(listed, &own)).collect();
    Ok(Json(Answer { success: Success, prices, most_micros: MOST_PRICE_MICROS }))
}

/// List prices of data providers.
///
/// Each built-in price with its date, and the price that replaces it. Administrators only.
#[utoipa::path(
    get, path = "/api/admin/provider-prices", tag = "admin", operation_id = "provider_prices_list",
    responses((status = 200, body = Answer))
)]
pub(super) async fn get(State(state): State<AppState>, _admin: Admin) -> Result<Json<Answer>> {
    all(&state).await
}

/// Set the price of a data provider.
///
/// Estimates, reservations and computed costs of calls that begin later use it, in every workspace; costs that a provider
/// reports count as reported. Administrators only.
#[utoipa::path(
    put, path = "/api/admin/provider-prices", tag = "admin", operation_id = "provider_prices_set",
    request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn set(
    State(state): State<AppState>, context: RequestContext, Admin(caller): Admin, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let provider = input.provider.0;
    let listed = check(&input)?;
    let mut tx = state.db.begin().await?;
    match input.micros {
        Some(micros) => {
            let new = PriceOverride {
                provider: provider.key().to_owned(),
                subject: listed.subject.to_owned(),
                unit: listed.unit.to_owned(),
                micros,
                changed_at: now(),
            };
            price::replace(&mut tx, &new, caller.user_id).await?;
        }
        None => {
            if !price::reset(&mut tx, provider.key(), listed.subject, listed.unit).await? {
                return all(&state).await;
            }
        }
    }
    let detail = json!({
        "provider": provider.key(), "subject": listed.subject, "unit": listed.unit, "micros": input.micros,
    });
    session::note(&mut tx, Some(caller.user_id), Action::PriceChanged, &context, detail).await?;
    tx.commit().await?;
    all(&state).await
}

/// Returns the built-in price that an input replaces.
fn check(input: &Input) -> Result<ListedPrice> {
    if input.micros.is_some_and(|micros| !(0..=MOST_PRICE_MICROS).contains(&micros)) {
        let detail = "A price is 0 to 1,000,000,000 millionths of a US dollar, which is $1,000.";
        return Err(ApiError::invalid("/micros", detail));
    }
    let mut of_subject =
        listed_prices().filter(|one| one.provider == input.provider.0 && one.subject == input.subject).peekable();
    if of_subject.peek().is_none() {
        return Err(ApiError::invalid("/subject", "The provider has no operation or model of this name with a price."));
    }
    let found = of_subject.find(|one| one.unit == input.unit);
    found.ok_or_else(|| ApiError::invalid("/unit", "The operation or model has no price for this unit."))
}

/// Returns the prices of the installation.
///
/// # Errors
/// Returns an error if the query fails.
pub(crate) async fn book(db: &Db) -> Result<PriceBook> {
    let own = price::list(db).await?;
    Ok(PriceBook::overridden(own.iter().map(PriceOverride::parts)))
}
