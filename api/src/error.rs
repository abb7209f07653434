//! The error type of the API, and its mapping to statuses.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use axum::http::StatusCode;
use shared::{
    bus::BusError,
    domain::usage::{OverLimit, UsageLimit},
    launch::LaunchError,
    queue::QueueError,
    store::StoreError,
    uploads::UploadError,
};

/// Result of handlers.
pub type Result<T> = std::result::Result<T, ApiError>;

/// An invalid field of a request.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct FieldError {
    /// JSON pointer into the body, such as `/email`; query parameters are named in the same way.
    pub pointer: String,
    /// The problem and the requirement.
    pub detail: String,
}

impl FieldError {
    /// Creates an error of the field at `pointer`.
    pub fn new(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), detail: detail.into() }
    }

    /// Returns the detail as a sentence. A detail without a subject, such as `must be 1 to 9`, gets the field as its subject.
    fn sentence(&self) -> String {
        let has_subject = !["must ", "is ", "has ", "contains "].iter().any(|verb| self.detail.starts_with(verb));
        let field = self.pointer.trim_start_matches('/').replace('/', ".");
        if has_subject || field.is_empty() {
            return self.detail.clone();
        }
        let end = if self.detail.ends_with(['.', '?', ')']) { "" } else { "." };
        format!("{field} {}{end}", self.detail)
    }
}

