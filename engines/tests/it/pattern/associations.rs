//! Association rules against mlxtend, SciPy and statsmodels.

use engines::common::{EngineError, Nature, Unattended};
use engines::pattern::rules::{Parameters, Rule, Rules, RulesInput, rules};
use proptest::prelude::*;

use crate::table::assert_close;

/// Twenty transactions, a letter an item.
const TRANSACTIONS: [&str; 20] = [
    "ABC", "ABC", "AB", "ABD", "AB", "AC", "BD", "BD", "BCD", "D", "D", "CD", "C", "C", "A", "ABE", "ABE", "DE", "E",
    "ABCE",
];

/// Conditions, conclusion, count, confidence and lift by `mlxtend.association_rules`, p by `scipy.stats.hypergeom.sf`,
/// q over all 20 rules by `multipletests(method="fdr_bh")`.
const RULES: [(&str, &str, usize, f64, f64, f64, f64); 8] = [
    ("A", "B", 8, 0.8, 1.454_545_454_545_454_5, 0.034_889_259_347_463_68, 0.348_892_593_475),
    ("B", "A", 8, 0.727_272_727_272_727_3, 1.454_545_454_545_454_5, 0.034_889_259_347_463_68, 0.348_892_593_475),
    ("BE", "A", 3, 1.0, 2.0, 0.105_263_157_894_736_84, 0.701_754_385_965),
    ("AE", "B", 3, 1.0, 1.818_181_818_181_818_1, 0.144_736_842_105_263_16, 0.723_684_210_526),
    ("BC", "A", 3, 0.75, 1.5, 0.291_021_671_826_625_4, 0.883_411_394_247),
    ("AB", "E", 3, 0.375, 1.5, 0.296_181_630_546_955_7, 0.883_411_394_247),
    ("AC", "B", 3, 0.75, 1.363_636_363_636_363_6, 0.374_613_003_095_975_3, 0.883_411_394_247),
    ("E", "A", 3, 0.6, 1.2, 0.5, 0.883_411_394_247),
];

/// Both, conditions, conclusion, all; upper tail by `scipy.stats.hypergeom.sf(both - 1, all, conclusion, conditions)`.
const FISHER: [([usize; 4], f64); 5] = [
    ([8, 10, 9, 20], 0.002_738_747_320_790_664_6),
    ([50, 60, 80, 400], 1.613_306_774_220_694_8e-32),
    ([3, 3, 3, 500], 4.828_934_978_390_516e-8),
    ([200, 300, 400, 1_000], 2.626_855_007_105_678e-29),
    ([10, 20, 25, 60], 0.257_780_574_185_478_7),
];

fn items(letters: &str) -> Vec<String> {
    letters.chars().map(String::from).collect()
}

fn everything() -> Parameters {
    Parameters {
        least_support: 0.1,
        least_confidence: 0.0,
        least_lift: 1.0,
        false_discovery_rate: 0.5,
        most_rules: 1_000,
        ..Parameters::default()
    }
}

fn mined(transactions: Vec<Vec<String>>, params: Parameters) -> Rules {
    let input = RulesInput { transactions, ..RulesInput::default() };
    rules(&input, &params.check().unwrap(), &Unattended).unwrap()
}

fn letters() -> Vec<Vec<String>> {
    TRANSACTIONS.iter().map(|letters| items(letters)).collect()
}

/// The table ten times over.
fn copies() -> Vec<Vec<String>> {
    (0..10).flat_map(|_| letters()).collect()
}

#[test]
fn counts_tests_and_adjustments_agree_with_mlxtend_and_scipy() {
    let found = mined(letters(), everything());
    assert_eq!(found.tested, 20, "as many as mlxtend lists");
    // Half false at most: only the first two pass.
    assert_eq!(found.rules.len(), 2);
    for (rule, wanted) in found.rules.iter().zip(&RULES[..2]) {
        assert_eq!(
            (rule.conditions.concat().as_str(), rule.count),
            (if rule.conclusion == "B" { "A" } else { "B" }, 8)
        );
        assert_close(rule.p, wanted.5, 1e-9, "p");
        assert_close(rule.q_value, wanted.6, 1e-9, "q");
        assert_close(rule.lift, wanted.4, 1e-12, "lift");
        assert_close(rule.support, 0.4, 1e-12, "support");
    }
}

