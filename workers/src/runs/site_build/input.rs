//! Input of the plan.

use engines::{common::Day, content::PlaceFacts};
use serde_json::Value;
use shared::domain::{
    lead::consent_version,
    site::{SiteKind, SitePlace},
    site_operator::SiteOperator,
};
use sites::{Beacon, Contact, Form, Operator, Page, Phone, PlanInput, PlannedPlace, Reviewer};

use super::load::Loaded;
use crate::{context::RunContext, error::JobError};

/// Returns the input of the plan of a site.
pub(super) fn plan_input(
    context: &RunContext, loaded: &Loaded, existing: Vec<Page>, today: Day,
) -> Result<PlanInput, JobError> {
    let site = &loaded.site;
    let read = |value: Value| serde_json::from_value(value).map_err(|error| JobError::defect(&error));
    let theme = serde_json::from_value(Value::String(site.theme.clone())).map_err(|_| {
        JobError::permanent("unknown-theme", format!("There is no theme {}. Choose another one.", site.theme))
    })?;
    Ok(PlanInput {
        kind: match site.kind {
            SiteKind::Goldmine => sites::SiteKind::Goldmine,
            SiteKind::Dominator => sites::SiteKind::Dominator,
        },
        vertical: site.vertical.clone(),
        pack: loaded.pack.clone(),
        places: site.places.iter().map(|place| planned(place, &site.vertical)).collect(),
        operator: operator(&loaded.operator),
        tenant: site.tenant.clone().map(|tenant| read(tenant.0)).transpose()?,
        name: Some(site.name.clone()),
        theme,
        url: loaded.address.origin.clone(),
        contact: contact(loaded),
        beacon: context
            .sites
            .public_url
            .as_ref()
            .map(|url| Beacon { src: format!("{url}/t.js"), key: site.id.to_string() }),
        today,
        seed: seed(context, loaded),
        max_pages: max_pages(loaded),
        questions: loaded.questions.clone(),
        existing,
        ..PlanInput::default()
    })
}

/// Returns the seed of the texts. Pages that are written again get other wordings.
fn seed(context: &RunContext, loaded: &Loaded) -> u64 {
    let seed = u64::from_ne_bytes(loaded.site.seed.to_ne_bytes());
    if loaded.rewrite.is_empty() { seed } else { seed ^ context.run.id.as_u64_pair().1 }
}

/// Returns the number of pages that the site may have now.
fn max_pages(loaded: &Loaded) -> usize {
    let limits = &loaded.limits;
    if loaded.changes.edit_id.is_some() {
        // An edit changes pages that exist, and nothing else.
        return loaded.pages.len().clamp(6, 2_000);
    }
    if loaded.site.live_release_id.is_none() {
        return limits.pages_at_launch.clamp(6, 2_000);
    }
    let room = if loaded.growth.is_held(&loaded.site) {
        0
    } else {
        limits.new_pages_per_day.saturating_sub(loaded.today.0 as usize)
    };
    // Pages of a release that is not live yet take their room too.
    let live = loaded.live_paths.iter().filter(|path| path.ends_with("index.html")).count();
    (live + room).max(loaded.pages.len()).clamp(6, 2_000)
}

fn planned(place: &SitePlace, vertical: &str) -> PlannedPlace {
    let found = PlaceFacts::find(&place.id, None, Some(vertical));
    let found = found.or_else(|| PlaceFacts::find(&place.name, None, Some(vertical)));
    PlannedPlace { id: place.id.clone(), facts: found.unwrap_or_else(|| named(&place.name)) }
}

/// A place without reference data keeps its name only.
fn named(name: &str) -> PlaceFacts {
    let (city, state) = name.rsplit_once(',').unwrap_or((name, ""));
    PlaceFacts { name: city.trim().to_owned(), state: state.trim().to_owned(), ..PlaceFacts::default() }
}

fn operator(stored: &SiteOperator) -> Operator {
    let has_reviewer = !stored.reviewer_name.trim().is_empty();
    Operator {
        legal_name: stored.legal_name.clone(),
        brand_name: stored.brand_name.clone(),
        email: stored.email.clone(),
        phone: stored.phone.clone(),
        postal_address: stored.postal_address.clone(),
        privacy_email: stored.privacy_email.clone(),
        reviewer: has_reviewer
            .then(|| Reviewer { name: stored.reviewer_name.clone(), credentials: stored.reviewer_credentials.clone() }),
    }
}

fn contact(loaded: &Loaded) -> Contact {
    let site = &loaded.site;
    let form = loaded.form.as_ref().map(|(source, address)| Form {
        action: address.clone(),
        consent: source.consent_text.clone(),
        version: consent_version(&source.consent_text),
    });
    let phone = site.phone.clone().map(|number| Phone {
        number,
        is_owned: site.phone_is_owned,
        is_recorded: site.phone_is_recorded,
    });
    Contact { form, phone, fallback_email: loaded.operator.email.clone() }
}
