//! Lists the data providers.

use axum::extract::State;
use providers::{
    CredentialKind, Provider,
    provider::{OPERATIONS, PRICES, Price, TOKEN_PRICES},
};
use serde::Serialize;
use utoipa::ToSchema;

use super::{benefit, body, provider_id::ProviderId, recommendations};
use crate::{
    engine_id::EngineId,
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// A field of a provider's credentials.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderField)]
struct FieldView {
    /// Name in `credentials`.
    #[schema(examples("key"))]
    name: &'static str,
    label: &'static str,
    is_required: bool,
}

/// A price, in millionths of a US dollar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderPrice)]
struct PriceView {
    /// Name of the operation, or of the model.
    #[schema(examples("Search results"))]
    subject: String,
    /// What is counted.
    #[schema(examples("call"))]
    counted: &'static str,
    price_micros: u64,
    /// Where it was published.
    source: Option<&'static str>,
    /// Day on which it was noted.
    #[schema(examples("2026-11-23"))]
    noted: &'static str,
    /// Whether it was read from the provider's own page; check the others before you rely on them.
    is_confirmed: bool,
}

/// A kind of data that a provider offers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProviderCapability)]
struct CapabilityView {
    #[schema(examples("search_analytics"))]
    key: String,
    label: &'static str,
}

/// A data provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Provider)]
struct ProviderView {
    id: ProviderId,
    name: &'static str,
    /// What it brings.
    about: &'static str,
    /// How to get credentials.
    help: &'static str,
    /// Page on which to get credentials.
    sign_up_url: &'static str,
    docs_url: &'static str,
    /// Fields to enter; empty if the user signs in with Google.
    fields: Vec<FieldView>,
    /// Whether the user signs in with Google instead of entering credentials.
    signs_in: bool,
    /// Whether it can be connected here: signing in needs a client of the operator at Google.
    is_available: bool,
    /// Whether users may enter an address of their own.
    takes_base_url: bool,
    /// Setting that chooses what to fetch, `property` or `site`; `null` if there is nothing to choose.
    choice: Option<&'static str>,
    /// Whether it fetches data of one website, the setting `websiteId`.
    takes_website: bool,
    /// Default base address.
    base_url: &'static str,
    capabilities: Vec<CapabilityView>,
    /// Engines that read its data.
    engines: Vec<EngineId>,
    /// Whether none of its calls costs money.
    is_free: bool,
    prices: Vec<PriceView>,
}

/// Providers, in the order in which screens list them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProviderList)]
pub(super) struct Answer {
    success: Success,
    providers: Vec<ProviderView>,
}

/// List data providers.
///
/// What each asks for, what it brings, what it costs, and which engines read its data.
#[utoipa::path(get, path = "/api/connections/providers", tag = "connections", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, _member: Member) -> Result<Json<Answer>> {
    let has_google = state.settings.google.is_some();
    let providers = Provider::ALL.into_iter().map(|provider| view(provider, has_google)).collect();
    Ok(Json(Answer { success: Success, providers }))
}

fn view(provider: Provider, has_google: bool) -> ProviderView {
    let profile = provider.profile();
    let signs_in = profile.credentials == CredentialKind::OAuth;
    let fields = profile.credentials.fields().iter();
    let fields =
        fields.map(|field| FieldView { name: field.name, label: field.label, is_required: !field.is_optional });
    let capabilities = profile.capabilities.iter();
    let capabilities = capabilities.map(|one| CapabilityView { key: key_of(one), label: one.name() });
    ProviderView {
        id: ProviderId(provider),
        name: profile.name,
        about: provider.about(),
        help: provider.help(),
        sign_up_url: profile.sign_up,
        docs_url: profile.docs,
        fields: fields.collect(),
        signs_in,
        is_available: !signs_in || has_google,
        takes_base_url: profile.own_base,
        choice: choice(provider),
        takes_website: body::syncs(provider),
        base_url: profile.base,
        capabilities: capabilities.collect(),
        engines: benefit::readers(provider).into_iter().map(EngineId::from).collect(),
        is_free: recommendations::is_free(provider),
        prices: prices(provider),
    }
}

const fn choice(provider: Provider) -> Option<&'static str> {
    match provider {
        Provider::SearchConsole | Provider::GoogleAnalytics => Some("property"),
        Provider::BingWebmaster => Some("site"),
        _ => None,
    }
}

/// Returns the serialised word of a value that is written as a string.
fn key_of(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
}

fn prices(provider: Provider) -> Vec<PriceView> {
    let own = OPERATIONS.iter().filter(|operation| operation.provider == provider);
    let of = |operation| PRICES.iter().filter(move |price| price.operation == operation);
    let units = own.flat_map(|operation| of(*operation)).map(unit_price);
    let models = TOKEN_PRICES.iter().filter(|entry| entry.provider == provider);
    let tokens = models.flat_map(|entry| {
        let price = |counted, micros: providers::Micros| PriceView {
            subject: entry.model.to_owned(),
            counted,
            price_micros: micros.0,
            source: None,
            noted: entry.date,
            is_confirmed: false,
        };
        [price("million input tokens", entry.price.input), price("million output tokens", entry.price.output)]
    });
    units.chain(tokens).collect()
}

fn unit_price(price: &Price) -> PriceView {
    PriceView {
        subject: price.operation.name.to_owned(),
        counted: price.unit.name(),
        price_micros: price.micros.0,
        source: Some(price.source),
        noted: price.date,
        is_confirmed: price.is_confirmed,
    }
}
