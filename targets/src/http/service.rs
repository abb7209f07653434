//! A JSON service with a bearer token.

use bytes::Bytes;
use reqwest::{
    Method,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue},
};
use serde::{Serialize, de::DeserializeOwned};
use url::Url;

use super::{Call, Http, Reply};
use crate::TargetError;

/// A JSON service.
pub(crate) struct Service<'a> {
    pub(crate) http: &'a Http,
    /// Address of the service.
    pub(crate) base: Url,
    /// Token; it is sent to this service only.
    pub(crate) token: String,
    /// What the requests are about, for messages.
    pub(crate) place: String,
}

impl Service<'_> {
    /// Creates a request to a path of names, each of which is encoded.
    pub(crate) fn call(&self, method: Method, path: &[&str]) -> Result<Call, TargetError> {
        let mut url = self.base.clone();
        let wrong = |()| TargetError::setting("apiUrl", "Enter an address such as https://api.example.com.");
        url.path_segments_mut().map_err(wrong)?.pop_if_empty().extend(path);
        let mut call = Call::new(method, url);
        let mut token = HeaderValue::try_from(format!("Bearer {}", self.token))
            .map_err(|_| TargetError::setting("token", "It has characters that a token never has."))?;
        token.set_sensitive(true);
        call.headers.insert(AUTHORIZATION, token);
        Ok(call)
    }

    /// Creates a request with a JSON body.
    pub(crate) fn call_with(&self, method: Method, path: &[&str], body: &impl Serialize) -> Result<Call, TargetError> {
        let mut call = self.call(method, path)?;
        call.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        call.body = Bytes::from(serde_json::to_vec(body).unwrap_or_default());
        Ok(call)
    }

    /// Sends a request and expects success.
    pub(crate) async fn send(&self, call: &Call) -> Result<Reply, TargetError> {
        let reply = self.http.send(call).await?;
        match self.error(&reply) {
            Some(error) => Err(error),
            None => Ok(reply),
        }
    }

    /// Sends a request and reads the JSON of a success.
    pub(crate) async fn json<T: DeserializeOwned>(&self, call: &Call) -> Result<T, TargetError> {
        self.send(call).await?.json()
    }

    /// Returns the error of a response; `None` for success.
    pub(crate) fn error(&self, reply: &Reply) -> Option<TargetError> {
        reply.error(&self.place, self.http.words(&reply.message()))
    }
}
