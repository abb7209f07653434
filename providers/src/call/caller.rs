//! Makes calls: cache, rate limit, reservation, attempts, evidence.

use std::{future::Future, sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use net::addresses::AddressGuard;
use tokio_util::sync::CancellationToken;

use super::{
    Basis, Call, Called, Charge, Fingerprint, Hooks, Intent, Outcome, Parsed, Policy, Rejection, Request, Response,
    attempt, settle::Held,
};
use crate::{
    clock::{Clock, SystemClock},
    error::ProviderError,
    money::Micros,
};

/// Makes calls. Clones share connections. Create one caller for each connected account, because fingerprints do not
/// depend on credentials: its cache must belong to the account.
#[derive(Debug, Clone)]
pub struct Caller {
    pub(super) client: reqwest::Client,
    pub(super) guard: AddressGuard,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) hooks: Hooks,
    pub(super) policy: Policy,
    pub(super) cancel: CancellationToken,
}

/// What a call has cost so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    started: Duration,
    cost: Micros,
    pub(super) attempts: u32,
}

impl Caller {
    /// Creates a caller that connects only to addresses that the guard permits.
    ///
    /// # Errors
    /// Returns [`ProviderError::Network`] if TLS is not available.
    pub fn new(guard: AddressGuard) -> Result<Self, ProviderError> {
        let client = net::client::build(&guard).map_err(|error| ProviderError::Network(error.to_string()))?;
        Ok(Self {
            client,
            guard,
            clock: Arc::new(SystemClock::default()),
            hooks: Hooks::default(),
            policy: Policy::default(),
            cancel: CancellationToken::new(),
        })
    }

    /// Sets time and randomness.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Sets budgets, cache, evidence and rate limits.
    #[must_use]
    pub fn with_hooks(mut self, hooks: Hooks) -> Self {
        self.hooks = hooks;
        self
    }

    /// Asks providers even if the cache has a response, and records none there.
    #[must_use]
    pub fn without_cache(mut self) -> Self {
        self.hooks.cache = None;
        self
    }

    /// Sets attempts and waits.
    #[must_use]
    pub const fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Sets the token that cancels calls.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancellationToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Returns the clock.
    #[must_use]
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Makes a call, or returns the response of an earlier one from the cache.
    ///
    /// # Errors
    /// Returns a [`ProviderError`] if the last attempt failed, the budget refuses or the caller cancels.
    pub async fn call<T>(
        &self, request: Request, parse: impl Fn(&Response) -> Result<Parsed<T>, ProviderError>,
    ) -> Result<Called<T>, ProviderError> {
        let fingerprint = request.fingerprint();
        if let Some(called) = self.recall(&request, &fingerprint, &parse).await {
            return Ok(called);
        }
        let mut tally = self.tally();
        loop {
            let (call, result) = self.attempt(&request, &fingerprint, &mut tally, &parse).await?;
            let kind = result.as_ref().err().map(ProviderError::kind);
            self.record(&request, &call, kind).await;
            match result {
                Ok(value) => return Ok(Called { value, call }),
                Err(error) => self.wait_after(error, &request, tally.attempts).await?,
            }
        }
    }

    pub(super) fn tally(&self) -> Tally {
        Tally { started: self.clock.monotonic(), ..Tally::default() }
    }

    async fn recall<T>(
        &self, request: &Request, fingerprint: &Fingerprint,
        parse: &impl Fn(&Response) -> Result<Parsed<T>, ProviderError>,
    ) -> Option<Called<T>> {
        let cache = self.hooks.cache.as_ref().filter(|_| request.is_cacheable)?;
        let stored = cache.get(request.operation, fingerprint).await?;
        let response = Response { status: 200, body: stored.body, retry_after: None, received_at: stored.fetched_at };
        let value = parse(&response).ok()?.value;
        let mut call = self.describe(request, fingerprint, &self.tally(), Charge::NONE, Some(response));
        call.is_cached = true;
        Some(Called { value, call })
    }

    /// Makes an attempt and settles it. Returns an error only if nothing was sent.
    async fn attempt<T>(
        &self, request: &Request, fingerprint: &Fingerprint, tally: &mut Tally,
        parse: &impl Fn(&Response) -> Result<Parsed<T>, ProviderError>,
    ) -> Result<(Call, Result<T, ProviderError>), ProviderError> {
        let mut held = self.prepare(request, fingerprint, tally).await?;
        held.send();
        let received = self.exchange(request).await;
        let (response, judged) = match received {
            Ok(response) => {
                let judged = judge(request, &response, parse);
                (Some(response), judged)
            }
            Err(rejection) => (None, Err(rejection)),
        };
        let (charge, result) = match judged {
            Ok(parsed) => (parsed.charge.unwrap_or(Charge::computed(request.estimate.amount)), Ok(parsed.value)),
            Err(rejection) => (rejection.charge.unwrap_or_else(|| held.unknown()), Err(rejection.error)),
        };
        held.settle(charge, outcome(&result)).await;
        tally.add(charge);
        Ok((self.describe(request, fingerprint, tally, charge, response), result))
    }

