//! References to the components of the content engine's types in the description of the API.

use utoipa::openapi::{
    Ref, RefOr,
    schema::{ArrayBuilder, ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type},
};

/// Returns a reference to the draft of the content engine.
#[must_use]
pub fn draft_schema() -> RefOr<Schema> {
    Ref::from_schema_name("ContentEngineDraft").into()
}

/// Returns a list of facts of the content engine.
#[must_use]
pub fn fact_schema() -> RefOr<Schema> {
    ArrayBuilder::new().items(Ref::from_schema_name("ContentEngineFact")).into()
}

/// Returns a reference to the kinds of blocks.
pub(crate) fn kind() -> RefOr<Schema> {
    Ref::from_schema_name("ContentEngineBlockKind").into()
}

/// Returns a reference to the kinds of blocks, or null.
pub(crate) fn kind_or_null() -> RefOr<Schema> {
    let none = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Null));
    OneOfBuilder::new().item(none).item(Ref::from_schema_name("ContentEngineBlockKind")).into()
}
