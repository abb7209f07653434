//! Errors of Lighthouse: pages that it could not load or measure.
//!
//! They arrive in the result, or as an error of the service whose message begins with `Lighthouse returned error`.
//! Source of the codes: `core/lib/lh-error.js` of Lighthouse 12.

use serde_json::Value;

use crate::{
    call::{Rejection, Response, short},
    error::ProviderError,
    google,
};

/// Begin of the service's message about an error of Lighthouse.
const PREFIX: &str = "Lighthouse returned error: ";

/// Converts an error of the service. A page that cannot be tested is no fault of the service or of the request.
pub(super) fn classify(response: &Response) -> Option<Rejection> {
    let rejection = google::classify(response)?;
    let message = response.message();
    let Some(text) = message.strip_prefix(PREFIX) else { return Some(rejection) };
    let (code, words) = text.split_once(". ").unwrap_or((text, ""));
    Some(Rejection { error: error(code, words), ..rejection })
}

/// Returns the error in a result, if it has one.
pub(super) fn failure(result: &Value) -> Option<ProviderError> {
    let text = |name: &str| result.pointer(&format!("/runtimeError/{name}")).and_then(Value::as_str).unwrap_or("");
    let (code, message) = (text("code"), text("message"));
    let is_error = !matches!(code, "" | "NO_ERROR") || !message.is_empty();
    is_error.then(|| error(code, message))
}

fn error(code: &str, message: &str) -> ProviderError {
    let reported = match (code, &*short(message)) {
        ("" | "NO_ERROR", words) => words.to_owned(),
        (code, "") => short(code),
        (code, words) => format!("{}: {words}", short(code)),
    };
    ProviderError::Task { code: 0, message: format!("{} Lighthouse reports {reported}", advice(code)) }
}

/// Returns what happened and what to do.
fn advice(code: &str) -> &'static str {
    match code {
        "FAILED_DOCUMENT_REQUEST" | "NO_DOCUMENT_REQUEST" => {
            "it did not load. Open it in a browser, and check that its server does not block Google."
        }
        "ERRORED_DOCUMENT_REQUEST" => {
            "the server answered with an error. Open the page signed out, and mend what it shows."
        }
        "DNS_FAILURE" => "the name of the server is not known. Check the address.",
        "INVALID_URL" => "the address is not valid. Correct it in the settings of the website.",
        "INSECURE_DOCUMENT_REQUEST" | "CHROME_INTERSTITIAL_ERROR" => {
            "the browser refused the connection as insecure. Check the certificate of the website."
        }
        "NOT_HTML" => "its address is a file, not a page.",
        "NO_FCP" | "NO_FMP" | "NO_LCP" | "NO_LCP_ALL_FRAMES" | "NO_SCREENSHOTS" | "SPEEDINDEX_OF_ZERO" => {
            "it stayed empty. Check what it shows in a new browser window, without extensions."
        }
        "PAGE_HUNG" | "PROTOCOL_TIMEOUT" | "TARGET_CRASHED" => {
            "it stopped responding. Look for a script that never ends."
        }
        _ => "the test failed. Sync again later; if it fails again, test the page at pagespeed.web.dev.",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(code: &str, message: &str) -> Option<String> {
        let error = failure(&json!({"runtimeError": {"code": code, "message": message}}));
        error.map(|error| error.to_string())
    }

    #[test]
    fn error_says_what_happened_what_to_do_and_the_code() {
        let text = text("ERRORED_DOCUMENT_REQUEST", "Unable to load the page. (Status code: 404)").expect("an error");
        assert_eq!(
            text,
            "the server answered with an error. Open the page signed out, and mend what it shows. Lighthouse reports \
             ERRORED_DOCUMENT_REQUEST: Unable to load the page. (Status code: 404)"
        );
    }

    #[test]
    fn code_or_message_alone_is_an_error_and_neither_is_none() {
        assert!(text("NO_FCP", "").is_some_and(|text| text.ends_with("Lighthouse reports NO_FCP")));
        assert!(text("NO_ERROR", "Not loaded.").is_some_and(|text| text.ends_with("Lighthouse reports Not loaded")));
        assert!(text("SOMETHING_NEW", "x").is_some_and(|text| text.starts_with("the test failed.")));
        assert_eq!((text("NO_ERROR", ""), text("", "")), (None, None));
        assert_eq!(failure(&json!({})), None);
    }
}
