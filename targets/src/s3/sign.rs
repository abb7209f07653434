//! Signature of a request. Source: AWS General Reference, "Signature Version 4 signing process".

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit as _, Mac as _};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::Sha256;

use crate::{
    blobs::{hex, sha256},
    secret::S3Secrets,
};

const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
const IN_PATH: &AsciiSet = &UNRESERVED.remove(b'/');

/// Encodes a key as part of a path, once, as S3 requires.
pub(super) fn encode_path(key: &str) -> String {
    utf8_percent_encode(key, IN_PATH).to_string()
}

/// Encodes a name or a value of a query.
pub(super) fn encode_query(text: &str) -> String {
    utf8_percent_encode(text, UNRESERVED).to_string()
}

/// What is signed.
pub(super) struct Request<'a> {
    pub(super) method: &'a str,
    /// Encoded path.
    pub(super) path: &'a str,
    /// Encoded query, sorted by name.
    pub(super) query: &'a str,
    /// All headers with lower-case names, among them `host` and `x-amz-date`.
    pub(super) headers: &'a BTreeMap<String, String>,
    /// SHA-256 of the body.
    pub(super) payload: &'a str,
}

/// Returns the time as `x-amz-date` writes it.
pub(super) fn date(at: DateTime<Utc>) -> String {
    at.format("%Y%m%dT%H%M%SZ").to_string()
}

/// Returns the value of the `Authorization` header.
pub(super) fn authorization(request: &Request<'_>, secrets: &S3Secrets, region: &str, at: DateTime<Utc>) -> String {
    let day = at.format("%Y%m%d").to_string();
    let scope = format!("{day}/{region}/s3/aws4_request");
    let names: Vec<&str> = request.headers.keys().map(String::as_str).collect();
    let names = names.join(";");
    let to_sign = format!("AWS4-HMAC-SHA256\n{}\n{scope}\n{}", date(at), sha256(canonical(request, &names).as_bytes()));
    let first = format!("AWS4{}", secrets.secret_access_key.expose()).into_bytes();
    let key = [day.as_str(), region, "s3", "aws4_request"].iter().fold(first, |key, part| mac(&key, part));
    let signature = hex(&mac(&key, &to_sign));
    let id = secrets.access_key_id.expose();
    format!("AWS4-HMAC-SHA256 Credential={id}/{scope}, SignedHeaders={names}, Signature={signature}")
}

fn canonical(request: &Request<'_>, names: &str) -> String {
    let headers: String = request.headers.iter().map(|(name, value)| format!("{name}:{}\n", value.trim())).collect();
    let Request { method, path, query, payload, .. } = request;
    format!("{method}\n{path}\n{query}\n{headers}\n{names}\n{payload}")
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    // A key of any length is valid.
    Hmac::<Sha256>::new_from_slice(key)
        .map(|mac| mac.chain_update(text).finalize().into_bytes().to_vec())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Secret;

    /// Example "PUT Object" of the Amazon S3 API reference, section "Signature Calculations for the Authorization
    /// Header".
    #[test]
    fn signature_of_the_documented_example_is_right() {
        let at: DateTime<Utc> = "2013-05-24T00:00:00Z".parse().unwrap();
        let payload = sha256(b"Welcome to Amazon S3.");
        assert_eq!(payload, "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072");
        let headers = [
            ("date", "Fri, 24 May 2013 00:00:00 GMT"),
            ("host", "examplebucket.s3.amazonaws.com"),
            ("x-amz-content-sha256", payload.as_str()),
            ("x-amz-date", "20130524T000000Z"),
            ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let path = format!("/{}", encode_path("test$file.text"));
        assert_eq!(path, "/test%24file.text");
        let request = Request { method: "PUT", path: &path, query: "", headers: &headers, payload: &payload };
        let names = "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class";
        let digest = sha256(canonical(&request, names).as_bytes());
        assert_eq!(digest, "9e0e90d9c76de8fa5b200d8c849cd5b8dc7a3be3951ddb7f6a76b4158342019d");
        let secrets = S3Secrets {
            access_key_id: Secret::new("AKIAIOSFODNN7EXAMPLE"),
            secret_access_key: Secret::new("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
            session_token: None,
        };
        assert_eq!(
            authorization(&request, &secrets, "us-east-1", at),
            format!(
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, \
                 SignedHeaders={names}, Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
            )
        );
    }

    #[test]
    fn keys_are_encoded_once() {
        assert_eq!(encode_path("a b/ä+%20~.html"), "a%20b/%C3%A4%2B%2520~.html");
        assert_eq!(encode_query("a/b=c"), "a%2Fb%3Dc");
    }
}
