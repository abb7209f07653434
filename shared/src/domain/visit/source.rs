//! Sources of visits: the referrer and the campaign parameters of the address.

use url::Url;

use super::Channel;

/// Maximum length of a source.
const SOURCE_CHARS: usize = 80;

/// Hosts of AI assistants that send visitors. A floor: many answers are read in apps, which send no referrer. As of
/// November 2026.
const ASSISTANTS: [&str; 19] = [
    "chatgpt.com",
    "chat.openai.com",
    "openai.com",
    "perplexity.ai",
    "claude.ai",
    "gemini.google.com",
    "bard.google.com",
    "copilot.microsoft.com",
    "copilot.com",
    "m365.cloud.microsoft",
    "you.com",
    "phind.com",
    "kagi.com",
    "poe.com",
    "meta.ai",
    "chat.mistral.ai",
    "grok.com",
    "chat.deepseek.com",
    "duck.ai",
];
/// The same on hosts with other uses: the beginning of the path.
const ASSISTANT_PATHS: [(&str, &str); 2] = [("bing.com", "/chat"), ("duckduckgo.com", "/assist")];

/// Names of search engines: the label before the public suffix, since they have hosts in many countries.
const SEARCH_ENGINES: [&str; 13] = [
    "google",
    "bing",
    "yahoo",
    "duckduckgo",
    "yandex",
    "baidu",
    "ecosia",
    "qwant",
    "startpage",
    "brave",
    "naver",
    "seznam",
    "sogou",
];

/// Names of social networks.
const NETWORKS: [&str; 22] = [
    "facebook",
    "fb",
    "instagram",
    "linkedin",
    "lnkd",
    "twitter",
    "x",
    "t",
    "pinterest",
    "pin",
    "reddit",
    "tiktok",
    "youtube",
    "youtu",
    "threads",
    "snapchat",
    "mastodon",
    "bsky",
    "nextdoor",
    "vk",
    "whatsapp",
    "telegram",
];

/// Parameters that ad platforms add to the address of a clicked ad.
const CLICK_IDS: [&str; 5] = ["gclid", "gbraid", "wbraid", "msclkid", "ttclid"];

/// Where a visit came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Group.
    pub channel: Channel,
    /// Host without `www.`, or the name in `utm_source`; empty for a direct visit.
    pub name: String,
}

/// Returns the source of a page view from the page's address and its referrer. A referrer of the website itself, whose host
/// without `www.` is `own_host`, counts as none.
#[must_use]
pub fn source(page: &Url, referrer: Option<&Url>, own_host: &str) -> Source {
    let referrer = referrer.and_then(|url| Some((bare(url.host_str()?), url.path())));
    let (host, path) = referrer.filter(|(host, _)| !is_of(host, own_host)).unwrap_or_default();
    let campaign = parameter(page, "utm_source").map(|name| name.to_lowercase());
    let medium = parameter(page, "utm_medium").map(|name| name.to_lowercase()).unwrap_or_default();
    let (name, path) = campaign.map_or((host, path), |name| (name, ""));
    let channel = channel(page, &medium, &name, path);
    Source { channel, name: name.chars().filter(|letter| !letter.is_control()).take(SOURCE_CHARS).collect() }
}

fn channel(page: &Url, medium: &str, name: &str, path: &str) -> Channel {
    let is_paid = matches!(medium, "cpc" | "ppc" | "cpm" | "cpv" | "display" | "banner" | "affiliate")
        || medium.starts_with("paid")
        || CLICK_IDS.iter().any(|id| parameter(page, id).is_some());
    if is_paid {
        Channel::Paid
    } else if matches!(medium, "email" | "e-mail" | "newsletter") || name == "newsletter" {
        Channel::Email
    } else if name.is_empty() {
        Channel::Direct
    } else {
        group(name, path)
    }
}

/// Group of a referrer, or of the name of a campaign's source.
fn group(host: &str, path: &str) -> Channel {
    let label = label(host);
    if is_assistant(host, path) {
        Channel::Ai
    } else if is_mail(host) {
        Channel::Email
    } else if SEARCH_ENGINES.contains(&label) {
        Channel::Search
    } else if NETWORKS.contains(&label) {
        Channel::Social
    } else {
        Channel::Referral
    }
}

