//! Structured data as objects with types.

use serde_json::{Map, Value};

/// An object of structured data.
#[derive(Debug, Clone, Copy)]
pub(super) struct Object<'v> {
    /// Property whose value it is; empty at the top.
    pub(super) property: &'v str,
    pub(super) fields: &'v Map<String, Value>,
}

impl<'v> Object<'v> {
    /// Returns its types without the address of the vocabulary.
    pub(super) fn types(self) -> Vec<&'v str> {
        let plain = |text: &'v str| text.rsplit(['/', ':']).next().unwrap_or(text);
        match self.fields.get("@type") {
            Some(Value::String(one)) => vec![plain(one)],
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).map(plain).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn has_type(self, name: &str) -> bool {
        self.types().contains(&name)
    }

    /// Returns a property that is a text.
    pub(super) fn text(self, property: &str) -> Option<&'v str> {
        self.fields.get(property).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Returns true if a property has a value.
    pub(super) fn has(self, property: &str) -> bool {
        match self.fields.get(property) {
            None | Some(Value::Null) => false,
            Some(Value::String(text)) => !text.trim().is_empty(),
            Some(Value::Array(list)) => !list.is_empty(),
            Some(_) => true,
        }
    }

    /// Returns true for an object that only refers to another one by its id.
    pub(super) fn is_reference(self) -> bool {
        self.has("@id") && self.fields.keys().all(|key| matches!(key.as_str(), "@id" | "@type"))
    }
}

/// Returns all objects of a document, the outer ones first.
pub(super) fn nodes(document: &Value) -> Vec<Object<'_>> {
    let mut found = Vec::new();
    let mut open = vec![("", document)];
    while let Some((property, value)) = open.pop() {
        match value {
            Value::Array(list) => open.extend(list.iter().rev().map(|one| (property, one))),
            Value::Object(fields) => {
                // A graph is a list of objects, not an object.
                if fields.contains_key("@type") || !fields.contains_key("@graph") {
                    found.push(Object { property, fields });
                }
                open.extend(
                    fields.iter().map(|(key, value)| (key.as_str(), value)).filter(|(key, _)| *key != "@context"),
                );
            }
            _ => {}
        }
    }
    found
}

/// Types that say where a thing is, what a page is, or who runs it, and promise nothing.
const PLAIN: &[&str] = &[
    "Organization",
    "WebSite",
    "WebPage",
    "AboutPage",
    "ContactPage",
    "CollectionPage",
    "Service",
    "BreadcrumbList",
    "ListItem",
    "Article",
    "BlogPosting",
    "FAQPage",
    "Question",
    "Answer",
    "Place",
    "City",
    "State",
    "AdministrativeArea",
    "Country",
    "PostalAddress",
    "ContactPoint",
    "ImageObject",
    "Person",
    "SearchAction",
    "EntryPoint",
    "PropertyValueSpecification",
    "ItemList",
    "Thing",
    "GeoCoordinates",
    "GeoCircle",
    "CreativeWork",
    "Table",
    "Dataset",
    "SpeakableSpecification",
    "DefinedTerm",
    "PropertyValue",
    "QuantitativeValue",
];

/// Types of the customers' judgement; about oneself they are never allowed.
const JUDGEMENT: &[&str] =
    &["Review", "AggregateRating", "Rating", "UserReview", "CriticReview", "EmployerReview", "EmployerAggregateRating"];

/// Endings of the names of types of local businesses, beyond those that end in `Business`.
const BUSINESS: &[&str] = &[
    "Business",
    "Store",
    "Plumber",
    "Electrician",
    "HousePainter",
    "Locksmith",
    "RoofingContractor",
    "GeneralContractor",
    "MovingCompany",
    "Attorney",
    "Notary",
    "LegalService",
    "Dentist",
    "Physician",
    "MedicalClinic",
    "Hospital",
    "Optician",
    "Pharmacy",
    "VeterinaryCare",
    "EmergencyService",
    "FireStation",
    "PoliceStation",
    "ProfessionalService",
    "FinancialService",
    "AccountingService",
    "InsuranceAgency",
    "BankOrCreditUnion",
    "AutomatedTeller",
    "AutoRepair",
    "AutoBodyShop",
    "AutoDealer",
    "AutoWash",
    "AutoRental",
    "GasStation",
    "MotorcycleRepair",
    "RealEstateAgent",
    "TravelAgency",
    "EmploymentAgency",
    "DryCleaningOrLaundry",
    "SelfStorage",
    "ChildCare",
    "AnimalShelter",
    "RecyclingCenter",
    "DaySpa",
    "BeautySalon",
    "HairSalon",
    "NailSalon",
    "TattooParlor",
    "HealthClub",
    "Restaurant",
    "Bakery",
    "CafeOrCoffeeShop",
    "BarOrPub",
    "Hotel",
    "Motel",
    "Resort",
    "LodgingBusiness",
    "Library",
    "InternetCafe",
    "ShoppingCenter",
    "TouristInformationCenter",
    "Florist",
];

/// What a type means for a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Plain,
    Business,
    Judgement,
    Unknown,
}

/// Returns what a type means for a site.
pub(super) fn meaning(kind: &str) -> Meaning {
    if JUDGEMENT.contains(&kind) {
        Meaning::Judgement
    } else if PLAIN.contains(&kind) {
        Meaning::Plain
    } else if kind == "OpeningHoursSpecification" || BUSINESS.iter().any(|ending| kind.ends_with(ending)) {
        Meaning::Business
    } else {
        Meaning::Unknown
    }
}
