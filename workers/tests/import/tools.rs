//! Keyword tools: every format, and the meaning of each column.

use workers::collect::import::{FileKind, Intent, KeywordRow, Record, Volume, VolumeBasis};

use crate::support::{each, fixture, on, previewed};

/// Calls `look` with each keyword row of a fixture. Returns their number.
fn keywords(name: &str, look: &mut dyn FnMut(usize, &KeywordRow<'_>)) -> usize {
    let mut count = 0;
    let summary = each(&fixture(name), name, &mut |record| {
        if let Record::Keyword(row) = record {
            look(count, row);
            count += 1;
        }
    });
    assert_eq!(summary.rejected, 0, "{:?}", summary.rejects);
    count
}

fn ignored(name: &str, header: &str) -> String {
    let preview = previewed(&fixture(name), name).unwrap();
    let found = preview.files[0].ignored.iter().find(|column| column.header == header);
    found.map(|column| column.reason.clone()).unwrap_or_default()
}

const fn volume(low: u64, high: u64, basis: VolumeBasis) -> Option<Volume> {
    Some(Volume { low, high, basis })
}

#[test]
fn keyword_planner_has_a_preamble_exact_volumes_bids_and_months() {
    let count = keywords("keyword_planner.csv", &mut |index, row| {
        assert_eq!(row.kind, FileKind::KeywordPlanner);
        assert_eq!((row.currency, row.observed_at), (Some("USD"), Some(on(2026, 6, 9))));
        if index == 0 {
            assert_eq!((row.keyword, row.line), ("drain cleaning", 4));
            assert_eq!(row.volume, volume(12_100, 12_100, VolumeBasis::Exact));
            assert_eq!((row.bid_low_cents, row.bid_high_cents), (Some(812), Some(3_140)));
            assert_eq!(row.cost_per_click_cents(), Some(1_597));
            assert_eq!((row.ads_competition, row.difficulty), (Some(0.54), None));
            assert_eq!(row.monthly, [(on(2025, 5, 1), 9_900), (on(2025, 6, 1), 12_100)]);
        } else {
            assert_eq!(row.monthly, [(on(2025, 5, 1), 2_400)]);
        }
    });
    assert_eq!(count, 2);
    assert!(ignored("keyword_planner.csv", "Competition").contains("neither is organic difficulty"));
}

#[test]
fn keyword_planner_of_a_small_account_has_ranges() {
    let mut found = Vec::new();
    keywords("keyword_planner_buckets.csv", &mut |_, row| found.push(row.volume));
    let bucket = VolumeBasis::Bucket;
    assert_eq!(found, [volume(10_000, 100_000, bucket), volume(10, 100, bucket), volume(0, 10, bucket)]);
    let preview = previewed(&fixture("keyword_planner_buckets.csv"), "k.csv").unwrap();
    assert!(preview.files[0].warnings[0].contains("ranges"));
}

#[test]
fn ahrefs_keywords_of_this_year_and_of_2020() {
    let name = "google_gb_drain_matching-terms_2026-08-01_10-11-12.csv";
    let count = keywords(name, &mut |index, row| {
        assert_eq!((row.kind, row.country), (FileKind::AhrefsKeywords, Some("gb")));
        if index == 0 {
            assert_eq!(row.volume, volume(9_200, 9_200, VolumeBasis::Estimate));
            assert_eq!((row.difficulty, row.cpc_cents, row.parent), (Some(14.0), Some(350), Some("blocked drains")));
            assert_eq!(row.observed_at, Some(on(2026, 7, 28)));
            assert_eq!(row.serp_features, ["Local pack", "People also ask"]);
            assert_eq!(row.intents.iter().collect::<Vec<_>>(), [Intent::Informational, Intent::Local]);
            assert_eq!(row.monthly, [(on(2026, 6, 1), 8_800), (on(2026, 7, 1), 9_100), (on(2026, 8, 1), 9_700)]);
        } else {
            assert_eq!(row.volume, volume(0, 10, VolumeBasis::Bucket));
            assert_eq!((row.difficulty, row.cpc_cents), (None, None));
        }
    });
    assert_eq!(count, 2);
    assert!(ignored(name, "Global volume").contains("never the volume of this market"));
    let count = keywords("ahrefs_keywords_2020.csv", &mut |_, row| {
        assert_eq!((row.cpc_cents, row.country), (Some(900), Some("us")));
    });
    assert_eq!(count, 1);
}

#[test]
fn ahrefs_organic_keywords_have_positions_and_flags() {
    let count = keywords("ahrefs_organic.csv", &mut |index, row| {
        assert_eq!(row.kind, FileKind::AhrefsOrganic);
        if index == 0 {
            assert_eq!((row.position, row.previous_position, row.traffic), (Some(4.0), Some(6.0), Some(55.0)));
            assert_eq!(row.page, Some("https://www.sample.example/austin/drain-cleaning/"));
            assert_eq!(row.intents.iter().collect::<Vec<_>>(), [Intent::Commercial, Intent::Local]);
        } else {
            assert_eq!((row.position, row.previous_position, row.page), (None, Some(9.0), None));
        }
    });
    assert_eq!(count, 2);
}

#[test]
fn semrush_positions_keep_a_row_for_each_page() {
    let name = "sample.example-organic.Positions-us-20260802-2026-08-03T01_02_03Z.csv";
    let mut positions = Vec::new();
    keywords(name, &mut |index, row| {
        positions.push(row.position);
        if index == 0 {
            assert_eq!((row.volume, row.difficulty), (volume(1_300, 1_300, VolumeBasis::Estimate), Some(31.0)));
            assert_eq!((row.ads_competition, row.traffic, row.country), (Some(0.62), Some(71.0), Some("us")));
            assert_eq!((row.trend.len(), row.trend[1]), (12, 0.82));
            assert_eq!(row.observed_at, Some(on(2026, 8, 1)));
            assert_eq!(row.intents.iter().collect::<Vec<_>>(), [Intent::Commercial, Intent::Local]);
        } else {
            assert_eq!(row.previous_position, None);
        }
    });
    assert_eq!(positions, [Some(4.0), Some(11.0)]);
    let preview = previewed(&fixture(name), name).unwrap();
    assert_eq!(preview.suggested_url.as_deref(), Some("https://www.sample.example/"));
    assert_eq!(keywords("semrush_positions_2026.csv", &mut |_, row| assert_eq!(row.cpc_cents, Some(1_250))), 1);
}

#[test]
fn semrush_keywords_in_three_shapes() {
    let count = keywords("semrush_magic.csv", &mut |index, row| {
        assert_eq!((row.kind, row.currency), (FileKind::SemrushMagic, Some("USD")));
        if index == 0 {
            assert_eq!(row.trend, [0.54, 0.66, 1.0]);
            assert_eq!(row.intents.iter().collect::<Vec<_>>(), [Intent::Informational, Intent::Transactional]);
        } else {
            assert_eq!((row.difficulty, row.cpc_cents, row.ads_competition), (None, None, None));
            assert_eq!(row.volume, volume(50, 50, VolumeBasis::Estimate), "only Keyword Planner rounds to ranges");
        }
    });
    assert_eq!(count, 2);
    let mut intents = Vec::new();
    keywords("semrush_api.csv", &mut |_, row| {
        assert_eq!(row.country, Some("us"));
        intents.push(row.intents.iter().collect::<Vec<_>>());
    });
    assert_eq!(intents, [vec![Intent::Commercial, Intent::Transactional], vec![Intent::Informational]]);
    let count = keywords("semrush_strategy.csv", &mut |_, row| {
        assert_eq!((row.keyword, row.cpc_cents, row.page), ("drain cleaning cost", Some(720), None));
        assert_eq!(row.parent, Some("drain cleaning"));
    });
    assert_eq!(count, 1);
}

#[test]
fn a_position_beyond_the_checked_depth_is_unknown() {
    let text = "Keyword,Position,Previous position,Search Volume,URL\na,>100,3,10,\nb,0,>100,10,\n";
    let mut found = Vec::new();
    each(text.as_bytes(), "x.csv", &mut |record| {
        if let Record::Keyword(row) = record {
            found.push((row.position, row.previous_position));
        }
    });
    assert_eq!(found, [(None, Some(3.0)), (None, None)]);
}