/// Ten copies of the table keep confidence and lift, and make every rule of the table clear.
#[test]
fn copies_of_a_table_keep_its_shares() {
    let found = mined(copies(), everything());
    for (conditions, conclusion, count, confidence, lift, ..) in RULES.into_iter().filter(|rule| rule.5 < 0.4) {
        let is_it = |rule: &&Rule| rule.conditions.concat() == conditions && rule.conclusion == conclusion;
        let rule = found.rules.iter().find(is_it).unwrap_or_else(|| panic!("{conditions} => {conclusion}"));
        assert_eq!(rule.count, 10 * count);
        assert_close(rule.confidence, confidence, 1e-12, "confidence");
        assert_close(rule.lift, lift, 1e-12, "lift");
        assert!(rule.p < 0.1 && rule.p <= rule.q_value, "{rule:?}");
    }
}

#[test]
fn the_exact_test_agrees_with_scipy_far_into_its_tail() {
    for ([both, with, alone, total], wanted) in FISHER {
        let mut transactions = vec![items("XY"); both];
        transactions.extend(vec![items("X"); with - both]);
        transactions.extend(vec![items("Y"); alone - both]);
        transactions.extend(vec![items("Z"); total + both - with - alone]);
        let params = Parameters { least_support: 0.002, false_discovery_rate: 0.5, ..everything() };
        let found = mined(transactions, params);
        let rule = found.rules.iter().find(|rule| rule.conditions == ["X"] && rule.conclusion == "Y").unwrap();
        assert_close(rule.p, wanted, 1e-8, &format!("{both} of {with} and {alone} in {total}"));
    }
}

#[test]
fn only_the_wanted_conclusions_are_looked_at() {
    let input = RulesInput { transactions: copies(), conclusions: items("A"), ..RulesInput::default() };
    let found = rules(&input, &everything().check().unwrap(), &Unattended).unwrap();
    assert!(!found.rules.is_empty() && found.rules.iter().all(|rule| rule.conclusion == "A"));
    assert!(found.tested < 20);
}

#[test]
fn blanks_repeats_and_order_of_items_do_not_count() {
    let tidy = mined(copies(), everything());
    let untidy = copies().into_iter().map(|items| {
        let doubled = items.iter().rev().chain(&items).map(|item| format!(" {item} "));
        doubled.chain([String::new(), "  ".to_owned()]).collect()
    });
    assert_eq!(mined(untidy.collect(), everything()), tidy);
    let mut turned = copies();
    turned.reverse();
    assert_eq!(mined(turned, everything()), tidy);
}

#[test]
fn each_limit_lets_fewer_rules_through() {
    let count = |params: Parameters| mined(copies(), params).rules.len();
    let all = count(everything());
    for (name, params) in [
        ("support", Parameters { least_support: 0.3, ..everything() }),
        ("confidence", Parameters { least_confidence: 0.7, ..everything() }),
        ("lift", Parameters { least_lift: 1.5, ..everything() }),
        ("false discovery rate", Parameters { false_discovery_rate: 1e-4, ..everything() }),
        ("conditions", Parameters { most_conditions: 1, ..everything() }),
        ("number", Parameters { most_rules: 2, ..everything() }),
    ] {
        assert!(count(params.clone()) < all, "{name}: {} of {all}", count(params));
    }
    let three = mined(copies(), Parameters { most_conditions: 3, least_support: 0.01, ..everything() });
    assert!(three.rules.iter().any(|rule| rule.conditions.len() == 3));
}

#[test]
fn findings_are_associations_with_a_key_and_no_money() {
    let input = RulesInput {
        as_of: engines::common::Day::parse("2026-11-23"),
        transactions: copies(),
        conclusions: items("A"),
    };
    let found = rules(&input, &everything().check().unwrap(), &Unattended).unwrap();
    assert!(found.insights.len() <= 10);
    for (insight, rule) in found.insights.iter().zip(&found.rules) {
        assert_eq!(insight.key, format!("association:{}=>{}", rule.conditions.join("&"), rule.conclusion));
        assert_eq!((insight.nature, insight.impact.as_ref()), (Nature::Claim, None));
        assert!((insight.confidence + rule.q_value - 1.0).abs() < 1e-12);
        assert_eq!(insight.expires_at.as_deref(), Some("2027-02-21T00:00:00Z"));
        assert!(insight.title.contains(&format!("{} of 200", rule.count)), "{}", insight.title);
    }
    assert!(found.notes[0].contains("not what causes"));
}

