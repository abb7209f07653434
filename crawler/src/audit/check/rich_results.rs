//! Properties that Google requires for rich results.
//!
//! Source: Google Search Central, "Structured data markup that Google Search supports", a page per type, sections
//! "Required properties". Alternatives are divided by `|`.

use crate::page::Item;

/// A type and the properties that it requires.
struct Requirement {
    types: &'static [&'static str],
    properties: &'static [&'static str],
}

const REQUIREMENTS: &[Requirement] = &[
    of(&["Product", "ProductGroup"], &["name", "review|aggregateRating|offers|hasVariant"]),
    of(&["Offer"], &["price|priceSpecification", "priceCurrency|priceSpecification"]),
    of(&["AggregateOffer"], &["lowPrice", "priceCurrency"]),
    of(&["Review", "CriticReview"], &["author", "reviewRating"]),
    of(&["AggregateRating", "EmployerAggregateRating"], &["ratingValue", "ratingCount|reviewCount"]),
    of(&["Recipe"], &["name", "image"]),
    of(
        &["Event", "MusicEvent", "BusinessEvent", "Festival", "SportsEvent", "TheaterEvent"],
        &["name", "startDate", "location"],
    ),
    of(&["JobPosting"], &["title", "description", "datePosted", "hiringOrganization", "jobLocation|jobLocationType"]),
    of(&["FAQPage", "QAPage"], &["mainEntity"]),
    of(&["Question"], &["name|text", "acceptedAnswer|suggestedAnswer"]),
    of(&["Answer", "Comment"], &["text|image|video"]),
    of(&["BreadcrumbList", "ItemList"], &["itemListElement"]),
    of(&["ListItem"], &["position", "item|name|url"]),
    of(&["VideoObject"], &["name", "thumbnailUrl", "uploadDate"]),
    of(&["Course"], &["name", "description"]),
    of(&["SoftwareApplication", "MobileApplication", "WebApplication"], &["name", "offers", "aggregateRating|review"]),
    of(&["Dataset"], &["name", "description"]),
    of(&["Movie"], &["name", "image"]),
    of(&["ClaimReview"], &["claimReviewed", "reviewRating", "url"]),
    of(&["DiscussionForumPosting"], &["author", "datePublished", "text|image|video"]),
    of(&["ProfilePage"], &["mainEntity"]),
    of(&["ImageObject"], &["contentUrl|url"]),
    of(
        &[
            "LocalBusiness",
            "HomeAndConstructionBusiness",
            "Electrician",
            "GeneralContractor",
            "HVACBusiness",
            "HousePainter",
            "Locksmith",
            "MovingCompany",
            "Plumber",
            "RoofingContractor",
            "ProfessionalService",
            "LegalService",
            "Attorney",
            "Dentist",
            "MedicalBusiness",
            "Restaurant",
            "Store",
            "AutoRepair",
            "AutomotiveBusiness",
            "RealEstateAgent",
            "FinancialService",
            "InsuranceAgency",
            "LodgingBusiness",
            "Hotel",
            "HealthAndBeautyBusiness",
            "BeautySalon",
            "EmergencyService",
        ],
        &["name", "address"],
    ),
];

const fn of(types: &'static [&'static str], properties: &'static [&'static str]) -> Requirement {
    Requirement { types, properties }
}

/// Returns what an item lacks, as `Type: property`.
pub(super) fn missing(item: &Item) -> Vec<String> {
    let Some(requirement) = REQUIREMENTS.iter().find(|known| known.types.iter().any(|kind| item.is(kind))) else {
        return Vec::new();
    };
    // An item with nothing but an id refers to another one.
    if item.properties.keys().all(|name| name == "@id") {
        return Vec::new();
    }
    let kind = item.types.first().map_or("", String::as_str);
    let lacking = requirement.properties.iter().filter(|names| !names.split('|').any(|name| item.has(name)));
    lacking.map(|names| format!("{kind}: {}", names.replace('|', " or "))).collect()
}
