//! Measured values in the currency of the data.

use serde_json::json;
use shared::domain::run::{RunKind, RunStatus};

use crate::{
    engine::{ask, bring_leads, run_import, upload, website},
    installation::in_each_mode,
};

#[tokio::test(flavor = "multi_thread")]
async fn value_per_lead_in_dollars_does_not_count_as_pounds_of_a_keyword_export() {
    in_each_mode(|at| async {
        let (worker, name) = (at.worker(), at.world.name);
        let site = website(&at).await;
        bring_leads(&at, site).await;
        for (price, basis, currency, stated) in [
            ("2.50", "leadValue", "USD", "The value per lead of $80 is measured by your imports"),
            ("£2.50", "replacementCost", "GBP", "Not used, because the amounts are in GBP: The value per lead of $80"),
        ] {
            let export = format!(
                "Keyword,Volume,Difficulty,CPC\nplumber london,1000,20,{price}\nboiler repair,400,15,{price}\n"
            );
            let id = upload(&at, "keywords.csv", export.as_bytes()).await;
            assert_eq!(run_import(&at, id, RunKind::ImportPreview, None).await.status, RunStatus::Succeeded, "{name}");
            let import = run_import(&at, id, RunKind::Import, Some(site)).await;
            assert_eq!(import.status, RunStatus::Succeeded, "{name}: {:?}", import.error);
            let (ended, result) = ask(&at, site, "keyword", "analyse", json!({})).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
            let totals = &result["totals"];
            assert_eq!(
                (&totals["valueBasis"], &totals["value"]["currency"]),
                (&json!(basis), &json!(currency)),
                "{name}"
            );
            let assumptions = result["assumptions"].to_string();
            assert!(assumptions.contains(stated), "{name}: {assumptions}");
            assert_eq!(assumptions.matches("value per lead of").count(), 1, "{name}: {assumptions}");
        }
        worker.stop().await;
        at
    })
    .await;
}
