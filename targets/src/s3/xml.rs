//! The few texts that are read from XML answers of S3.

/// An object of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) key: String,
    pub(super) size: u64,
    /// Time of the last change, in a form that sorts by time.
    pub(super) modified: String,
}

/// A page of a listing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listing {
    pub(super) objects: Vec<Listed>,
    /// Token of the next page.
    pub(super) next: Option<String>,
}

/// Reads a page of a listing; `None` if it is something else or ended early.
pub(super) fn listing(xml: &str) -> Option<Listing> {
    let (_, rest) = xml.split_once("<ListBucketResult")?;
    let (inner, _) = rest.rsplit_once("</ListBucketResult>")?;
    let mut objects = Vec::new();
    for part in inner.split("<Contents>").skip(1) {
        let (object, _) = part.split_once("</Contents>")?;
        let (key, size) = (text(object, "Key")?, text(object, "Size")?.parse().ok()?);
        objects.push(Listed { key, size, modified: text(object, "LastModified").unwrap_or_default() });
    }
    let is_cut = text(inner, "IsTruncated").as_deref() == Some("true");
    let next = if is_cut { Some(text(inner, "NextContinuationToken")?) } else { None };
    Some(Listing { objects, next })
}

/// Returns the text of the first element of a name.
pub(super) fn text(xml: &str, name: &str) -> Option<String> {
    let (_, rest) = xml.split_once(&format!("<{name}>"))?;
    let (text, _) = rest.split_once(&format!("</{name}>"))?;
    Some(decode(text))
}

fn decode(text: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#34;", "\""), ("&#39;", "'")];
    let text = named.iter().fold(text.to_owned(), |text, (entity, plain)| text.replace(entity, plain));
    text.replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r#"<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
        <Name>b</Name><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b=</NextContinuationToken>
        <Contents><Key>a&lt;b</Key><LastModified>2026-01-02T00:00:00.000Z</LastModified><Size>3</Size></Contents>
        </ListBucketResult>"#;

    #[test]
    fn listing_that_ends_early_is_refused_at_every_byte() {
        let page = listing(PAGE).unwrap();
        let modified = "2026-01-02T00:00:00.000Z".to_owned();
        assert_eq!(page.objects, [Listed { key: "a<b".to_owned(), size: 3, modified }]);
        assert_eq!(page.next.as_deref(), Some("a&b="));
        for end in 0..PAGE.len() {
            assert_eq!(listing(&PAGE[..end]), None, "{end}");
        }
    }
}
