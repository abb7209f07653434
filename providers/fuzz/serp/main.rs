//! Search results of every provider.
#![no_main]

use libfuzzer_sys::fuzz_target;
use providers::{
    call::Response,
    data_for_seo,
    serp::{Place, SerpRequest},
    serp_api, serper,
};

fuzz_target!(|body: &[u8]| {
    let received_at = Default::default();
    let response = Response { status: 200, body: body.to_vec(), retry_after: None, received_at };
    let search = SerpRequest::new("query", Place::default(), "en");
    let parsed = [
        data_for_seo::parse_serp(&response, &search),
        serp_api::parse_serp(&response, &search, 10),
        serper::parse_serp(&response, &search, 10),
    ];
    for serp in parsed.into_iter().flatten() {
        assert!(serp.items.iter().all(|item| item.rank != Some(0)));
        let _ = (serp.features(), serp.best_of("example.com"));
    }
});
