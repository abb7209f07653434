//! The one table of issues.

use serde::{Deserialize, Serialize};

use super::check::{
    address, content, images, indexing, languages, links, performance, rendering, response, security, snippets,
    structured,
};
use super::definition::{Category, Check, Definition, Severity};
use super::site::check as site;

/// Defines the issues: variant, key, severity, category, check; title; why; fix; evidence.
macro_rules! issues {
    ($($issue:ident $key:literal $severity:ident $category:ident $kind:ident($check:path):
        $title:literal, $why:literal, $fix:literal, $evidence:literal;)*) => {
        /// An issue that the audit finds.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Issue {
            $(#[doc = $title] #[serde(rename = $key)] $issue,)*
        }

        /// All issues, in the order of [`Issue`].
        pub const ISSUES: &[Definition] = &[
            $(Definition {
                issue: Issue::$issue,
                key: $key,
                severity: Severity::$severity,
                category: Category::$category,
                title: $title,
                why: $why,
                fix: $fix,
                evidence: $evidence,
                check: Check::$kind($check),
            },)*
        ];
    };
}

impl Issue {
    /// Returns the definition of the issue.
    #[must_use]
    pub fn definition(self) -> &'static Definition {
        &ISSUES[self as usize]
    }

    /// Returns whether a browser decides the issue, or decides it better than the HTML: on a page that was not rendered, it
    /// may be there although it was not found.
    #[must_use]
    pub fn depends_on_rendering(self) -> bool {
        self.definition().key.starts_with("javascript-")
    }

    /// Returns the issue with a key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        ISSUES.iter().find(|definition| definition.key == key).map(|definition| definition.issue)
    }
}

