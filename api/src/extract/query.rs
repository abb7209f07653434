//! Query parameters.

use axum::{extract::FromRequestParts, http::request::Parts};
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use super::{control, field_error};
use crate::error::ApiError;

/// Query parameters as a structure. Parameters without a value count as absent, and `workspaceId`, which every endpoint
/// accepts, is left to [`super::Member`]. A structure with `deny_unknown_fields` rejects unknown ones.
#[derive(Debug, Clone, Copy, Default)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        read(parts.uri.query().unwrap_or_default()).map(Self)
    }
}

fn read<T: DeserializeOwned>(query: &str) -> Result<T, ApiError> {
    control::check_pairs(form_urlencoded::parse(query.as_bytes()))?;
    let pairs = form_urlencoded::parse(query.as_bytes());
    let mut wanted = form_urlencoded::Serializer::new(String::new());
    wanted.extend_pairs(pairs.filter(|(name, value)| !value.is_empty() && name != super::member::PARAMETER));
    let wanted = wanted.finish();
    let reader = serde_urlencoded::Deserializer::new(form_urlencoded::parse(wanted.as_bytes()));
    serde_path_to_error::deserialize(reader).map_err(|error| field_error(error.path(), &error.inner().to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Params {
        #[serde(default)]
        limit: super::super::Limit,
        name: Option<String>,
    }

    #[test]
    fn leaves_out_what_is_empty_and_the_workspace() {
        let params: Params = read("limit=&name=a%20b&workspaceId=x").unwrap();
        assert_eq!((params.limit.get(), params.name.as_deref()), (50, Some("a b")));
    }

    #[test]
    fn names_the_parameter_at_fault() {
        for (query, pointer) in [("limit=0", "/limit"), ("limit=x", "/limit"), ("limit=201", "/limit"), ("no=1", "/no")]
        {
            let error = read::<Params>(query).unwrap_err();
            assert_eq!(error.fields()[0].pointer, pointer, "{error:?}");
        }
    }
}
