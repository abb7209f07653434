//! Type erasure of handlers. Axum wraps each handler in about ten layers, and the compiler analyses its whole future for each of
//! them. A [`BoxedHandler`] is analysed once, which halves the compile time of this crate.

use std::{pin::Pin, sync::Arc};

use axum::{extract::Request, handler::Handler, response::Response};

use crate::state::AppState;

type Answering = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler with an erased type.
#[derive(Clone)]
pub(crate) struct BoxedHandler(Arc<dyn Fn(Request, AppState) -> Answering + Send + Sync>);

impl BoxedHandler {
    /// Erases the type of a handler.
    pub(crate) fn to<T: 'static>(handler: impl Handler<T, AppState, Future = Answering>) -> Self {
        Self(Arc::new(move |request, state| handler.clone().call(request, state)))
    }
}

impl Handler<(), AppState> for BoxedHandler {
    type Future = Answering;

    fn call(self, request: Request, state: AppState) -> Answering {
        (self.0)(request, state)
    }
}

/// Operations of a path, as in `utoipa_axum::routes!`, each as a [`BoxedHandler`].
macro_rules! routes {
    ($($handler:path),+ $(,)?) => {{
        use utoipa_axum::PathItemExt;
        let mut paths = utoipa::openapi::path::Paths::new();
        let mut schemas = Vec::new();
        let mut router = axum::routing::MethodRouter::new();
        $(
            let (path, item, methods) = utoipa_axum::routes!(@resolve_types $handler : schemas);
            for method in &methods {
                router = router.on(method.to_method_filter(), $crate::routes::boxed_handler::BoxedHandler::to($handler));
            }
            paths.add_path_operation(&path, methods, item);
        )+
        (schemas, paths, router)
    }};
}

pub(crate) use routes;
