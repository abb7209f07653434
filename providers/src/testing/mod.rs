//! Loopback servers, clocks and purses of tests.

mod clock;
mod contract;
mod purse;
mod server;

use std::{fmt::Debug, sync::Arc, time::Duration};

use net::addresses::AddressGuard;
use serde_json::Value;

pub(crate) use self::{
    clock::TestClock,
    contract::{Case, Empty, Made},
    purse::{Ledger, Memory},
    server::{Reply, Server},
};
use crate::call::{Caller, Hooks, LocalLimiter, Policy};

/// A secret that must appear nowhere.
pub(crate) const SECRET: &str = "sk-very/secret+key";

/// A caller that may call loopback servers, with its clock and ledger.
pub(crate) struct Bench {
    pub(crate) caller: Caller,
    pub(crate) clock: Arc<TestClock>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) memory: Arc<Memory>,
}

impl Bench {
    pub(crate) fn new() -> Self {
        let guard = AddressGuard::allowing(vec!["127.0.0.0/8".parse().unwrap()]);
        let (clock, ledger, memory) =
            (TestClock::new(), Arc::new(Ledger::new(100_000_000)), Arc::new(Memory::default()));
        let hooks = Hooks { purse: Some(ledger.clone()), cache: None, evidence: Some(memory.clone()), limiter: None };
        let policy = Policy { timeout: Some(Duration::from_millis(400)), ..Policy::default() };
        let caller = Caller::new(guard).unwrap().with_clock(clock.clone()).with_hooks(hooks).with_policy(policy);
        Self { caller, clock, ledger, memory }
    }

    pub(crate) fn with_cache(mut self) -> Self {
        let hooks = Hooks {
            purse: Some(self.ledger.clone()),
            cache: Some(self.memory.clone()),
            evidence: Some(self.memory.clone()),
            limiter: None,
        };
        self.caller = self.caller.with_hooks(hooks);
        self
    }

    /// Lets calls keep the rate limits of the providers.
    pub(crate) fn with_limiter(mut self) -> Self {
        let hooks = Hooks {
            purse: Some(self.ledger.clone()),
            cache: None,
            evidence: Some(self.memory.clone()),
            limiter: Some(Arc::new(LocalLimiter::new(self.clock.clone()))),
        };
        self.caller = self.caller.with_hooks(hooks);
        self
    }

    /// Asserts that every reservation was settled once, and that no evidence or text has a secret.
    pub(crate) fn assert_settled_without_secrets(&self, text: &impl Debug) {
        self.ledger.assert_settled();
        let all = format!("{text:?} {:?} {:?}", self.caller, self.memory.bodies());
        for form in [SECRET, "sk-very%2Fsecret%2Bkey", "sk-very\\/secret", "secret+key"] {
            assert!(!all.contains(form), "{form} in {all}");
        }
    }
}

/// Changes JSON at random places: other types, missing fields, empty and huge values. `seed` decides them.
pub(crate) fn mutate(value: &Value, seed: u64) -> Value {
    use rand::{Rng, SeedableRng, rngs::StdRng};
    fn walk(value: &mut Value, rng: &mut StdRng) {
        if rng.random_bool(0.04) {
            *value = match rng.random_range(0..9) {
                0 => Value::Null,
                1 => Value::Bool(true),
                2 => (-1).into(),
                3 => 1e300.into(),
                4 => "".into(),
                5 => "\u{1f600}é://[".repeat(20).into(),
                6 => Value::Array(vec![Value::Null, 3.into()]),
                7 => Value::Object(serde_json::Map::default()),
                _ => u64::MAX.into(),
            };
            return;
        }
        match value {
            Value::Array(items) => {
                items.retain(|_| !rng.random_bool(0.03));
                items.iter_mut().for_each(|item| walk(item, rng));
            }
            Value::Object(fields) => {
                fields.retain(|_, _| !rng.random_bool(0.03));
                fields.values_mut().for_each(|field| walk(field, rng));
            }
            _ => {}
        }
    }
    let (mut value, mut rng) = (value.clone(), StdRng::seed_from_u64(seed));
    walk(&mut value, &mut rng);
    value
}

/// Parses many random changes of a recorded response, and truncated texts of it: nothing may panic.
pub(crate) fn assert_never_panics(fixture: &str, parse: impl Fn(&[u8])) {
    let value: Value = serde_json::from_str(fixture).unwrap();
    for seed in 0..600 {
        parse(mutate(&value, seed).to_string().as_bytes());
    }
    for end in (0..fixture.len()).step_by(7) {
        parse(&fixture.as_bytes()[..end]);
    }
}
