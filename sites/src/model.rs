//! What a site is made of.

use engines::{
    common::Day,
    content::{CitedFact, Draft},
};
use serde::{Deserialize, Serialize};

/// A site with everything that its files are made from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Site {
    /// Kind.
    pub kind: SiteKind,
    /// Name that visitors see, such as `Tulsa Water Damage Guide`.
    pub name: String,
    /// Language tag, such as `en-US`.
    pub language: String,
    /// Origin without a slash at its end, such as `https://tulsa-water.example.com`.
    pub url: String,
    /// Look.
    pub theme: Theme,
    /// Who runs it.
    pub operator: Operator,
    /// Business that rents it; `None` for a site that refers visitors to several businesses.
    pub tenant: Option<Tenant>,
    /// How visitors get in touch.
    pub contact: Contact,
    /// Trade.
    pub trade: Trade,
    /// Pages in the order of the navigation; the first is the home page with the path `/`.
    pub pages: Vec<Page>,
    /// Address of the script that counts visits without cookies, with its attributes; `None` to count none.
    pub beacon: Option<Beacon>,
    /// Day on which this version is built.
    pub built_on: Day,
}

/// Kind of a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum SiteKind {
    /// One trade in one city.
    #[default]
    Goldmine,
    /// A trade over a region, with a page for each place.
    Dominator,
}

/// Look of a site.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Theme {
    /// Navy and white, sans-serif, a band of color at the top.
    #[default]
    Harbor,
    /// Cream and forest green, serif headings.
    Orchard,
    /// Charcoal and amber, heavy condensed headings.
    Foundry,
    /// Sky blue, rounded cards.
    Meadow,
    /// Black on white, a newspaper's columns and rules.
    Gazette,
    /// Deep plum and sand, large type.
    Terrace,
    /// Teal and slate, a side column for contact.
    Clinic,
}

/// Who runs a site. Empty texts are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Operator {
    /// Legal name of the company or person.
    pub legal_name: String,
    /// Name under which it appears, if another one.
    pub brand_name: String,
    /// Email address for visitors.
    pub email: String,
    /// Telephone number.
    pub phone: String,
    /// Postal address, lines divided by line feeds.
    pub postal_address: String,
    /// Email address for questions about personal data.
    pub privacy_email: String,
    /// Who is responsible for the content of pages of regulated trades.
    pub reviewer: Option<Reviewer>,
}

/// Who is responsible for the content of pages, and reviews them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Reviewer {
    /// Name.
    pub name: String,
    /// Qualification, such as `licensed attorney in Oklahoma`.
    pub credentials: String,
}

/// A business that rents a site, verified by its owner's statement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Tenant {
    /// Name.
    pub name: String,
    /// Street.
    pub street: String,
    /// City.
    pub city: String,
    /// Postal code of the state.
    pub state: String,
    /// Postal code.
    pub postal_code: String,
    /// Telephone number in E.164.
    pub phone: String,
    /// Own website.
    pub url: Option<String>,
    /// Licence with its number.
    pub licence: Option<String>,
    /// Day on which the record was verified; without one the site is not rented yet.
    pub verified_on: Option<Day>,
}

/// How visitors get in touch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Contact {
    /// Lead form; `None` shows the fallback only.
    pub form: Option<Form>,
    /// Telephone number to call.
    pub phone: Option<Phone>,
    /// Email address shown to visitors whose form cannot be sent.
    pub fallback_email: String,
}

/// Lead form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Form {
    /// Absolute address that receives the form, such as `https://app.example.com/f/KEY`.
    pub action: String,
    /// What a visitor agrees to; its box is unticked at first.
    pub consent: String,
    /// Value of the box: it names the text to the receiver. Empty sends `yes`.
    pub version: String,
}

/// Telephone number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Phone {
    /// E.164, such as `+19185550123`.
    pub number: String,
    /// True if the account states that it owns the number.
    pub is_owned: bool,
    /// True if calls are recorded.
    pub is_recorded: bool,
}

/// Trade of a site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Trade {
    /// Slug of the vertical, such as `water-damage`.
    pub vertical: String,
    /// Name, such as `Water damage restoration`.
    pub name: String,
    /// The work in a sentence, such as `water damage restoration`.
    pub work: String,
    /// The kind of business, such as `restoration company`.
    pub business: String,
    /// Who must review pages; `None` for trades that are not regulated.
    pub review: Option<String>,
}

/// Script that counts visits.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Beacon {
    /// Absolute address of the script.
    pub src: String,
    /// Key of the website, the attribute that the script reads.
    pub key: String,
}

/// A page of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// Path with slashes at both ends, such as `/cost/`; `/` is the home page.
    pub path: String,
    /// Kind.
    pub kind: PageKind,
    /// Words in the navigation.
    pub label: String,
    /// Query that it answers; empty for pages about the site.
    pub query: String,
    /// Place that it is about, such as `Tulsa, OK`.
    pub place: Option<String>,
    /// Text; title and description included.
    pub draft: Draft,
    /// Facts that the text cites.
    pub facts: Vec<CitedFact>,
    /// Names of the place, service and business, which count as equal when pages are compared.
    pub names: Vec<String>,
    /// Day of the last change of the text.
    pub updated_on: Day,
    /// True if a language model wrote parts of it.
    pub is_generated: bool,
}

/// Kind of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PageKind {
    /// Home.
    Home,
    /// A service, such as emergency help, cost or choosing a business.
    Service,
    /// A place of a dominator site.
    Area,
    /// An article, listed in the feed.
    Article,
    /// Who runs the site, and how it is made.
    About,
    /// Form, telephone, email.
    Contact,
    /// Privacy policy.
    Privacy,
    /// Terms of use.
    Terms,
}

/// A file of a site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path without a slash at its start, such as `cost/index.html`.
    pub path: String,
    /// Media type, such as `text/html; charset=utf-8`.
    pub content_type: &'static str,
    /// Content.
    pub bytes: Vec<u8>,
}
