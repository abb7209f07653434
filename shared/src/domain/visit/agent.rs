//! What a user agent says of the visitor: a program or a person, and the device.

use crate::domain::text_enum;

text_enum! {
    /// Kind of device.
    Device {
        /// Desktop or laptop computer.
        Desktop = "desktop",
        /// Telephone.
        Mobile = "mobile",
        /// Tablet computer.
        Tablet = "tablet",
    }
}

/// Parts of the user agents of programs, in lower case: crawlers, previews, monitors, libraries and automated browsers.
/// Sources: the agents' own documentation, read in 2026.
const BOTS: [&str; 47] = [
    "bot/",
    "bot;",
    "bot)",
    "bot-",
    "bot ",
    "crawl",
    "spider",
    "slurp",
    "archiver",
    "facebookexternalhit",
    "meta-externalagent",
    "whatsapp",
    "preview",
    "embedly",
    "headless",
    "phantomjs",
    "puppeteer",
    "playwright",
    "selenium",
    "webdriver",
    "lighthouse",
    "pagespeed",
    "gtmetrix",
    "pingdom",
    "uptime",
    "monitor",
    "site24x7",
    "checkly",
    "curl/",
    "wget/",
    "python",
    "scrapy",
    "aiohttp",
    "httpx",
    "java/",
    "okhttp",
    "go-http-client",
    "node-fetch",
    "axios",
    "undici",
    "libwww",
    "ruby",
    "php/",
    "guzzle",
    "chatgpt-user",
    "claude-user",
    "perplexity-user",
];

/// Returns true if the user agent is that of a program. Programs that pretend to be browsers are not recognised.
#[must_use]
pub fn is_bot(user_agent: &str) -> bool {
    let agent = user_agent.to_ascii_lowercase();
    // Every browser of a person names Mozilla; an agent may also end with its name.
    !agent.starts_with("mozilla/") || agent.ends_with("bot") || BOTS.iter().any(|part| agent.contains(part))
}

/// Returns the kind of device that a browser's user agent names. Android tablets do not say `Mobile`; recent iPads pretend
/// to be desktop computers.
#[must_use]
pub fn device(user_agent: &str) -> Device {
    let has = |part: &str| user_agent.contains(part);
    if has("iPad") || has("Tablet") || (has("Android") && !has("Mobile")) {
        Device::Tablet
    } else if has("Mobi") || has("iPhone") {
        Device::Mobile
    } else {
        Device::Desktop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
    const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
    const PIXEL: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
    const GALAXY_TAB: &str =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
    // A telephone whose name ends with `bot`.
    const CUBOT: &str = "Mozilla/5.0 (Linux; Android 11; CUBOT_X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36";

    #[test]
    fn browsers_of_people_are_no_bots() {
        for agent in [CHROME, IPHONE, PIXEL, GALAXY_TAB, CUBOT] {
            assert!(!is_bot(agent), "{agent}");
        }
    }

    #[test]
    fn crawlers_libraries_and_automated_browsers_are_bots() {
        for agent in [
            "",
            "curl/8.5.0",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
            "Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36",
            "facebookexternalhit/1.1",
            "python-requests/2.32.3",
        ] {
            assert!(is_bot(agent), "{agent}");
        }
    }

    #[test]
    fn device_follows_the_words_of_the_agent() {
        let expected = [
            (CHROME, Device::Desktop),
            (IPHONE, Device::Mobile),
            (PIXEL, Device::Mobile),
            (GALAXY_TAB, Device::Tablet),
            ("Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148", Device::Tablet),
        ];
        for (agent, wanted) in expected {
            assert_eq!(device(agent), wanted, "{agent}");
        }
    }
}
