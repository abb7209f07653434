//! Schemas of types that are stored outside of runs.

use super::Fact;

/// Returns the JSON schema of [`Fact`], from which the description of the API is made.
pub fn fact_schema() -> serde_json::Value {
    schemars::schema_for!(Fact).to_value()
}