    /// Checks the address, waits for the rate limit and reserves money.
    pub(super) async fn prepare(
        &self, request: &Request, fingerprint: &Fingerprint, tally: &mut Tally,
    ) -> Result<Held, ProviderError> {
        self.guard.check(&request.url).map_err(|unfit| attempt::bad_address(&unfit))?;
        if let Some(limiter) = &self.hooks.limiter {
            self.refuse_long_pause(limiter.paused_until(request.operation))?;
            self.cancellable(limiter.acquire(request.operation)).await?;
        }
        tally.attempts += 1;
        let (operation, estimate) = (request.operation, request.estimate);
        let intent = Intent { operation, fingerprint: fingerprint.clone(), estimate, attempt: tally.attempts };
        Ok(self.cancellable(Held::reserve(&self.hooks, &intent)).await??)
    }

    /// Refuses a call that would wait for longer than the policy allows, so that no run holds its worker for an hour.
    fn refuse_long_pause(&self, until: Option<DateTime<Utc>>) -> Result<(), ProviderError> {
        let is_long = |until: &DateTime<Utc>| {
            (*until - self.clock.now()).to_std().is_ok_and(|wait| wait > self.policy.longest_wait)
        };
        match until.filter(is_long) {
            Some(until) => Err(ProviderError::RateLimited { until: Some(until) }),
            None => Ok(()),
        }
    }

    async fn exchange(&self, request: &Request) -> Result<Response, Rejection> {
        let exchange = attempt::exchange(&self.client, request, &*self.clock);
        self.in_time(request, exchange).await
    }

    /// Waits for a part of an attempt within its time limit and until the caller cancels.
    pub(super) async fn in_time<T>(
        &self, request: &Request, part: impl Future<Output = Result<T, Rejection>>,
    ) -> Result<T, Rejection> {
        let limit = self.policy.timeout.map_or(request.timeout, |limit| limit.min(request.timeout));
        let slow = ProviderError::Timeout { seconds: limit.as_secs().max(1) };
        match self.cancellable(tokio::time::timeout(limit, part)).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(Rejection { error: slow, charge: None }),
            Err(cancelled) => Err(Rejection { error: cancelled, charge: None }),
        }
    }

    pub(super) async fn cancellable<T>(&self, work: impl Future<Output = T>) -> Result<T, ProviderError> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(ProviderError::Cancelled),
            done = work => Ok(done),
        }
    }

    /// Waits before the next attempt.
    ///
    /// # Errors
    /// Returns the error if another attempt would not help.
    pub(super) async fn wait_after(
        &self, error: ProviderError, request: &Request, attempts: u32,
    ) -> Result<(), ProviderError> {
        let now = self.clock.now();
        let until = match &error {
            ProviderError::RateLimited { until } => *until,
            _ => None,
        };
        if let (Some(limiter), Some(until)) = (&self.hooks.limiter, until) {
            limiter.pause(request.operation, until);
        }
        let asked = until.map(|until| (until - now).to_std().unwrap_or_default());
        let wait = self.policy.wait(attempts, asked, self.clock.random());
        match wait.filter(|_| error.is_transient()) {
            Some(wait) => self.cancellable(self.clock.sleep(wait)).await,
            None => Err(error),
        }
    }

    pub(super) fn describe(
        &self, request: &Request, fingerprint: &Fingerprint, tally: &Tally, charge: Charge, response: Option<Response>,
    ) -> Call {
        let fetched_at = response.as_ref().map_or_else(|| self.clock.now(), |response| response.received_at);
        Call {
            operation: request.operation,
            fingerprint: fingerprint.clone(),
            estimate: request.estimate,
            cost: tally.cost,
            basis: if tally.attempts == 0 { Basis::NotCharged } else { charge.basis },
            attempts: tally.attempts,
            latency: self.clock.monotonic().saturating_sub(tally.started),
            fetched_at,
            status: response.as_ref().map_or(0, |response| response.status),
            is_cached: false,
            body: response.filter(|_| !request.is_private).map(|response| response.body).unwrap_or_default(),
        }
    }

    async fn record(&self, request: &Request, call: &Call, error: Option<&'static str>) {
        if let Some(evidence) = &self.hooks.evidence {
            evidence.record(call, error).await;
        }
        if let Some(cache) = self.hooks.cache.as_ref().filter(|_| request.is_cacheable && error.is_none()) {
            cache.put(call).await;
        }
    }
}

impl Tally {
    pub(super) fn add(&mut self, charge: Charge) {
        self.cost += charge.amount;
    }
}

fn judge<T>(
    request: &Request, response: &Response, parse: impl Fn(&Response) -> Result<Parsed<T>, ProviderError>,
) -> Result<Parsed<T>, Rejection> {
    match (request.classify)(response) {
        Some(rejection) => Err(rejection),
        None => parse(response).map_err(|error| Rejection { error, charge: None }),
    }
}

pub(super) fn outcome<T>(result: &Result<T, ProviderError>) -> Outcome {
    match result {
        Ok(_) => Outcome::Succeeded,
        Err(ProviderError::Cancelled) => Outcome::Cancelled,
        Err(_) => Outcome::Failed,
    }
}
