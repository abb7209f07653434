//! Validation of rentals.

use chrono::NaiveDate;
use serde::Deserialize;
use shared::{
    domain::{
        ledger::{MOST_CENTS, is_currency},
        rental::{LAST_BILLING_DAY, LEAST_PRICE_CENTS, Tenant, is_e164},
    },
    store::rental::RentalBody,
};
use url::Url;
use utoipa::ToSchema;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::auth::check,
};

const NAME_CHARS: usize = 200;
const TEXT_CHARS: usize = 100;
const URL_CHARS: usize = 2_000;

/// A business that rents a website. Missing texts can follow: a verified record needs all but `url` and `licence`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = NewTenant)]
pub(super) struct TenantInput {
    /// At most 200 characters.
    name: String,
    /// Street with number, at most 100 characters.
    street: String,
    /// City, at most 100 characters.
    city: String,
    /// State, such as `OK`.
    state: String,
    /// Postal code.
    postal_code: String,
    /// Telephone number in E.164.
    #[schema(examples("+19185550123"))]
    phone: String,
    /// Address that leads are sent to.
    email: String,
    /// Own website.
    url: Option<String>,
    /// Licence with its number, at most 100 characters.
    licence: Option<String>,
}

/// Record and terms of a rental.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RentalTerms)]
pub(super) struct Input {
    /// Business that rents the website.
    pub(super) tenant: TenantInput,
    /// Rent of a month, in cents.
    #[schema(examples(90_000), minimum = 100)]
    pub(super) price_cents: i64,
    /// Three capital letters. Default: `USD`.
    #[serde(default = "dollars")]
    pub(super) currency: String,
    /// First day of the rent. Default: today.
    #[serde(default)]
    pub(super) starts_on: Option<NaiveDate>,
    /// Last day of the rent; `null` for an open end.
    #[serde(default)]
    pub(super) ends_on: Option<NaiveDate>,
    /// Day of the month on which its rent is invoiced, 1 to 28. Default: 1.
    #[serde(default = "first")]
    pub(super) billing_day: i32,
}

pub(super) fn dollars() -> String {
    "USD".to_owned()
}

pub(super) const fn first() -> i32 {
    1
}

impl Input {
    /// Returns the valid body. The rent starts on `today` unless the body names a day.
    pub(super) fn checked(self, today: NaiveDate) -> Result<RentalBody> {
        let mut errors = Vec::new();
        let tenant = self.tenant.checked(&mut errors);
        let starts_on = self.starts_on.unwrap_or(today);
        let mut demand = |is_right: bool, pointer: &str, detail: &str| {
            if !is_right {
                errors.push(FieldError::new(pointer, detail));
            }
        };
        let is_price = (LEAST_PRICE_CENTS..=MOST_CENTS).contains(&self.price_cents);
        demand(is_price, "/priceCents", "must be 100 to 1,000,000,000,000 cents a month");
        demand(is_currency(&self.currency), "/currency", "must be three capital letters, such as USD");
        let is_near = (-366..=3 * 366).contains(&(starts_on - today).num_days());
        demand(is_near, "/startsOn", "must be a day from a year ago to three years from now");
        let is_after = self.ends_on.is_none_or(|day| day >= starts_on && (day - today).num_days() <= 20 * 366);
        demand(is_after, "/endsOn", "must be a day from startsOn to 20 years from now, or null");
        let is_day = (1..=LAST_BILLING_DAY).contains(&self.billing_day);
        demand(is_day, "/billingDay", "must be 1 to 28: every month has these days");
        if !errors.is_empty() {
            return Err(ApiError::Invalid(errors));
        }
        Ok(RentalBody {
            tenant,
            price_cents: self.price_cents,
            currency: self.currency,
            starts_on,
            ends_on: self.ends_on,
            billing_day: self.billing_day,
        })
    }
}

impl TenantInput {
    fn checked(self, errors: &mut Vec<FieldError>) -> Tenant {
        let email = match self.email.trim() {
            "" => String::new(),
            email => check::email_at(email, "/tenant/email", errors),
        };
        let mut text = |text: &str, name: &str, most: usize| {
            let text = text.trim();
            if text.chars().count() > most || text.chars().any(char::is_control) {
                let detail = format!("must be one line of at most {most} characters");
                errors.push(FieldError::new(format!("/tenant/{name}"), detail));
            }
            text.to_owned()
        };
        let tenant = Tenant {
            name: text(&self.name, "name", NAME_CHARS),
            street: text(&self.street, "street", TEXT_CHARS),
            city: text(&self.city, "city", TEXT_CHARS),
            state: text(&self.state, "state", TEXT_CHARS),
            postal_code: text(&self.postal_code, "postalCode", TEXT_CHARS),
            phone: self.phone.trim().to_owned(),
            email,
            url: self.url.map(|url| text(&url, "url", URL_CHARS)).filter(|url| !url.is_empty()),
            licence: self.licence.map(|licence| text(&licence, "licence", TEXT_CHARS)).filter(|text| !text.is_empty()),
        };
        if !tenant.phone.is_empty() && !is_e164(&tenant.phone) {
            let detail = "must be a number with + and country code, such as +19185550123";
            errors.push(FieldError::new("/tenant/phone", detail));
        }
        if tenant.url.as_deref().is_some_and(|url| !is_web(url)) {
            errors.push(FieldError::new(
                "/tenant/url",
                "must be the address of a website, such as https://roofs.example",
            ));
        }
        tenant
    }
}

fn is_web(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}