issues! {
    Unreachable "unreachable" Error Response Visit(response::unreachable):
        "Page does not answer", "Search engines drop pages that they cannot reach.",
        "Check DNS, the certificate and the server.", "Address";
    ClientError "client-error" Error Response Visit(response::client_error):
        "Page not found or refused (4xx)", "Visitors reach a dead end and links to the page lose their value.",
        "Restore the page, redirect it to its successor, or remove the links to it.", "Status";
    ServerError "server-error" Error Response Visit(response::server_error):
        "Server error (5xx)", "Search engines crawl slower and drop pages that fail for long.",
        "Read the server's log for this address and fix the cause.", "Status";
    SoftNotFound "soft-404" Error Response Visit(response::soft_not_found):
        "Error page with status 200", "Search engines index error pages or treat them as missing, and keep crawling them.",
        "Answer with status 404 or 410.", "Title or heading that names an error";
    RedirectLoop "redirect-loop" Error Response Visit(response::redirect_loop):
        "Redirect loop", "Neither visitors nor search engines reach a page.",
        "Let each old address lead to its final address once.", "Addresses of the loop";
    RedirectToError "redirect-to-error" Error Response Visit(response::redirect_to_error):
        "Redirect leads to an error", "Visitors of the old address reach a dead end.",
        "Redirect to a page that exists.", "Final address and status";
    RedirectChain "redirect-chain" Warning Response Visit(response::redirect_chain):
        "Several redirects in a row", "Each redirect costs time, and search engines follow few of them.",
        "Redirect the first address to the last one directly.", "Addresses of the chain";
    TemporaryRedirect "redirect-temporary" Notice Response Visit(response::temporary_redirect):
        "Temporary redirect", "A temporary redirect asks search engines to keep the old address.",
        "Use status 301 or 308 if the move is permanent.", "Address and status";
    MetaRefresh "meta-refresh" Warning Response Visit(response::meta_refresh):
        "Page forwards by meta refresh", "It is slow, confuses the back button and is weaker than a redirect.",
        "Redirect with status 301.", "Target";
    ScriptRedirect "javascript-redirect" Warning Response Visit(rendering::redirect):
        "JavaScript redirects the page", "Search engines follow it late or not at all, and AI crawlers never do.",
        "Redirect with status 301.", "Target";
    Noindex "noindex" Warning Indexing Visit(indexing::noindex):
        "Page excluded from search (noindex)", "Search engines do not show the page.",
        "Remove the directive if the page should be found.", "Directive and where it is";
    NofollowPage "nofollow-page" Notice Indexing Visit(indexing::nofollow):
        "Links of the page are not followed", "Pages that only this page links to may not be found.",
        "Remove the directive unless the links are not yours.", "Directive and where it is";
    RobotsConflict "robots-conflict" Warning Indexing Visit(indexing::conflict):
        "Contradictory robots directives", "Search engines take the strictest directive, which may not be what you want.",
        "Keep one directive, in the page or in the headers.", "Directives";
    SnippetBlocked "snippet-blocked" Notice Indexing Visit(indexing::snippet_blocked):
        "Search engines may not show a snippet", "Results without a snippet get fewer clicks, and AI answers cannot quote the page.",
        "Remove nosnippet or max-snippet:0.", "Directive";
    BlockedByRobots "blocked-by-robots" Warning Indexing Site(site::blocked_but_linked):
        "Linked page is blocked by robots.txt", "The address can appear in results without a description, and its links are not followed.",
        "Allow it, or remove the links; use noindex to keep a page out of results.", "Pages that link to it";
    CanonicalMissing "canonical-missing" Notice Indexing Visit(indexing::canonical_missing):
        "No canonical address", "Search engines choose the version of the page themselves.",
        "Add a link element with rel=canonical and the page's own address.", "Address";
    CanonicalMultiple "canonical-multiple" Error Indexing Visit(indexing::canonical_multiple):
        "Several canonical addresses", "Search engines ignore all of them.",
        "Keep one.", "Addresses";
    CanonicalInvalid "canonical-invalid" Error Indexing Visit(indexing::canonical_invalid):
        "Canonical address is invalid", "Search engines ignore it.",
        "Use an absolute address of the page.", "Value of href";
    CanonicalInBody "canonical-in-body" Error Indexing Visit(indexing::canonical_in_body):
        "Canonical address outside the head", "Search engines ignore it there. Often an element that is not allowed in the head ends it early.",
        "Move the link element into the head.", "Address";
    CanonicalElsewhere "canonical-elsewhere" Notice Indexing Visit(indexing::canonical_elsewhere):
        "Canonical address is another page", "Search engines show the other page.",
        "Check that the pages have the same content.", "Canonical address";
    CanonicalChain "canonical-chain" Warning Indexing Site(site::canonical_chain):
        "Canonical page names another canonical page", "Search engines may ignore chains.",
        "Name the last page directly.", "Addresses of the chain";
    CanonicalToError "canonical-to-error" Error Indexing Site(site::canonical_to_error):
        "Canonical page is an error or redirect", "Search engines cannot index either page.",
        "Name a page that answers with status 200.", "Canonical address and status";
    CanonicalToNoindex "canonical-to-noindex" Error Indexing Site(site::canonical_to_noindex):
        "Canonical page is excluded from search", "Both pages can disappear from results.",
        "Remove noindex from the canonical page or name another one.", "Canonical address";
    ScriptCanonical "javascript-canonical" Error Indexing Visit(rendering::canonical):
        "JavaScript changes the canonical address", "Search engines see two different addresses and may choose either.",
        "Send the final address in the HTML and leave it alone in scripts.", "Both addresses";
    ScriptRobots "javascript-robots" Error Indexing Visit(rendering::robots):
        "JavaScript changes the robots directives", "A noindex in the HTML keeps search engines from rendering the page at all, and one added later is seen late.",
        "Send the final directives in the HTML.", "Both directives";
    ResourcesBlocked "javascript-blocked" Warning Indexing Visit(rendering::blocked):
        "robots.txt blocks files that the page needs", "Search engines render the page without these scripts, styles or data.",
        "Allow them in robots.txt.", "Number of files";
    SitemapNotIndexable "sitemap-not-indexable" Warning Indexing Visit(indexing::sitemap_not_indexable):
        "Sitemap lists a page that cannot be indexed", "Search engines trust sitemaps less that list errors, redirects or excluded pages.",
        "Remove the address from the sitemap or make it indexable.", "Why the page cannot be indexed";
    SitemapUnreadable "sitemap-unreadable" Warning Indexing Site(site::unreadable_sitemap):
        "Sitemap cannot be read", "Search engines learn of no page from it.",
        "Let its address answer with a sitemap, or remove the address from robots.txt and from other sitemaps.", "Addresses and answers";
    SitemapMissing "sitemap-missing" Notice Indexing Site(site::missing_in_sitemap):
        "Indexable page is not in a sitemap", "Search engines find the page later.",
        "Add the page to the sitemap.", "Address";
    HreflangInvalid "hreflang-invalid" Error Languages Visit(languages::invalid):
        "Invalid language code", "Search engines ignore the alternative.",
        "Use an ISO 639-1 language, optionally with an ISO 3166-1 region, such as en-GB.", "Codes";
    HreflangRelative "hreflang-relative" Error Languages Visit(languages::relative):
        "Language version without an absolute address", "Search engines may ignore the alternative.",
        "Write the whole address with https.", "Values of href";
    HreflangConflict "hreflang-conflict" Error Languages Visit(languages::conflict):
        "Two pages for one language", "Search engines cannot tell which one to show.",
        "Name one address per language and region.", "Codes";
    HreflangNoSelf "hreflang-no-self" Warning Languages Visit(languages::no_self):
        "Page does not name itself among its language versions", "Each version should list all versions, itself too.",
        "Add an alternative for the page's own language.", "Codes that are named";
    HreflangNoDefault "hreflang-no-default" Notice Languages Visit(languages::no_default):
        "No version for other languages", "Visitors of other languages get a version by chance.",
        "Add hreflang=x-default.", "Codes that are named";
    HreflangNoReturn "hreflang-no-return" Error Languages Site(site::hreflang_no_return):
        "Language version does not link back", "Search engines ignore alternatives without a return link.",
        "Name this page among the alternatives of the other one.", "Pages without a return link";
    HreflangNotIndexable "hreflang-not-indexable" Warning Languages Site(site::hreflang_not_indexable):
        "Language version cannot be indexed", "Search engines ignore alternatives that are errors, redirects or excluded.",
        "Name pages that can be indexed.", "Addresses";
    LanguageMissing "language-missing" Warning Languages Visit(languages::missing):
        "No language on the html element", "Screen readers and translators guess the language.",
        "Add lang, for example lang=\"en\".", "Address";
    LanguageMismatch "language-mismatch" Warning Languages Visit(languages::mismatch):
        "Text is in another language than the page says", "Screen readers mispronounce it and browsers offer the wrong translation.",
        "Correct lang on the html element.", "Stated and detected language";
    TitleMissing "title-missing" Error Snippets Visit(snippets::title_missing):
        "No title", "The title is the headline of the result and the strongest text on a page.",
        "Add a title that says what the page offers.", "Address";
    TitleMultiple "title-multiple" Warning Snippets Visit(snippets::title_multiple):
        "Several titles", "Search engines may show the wrong one.",
        "Keep one title element.", "Titles";
    TitleShort "title-short" Notice Snippets Visit(snippets::title_short):
        "Title is short", "A short title leaves words unused that people search for.",
        "Write 30 to 60 characters.", "Title";
    TitleLong "title-long" Notice Snippets Visit(snippets::title_long):
        "Title is cut in results", "The end of the title is not shown.",
        "Write at most 60 characters or 561 pixels.", "Title with characters and pixels";
    TitleDuplicate "title-duplicate" Warning Snippets Site(site::title_duplicate):
        "Pages share a title", "Neither people nor search engines can tell the pages apart.",
        "Give each page its own title.", "Other pages with the title";
    TitleIsHeading "title-is-h1" Notice Snippets Visit(snippets::title_is_heading):
        "Title and main heading are the same", "Two texts could answer two ways of searching.",
        "Let the title win the click and the heading confirm it.", "Title";
    ScriptTitle "javascript-title" Warning Snippets Visit(rendering::title):
        "JavaScript changes the title", "Crawlers that do not run scripts show the other title.",
        "Send the final title in the HTML.", "Both titles";
    ScriptDescription "javascript-description" Notice Snippets Visit(rendering::description):
        "JavaScript changes the meta description", "Crawlers that do not run scripts show the other description.",
        "Send the final description in the HTML.", "Both descriptions";
    ScriptHeading "javascript-h1" Warning Snippets Visit(rendering::heading):
        "Main heading appears only with JavaScript", "AI crawlers do not run scripts and miss the topic of the page.",
        "Send the heading in the HTML.", "Headings";
    DescriptionMissing "description-missing" Warning Snippets Visit(snippets::description_missing):
        "No meta description", "Search engines choose a snippet from the page.",
        "Describe the page in 70 to 155 characters.", "Address";
    DescriptionMultiple "description-multiple" Warning Snippets Visit(snippets::description_multiple):
        "Several meta descriptions", "Search engines may show the wrong one.",
        "Keep one.", "Descriptions";
    DescriptionShort "description-short" Notice Snippets Visit(snippets::description_short):
        "Meta description is short", "A longer description has more reasons to click.",
        "Write 70 to 155 characters.", "Description";
    DescriptionLong "description-long" Notice Snippets Visit(snippets::description_long):
        "Meta description is cut in results", "The end of the description is not shown.",
        "Write at most 155 characters or 985 pixels.", "Description with characters and pixels";
    DescriptionDuplicate "description-duplicate" Notice Snippets Site(site::description_duplicate):
        "Pages share a meta description", "It describes none of them well.",
        "Give each page its own description, or none.", "Other pages with the description";
    HeadingMissing "h1-missing" Warning Snippets Visit(snippets::heading_missing):
        "No main heading", "People and screen readers look for it first.",
        "Add one h1 that names the topic.", "Address";
    HeadingMultiple "h1-multiple" Notice Snippets Visit(snippets::heading_multiple):
        "Several main headings", "It is allowed, but often a sign of a template error.",
        "Keep one h1.", "Headings";
    HeadingDuplicate "h1-duplicate" Notice Snippets Site(site::heading_duplicate):
        "Pages share a main heading", "The pages may compete for the same searches.",
        "Name the difference in the heading.", "Other pages with the heading";
    HeadingEmpty "heading-empty" Notice Snippets Visit(snippets::heading_empty):
        "Empty heading", "Screen readers announce a heading without text.",
        "Remove it or add text.", "Levels of the headings";
    HeadingSkipped "heading-skipped" Notice Snippets Visit(snippets::heading_skipped):
        "Heading level skipped", "Screen readers lose the structure.",
        "Let an h2 follow an h1, an h3 an h2.", "Headings after a gap";
    ThinContent "thin-content" Warning Content Visit(content::thin):
        "Little content", "Pages with few words rarely answer a search.",
        "Answer the question of the visitor in full, or merge the page with another.", "Words of the main content";
    ContentDuplicate "content-duplicate" Error Content Site(site::content_duplicate):
        "Pages have the same content", "Search engines show one of them and ignore the others.",
        "Redirect to one page or name it as canonical.", "Other pages with the content";
    ContentNearDuplicate "content-near-duplicate" Warning Content Site(site::content_near_duplicate):
        "Near-duplicate pages", "Pages that repeat one another compete and look like doorway pages.",
        "Merge them or write what is different.", "Most similar page and share of common text";
    Placeholder "placeholder-text" Warning Content Visit(content::placeholder):
        "Placeholder text", "The page was published before it was written.",
        "Replace the text.", "Placeholder";
    TextShareLow "text-share-low" Notice Content Visit(content::text_share_low):
        "Little text for the size of the page", "Large templates slow down the page; by itself it has no effect on rankings.",
        "Move scripts and styles into files.", "Share of text";
    ScriptRequired "javascript-required" Warning Content Visit(content::script_required):
        "Content needs JavaScript", "AI crawlers do not run scripts, and search engines render such pages later.",
        "Render the main content on the server.", "Words in the HTML";
    ScriptContent "javascript-content" Warning Content Visit(rendering::content):
        "Part of the content appears only with JavaScript", "AI crawlers do not run scripts and miss it; search engines read it later.",
        "Send the main content in the HTML.", "Words that only scripts write";
    ScriptErrors "javascript-errors" Notice Content Visit(rendering::errors):
        "Scripts of the page fail", "What they should show may be missing, for visitors and search engines.",
        "Fix the errors in the browser's console.", "Errors";
    ViewportMissing "viewport-missing" Warning Content Visit(content::viewport_missing):
        "No viewport for phones", "Phones show the page zoomed out, and search engines index the mobile version.",
        "Add <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">.", "Address";
    DoctypeMissing "doctype-missing" Notice Content Visit(content::doctype_missing):
        "No document type", "Browsers use old rules of layout.",
        "Start the page with <!doctype html>.", "Address";
    CharsetInvalid "charset-invalid" Warning Content Visit(content::charset_invalid):
        "Encoding is wrong or not named", "Letters with accents are shown as other signs.",
        "Save the page as UTF-8 and say so in the Content-Type header.", "Encoding and what named it";
    BrokenLink "broken-link" Error Links Site(site::broken_link):
        "Link to a missing page of the website", "Visitors reach a dead end.",
        "Correct or remove the link.", "Targets with their status";
    BrokenExternalLink "broken-external-link" Warning Links Site(site::broken_external_link):
        "Link to a missing page of another website", "Visitors reach a dead end.",
        "Correct or remove the link.", "Targets with 404, 410 or an unknown host";
    UnreachableExternalLink "unreachable-external-link" Notice Links Site(site::unreachable_external_link):
        "Link to another website that could not be checked", "The server refused the crawler, failed or did not answer; visitors may still reach it.",
        "Open the link in a browser. The next crawl checks it again.", "Targets with their status or failure";
    LinkToRedirect "link-to-redirect" Notice Links Site(site::link_to_redirect):
        "Link to a redirect", "Each redirect costs time.",
        "Link to the final address.", "Targets";
    OrphanPage "orphan-page" Warning Links Site(site::orphan):
        "No page links to this one", "Search engines rate pages without links low, and visitors do not find them.",
        "Link to it from pages on the same topic.", "Address";
    DeepPage "deep-page" Notice Links Visit(links::deep):
        "Page is many clicks away", "Search engines crawl pages far from the start page less often.",
        "Link to it from a page closer to the start.", "Clicks from the start page";
    FewInlinks "few-inlinks" Notice Links Site(site::few_inlinks):
        "Few pages link to this one", "Internal links tell search engines which pages matter.",
        "Link to it from pages on the same topic.", "Number of linking pages";
    ScriptLinks "javascript-links" Warning Links Visit(rendering::links):
        "Links appear only with JavaScript", "Crawlers that do not run scripts do not find the pages behind them; search engines find them later.",
        "Send the links in the HTML.", "Targets";
    NoLinks "no-links" Warning Links Visit(links::none):
        "Page has no links", "Visitors and search engines reach a dead end.",
        "Link to related pages and the start page.", "Address";
    ManyLinks "many-links" Notice Links Visit(links::many):
        "Very many links", "Search engines may not follow all of them.",
        "Divide the page.", "Number of links";
    InternalNofollow "internal-nofollow" Warning Links Visit(links::internal_nofollow):
        "Internal link with nofollow", "It keeps search engines from your own pages.",
        "Remove nofollow from links to your own pages.", "Targets";
    AnchorEmpty "anchor-empty" Warning Links Visit(links::anchor_empty):
        "Link without text", "Neither screen readers nor search engines know where it leads.",
        "Add text, or alternative text to its image.", "Targets";
    AnchorGeneric "anchor-generic" Notice Links Visit(links::anchor_generic):
        "Link text says nothing", "\"Click here\" does not describe the target.",
        "Name the target in the link.", "Link texts";
    LinkNotCrawlable "link-not-crawlable" Warning Links Visit(links::not_crawlable):
        "Link that search engines cannot follow", "Only links with an address in href are followed.",
        "Give the link a real address.", "Values of href";
    InsecureLink "insecure-link" Notice Links Visit(links::insecure):
        "Internal link without HTTPS", "It costs a redirect and can be read on the way.",
        "Link to the address with https.", "Targets";
    AltMissing "alt-missing" Warning Images Visit(images::alt_missing):
        "Image without alternative text", "Screen readers cannot describe it, and image search has less to go on.",
        "Describe the image, or set alt=\"\" if it only decorates.", "Addresses of images";
    AltLong "alt-long" Notice Images Visit(images::alt_long):
        "Alternative text is long", "Screen readers read it in one piece.",
        "Write a sentence; put more into the text.", "Addresses of images";
    ImageSizeMissing "image-size-missing" Warning Images Visit(images::size_missing):
        "Image without width and height", "The page jumps while it loads (CLS).",
        "Set width and height.", "Addresses of images";
    StructuredDataInvalid "structured-data-invalid" Error StructuredData Visit(structured::invalid):
        "Structured data is not valid JSON", "Search engines ignore the whole block.",
        "Correct the JSON at the position named.", "Errors";
    StructuredDataIncomplete "structured-data-incomplete" Warning StructuredData Visit(structured::incomplete):
        "Structured data lacks required properties", "The page gets no rich result.",
        "Add the properties that Google requires for the type.", "Types and missing properties";
    StructuredDataMissing "structured-data-missing" Notice StructuredData Visit(structured::missing):
        "No structured data", "Rich results need it.",
        "Describe the page with the type that fits, for example Article, Service or BreadcrumbList.", "Address";
    OpenGraphMissing "open-graph-missing" Notice StructuredData Visit(structured::open_graph_missing):
        "No title or image for social networks", "Shared links look bare.",
        "Add og:title and og:image.", "Missing properties";
    NotHttps "not-https" Error Security Visit(security::not_https):
        "Page without HTTPS", "Browsers warn visitors, and HTTPS is a ranking signal.",
        "Install a certificate and redirect to https.", "Address";
    MixedContent "mixed-content" Error Security Visit(security::mixed_content):
        "Resources without HTTPS on a page with it", "Browsers block them or warn.",
        "Load them with https.", "Addresses of resources";
    InsecureForm "insecure-form" Error Security Visit(security::insecure_form):
        "Form is sent without HTTPS", "Names, numbers and passwords can be read on the way.",
        "Send the form to an address with https.", "Targets of forms";
    HstsMissing "hsts-missing" Warning Security Visit(security::hsts_missing):
        "HSTS missing or short", "The first visit can be redirected to a false website.",
        "Send Strict-Transport-Security: max-age=31536000.", "Value";
    CspMissing "csp-missing" Notice Security Visit(security::csp_missing):
        "No Content-Security-Policy", "Injected scripts run without limits.",
        "Send a policy that names the sources you use.", "Address";
    FrameProtectionMissing "frame-protection-missing" Notice Security Visit(security::frame_protection_missing):
        "Other websites may frame the page", "Visitors can be tricked into clicks (clickjacking).",
        "Send frame-ancestors in a Content-Security-Policy.", "Address";
    NosniffMissing "nosniff-missing" Notice Security Visit(security::nosniff_missing):
        "X-Content-Type-Options missing", "Browsers may run files as scripts that are none.",
        "Send X-Content-Type-Options: nosniff.", "Address";
    ReferrerPolicyMissing "referrer-policy-missing" Notice Security Visit(security::referrer_policy_missing):
        "Referrer-Policy missing or unsafe", "Other websites may see whole addresses of yours.",
        "Send Referrer-Policy: strict-origin-when-cross-origin.", "Value";
    SlowResponse "slow-response" Warning Performance Visit(performance::slow):
        "Slow response", "Visitors wait before anything is shown, and search engines crawl fewer pages.",
        "Cache the page, or find what takes the time on the server.", "Milliseconds until the first byte";
    LargePage "large-page" Warning Performance Visit(performance::large):
        "Very large page", "Search engines read the first 2 MB only.",
        "Divide the page or move data into files.", "Bytes";
    Uncompressed "uncompressed" Warning Performance Visit(performance::uncompressed):
        "Page is sent uncompressed", "It takes several times as long on slow connections.",
        "Turn on gzip, Brotli or Zstandard.", "Bytes";
    CacheMissing "cache-missing" Notice Performance Visit(performance::cache_missing):
        "No caching headers", "Browsers and search engines load unchanged pages again.",
        "Send Cache-Control and ETag or Last-Modified.", "Address";
    ManyElements "many-elements" Notice Performance Visit(performance::many_elements):
        "Very many elements", "Layout takes long on phones.",
        "Load long lists in parts.", "Number of elements";
    InlineScripts "inline-scripts" Notice Performance Visit(performance::inline_scripts):
        "Large scripts inside the page", "They are loaded again with each page.",
        "Move them into files.", "Bytes";
    UrlUppercase "url-uppercase" Notice Addresses Visit(address::uppercase):
        "Address with capital letters", "Servers treat the other spelling as another page.",
        "Use lower case and redirect the rest.", "Path";
    UrlUnderscore "url-underscore" Notice Addresses Visit(address::underscore):
        "Address with underscores", "Google reads hyphens as spaces, underscores not.",
        "Use hyphens in new addresses.", "Path";
    UrlLong "url-long" Notice Addresses Visit(address::long):
        "Long address", "It is cut in results and breaks in mails.",
        "Use a few words.", "Characters";
    UrlParameters "url-parameters" Notice Addresses Visit(address::parameters):
        "Address with many parameters", "Combinations of parameters make endless copies of a page.",
        "Use paths, or name a canonical address without parameters.", "Parameters";
    UrlEncoded "url-encoded" Notice Addresses Visit(address::encoded):
        "Address with spaces or encoded characters", "It is unreadable where it is pasted.",
        "Use letters, digits and hyphens.", "Path";
    UrlDoubleSlash "url-double-slash" Notice Addresses Visit(address::double_slash):
        "Address with empty parts", "Double slashes are usually a template error and make copies of pages.",
        "Remove the empty part and redirect.", "Path";
}
