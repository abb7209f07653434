//! The own data of a workspace.

use engines::local::{
    Outcome,
    catalog::{OwnData, own_data},
};
use shared::store::{
    Db, Result, market,
    site_outcome::{self, SiteOutcome},
};
use uuid::Uuid;

use crate::serps;

/// Days of a month.
const MONTH: f64 = 30.4375;

/// Returns the own data of a workspace: rate cards of its websites, values and places, the outcomes of its sites, and the SERPs
/// that its imports and rank checks have of markets. A market has the same figures whichever website is chosen.
///
/// # Errors
/// Returns an error if a query fails or a stored value cannot be read.
pub async fn own(db: &Db, workspace_id: Uuid) -> Result<OwnData> {
    let rates = market::rates(db, workspace_id).await?;
    let values = market::values(db, workspace_id, None).await?;
    let rows = values.into_iter().map(|value| value.body.0).collect();
    let mut own = own_data(rates, rows).map_err(|error| market::unreadable(workspace_id, error))?;
    let outcomes = site_outcome::list(db, workspace_id).await?;
    own.overrides.outcomes = outcomes.into_iter().filter_map(outcome).collect();
    let results = market::results(db, workspace_id).await?;
    if !results.is_empty() {
        own.overrides.serps = blocking(move || serps::snapshots(results)).await;
    }
    Ok(own)
}

/// Computes on a thread of its own. Without a result, which only the end of the process causes, the default is returned.
async fn blocking<T: Default + Send + 'static>(compute: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(compute).await {
        Ok(computed) => computed,
        Err(error) => error.try_into_panic().map_or_else(|_| T::default(), |panic| std::panic::resume_unwind(panic)),
    }
}

/// Returns the outcome of a site for the engine; `None` for a site without a place.
fn outcome(site: SiteOutcome) -> Option<Outcome> {
    let mut places = site.places.into_iter().map(|place| place.id);
    let months_until = |day: chrono::NaiveDate| (day - site.launched_on).num_days().max(0) as f64 / MONTH;
    // The beacon of a visitor may be blocked: whoever sent a lead has visited the site.
    let visits = site.visits.max(site.leads) as f64;
    let is_rented = site.rent_cents != 0;
    Some(Outcome {
        vertical: site.vertical,
        place: places.next()?,
        state: None,
        more_places: places.collect(),
        months: months_until(site.through),
        ranked: (site.is_tracked || site.ranked_on.is_some()).then_some(site.ranked_on.is_some()),
        ranked_after: site.ranked_on.map(months_until),
        visits: Some(visits),
        search_visits: Some(site.search_visits as f64),
        leads: Some(site.leads as f64),
        // Leads of a rented site have no price.
        accepted_leads: (!is_rented).then_some(site.accepted_leads as f64),
        revenue_cents: Some((site.lead_cents + site.rent_cents).max(0) as f64),
    })
}

#[cfg(test)]
mod tests {
    use shared::domain::site::SitePlace;

    use super::*;

    fn site() -> SiteOutcome {
        let place = |id: &str| SitePlace { id: id.to_owned(), name: id.to_owned() };
        SiteOutcome {
            website_id: Uuid::nil(),
            vertical: "plumbing".to_owned(),
            places: vec![place("1"), place("2")],
            launched_on: "2026-01-01".parse().unwrap(),
            through: "2026-07-02".parse().unwrap(),
            is_tracked: true,
            ranked_on: None,
            visits: 10,
            search_visits: 8,
            leads: 12,
            accepted_leads: 2,
            lead_cents: 9_000,
            rent_cents: 0,
        }
    }

    #[test]
    fn outcome_of_a_site_has_its_age_places_and_rates() {
        let found = outcome(site()).unwrap();
        assert!((found.months - 182.0 / MONTH).abs() < 1e-9);
        assert_eq!((found.place.as_str(), found.more_places.as_slice()), ("1", ["2".to_owned()].as_slice()));
        assert_eq!((found.ranked, found.ranked_after), (Some(false), None));
        assert_eq!((found.visits, found.leads), (Some(12.0), Some(12.0)), "more leads than visits");
        assert_eq!((found.accepted_leads, found.revenue_cents), (Some(2.0), Some(9_000.0)));
        let ranked = outcome(SiteOutcome { ranked_on: "2026-03-02".parse().ok(), ..site() }).unwrap();
        assert_eq!(ranked.ranked, Some(true));
        assert!((ranked.ranked_after.unwrap() - 60.0 / MONTH).abs() < 1e-9);
        assert_eq!(outcome(SiteOutcome { is_tracked: false, ..site() }).unwrap().ranked, None);
    }

    #[test]
    fn leads_of_rented_sites_have_no_price() {
        let rented = outcome(SiteOutcome { rent_cents: 50_000, ..site() }).unwrap();
        assert_eq!((rented.accepted_leads, rented.revenue_cents), (None, Some(59_000.0)));
        assert!(outcome(SiteOutcome { places: Vec::new(), ..site() }).is_none());
    }
}