#[test]
fn rules_about_pages_are_sentences_with_both_shares() {
    let own = |items: &[&str], times: usize| vec![items.iter().map(|item| (*item).to_owned()).collect(); times];
    // Of 34 pages with a short text 25 are under /areas/; of the other 39 pages 2 are.
    let transactions = [
        own(&["short text", "clicks stayed", "under /areas/"], 25),
        own(&["short text", "clicks stayed"], 9),
        own(&["under /areas/", "questions"], 2),
        own(&["questions"], 37),
    ]
    .concat();
    let titles = |transactions: Vec<Vec<String>>| {
        mined(transactions, everything()).insights.into_iter().map(|insight| insight.title).collect::<Vec<_>>()
    };
    let found = titles(transactions);
    for wanted in [
        "Of pages with a short text, 74 % are under /areas/; of all pages, 37 % (25 of 73 pages have it all)",
        "Of pages whose clicks stayed the same and with a short text, 74 % are under /areas/; of all pages, 37 % (25 of 73 pages have it all)",
    ] {
        assert!(found.iter().any(|title| title == wanted), "{found:?}");
    }
    assert!(titles(copies()).iter().any(|title| title.starts_with("Of the rows with “A”, 80 % have “B”; of all rows")));
}

#[test]
fn limits_of_size_are_named() {
    let run = |input: &RulesInput| rules(input, &everything().check().unwrap(), &Unattended).unwrap_err();
    assert_eq!(run(&RulesInput::default()).kind(), "no-input");
    let wide = RulesInput {
        transactions: vec![items("A"), (0..201).map(|at| at.to_string()).collect()],
        ..RulesInput::default()
    };
    match run(&wide) {
        EngineError::InvalidInput { field, problem } => {
            assert_eq!(field, "transactions[1]");
            assert!(problem.contains("201 items"), "{problem}");
        }
        other => panic!("{other:?}"),
    }
    for (field, params) in [
        ("leastSupport", Parameters { least_support: 0.0, ..everything() }),
        ("leastConfidence", Parameters { least_confidence: f64::NAN, ..everything() }),
        ("leastLift", Parameters { least_lift: 0.9, ..everything() }),
        ("falseDiscoveryRate", Parameters { false_discovery_rate: 0.6, ..everything() }),
        ("mostConditions", Parameters { most_conditions: 4, ..everything() }),
        ("mostRules", Parameters { most_rules: 0, ..everything() }),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(field), "{field}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn figures_of_a_rule_fit_together(given in prop::collection::vec(0_u8..32, 4..60)) {
        let transactions: Vec<Vec<String>> = given
            .iter()
            .map(|bits| (0..5).filter(|at| bits >> at & 1 == 1).map(|at| items("ABCDE")[at].clone()).collect())
            .collect();
        let found = mined(transactions.clone(), everything());
        for rule in &found.rules {
            let holds = |wanted: &[String]| transactions.iter().filter(|own| wanted.iter().all(|item| own.contains(item))).count();
            let both: Vec<String> = rule.conditions.iter().chain([&rule.conclusion]).cloned().collect();
            prop_assert_eq!(rule.count, holds(&both));
            prop_assert!((rule.support * given.len() as f64 - rule.count as f64).abs() < 1e-9);
            prop_assert!((rule.confidence * holds(&rule.conditions) as f64 - rule.count as f64).abs() < 1e-9);
            prop_assert!(!rule.conditions.contains(&rule.conclusion));
            prop_assert!(0.0 <= rule.p && rule.p <= rule.q_value && rule.q_value <= 0.5 && rule.lift >= 1.0);
        }
        prop_assert!(found.rules.windows(2).all(|pair| pair[0].p <= pair[1].p));
    }
}
