//! Keys of data providers in requests and in the API description.

use std::borrow::Cow;

use providers::Provider;
use serde::{Deserialize, Serialize};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        RefOr,
        schema::{ObjectBuilder, Schema, Type},
    },
};

/// Key of a data provider: one of those known to the crate `providers`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct ProviderId(pub(crate) Provider);

impl PartialSchema for ProviderId {
    fn schema() -> RefOr<Schema> {
        let words = Provider::ALL.map(Provider::key);
        let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words));
        schema.description(Some("A data provider.")).into()
    }
}

impl ToSchema for ProviderId {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ProviderId")
    }
}
