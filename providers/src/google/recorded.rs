//! Recorded errors of Google's APIs for the contract test.

/// Body of an invalid or expired key: the older reason says only that the request is bad.
pub(crate) fn invalid_key() -> String {
    r#"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","errors":[{"message":"API key not valid. Please pass a valid API key.","domain":"global","reason":"badRequest"}],"status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}"#.to_owned()
}

/// Body of a service that is not enabled for the account.
pub(crate) fn denied() -> String {
    r#"{"error":{"code":403,"message":"The caller does not have permission","errors":[{"domain":"global","reason":"forbidden"}],"status":"PERMISSION_DENIED"}}"#.to_owned()
}

/// Too many requests, in both forms.
pub(crate) fn limited() -> Vec<(u16, String)> {
    let old = r#"{"error":{"code":403,"message":"User Rate Limit Exceeded","errors":[{"domain":"usageLimits","reason":"userRateLimitExceeded"}]}}"#;
    let new = r#"{"error":{"code":429,"message":"Quota exceeded for quota metric","status":"RESOURCE_EXHAUSTED","details":[{"reason":"RATE_LIMIT_EXCEEDED"}]}}"#;
    vec![(403, old.to_owned()), (429, new.to_owned())]
}
