//! Request to a provider, with its secrets apart.

use std::{fmt, fmt::Write as _, time::Duration};

use reqwest::{Method, header};
use serde_json::Value;
use sha2::{Digest, Sha256};
use url::Url;

use super::{Estimate, Fingerprint, Rejection, Response};
use crate::{
    error::ProviderError,
    provider::{Credentials, Operation},
    secret::{Redactor, Secret},
};

/// Time limit of a call.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Most bytes of a response.
const MOST_BYTES: usize = 32 << 20;

/// Where a secret is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Query(&'static str),
    Header(&'static str),
    Form(&'static str),
}

/// Request to a provider. Debug output contains no secret.
#[derive(Clone)]
pub struct Request {
    pub(super) operation: Operation,
    pub(super) method: Method,
    pub(super) url: Url,
    headers: Vec<(&'static str, String)>,
    body: Option<Vec<u8>>,
    form: Vec<(&'static str, String)>,
    secrets: Vec<(Place, Secret)>,
    known: Vec<Secret>,
    sample: u32,
    pub(super) estimate: Estimate,
    pub(super) timeout: Duration,
    pub(super) most_bytes: usize,
    pub(super) is_cacheable: bool,
    pub(super) is_private: bool,
    pub(super) classify: fn(&Response) -> Option<Rejection>,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("operation", &self.operation)
            .field("method", &self.method)
            .field("url", &self.url.as_str())
            .field("estimate", &self.estimate)
            .finish_non_exhaustive()
    }
}

impl Request {
    /// Creates a request to a path below a base address.
    ///
    /// # Errors
    /// Returns [`ProviderError::BadAddress`] if the base is not a URL.
    pub fn new(operation: Operation, method: Method, base: &str, path: &str) -> Result<Self, ProviderError> {
        let wrong = |_| ProviderError::BadAddress("the base address is not a URL".to_owned());
        let url = Url::parse(&format!("{}{path}", base.trim_end_matches('/'))).map_err(wrong)?;
        Ok(Self {
            operation,
            method,
            url,
            headers: Vec::new(),
            body: None,
            form: Vec::new(),
            secrets: Vec::new(),
            known: Vec::new(),
            sample: 0,
            estimate: Estimate::FREE,
            timeout: TIMEOUT,
            most_bytes: MOST_BYTES,
            is_cacheable: true,
            is_private: false,
            classify: super::response::classify,
        })
    }

    /// Creates a GET request.
    ///
    /// # Errors
    /// Returns [`ProviderError::BadAddress`] if the base is not a URL.
    pub fn get(operation: Operation, base: &str, path: &str) -> Result<Self, ProviderError> {
        Self::new(operation, Method::GET, base, path)
    }

    /// Creates a POST request with a JSON body.
    ///
    /// # Errors
    /// Returns [`ProviderError::BadAddress`] if the base is not a URL.
    pub fn post(operation: Operation, base: &str, path: &str, body: &Value) -> Result<Self, ProviderError> {
        let mut request = Self::new(operation, Method::POST, base, path)?;
        request.body = Some(body.to_string().into_bytes());
        Ok(request)
    }

    /// Adds a parameter to the query.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        self.url.query_pairs_mut().append_pair(name, value);
        self
    }

    /// Adds a parameter to the query if it has a value.
    #[must_use]
    pub fn query_option(self, name: &str, value: Option<&str>) -> Self {
        match value {
            Some(value) => self.query(name, value),
            None => self,
        }
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Adds a field of a form.
    #[must_use]
    pub fn form(mut self, name: &'static str, value: &str) -> Self {
        self.form.push((name, value.to_owned()));
        self
    }

    /// Adds a secret field of a form.
    #[must_use]
    pub fn secret_form(mut self, name: &'static str, secret: &Secret) -> Self {
        self.secrets.push((Place::Form(name), secret.clone()));
        self
    }

    /// Adds a secret to the query. Empty ones are left out.
    #[must_use]
    pub fn secret_query(mut self, name: &'static str, credentials: &Credentials) -> Self {
        if let Credentials::Key(key) = credentials
            && !key.is_empty()
        {
            self.secrets.push((Place::Query(name), key.clone()));
        }
        self
    }

    /// Adds a key as a header of its own.
    #[must_use]
    pub fn secret_header(mut self, name: &'static str, credentials: &Credentials) -> Self {
        if let Credentials::Key(key) = credentials {
            self.secrets.push((Place::Header(name), key.clone()));
        }
        self
    }

    /// Adds the header `Authorization`: a bearer token, or a login and a password.
    #[must_use]
    pub fn authorization(mut self, credentials: &Credentials) -> Self {
        use base64::{Engine as _, engine::general_purpose::STANDARD};
        let value = match credentials {
            Credentials::Key(token) | Credentials::AccessToken(token) if !token.is_empty() => {
                Secret::new(&format!("Bearer {}", token.expose()))
            }
            Credentials::LoginPassword { login, password } => {
                let pair = STANDARD.encode(format!("{}:{}", login.expose(), password.expose()));
                self.known.push(Secret::new(&pair));
                Secret::new(&format!("Basic {pair}"))
            }
            _ => return self,
        };
        self.known.extend(credentials.secrets().map(Secret::new));
        self.secrets.push((Place::Header("authorization"), value));
        self
    }

    /// Sets the expected cost.
    #[must_use]
    pub const fn estimate(mut self, estimate: Estimate) -> Self {
        self.estimate = estimate;
        self
    }

    /// Sets the number of the sample, which makes the fingerprint of a repeated request differ.
    #[must_use]
    pub const fn sample(mut self, sample: u32) -> Self {
        self.sample = sample;
        self
    }

    /// Sets the time limit.
    #[must_use]
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the most bytes of a response.
    #[must_use]
    pub const fn most_bytes(mut self, most_bytes: usize) -> Self {
        self.most_bytes = most_bytes;
        self
    }

    /// Asks the provider even if the cache has a response, and records none there.
    #[must_use]
    pub const fn fresh(mut self) -> Self {
        self.is_cacheable = false;
        self
    }

    /// Records no response body: it contains new secrets.
    #[must_use]
    pub const fn private(mut self) -> Self {
        self.is_cacheable = false;
        self.is_private = true;
        self
    }

    /// Sets how responses are checked for errors.
    #[must_use]
    pub const fn classify(mut self, classify: fn(&Response) -> Option<Rejection>) -> Self {
        self.classify = classify;
        self
    }

    /// Returns the fingerprint. Two requests with different credentials have the same one.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        };
        for part in [self.operation.provider.key(), self.operation.key, self.method.as_str(), self.url.as_str()] {
            add(part.as_bytes());
        }
        for (name, value) in self.headers.iter().chain(&self.form) {
            add(name.as_bytes());
            add(value.as_bytes());
        }
        add(self.body.as_deref().unwrap_or_default());
        add(&self.sample.to_be_bytes());
        let mut text = String::with_capacity(64);
        for byte in hash.finalize() {
            let _ = write!(text, "{byte:02x}");
        }
        Fingerprint(text)
    }

    /// Returns a redactor of the secrets.
    #[must_use]
    pub fn redactor(&self) -> Redactor {
        let placed = self.secrets.iter().map(|(_, secret)| secret);
        Redactor::new(placed.chain(&self.known).map(Secret::expose))
    }

    /// Builds the request with its secrets.
    pub(super) fn build(&self, client: &reqwest::Client) -> Result<reqwest::RequestBuilder, ProviderError> {
        let mut url = self.url.clone();
        let mut form: Vec<(&str, &str)> = self.form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let mut headers = header::HeaderMap::new();
        for (name, value) in &self.headers {
            headers.insert(*name, header_value(value)?);
        }
        for (place, secret) in &self.secrets {
            match place {
                Place::Query(name) => {
                    url.query_pairs_mut().append_pair(name, secret.expose());
                }
                Place::Form(name) => form.push((name, secret.expose())),
                Place::Header(name) => {
                    let mut value = header_value(secret.expose())?;
                    value.set_sensitive(true);
                    headers.insert(*name, value);
                }
            }
        }
        let builder = client.request(self.method.clone(), url).headers(headers);
        Ok(match &self.body {
            Some(body) => builder.header(header::CONTENT_TYPE, "application/json").body(body.clone()),
            None if form.is_empty() => builder,
            None => builder.form(&form),
        })
    }
}

fn header_value(text: &str) -> Result<header::HeaderValue, ProviderError> {
    header::HeaderValue::from_str(text).map_err(|_| ProviderError::BadKey)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyed(key: &str) -> Request {
        let credentials = Credentials::Key(Secret::new(key));
        let request = Request::get(Operation::SERP_API_SEARCH, "https://serpapi.com/", "/search.json").unwrap();
        request.query("q", "plumber & co").secret_query("api_key", &credentials)
    }

    #[test]
    fn fingerprint_of_another_key_is_the_same_and_of_another_query_is_not() {
        assert_eq!(keyed("first-key").fingerprint(), keyed("second-key").fingerprint());
        assert_ne!(keyed("first-key").fingerprint(), keyed("first-key").query("gl", "us").fingerprint());
    }

    #[test]
    fn request_in_debug_output_has_no_secret() {
        let password = Credentials::LoginPassword { login: Secret::new("ada"), password: Secret::new("hunter-22") };
        let request = keyed("very-secret").authorization(&password);
        let text = format!("{request:?} {}", request.fingerprint());
        assert!(!text.contains("very-secret") && !text.contains("hunter"), "{text}");
        let sent = request.redactor().text("very-secret hunter-22 YWRhOmh1bnRlci0yMg==");
        assert_eq!(sent, "[redacted] [redacted] [redacted]");
    }
}
