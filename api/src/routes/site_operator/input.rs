//! Validation of the operator of sites.

use serde::Deserialize;
use shared::domain::{lead::phone_problem, site_operator::SiteOperator};
use utoipa::ToSchema;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::auth::check,
};

const NAME_CHARS: usize = 200;
const PHONE_CHARS: usize = 40;
const ADDRESS_CHARS: usize = 500;
const ADDRESS_LINES: usize = 8;
const STATE_CHARS: usize = 50;

/// The operator of sites. Omitted fields are empty.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = SiteOperatorInput)]
pub(super) struct Input {
    /// Legal name of the company or person, at most 200 characters.
    #[schema(examples("Lovelace Media LLC"))]
    legal_name: String,
    /// Name under which it appears, if another one.
    brand_name: String,
    /// Email address for visitors.
    email: String,
    /// Telephone number.
    phone: String,
    /// Postal address of up to eight lines; or a statement why there is none, such as `Contact by email only.`
    postal_address: String,
    /// Postal code of the state, such as `OK`.
    state: String,
    /// ISO 3166 code of the country, such as `US`.
    country: String,
    /// Email address for questions about personal data. Default: the one for visitors.
    privacy_email: String,
    /// Name of the person who reviews pages of regulated trades.
    reviewer_name: String,
    /// Qualification of the reviewer, such as `licensed attorney in Oklahoma`.
    reviewer_credentials: String,
}

impl Input {
    /// Returns the operator, or every field at fault.
    pub(super) fn checked(self) -> Result<SiteOperator> {
        let mut errors = Vec::new();
        let mut line = |text: String, field: &str, most: usize| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            if text.chars().count() > most {
                errors.push(FieldError::new(format!("/{field}"), format!("must have at most {most} characters")));
            }
            text
        };
        let legal_name = line(self.legal_name, "legalName", NAME_CHARS);
        let brand_name = line(self.brand_name, "brandName", NAME_CHARS);
        let phone = line(self.phone, "phone", PHONE_CHARS);
        let state = line(self.state, "state", STATE_CHARS);
        let reviewer_name = line(self.reviewer_name, "reviewerName", NAME_CHARS);
        let reviewer_credentials = line(self.reviewer_credentials, "reviewerCredentials", NAME_CHARS);
        let country = self.country.trim().to_ascii_uppercase();
        if !(country.is_empty() || country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase())) {
            errors.push(FieldError::new("/country", "must be a code of two letters, such as US"));
        }
        if let Some(problem) = Some(&phone).filter(|phone| !phone.is_empty()).and_then(|phone| phone_problem(phone)) {
            errors.push(FieldError::new("/phone", problem));
        }
        let email = checked_email(&self.email, "/email", &mut errors);
        let privacy_email = checked_email(&self.privacy_email, "/privacyEmail", &mut errors);
        let postal_address = address(&self.postal_address, &mut errors);
        if !errors.is_empty() {
            return Err(ApiError::Invalid(errors));
        }
        Ok(SiteOperator {
            legal_name,
            brand_name,
            email,
            phone,
            postal_address,
            state,
            country,
            privacy_email,
            reviewer_name,
            reviewer_credentials,
            updated_at: None,
        })
    }
}

fn checked_email(text: &str, pointer: &str, errors: &mut Vec<FieldError>) -> String {
    if text.trim().is_empty() { String::new() } else { check::email_at(text, pointer, errors) }
}

/// Returns the lines of an address without spaces around them and without empty lines.
fn address(text: &str, errors: &mut Vec<FieldError>) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
        .collect();
    let address = lines.join("\n");
    if lines.len() > ADDRESS_LINES || address.chars().count() > ADDRESS_CHARS {
        let detail = "must have at most eight lines and 500 characters";
        errors.push(FieldError::new("/postalAddress", detail));
    }
    address
}
