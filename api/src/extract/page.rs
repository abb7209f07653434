//! Pagination: number of rows and cursor. Lists by id use an id as cursor, lists by two columns a
//! [`shared::domain::Pair`].

use serde::{Deserialize, Deserializer, de::Error};
use shared::domain::NotACursor;

const DEFAULT: usize = 50;
const MOST: usize = 200;

/// Maximum number of rows of a page: 1 to 200, default 50.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit(usize);

impl Limit {
    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<'de> Deserialize<'de> for Limit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = usize::deserialize(deserializer)?;
        if (1..=MOST).contains(&number) {
            Ok(Self(number))
        } else {
            Err(D::Error::custom(format!("a page has 1 to {MOST} rows")))
        }
    }
}

/// Cursor of a list with a chosen order: the number of rows before the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Offset(i64);

impl Offset {
    /// Returns the number, 0 or more.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl<'de> Deserialize<'de> for Offset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer).ok().filter(|number| *number >= 0);
        number.map(Self).ok_or_else(|| D::Error::custom(NotACursor))
    }
}

impl utoipa::PartialSchema for Limit {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Integer)
            .minimum(Some(1))
            .maximum(Some(MOST))
            .default(Some(DEFAULT.into()))
            .into()
    }
}

impl utoipa::ToSchema for Limit {
    fn name() -> std::borrow::Cow<'static, str> {
        "Limit".into()
    }
}
