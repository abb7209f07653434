//! Enums that are stored and serialised as words.

/// Declares an enum with a word per variant, used in JSON, in both databases and in messages.
macro_rules! text_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$vmeta:meta])* $variant:ident = $word:tt),+ $(,)? }) => {
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, utoipa::ToSchema,
        )]
        $(#[$meta])*
        pub enum $name { $($(#[$vmeta])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// Every variant, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the stored and serialised word.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;
            fn from_str(word: &str) -> ::std::result::Result<Self, String> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    other => Err(format!(
                        "'{other}' is none of: {}", [$($word),+].join(", ")
                    )),
                }
            }
        }

        impl<DB: sqlx::Database> sqlx::Type<DB> for $name where String: sqlx::Type<DB> {
            fn type_info() -> DB::TypeInfo { <String as sqlx::Type<DB>>::type_info() }
            fn compatible(ty: &DB::TypeInfo) -> bool { <String as sqlx::Type<DB>>::compatible(ty) }
        }

        impl<'q, DB: sqlx::Database> sqlx::Encode<'q, DB> for $name where String: sqlx::Encode<'q, DB> {
            fn encode_by_ref(
                &self, buf: &mut DB::ArgumentBuffer,
            ) -> ::std::result::Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                <String as sqlx::Encode<'q, DB>>::encode(self.as_str().to_owned(), buf)
            }
        }

        impl<'r, DB: sqlx::Database> sqlx::Decode<'r, DB> for $name where String: sqlx::Decode<'r, DB> {
            fn decode(value: DB::ValueRef<'r>) -> ::std::result::Result<Self, sqlx::error::BoxDynError> {
                let word = <String as sqlx::Decode<'r, DB>>::decode(value)?;
                word.parse().map_err(Into::into)
            }
        }
    };
}

pub(crate) use text_enum;
