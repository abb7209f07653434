//! Name resolution: only addresses that the guard permits, asked again for each connection.

use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use net::addresses::{AddressGuard, LookupError};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

type Answer = dyn Fn(&str) -> Vec<IpAddr> + Send + Sync;

/// Where the addresses of names come from.
#[derive(Clone, Default)]
pub struct Names(Option<Arc<Answer>>);

impl Names {
    /// Asks a function instead of the system's resolver. The guard checks its answers too.
    pub fn from_fn(answer: impl Fn(&str) -> Vec<IpAddr> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(answer)))
    }

    pub(super) fn guarded(&self, guard: AddressGuard) -> Arc<Guarded> {
        Arc::new(Guarded { names: self.clone(), guard })
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.0.is_some() { "Names(function)" } else { "Names(system)" })
    }
}

/// Removes addresses that the guard refuses.
pub(super) struct Guarded {
    names: Names,
    guard: AddressGuard,
}

impl Resolve for Guarded {
    fn resolve(&self, name: Name) -> Resolving {
        let (names, guard) = (self.names.clone(), self.guard.clone());
        Box::pin(async move {
            let name = name.as_str();
            let Some(answer) = names.0 else {
                return Ok(Box::new(guard.look_up(name).await?.into_iter()) as Addrs);
            };
            let found = answer(name);
            if found.is_empty() {
                return Err(LookupError::Unknown(name.to_owned()).into());
            }
            let permitted: Vec<SocketAddr> = found
                .into_iter()
                .filter(|address| guard.permits(*address))
                .map(|address| (address, 0).into())
                .collect();
            if permitted.is_empty() {
                return Err(LookupError::OwnNetwork(name.to_owned()).into());
            }
            Ok(Box::new(permitted.into_iter()) as Addrs)
        })
    }
}
