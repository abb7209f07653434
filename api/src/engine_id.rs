//! Engine ids in the API description.

use std::borrow::Cow;

use engines::common::EngineId as Known;
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

/// Engine id in the API description: one of the ids known to the crate `engines`.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(transparent)]
pub(crate) struct EngineId(Known);

impl From<Known> for EngineId {
    fn from(known: Known) -> Self {
        Self(known)
    }
}

impl PartialSchema for EngineId {
    fn schema() -> RefOr<Schema> {
        let words = Known::ALL.map(Known::as_str);
        let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words));
        schema.description(Some("An intelligence engine.")).into()
    }
}

impl ToSchema for EngineId {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("EngineId")
    }
}