fn is_assistant(host: &str, path: &str) -> bool {
    ASSISTANTS.iter().any(|assistant| is_of(host, assistant))
        || ASSISTANT_PATHS.iter().any(|(name, start)| is_of(host, name) && path.starts_with(start))
        || matches!(host, "chatgpt" | "perplexity" | "claude")
}

fn is_mail(host: &str) -> bool {
    host.starts_with("mail.") || matches!(host, "outlook.live.com" | "outlook.office.com" | "outlook.office365.com")
}

/// The label before the public suffix: `google` of `news.google.co.uk`. Suffixes of two labels are those with a short
/// second one.
fn label(host: &str) -> &str {
    let labels: Vec<&str> = host.split('.').collect();
    match labels.as_slice() {
        [.., name, second, top] if top.len() == 2 && matches!(*second, "co" | "com" | "org" | "net" | "ne") => name,
        [.., name, _] => name,
        _ => host,
    }
}

fn is_of(host: &str, domain: &str) -> bool {
    host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}

fn bare(host: &str) -> String {
    host.trim_end_matches('.').trim_start_matches("www.").to_ascii_lowercase()
}

fn parameter(page: &Url, name: &str) -> Option<String> {
    page.query_pairs()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.trim().to_owned())
        .filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(page: &str, referrer: &str) -> (Channel, String) {
        let page = Url::parse(&format!("https://www.example.com{page}")).expect("a page");
        let found = source(&page, Url::parse(referrer).ok().as_ref(), "example.com");
        (found.channel, found.name)
    }

    #[test]
    fn referrer_decides_the_channel() {
        for (referrer, channel, name) in [
            ("", Channel::Direct, ""),
            ("https://www.example.com/contact", Channel::Direct, ""),
            ("https://shop.example.com/", Channel::Direct, ""),
            ("https://notexample.com/", Channel::Referral, "notexample.com"),
            ("https://www.google.com/", Channel::Search, "google.com"),
            ("https://www.google.co.uk/", Channel::Search, "google.co.uk"),
            ("https://duckduckgo.com/", Channel::Search, "duckduckgo.com"),
            ("https://gemini.google.com/app", Channel::Ai, "gemini.google.com"),
            ("https://chatgpt.com/", Channel::Ai, "chatgpt.com"),
            ("https://www.perplexity.ai/search", Channel::Ai, "perplexity.ai"),
            ("https://www.bing.com/chat", Channel::Ai, "bing.com"),
            ("https://m365.cloud.microsoft/chat", Channel::Ai, "m365.cloud.microsoft"),
            ("https://admin.cloud.microsoft/", Channel::Referral, "admin.cloud.microsoft"),
            ("https://www.bing.com/search", Channel::Search, "bing.com"),
            ("https://mail.google.com/", Channel::Email, "mail.google.com"),
            ("https://l.facebook.com/", Channel::Social, "l.facebook.com"),
            ("https://t.co/x", Channel::Social, "t.co"),
            ("android-app://com.google.android.gm/", Channel::Referral, "com.google.android.gm"),
        ] {
            assert_eq!(of("/", referrer), (channel, name.to_owned()), "{referrer}");
        }
    }

    #[test]
    fn campaign_parameters_go_before_the_referrer() {
        for (page, referrer, channel, name) in [
            ("/?utm_source=ChatGPT.com", "", Channel::Ai, "chatgpt.com"),
            ("/?utm_source=google&utm_medium=cpc", "https://www.google.com/", Channel::Paid, "google"),
            ("/?gclid=abc", "https://www.google.com/", Channel::Paid, "google.com"),
            ("/?utm_source=june&utm_medium=Email", "", Channel::Email, "june"),
            ("/?utm_source=partner", "https://news.example.net/", Channel::Referral, "partner"),
            ("/?utm_source=", "https://www.bing.com/", Channel::Search, "bing.com"),
        ] {
            assert_eq!(of(page, referrer), (channel, name.to_owned()), "{page}");
        }
    }

    #[test]
    fn source_is_bounded_and_has_no_control_characters() {
        let (_, name) = of(&format!("/?utm_source=%00{}", "é".repeat(500)), "");
        assert_eq!(name, "é".repeat(80));
    }
}
