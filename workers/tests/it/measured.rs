//! Measured values in the currency of the data.

use std::fmt::Write;

use serde_json::json;
use shared::domain::{
    now,
    run::{RunKind, RunStatus},
};

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

#[tokio::test(flavor = "multi_thread")]
async fn forecasts_use_imported_volumes_and_the_rate_of_imported_leads_and_clicks() {
    in_each_mode(|at| async {
        let (worker, name) = (at.worker(), at.world.name);
        let site = website(&at).await;
        let ago = |days: u64| now().date_naive() - chrono::Days::new(days);
        let mut days = "Date,Clicks,Impressions,CTR,Position\n".to_owned();
        let mut leads = "lead id,date,lead status,lead source\n".to_owned();
        let mut ranks = "date,keyword,position\n".to_owned();
        for no in 1..=90_u64 {
            writeln!(days, "{},10,200,5%,7", ago(no)).expect("text");
        }
        for no in 0..25_u64 {
            writeln!(leads, "L-{no},{},won,google", ago(80 - 3 * no)).expect("text");
            writeln!(ranks, "{},Plumber London,{}", ago(80 - 3 * no), 5 + no % 3).expect("text");
        }
        let volumes = "Keyword,Volume,Difficulty,CPC\nplumber london,1000,20,2.50\n".to_owned();
        for (file, text) in [("Dates.csv", days), ("leads.csv", leads), ("ranks.csv", ranks), ("words.csv", volumes)] {
            let id = upload(&at, file, text.as_bytes()).await;
            let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
            assert_eq!(ended.status, RunStatus::Succeeded, "{name} {file}: {:?}", ended.error);
        }
        let (ended, ranking) = ask(&at, site, "predictive", "ranking", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        assert!(!ranking.to_string().contains("search_volumes"), "{name}: {ranking}");
        let (ended, scenarios) = ask(&at, site, "predictive", "scenarios", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        // The first lead was 80 days ago, the last one 8.
        let stated = "3.42 % is measured by your imports: 25 leads of 730 clicks from search";
        assert!(scenarios.to_string().contains(stated), "{name}: {scenarios}");
        worker.stop().await;
        at
    })
    .await;
}
