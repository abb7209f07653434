//! What an error of S3 means. Source: Amazon S3 API reference, "Error responses", and the codes of MinIO and Ceph.

use super::xml;
use crate::{TargetError, http::Reply};

const CREDENTIALS: [&str; 8] = [
    "InvalidAccessKeyId",
    "SignatureDoesNotMatch",
    "ExpiredToken",
    "InvalidToken",
    "AuthFailure",
    "TokenRefreshRequired",
    "InvalidSecurity",
    "NotSignedUp",
];
const REGION: [&str; 4] =
    ["AuthorizationHeaderMalformed", "PermanentRedirect", "IllegalLocationConstraintException", "InvalidRegion"];
const FULL: [&str; 6] = [
    "QuotaExceeded",
    "XMinioAdminBucketQuotaExceeded",
    "XMinioStorageFull",
    "InsufficientStorage",
    "StorageFull",
    "TooManyBuckets",
];

/// Returns true if a 404 is about the bucket, not about the object.
pub(super) fn is_about_bucket(reply: &Reply) -> bool {
    xml::text(&reply.text(), "Code").as_deref() == Some("NoSuchBucket")
}

/// Returns the error of a response; `None` for success. A copy can fail with status 200.
pub(super) fn of(reply: &Reply, place: &str, bucket: &str, words: impl Fn(&str) -> String) -> Option<TargetError> {
    let text = reply.text();
    let code = xml::text(&text, "Code").filter(|_| text.contains("<Error>")).unwrap_or_default();
    if reply.is_success() && code.is_empty() {
        return None;
    }
    let (host, place) = (reply.host.clone(), place.to_owned());
    let message = words(&xml::text(&text, "Message").unwrap_or_default());
    Some(match code.as_str() {
        code if CREDENTIALS.contains(&code) => TargetError::Credentials { host, message },
        code if FULL.contains(&code) => TargetError::Full { place, message },
        code if REGION.contains(&code) => {
            TargetError::setting("region", format!("It is not the region of the bucket: {message}"))
        }
        "AccessDenied" | "AllAccessDisabled" | "AccountProblem" => TargetError::Permission { place, message },
        "NoSuchBucket" => TargetError::Missing(format!("The bucket {bucket} at {host}")),
        "SlowDown" | "TooManyRequests" => TargetError::RateLimited { host, after: reply.retry_after() },
        _ if reply.is_success() => TargetError::Unavailable { host, status: 500 },
        // A region redirect without a body.
        _ if matches!(reply.status, 301 | 307) => TargetError::setting("region", "It is not the region of the bucket."),
        _ => return reply.error(&place, message),
    })
}
