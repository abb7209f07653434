//! Queries of search analytics.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Most rows of a page.
pub(super) const MOST_ROWS: u32 = 25_000;

/// How rows are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Dimension {
    /// Day, in Pacific time.
    Date,
    /// Query.
    Query,
    /// Page.
    Page,
    /// Country, with three letters.
    Country,
    /// Device.
    Device,
    /// Kind of result, such as a review snippet. It cannot be combined with others.
    SearchAppearance,
}

/// Where results appeared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SearchType {
    /// Search results.
    #[default]
    Web,
    /// Images.
    Image,
    /// Videos.
    Video,
    /// News in search results.
    News,
    /// Discover.
    Discover,
    /// Google News.
    GoogleNews,
}

/// Whether data that may still change is included.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DataState {
    /// Final data only.
    Final,
    /// Fresh data too; the response names the first incomplete day.
    #[default]
    All,
}

/// How figures are added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Aggregation {
    /// As Google chooses.
    Auto,
    /// By page.
    ByPage,
    /// By site.
    ByProperty,
}

/// How a filter compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FilterOperator {
    /// Contains the text.
    Contains,
    /// Is the text.
    Equals,
    /// Does not contain the text.
    NotContains,
    /// Is not the text.
    NotEquals,
    /// Matches the expression (RE2).
    IncludingRegex,
    /// Does not match the expression (RE2).
    ExcludingRegex,
}

/// Condition on rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Dimension.
    pub dimension: Dimension,
    /// Comparison.
    pub operator: FilterOperator,
    /// Text or expression, at most 4,096 characters.
    pub expression: String,
}

/// A query of search analytics.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnalyticsQuery {
    /// First day, in Pacific time.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// How rows are grouped. Without dimensions, the response is one row with the totals of the site: never add up rows of
    /// queries instead, because rare queries are left out.
    pub dimensions: Vec<Dimension>,
    /// Where results appeared.
    pub search_type: SearchType,
    /// Whether fresh data is included.
    pub data_state: DataState,
    /// Conditions that all hold.
    pub filters: Vec<Filter>,
    /// How figures are added up, if not as Google chooses.
    pub aggregation: Option<Aggregation>,
    /// Rows of a page, at most 25,000.
    pub page_rows: u32,
}

impl AnalyticsQuery {
    /// Creates a query of final and fresh data of web search.
    #[must_use]
    pub const fn new(from: NaiveDate, to: NaiveDate, dimensions: Vec<Dimension>) -> Self {
        Self {
            from,
            to,
            dimensions,
            search_type: SearchType::Web,
            data_state: DataState::All,
            filters: Vec::new(),
            aggregation: None,
            page_rows: MOST_ROWS,
        }
    }

    /// Returns the body of the request for a page.
    pub(super) fn body(&self, start_row: u64) -> Value {
        let mut body = json!({
            "startDate": self.from.to_string(),
            "endDate": self.to.to_string(),
            "dimensions": self.dimensions,
            "type": self.search_type,
            "dataState": self.data_state,
            "rowLimit": self.page_rows.clamp(1, MOST_ROWS),
            "startRow": start_row,
        });
        if !self.filters.is_empty() {
            body["dimensionFilterGroups"] = json!([{ "groupType": "and", "filters": self.filters }]);
        }
        if let Some(aggregation) = self.aggregation {
            body["aggregationType"] = json!(aggregation);
        }
        body
    }
}
