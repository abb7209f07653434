//! Checks the browser that renders pages: it is optional, but must start if it is set.

use crawler::render::Browser;

use super::Finding;
use crate::{options::BrowserArgs, settings};

const CHECK: &str = "browser";
const ADVICE: &str = "Install Chromium (apt-get install chromium-headless-shell) and set MOTHERLODE_CHROMIUM to its path. \
                      In a container that does not allow its sandbox: MOTHERLODE_CHROMIUM_SANDBOX=false.";

pub(crate) async fn look(args: &BrowserArgs) -> Finding {
    let Some(browser) = settings::browser(args) else {
        return Finding::ok(
            CHECK,
            "none: crawls do not render pages. Set MOTHERLODE_CHROMIUM to the path of a Chromium",
        );
    };
    match browser.check().await {
        Ok(product) if browser.has_sandbox => Finding::ok(CHECK, product),
        Ok(product) => warn_of_sandbox(&browser, &product),
        Err(failure) => Finding::fail(CHECK, failure.to_string(), ADVICE),
    }
}

fn warn_of_sandbox(browser: &Browser, product: &str) -> Finding {
    let found = format!("{product} at {}, without its sandbox", browser.path.display());
    Finding::warn(CHECK, found, "Run the workers as another user than root, with MOTHERLODE_CHROMIUM_SANDBOX=true.")
}
