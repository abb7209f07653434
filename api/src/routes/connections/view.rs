//! Connections in responses. Credentials are never part of them.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use providers::Provider;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::connection::{Connection, ConnectionStatus, Spent},
    store::connection,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::provider_id::ProviderId;
use crate::{
    error::{ApiError, Result},
    extract::Success,
    state::AppState,
};

/// A connection to a data provider. Money is in millionths of a US dollar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Connection)]
pub(super) struct ConnectionView {
    /// Time-ordered.
    id: Uuid,
    /// Provider; `null` if this version does not know it.
    provider: Option<ProviderId>,
    /// Name of the provider.
    #[schema(examples("DataForSEO"))]
    provider_name: String,
    name: String,
    status: ConnectionStatus,
    /// What the last test found, or why it failed.
    message: Option<String>,
    /// Whether a test is queued or running.
    is_testing: bool,
    /// Account as the last test found it.
    account: AccountView,
    settings: Settings,
    /// Base address that overrides the provider's.
    base_url: Option<String>,
    /// Maximum per day (UTC); `null` for no limit.
    day_budget_micros: Option<i64>,
    /// Maximum per calendar month (UTC); `null` for no limit.
    month_budget_micros: Option<i64>,
    /// Spent and reserved today (UTC).
    spent_today_micros: i64,
    /// Spent and reserved in this calendar month (UTC).
    spent_month_micros: i64,
    created_at: DateTime<Utc>,
    /// Time of the last test.
    tested_at: Option<DateTime<Utc>>,
    /// Time of the last call.
    last_used_at: Option<DateTime<Utc>>,
}

/// What a test found about an account.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConnectionAccount)]
pub(super) struct AccountView {
    /// Money left, in millionths of a US dollar.
    balance_micros: Option<i64>,
    /// Calls left in the provider's plan.
    calls_left: Option<i64>,
    /// Models that are available.
    models: Vec<String>,
    /// Properties or sites to choose from.
    properties: Vec<PropertyView>,
}

/// A property of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConnectionProperty)]
pub(super) struct PropertyView {
    /// Value of the setting `property`, or `site` for Bing.
    #[schema(examples("sc-domain:example.com"))]
    pub(super) value: String,
    label: String,
}

/// Choices that are not secret.
#[derive(Debug, Default, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ConnectionSettings)]
pub(super) struct Settings {
    /// Property of Search Console or Google Analytics.
    #[schema(examples("sc-domain:example.com"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) property: Option<String>,
    /// Site of Bing Webmaster Tools.
    #[schema(examples("https://example.com/"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) site: Option<String>,
    /// Website that the data belong to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) website_id: Option<Uuid>,
}

/// Response with a connection.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneConnection)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) connection: ConnectionView,
}

/// What lists and single connections show in addition to the stored row.
pub(super) struct Extras {
    spent: HashMap<Uuid, Spent>,
    in_test: HashSet<Uuid>,
}

impl Extras {
    /// Reads them for all connections of a workspace.
    pub(super) async fn read(state: &AppState, workspace_id: Uuid) -> Result<Self> {
        let spent = connection::spent_by_connection(&state.db, workspace_id, shared::domain::now()).await?;
        let in_test = connection::in_test(&state.db, workspace_id).await?;
        Ok(Self { spent: spent.into_iter().collect(), in_test: in_test.into_iter().collect() })
    }

    /// Returns what the workspace or a connection has spent.
    pub(super) fn spent(&self, owner: Uuid) -> Spent {
        self.spent.get(&owner).copied().unwrap_or_default()
    }

    /// Creates the view of a stored connection.
    pub(super) fn view(&self, stored: Connection) -> ConnectionView {
        let provider = stored.provider.parse::<Provider>().ok();
        let spent = self.spent(stored.id);
        ConnectionView {
            id: stored.id,
            provider: provider.map(ProviderId),
            provider_name: provider.map_or(stored.provider, |provider| provider.name().to_owned()),
            name: stored.name,
            status: stored.status,
            message: stored.message,
            is_testing: self.in_test.contains(&stored.id),
            account: stored.account.map(|account| AccountView::from(&account.0)).unwrap_or_default(),
            settings: serde_json::from_value(stored.settings.0).unwrap_or_default(),
            base_url: stored.base_url,
            day_budget_micros: stored.budget.day_budget_micros,
            month_budget_micros: stored.budget.month_budget_micros,
            spent_today_micros: spent.day_micros,
            spent_month_micros: spent.month_micros,
            created_at: stored.created_at,
            tested_at: stored.tested_at,
            last_used_at: stored.used_at,
        }
    }
}

impl From<&Value> for AccountView {
    fn from(account: &Value) -> Self {
        let list = |name: &str| account.get(name).and_then(Value::as_array).into_iter().flatten();
        Self {
            balance_micros: account.get("balanceMicros").and_then(Value::as_i64),
            calls_left: account.get("callsLeft").and_then(Value::as_i64),
            models: list("models").filter_map(|model| Some(model.as_str()?.to_owned())).collect(),
            properties: list("properties").filter_map(property).collect(),
        }
    }
}

/// Search Console and Bing list addresses; Analytics lists names with numbers.
fn property(stored: &Value) -> Option<PropertyView> {
    if let Some(address) = stored.as_str() {
        return Some(PropertyView { value: address.to_owned(), label: address.to_owned() });
    }
    let text = |name: &str| stored.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let value = text("property")?;
    let number = value.trim_start_matches("properties/");
    let label = text("displayName").map_or_else(|| value.to_owned(), |name| format!("{name} ({number})"));
    Some(PropertyView { value: value.to_owned(), label })
}

/// Returns properties that an account lists, for validation.
pub(super) fn properties(account: Option<&Value>) -> Vec<String> {
    let found = account.map(AccountView::from).unwrap_or_default();
    found.properties.into_iter().map(|property| property.value).collect()
}

/// Returns the response with one connection.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Answer> {
    let stored = connection::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("connection"))?;
    let extras = Extras::read(state, workspace_id).await?;
    Ok(Answer { success: Success, connection: extras.view(stored) })
}