/// Error of a request. The texts of those below 500 are for users; the others are logged once and answered without
/// internals.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// The body is not JSON, or nested too deeply.
    #[error("The body is not valid JSON: {0}")]
    MalformedJson(#[source] serde_json::Error),
    /// The body could not be read completely.
    #[error("The request body is incomplete.")]
    BrokenBody,
    /// Invalid fields, reported together.
    #[error("{}", join(.0))]
    Invalid(Vec<FieldError>),
    /// The content type of the body is not JSON.
    #[error("Send the body as JSON, with the header 'Content-Type: application/json'.")]
    NotJson,
    /// The body exceeds the limit.
    #[error("The request body is too large.")]
    TooLarge,
    /// The file exceeds this many MiB.
    #[error("The file is larger than the limit of {0} MiB. Shorten it, or split it and upload the parts one by one.")]
    FileTooLarge(usize),
    /// The request body did not arrive in time.
    #[error("The request body did not arrive in time.")]
    BodyTimedOut,
    /// The response was not ready in time.
    #[error("The request timed out. Try again.")]
    TimedOut,
    /// There is no token or cookie, or it is invalid.
    #[error("Not authenticated")]
    NotAuthenticated,
    /// The email address or the password is wrong; the response does not reveal which.
    #[error("Invalid credentials")]
    InvalidCredentials,
    /// The password is correct, but the address is not verified and email is available to verify it.
    #[error("Please verify your email before you sign in: open the link that we sent you, or request a new one.")]
    Unverified,
    /// The password is correct, but an administrator has disabled the account.
    #[error("This account is disabled. Contact the administrator of this installation.")]
    Disabled,
    /// A critical request without a password, and the sign-in is too old.
    #[error("Sign in again: this requires a sign-in within the last ten minutes.")]
    NotFresh,
    /// A cookie-authenticated change comes from another website.
    #[error("The request does not come from a page of the app.")]
    ForeignOrigin,
    /// The `Host` of the request is not a name of this server.
    #[error("{}", unknown_host(.0))]
    UnknownHost(String),
    /// New accounts are not accepted, or only invited ones; the text explains which.
    #[error("{0}")]
    RegistrationClosed(&'static str),
    /// The first account needs the setup code from the server's log.
    #[error("Creating the first account needs the setup code from the server log.")]
    SetupCode,
    /// The caller's role is not sufficient.
    #[error("{0}")]
    Forbidden(&'static str),
    /// It does not exist, or belongs to another workspace; the response does not reveal which.
    #[error("There is no such {0}.")]
    NotFound(&'static str),
    /// No endpoint has this path.
    #[error("No endpoint exists at this path.")]
    UnknownPath,
    /// The path exists, but not with this method.
    #[error("This endpoint does not support this method.")]
    MethodNotAllowed,
    /// The URL of a live connection is too long.
    #[error("The URL is longer than {} characters.", crate::uri::MAX_CHARS)]
    UriTooLong,
    /// A live channel was requested without an upgrade.
    #[error("This endpoint accepts only WebSocket connections.")]
    NotASocket,
    /// Required data of the engine are missing; the fields list them.
    #[error("{}", join(.0))]
    EngineNeedsData(Vec<FieldError>),
    /// An upload cannot be parsed; the text comes from its reader.
    #[error("{0}")]
    Unreadable(String),
    /// The disk that holds uploads is full.
    #[error("The server has no space for the upload.")]
    NoRoom,
    /// Disabled by the operator; the text names the feature.
    #[error("{0}")]
    SwitchedOff(&'static str),
    /// A conflict with existing data; the field names it.
    #[error("{}", .0.detail)]
    Conflict(FieldError),
    /// The request is based on an earlier state of the record than the current one.
    #[error("{}", .field.detail)]
    Stale {
        /// The field that names the earlier state.
        field: FieldError,
        /// Number of the current version or revision.
        current: i64,
    },
    /// Rate limited; retry after this time.
    #[error("Too many requests. Try again in {} s.", seconds(*.0))]
    RateLimited(Duration),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The queue does not respond.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// The bus does not respond.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// A backend does not respond.
    #[error("Not ready: {}", join(.0))]
    NotReady(Vec<FieldError>),
    /// A handler panicked.
    #[error("a handler panicked: {0}")]
    Panicked(String),
    /// A defect.
    #[error("{0}")]
    Unexpected(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A lower layer returned this status without a problem document.
    #[error("{}", .0.canonical_reason().unwrap_or("Request failed"))]
    Refused(StatusCode),
}

impl From<LaunchError> for ApiError {
    fn from(error: LaunchError) -> Self {
        let pointer = match error {
            LaunchError::TooManyMarkets => "/markets",
            LaunchError::Taken { .. } => "/markets",
            LaunchError::TooManySites => "",
            LaunchError::Store(error) => return Self::Store(error),
        };
        Self::Conflict(FieldError::new(pointer, error.to_string()))
    }
}

impl From<UploadError> for ApiError {
    fn from(error: UploadError) -> Self {
        match error {
            UploadError::DiskFull => Self::NoRoom,
            UploadError::Store(error) => Self::Store(error),
            UploadError::Missing(_) | UploadError::File { .. } => Self::unexpected(error),
        }
    }
}

/// Public appearance of an error.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    pub(crate) status: StatusCode,
    /// Stable, documented slug.
    pub(crate) slug: &'static str,
    pub(crate) title: &'static str,
}

impl ApiError {
    /// Wraps an error that is a defect.
    pub fn unexpected(source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Unexpected(source.into())
    }

    /// Creates an error for a single field.
    pub fn invalid(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Invalid(vec![FieldError::new(pointer, detail)])
    }

    /// Maps errors to statuses and problem types.
    pub(crate) const fn kind(&self) -> Kind {
        use StatusCode as S;
        let (status, slug, title) = match self {
            Self::MalformedJson(_) => (S::BAD_REQUEST, "malformed-json", "Invalid JSON"),
            Self::BrokenBody => (S::BAD_REQUEST, "broken-body", "Incomplete body"),
            Self::Invalid(_) => (S::UNPROCESSABLE_ENTITY, "invalid-request", "Invalid fields"),
            Self::NotJson => (S::UNSUPPORTED_MEDIA_TYPE, "not-json", "Only JSON is supported"),
            Self::TooLarge => (S::PAYLOAD_TOO_LARGE, "too-large", "The body is too large"),
            Self::FileTooLarge(_) => (S::PAYLOAD_TOO_LARGE, "too-large", "The file is too large"),
            Self::BodyTimedOut => (S::REQUEST_TIMEOUT, "body-timed-out", "Request body timed out"),
            Self::TimedOut => (S::GATEWAY_TIMEOUT, "timed-out", "Request timed out"),
            Self::NotAuthenticated => (S::UNAUTHORIZED, "not-authenticated", "Sign in first"),
            Self::InvalidCredentials => (S::UNAUTHORIZED, "invalid-credentials", "Sign-in failed"),
            Self::Unverified => (S::FORBIDDEN, "email-not-verified", "Email address not verified"),
            Self::Disabled => (S::FORBIDDEN, "account-disabled", "Account disabled"),
            Self::NotFresh => (S::FORBIDDEN, "sign-in-again", "Sign in again"),
            Self::ForeignOrigin => (S::FORBIDDEN, "foreign-origin", "Foreign origin"),
            Self::UnknownHost(_) => (S::MISDIRECTED_REQUEST, "unknown-host", "Unknown host"),
            Self::RegistrationClosed(_) => (S::FORBIDDEN, "registration-closed", "Registration is closed"),
            Self::SetupCode => (S::FORBIDDEN, "setup-code", "Setup code required"),
            Self::Forbidden(_) => (S::FORBIDDEN, "forbidden", "Not allowed"),
            Self::NotFound(_) => (S::NOT_FOUND, "not-found", "Not found"),
            Self::UnknownPath => (S::NOT_FOUND, "unknown-path", "Not found"),
            Self::MethodNotAllowed => (S::METHOD_NOT_ALLOWED, "method-not-allowed", "Method not allowed"),
            Self::UriTooLong => (S::URI_TOO_LONG, "uri-too-long", "URL too long"),
            Self::NotASocket => (S::UPGRADE_REQUIRED, "not-a-socket", "Only WebSocket connections"),
            Self::EngineNeedsData(_) => (S::CONFLICT, "engine-needs-data", "Missing data"),
            Self::Unreadable(_) => (S::UNPROCESSABLE_ENTITY, "unreadable-upload", "The file cannot be read"),
            Self::NoRoom => (S::INSUFFICIENT_STORAGE, "disk-full", "The server's disk is full"),
            Self::SwitchedOff(_) => (S::NOT_IMPLEMENTED, "switched-off", "Turned off"),
            Self::Conflict(_) => (S::CONFLICT, "conflict", "Conflict"),
            Self::Stale { .. } => (S::CONFLICT, "stale", "Changed in the meantime"),
            Self::RateLimited(_) => (S::TOO_MANY_REQUESTS, "rate-limited", "Too many requests"),
            Self::Store(error) => return store_kind(error),
            Self::Queue(_) | Self::Bus(_) => (S::SERVICE_UNAVAILABLE, "unavailable", "Unavailable"),
            Self::NotReady(_) => (S::SERVICE_UNAVAILABLE, "not-ready", "Not ready"),
            Self::Panicked(_) | Self::Unexpected(_) => (S::INTERNAL_SERVER_ERROR, "internal", "Server error"),
            Self::Refused(status) => (*status, "refused", "Request failed"),
        };
        Kind { status, slug, title }
    }

    /// Message for the caller, without internals.
    pub(crate) fn detail(&self) -> String {
        match (self, self.kind().slug) {
            (Self::Store(_), "conflict") => "This exists already.".to_owned(),
            (_, "disk-full") => {
                "The server's disk is full: nothing was saved. Free some space, then try again.".to_owned()
            }
            (_, "unavailable") => "The server cannot reach its database or queue. Try again soon.".to_owned(),
            (_, "internal") => "Something went wrong on the server. Nothing was changed.".to_owned(),
            _ => self.to_string(),
        }
    }

    /// Invalid fields, if any.
    pub(crate) fn fields(&self) -> &[FieldError] {
        match self {
            Self::Invalid(fields) | Self::NotReady(fields) | Self::EngineNeedsData(fields) => fields,
            Self::Conflict(field) | Self::Stale { field, .. } => std::slice::from_ref(field),
            Self::SetupCode => setup_code_field(),
            _ => &[],
        }
    }

    /// Number of the current version or revision, if the request is based on an earlier one.
    pub(crate) const fn current(&self) -> Option<i64> {
        match self {
            Self::Stale { current, .. } => Some(*current),
            _ => None,
        }
    }

    /// Limit of the workspace that the request exceeds.
    pub(crate) const fn over_limit(&self) -> Option<&OverLimit> {
        match self {
            Self::Store(StoreError::OverLimit(over)) => Some(over),
            _ => None,
        }
    }

    /// Time after which a retry makes sense.
    pub(crate) fn retry_after_seconds(&self) -> Option<u64> {
        match (self, self.kind().status) {
            (Self::RateLimited(after), _) => Some(seconds(*after)),
            (Self::Store(StoreError::OverLimit(over)), _) => over.frees_in().map(seconds),
            (_, StatusCode::SERVICE_UNAVAILABLE) => Some(2),
            _ => None,
        }
    }
}

const fn store_kind(error: &StoreError) -> Kind {
    use StatusCode as S;
    let (status, slug, title) = match error {
        StoreError::Unavailable(_) => (S::SERVICE_UNAVAILABLE, "unavailable", "Unavailable"),
        StoreError::DiskFull(_) => (S::INSUFFICIENT_STORAGE, "disk-full", "The server's disk is full"),
        StoreError::Conflict { .. } => (S::CONFLICT, "conflict", "Conflict"),
        StoreError::OverLimit(over) => match over.limit {
            UsageLimit::Storage => (S::PAYLOAD_TOO_LARGE, "storage-limit", "The workspace's storage is full"),
            UsageLimit::Runs => (S::TOO_MANY_REQUESTS, "runs-limit", "No more runs today"),
            UsageLimit::Emails => (S::TOO_MANY_REQUESTS, "emails-limit", "No more emails today"),
            UsageLimit::Crawls => (S::PAYLOAD_TOO_LARGE, "crawls-limit", "The workspace's crawls are full"),
        },
        StoreError::Unexpected(_) | StoreError::Corrupt { .. } | StoreError::Migration(_) | StoreError::File { .. } => {
            (S::INTERNAL_SERVER_ERROR, "internal", "Server error")
        }
    };
    Kind { status, slug, title }
}

/// Whole seconds, at least one, rounded up so that a retry after that time succeeds.
fn seconds(after: Duration) -> u64 {
    after.as_millis().div_ceil(1000).max(1).try_into().unwrap_or(u64::MAX)
}

fn unknown_host(host: &str) -> String {
    let host = if host.is_empty() { "in the request".to_owned() } else { format!("'{host}'") };
    format!(
        "This server does not answer for the host {host}. If users reach it by that host, the operator sets \
         MOTHERLODE_PUBLIC_URL to its URL or adds the host to MOTHERLODE_HOSTS."
    )
}

fn setup_code_field() -> &'static [FieldError] {
    static FIELD: LazyLock<[FieldError; 1]> =
        LazyLock::new(|| [FieldError::new("/setupCode", ApiError::SetupCode.to_string())]);
    FIELD.as_slice()
}

fn join(fields: &[FieldError]) -> String {
    fields.iter().map(FieldError::sentence).collect::<Vec<_>>().join(" ")
}

/// The error behind a response, for the layer that knows the request.
#[derive(Debug, Clone)]
pub(crate) struct Failure(pub(crate) Arc<ApiError>);
