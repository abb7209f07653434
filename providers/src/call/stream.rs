//! Responses that arrive in pieces.

use std::collections::VecDeque;

use super::{
    Call, Called, Caller, Charge, Fingerprint, Outcome, Parsed, Rejection, Request, attempt, caller::Tally,
    settle::Held, sse::SseParser,
};
use crate::error::ProviderError;

/// Reads the events of a stream.
pub(crate) trait Progress: Send {
    /// What the stream amounts to.
    type Output;

    /// Reads the data of an event and returns the text that it adds.
    fn event(&mut self, data: &str) -> Result<Option<String>, ProviderError>;

    /// Returns true after the last event.
    fn is_done(&self) -> bool;

    /// Returns the result.
    fn finish(&self) -> Parsed<Self::Output>;
}

/// Text that arrives in pieces. Dropped before its end, it costs the estimate.
pub struct Stream<T> {
    caller: Caller,
    request: Request,
    fingerprint: Fingerprint,
    response: reqwest::Response,
    progress: Box<dyn Progress<Output = T>>,
    parser: SseParser,
    pending: VecDeque<String>,
    received: usize,
    tally: Tally,
    held: Option<Held>,
    ended: Option<(Call, T)>,
}

impl<T> std::fmt::Debug for Stream<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("request", &self.request).finish_non_exhaustive()
    }
}

impl Caller {
    /// Opens a stream. Attempts are repeated until the response begins.
    pub(crate) async fn stream<T>(
        &self, request: Request, progress: Box<dyn Progress<Output = T>>,
    ) -> Result<Stream<T>, ProviderError> {
        let fingerprint = request.fingerprint();
        let mut tally = self.tally();
        loop {
            let mut held = self.prepare(&request, &fingerprint, &mut tally).await?;
            held.send();
            match self.open(&request).await {
                Ok(response) => {
                    let held = Some(held);
                    let (caller, parser, pending) = (self.clone(), SseParser::default(), VecDeque::new());
                    let (received, ended) = (0, None);
                    return Ok(Stream {
                        caller,
                        request,
                        fingerprint,
                        response,
                        progress,
                        parser,
                        pending,
                        received,
                        tally,
                        held,
                        ended,
                    });
                }
                Err(Rejection { error, charge }) => {
                    let charge = charge.unwrap_or_else(|| held.unknown());
                    held.settle(charge, failed(&error)).await;
                    tally.add(charge);
                    self.wait_after(error, &request, tally.attempts).await?;
                }
            }
        }
    }

    /// Sends the request and returns the response if it is a success.
    async fn open(&self, request: &Request) -> Result<reqwest::Response, Rejection> {
        let response = self.in_time(request, attempt::open(&self.client, request)).await?;
        if response.status().is_success() {
            return Ok(response);
        }
        let whole = self.in_time(request, attempt::read(response, request, &*self.clock)).await?;
        let unexpected = || ProviderError::Unreadable("an unexpected status".to_owned()).into();
        Err((request.classify)(&whole).unwrap_or_else(unexpected))
    }
}

impl<T> Stream<T> {
    /// Returns the next piece of text, or `None` at the end.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the stream breaks, pauses for too long, or is cancelled. It is over then.
    pub async fn next(&mut self) -> Option<Result<String, ProviderError>> {
        loop {
            if let Some(text) = self.pending.pop_front() {
                return Some(Ok(text));
            }
            self.held.as_ref()?;
            if self.progress.is_done() {
                self.end().await;
                return None;
            }
            if let Err(rejection) = self.advance().await {
                return Some(Err(self.fail(rejection).await));
            }
        }
    }

    /// Reads the rest and returns the result.
    ///
    /// # Errors
    /// As for [`Self::next`].
    pub async fn finish(mut self) -> Result<Called<T>, ProviderError> {
        while let Some(text) = self.next().await {
            text?;
        }
        let (call, value) = self.ended.ok_or_else(|| ProviderError::Unreadable("the stream has failed".to_owned()))?;
        Ok(Called { value, call })
    }

    async fn advance(&mut self) -> Result<(), Rejection> {
        let (caller, request) = (&self.caller, &self.request);
        let response = &mut self.response;
        let chunk = async { response.chunk().await.map_err(|error| attempt::network(request, &error)) };
        let unknown = |error| Rejection { error, charge: None };
        let Some(bytes) = caller.in_time(request, chunk).await? else {
            return Err(unknown(ProviderError::Unreadable("it ended early".to_owned())));
        };
        self.received += bytes.len();
        if self.received > self.request.most_bytes {
            return Err(unknown(ProviderError::TooLarge { most: self.request.most_bytes }));
        }
        for data in self.parser.push(&bytes).map_err(unknown)? {
            self.pending.extend(self.progress.event(&data).map_err(unknown)?);
        }
        Ok(())
    }

    async fn end(&mut self) {
        let Some(held) = self.held.take() else { return };
        let Parsed { value, charge } = self.progress.finish();
        let charge = charge.unwrap_or(Charge::computed(self.request.estimate.amount));
        held.settle(charge, Outcome::Succeeded).await;
        self.tally.add(charge);
        let mut call = self.caller.describe(&self.request, &self.fingerprint, &self.tally, charge, None);
        call.status = self.response.status().as_u16();
        self.ended = Some((call, value));
    }

    async fn fail(&mut self, rejection: Rejection) -> ProviderError {
        if let Some(held) = self.held.take() {
            let charge = held.unknown();
            held.settle(charge, failed(&rejection.error)).await;
        }
        rejection.error
    }
}

const fn failed(error: &ProviderError) -> Outcome {
    if matches!(error, ProviderError::Cancelled) { Outcome::Cancelled } else { Outcome::Failed }
}
