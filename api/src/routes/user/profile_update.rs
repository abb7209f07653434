//! Updates the name and the picture of the caller.

use axum::{body::Bytes, extract::State};
use serde::{Deserialize, Deserializer, Serialize};
use shared::{
    domain::user::User,
    store::{
        avatar,
        user::{self, ProfileChange},
    },
};
use uuid::Uuid;

use super::{avatar_update, view::UserView};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Caller, Json, Success},
    routes::auth::check,
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProfileChange)]
pub struct Body {
    name: Option<String>,
    first_name: Option<String>,
    last_name: Option<String>,
    /// A PNG, JPEG or WebP picture as a data URL (`data:image/png;base64,...`), or `null` to remove the picture. The
    /// URL of the current picture keeps it. Larger pictures: `PUT /api/user/avatar`.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    avatar: Option<Option<String>>,
}

/// Deserialises a present field, including `null`, to `Some`.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Option<Option<String>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// The profile.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Profile)]
pub struct Answer {
    success: Success,
    name: String,
    avatar: Option<String>,
    user: UserView,
}

/// Update the profile.
///
/// Omitted fields are unchanged.
#[utoipa::path(
    patch, path = "/api/user/profile", tag = "user", request_body = Body, responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, caller: Caller, Json(body): Json<Body>) -> Result<Json<Answer>> {
    let before = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let picture = Picture::parse(body.avatar.as_ref(), before.avatar.as_deref())?;
    let change = checked(body, &before)?;
    picture.save(&state, caller.user_id).await?;
    user::update_profile(&state.db, caller.user_id, &change).await?;
    let after = user::find(&state.db, caller.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    let user = UserView::of(&state.db, after, shared::domain::now()).await?;
    Ok(Json(Answer { success: Success, name: user.name.clone(), avatar: user.avatar.clone(), user }))
}

/// Change of the picture.
enum Picture {
    Unchanged,
    Removed,
    New(Bytes),
}

impl Picture {
    fn parse(given: Option<&Option<String>>, present: Option<&str>) -> Result<Self> {
        match given {
            None => Ok(Self::Unchanged),
            Some(None) => Ok(Self::Removed),
            Some(Some(url)) if Some(url.as_str()) == present => Ok(Self::Unchanged),
            Some(Some(url)) => Self::decode(url).map(Self::New).ok_or_else(|| {
                let detail = "Send a PNG, JPEG or WebP picture as a data URL (data:image/png;base64,...), or null.";
                ApiError::invalid("/avatar", detail)
            }),
        }
    }

    fn decode(url: &str) -> Option<Bytes> {
        let (kind, text) = url.strip_prefix("data:image/")?.split_once(";base64,")?;
        let bytes = data_encoding::BASE64.decode(text.as_bytes()).ok()?;
        ["png", "jpeg", "webp"].contains(&kind).then(|| bytes.into())
    }

    async fn save(self, state: &AppState, user_id: Uuid) -> Result<()> {
        match self {
            Self::Unchanged => {}
            Self::New(picture) => {
                avatar_update::store(state, user_id, picture).await?;
            }
            Self::Removed => {
                let mut tx = state.db.begin().await?;
                avatar::delete(&mut tx, user_id).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}

fn checked(body: Body, before: &User) -> Result<ProfileChange> {
    let mut errors: Vec<FieldError> = Vec::new();
    let mut text = |value: Option<String>, pointer: &str, label: &str| {
        value.map(|value| check::name(&value, pointer, label, &mut errors))
    };
    let name = text(body.name, "/name", "name");
    let first_name = text(body.first_name, "/firstName", "first name");
    let last_name = text(body.last_name, "/lastName", "last name");
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let name = name.or_else(|| follow(before, first_name.as_deref(), last_name.as_deref()));
    Ok(ProfileChange { name, first_name, last_name })
}

/// Users who never chose a display name are shown with their full name, also after it changes.
fn follow(before: &User, first: Option<&str>, last: Option<&str>) -> Option<String> {
    let both = |first: &str, last: &str| format!("{first} {last}").trim().to_owned();
    let is_plain = before.name == both(&before.first_name, &before.last_name);
    is_plain.then(|| both(first.unwrap_or(&before.first_name), last.unwrap_or(&before.last_name)))
}
