//! Documents in requests.

use documents::{Brief, check_brief};
use engines::{content::Draft, keyword::Intent, local::catalog::vertical_names};
use serde::{Deserialize, Deserializer};
use shared::{
    domain::{
        document::{Document, DocumentStatus},
        now,
    },
    store::document::DocumentBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body::under, view::PlaceView};
use crate::{
    error::{ApiError, FieldError, Result},
    routes::shapes::KeywordIntent,
};

const TITLE_CHARS: usize = 200;
const QUERY_CHARS: usize = 300;
const PLACE_CHARS: usize = 200;

/// Defines a body with the fields of a document and further ones.
macro_rules! body {
    ($(#[$meta:meta])* $name:ident as $schema:ident { $($(#[$more:meta])* $field:ident: $kind:ty,)* }) => {
        $(#[$meta])*
        #[derive(Debug, Deserialize, ToSchema)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        #[schema(as = $schema)]
        pub(super) struct $name {
            $($(#[$more])* pub(super) $field: $kind,)*
            /// Title, one line of 1 to 200 characters.
            title: Option<String>,
            /// Query of the page, at most 300 characters.
            query: Option<String>,
            #[serde(default, deserialize_with = "given")]
            #[schema(value_type = Option<Uuid>)]
            website_id: Option<Option<Uuid>>,
            /// Slug of the vertical.
            #[serde(default, deserialize_with = "given")]
            #[schema(value_type = Option<String>)]
            vertical: Option<Option<String>>,
            #[serde(default, deserialize_with = "given")]
            #[schema(value_type = Option<PlaceView>)]
            place: Option<Option<PlaceView>>,
            #[serde(default, deserialize_with = "given")]
            #[schema(value_type = Option<KeywordIntent>)]
            intent: Option<Option<Intent>>,
            brief: Option<Brief>,
            status: Option<DocumentStatus>,
            /// Whether it is archived.
            archived: Option<bool>,
        }

        impl $name {
            /// Returns the fields of the document.
            pub(super) fn fields(self) -> Fields {
                Fields {
                    title: self.title,
                    query: self.query,
                    website_id: self.website_id,
                    vertical: self.vertical,
                    place: self.place,
                    intent: self.intent,
                    brief: self.brief,
                    status: self.status,
                    archived: self.archived,
                }
            }
        }
    };
}

body! {
    /// A new document; the title is required.
    NewInput as NewDocument {
        /// Text of the first version, such as one that was written offline.
        #[schema(schema_with = documents::draft_schema, required = false)]
        draft: Option<Draft>,
    }
}

body! {
    /// Changes of a document. Omitted fields are unchanged; `null` removes website, vertical, place and intent.
    ChangesInput as DocumentChanges {
        /// `revision` of the document that the changes are based on.
        revision: i64,
    }
}

/// Fields of a document; `None` leaves them as they are.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) title: Option<String>,
    query: Option<String>,
    website_id: Option<Option<Uuid>>,
    vertical: Option<Option<String>>,
    place: Option<Option<PlaceView>>,
    intent: Option<Option<Intent>>,
    brief: Option<Brief>,
    status: Option<DocumentStatus>,
    archived: Option<bool>,
}

/// Distinguishes `null` from an omitted field.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl Fields {
    /// Returns a new document with these fields.
    pub(super) fn new_body(self) -> Result<DocumentBody> {
        if self.title.is_none() {
            return Err(ApiError::invalid("/title", "The field 'title' is required."));
        }
        self.over(DocumentBody {
            website_id: None,
            title: String::new(),
            query: String::new(),
            vertical: None,
            place: None,
            geoname_id: None,
            intent: None,
            brief: serde_json::to_value(Brief::default()).map_err(ApiError::unexpected)?,
            status: DocumentStatus::Draft,
            archived_at: None,
        })
    }

    /// Returns the document with these changes.
    pub(super) fn changed(self, row: Document) -> Result<DocumentBody> {
        self.over(DocumentBody {
            website_id: row.website_id,
            title: row.title,
            query: row.query,
            vertical: row.vertical,
            place: row.place,
            geoname_id: row.geoname_id,
            intent: row.intent,
            brief: row.brief.0,
            status: row.status,
            archived_at: row.archived_at,
        })
    }

    fn over(self, before: DocumentBody) -> Result<DocumentBody> {
        self.check()?;
        let brief = self.brief.map(|brief| serde_json::to_value(brief).map_err(ApiError::unexpected)).transpose()?;
        let trimmed = |text: String| text.trim().to_owned();
        let (place, geoname_id) = match self.place {
            None => (before.place, before.geoname_id),
            Some(None) => (None, None),
            Some(Some(place)) => (Some(trimmed(place.name)), place.geoname_id),
        };
        let intent = self.intent.map(|intent| intent.map(word).transpose()).transpose()?;
        let archived_at = match self.archived {
            Some(true) => before.archived_at.or_else(|| Some(now())),
            Some(false) => None,
            None => before.archived_at,
        };
        Ok(DocumentBody {
            website_id: self.website_id.unwrap_or(before.website_id),
            title: self.title.map_or(before.title, trimmed),
            query: self.query.map_or(before.query, trimmed),
            vertical: self.vertical.unwrap_or(before.vertical),
            place,
            geoname_id,
            intent: intent.unwrap_or(before.intent),
            brief: brief.unwrap_or(before.brief),
            status: self.status.unwrap_or(before.status),
            archived_at,
        })
    }

    /// Checks all fields and returns all errors at once.
    fn check(&self) -> Result<()> {
        let mut wrong = Vec::new();
        let mut demand = |is_right: bool, pointer: &str, detail: &str| {
            if !is_right {
                wrong.push(FieldError::new(pointer, detail));
            }
        };
        let is_title = self.title.as_deref().is_none_or(|text| is_line(text, 1, TITLE_CHARS));
        demand(is_title, "/title", "must be one line of 1 to 200 characters");
        let query = self.query.as_deref().unwrap_or_default();
        demand(is_line(query, 0, QUERY_CHARS), "/query", "must be one line of at most 300 characters");
        let place = self.place.as_ref().and_then(Option::as_ref);
        let is_place = place.is_none_or(|place| is_line(&place.name, 1, PLACE_CHARS));
        demand(is_place, "/place/name", "must be one line of 1 to 200 characters");
        let is_id = place.and_then(|place| place.geoname_id).is_none_or(|id| id > 0);
        demand(is_id, "/place/geonameId", "must be a positive number");
        let vertical = self.vertical.as_ref().and_then(Option::as_deref);
        let is_known = vertical.is_none_or(|slug| vertical_names().any(|known| known.slug == slug));
        demand(is_known, "/vertical", "must be the slug of a vertical, such as roofing");
        wrong.extend(self.brief.iter().flat_map(check_brief).map(|fault| under("/brief", fault)));
        if wrong.is_empty() { Ok(()) } else { Err(ApiError::Invalid(wrong)) }
    }
}

/// Returns the stored word of an intent.
fn word(intent: Intent) -> Result<String> {
    let word = serde_json::to_value(intent).map_err(ApiError::unexpected)?;
    Ok(word.as_str().unwrap_or_default().to_owned())
}

fn is_line(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.trim().chars().count()) && !text.contains(['\n', '\r'])
}
