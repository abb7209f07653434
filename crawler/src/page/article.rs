//! An article: its main content with title, author and date.

use serde::{Deserialize, Serialize};
use url::Url;

use super::headers::Headers;
use super::structured::{Item, StructuredData};
use super::tree::Tree;
use super::{Cancelled, content, document, encoding, limits, structured, tree};

/// An article that a page holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// Headline: that of the structured data, of social tags, the main heading or the title.
    pub title: Option<String>,
    /// Named author.
    pub author: Option<String>,
    /// Date of publication as written.
    pub date_published: Option<String>,
    /// Language that the page states.
    pub language: Option<String>,
    /// Main content: paragraphs divided by empty lines.
    pub article_body: String,
}

/// Extracts the article of a page. `content_type` names the encoding, if it is known.
///
/// # Errors
/// Returns [`Cancelled`] if `is_cancelled` returned true.
pub fn extract(body: &[u8], content_type: Option<&str>, is_cancelled: &dyn Fn() -> bool) -> Result<Article, Cancelled> {
    let (html, _) = encoding::decode(body, content_type);
    let tree = tree::read(&html, is_cancelled)?;
    // Only texts are read, so that the address does not matter.
    let Ok(base) = Url::parse("http://localhost/") else { return Err(Cancelled) };
    let document = document::collect(&tree, &base, &base, &Headers::default());
    let data = structured::collect(&tree);
    let stated = article(&data);
    let text = |name: &str| stated.and_then(|item| item.text(name)).map(str::to_owned);
    let social = document.open_graph.get("og:title").cloned();
    Ok(Article {
        title: text("headline").or(social).or_else(|| first(&tree, "h1")).or_else(|| first(&tree, "title")),
        author: text("author").or(document.author),
        date_published: text("datePublished").or(document.published),
        language: document.language,
        article_body: content::extract(&tree, is_cancelled)?,
    })
}

/// Returns the item that describes the article.
fn article(data: &StructuredData) -> Option<&Item> {
    let is_article =
        |item: &&Item| item.types.iter().any(|kind| kind.ends_with("Article") || kind.ends_with("Posting"));
    data.items.iter().filter(is_article).find(|item| item.has("headline"))
}

/// Returns the text of the first element with a name that has some.
fn first(tree: &Tree, name: &str) -> Option<String> {
    let named = tree.all().filter(|(_, element)| element.is_html && &*element.name == name);
    named.map(|(id, _)| tree.text(id, limits::MOST_TEXT_BYTES)).find(|text| !text.is_empty())
}
