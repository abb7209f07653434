//! Purse, cache and evidence in memory.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use futures::future::BoxFuture;

use crate::{
    call::{Basis, Cache, Call, Charge, Evidence, Fingerprint, Intent, Outcome, Purse, Refusal, Reservation, Stored},
    error::OverBudget,
    money::Micros,
    provider::Operation,
};

/// A purse that counts.
pub(crate) struct Ledger {
    left: Arc<Mutex<u64>>,
    intents: Mutex<Vec<Intent>>,
    settled: Arc<Mutex<Vec<(Charge, Outcome)>>>,
}

struct Held {
    amount: u64,
    left: Arc<Mutex<u64>>,
    settled: Arc<Mutex<Vec<(Charge, Outcome)>>>,
}

impl Ledger {
    pub(crate) fn new(left: u64) -> Self {
        Self { left: Arc::new(Mutex::new(left)), intents: Mutex::default(), settled: Arc::default() }
    }

    pub(crate) fn set(&self, left: u64) {
        *self.left.lock().unwrap() = left;
    }

    pub(crate) fn left(&self) -> u64 {
        *self.left.lock().unwrap()
    }

    /// Operations of all attempts, with their estimates.
    pub(crate) fn intents(&self) -> Vec<(Operation, u64)> {
        let intents = self.intents.lock().unwrap();
        intents.iter().map(|intent| (intent.operation, intent.estimate.amount.0)).collect()
    }

    pub(crate) fn charges(&self) -> Vec<(u64, Basis, Outcome)> {
        let settled = self.settled.lock().unwrap();
        settled.iter().map(|(charge, outcome)| (charge.amount.0, charge.basis, *outcome)).collect()
    }

    pub(crate) fn assert_settled(&self) {
        assert_eq!(self.intents.lock().unwrap().len(), self.settled.lock().unwrap().len());
        let (intents, settled) = (self.intents.lock().unwrap(), self.settled.lock().unwrap());
        for (intent, (charge, _)) in intents.iter().zip(settled.iter()) {
            assert!(
                charge.amount <= intent.estimate.amount,
                "{} costs {}, more than its bound {}",
                intent.operation.name,
                charge.amount,
                intent.estimate.amount
            );
        }
    }
}

impl Purse for Ledger {
    fn reserve<'a>(&'a self, intent: &'a Intent) -> BoxFuture<'a, Result<Box<dyn Reservation>, Refusal>> {
        Box::pin(async move {
            let amount = intent.estimate.amount.0;
            let mut left = self.left.lock().unwrap();
            if amount > *left {
                return Err(OverBudget { estimate: intent.estimate.amount, left: Micros(*left) }.into());
            }
            *left -= amount;
            self.intents.lock().unwrap().push(intent.clone());
            let held = Held { amount, left: self.left.clone(), settled: self.settled.clone() };
            Ok(Box::new(held) as Box<dyn Reservation>)
        })
    }
}

impl Reservation for Held {
    fn settle(self: Box<Self>, charge: Charge, outcome: Outcome) -> BoxFuture<'static, ()> {
        Box::pin(async move {
            let mut left = self.left.lock().unwrap();
            *left = (*left + self.amount).saturating_sub(charge.amount.0);
            self.settled.lock().unwrap().push((charge, outcome));
        })
    }
}

/// A cache and evidence store.
#[derive(Default)]
pub(crate) struct Memory {
    cache: Mutex<HashMap<Fingerprint, Stored>>,
    recorded: Mutex<Vec<(Call, Option<&'static str>)>>,
}

impl Memory {
    pub(crate) fn bodies(&self) -> Vec<String> {
        let recorded = self.recorded.lock().unwrap();
        recorded.iter().map(|(call, _)| format!("{call:?} {}", String::from_utf8_lossy(&call.body))).collect()
    }

    pub(crate) fn kinds(&self) -> Vec<Option<&'static str>> {
        self.recorded.lock().unwrap().iter().map(|(_, kind)| *kind).collect()
    }
}

impl Cache for Memory {
    fn get<'a>(&'a self, _: Operation, fingerprint: &'a Fingerprint) -> BoxFuture<'a, Option<Stored>> {
        Box::pin(async move { self.cache.lock().unwrap().get(fingerprint).cloned() })
    }

    fn put<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            let stored = Stored { body: call.body.clone(), fetched_at: call.fetched_at };
            self.cache.lock().unwrap().insert(call.fingerprint.clone(), stored);
        })
    }
}

impl Evidence for Memory {
    fn record<'a>(&'a self, call: &'a Call, error: Option<&'static str>) -> BoxFuture<'a, ()> {
        Box::pin(async move { self.recorded.lock().unwrap().push((call.clone(), error)) })
    }
}
