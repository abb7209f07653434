//! Rules of campaigns: golden decisions, limits and replays.

use chrono::{Days, NaiveDate};
use shared::domain::{
    campaign::{
        CampaignBudget, CampaignDecision, CampaignFigures, CampaignGoal, CampaignGoalKind, CampaignRules,
        CampaignSiteFigures, CampaignStop, Candidate, replay,
        rules::{Decisions, Standing, Terms, decide, stop, stop_reason},
    },
    pipeline::NewPipelineMarket,
    site::{SiteKind, SiteStatus},
    site_market::{Taken, TakenMarkets},
};
use uuid::Uuid;

const RULES: CampaignRules = CampaignRules {
    min_score: 70.0,
    min_payout_cents: 2_000,
    min_monthly_profit_cents: 10_000,
    min_confidence: 0.3,
    sites_per_day: 2,
    sites_total: 10,
};
const BUDGET: CampaignBudget = CampaignBudget { total_cents: 100_000, cost_per_site_cents: 4_000, provider_cents: 0 };

fn market(place: &str, state: &str, score: Option<f64>) -> Candidate {
    let market = NewPipelineMarket {
        vertical: "plumbing".to_owned(),
        vertical_name: "Plumbing".to_owned(),
        place_id: place.to_owned(),
        city: place.to_owned(),
        state: state.to_owned(),
        currency: "USD".to_owned(),
        tier: None,
        score,
        demand_bound: "lower".to_owned(),
        profit: score.map(|score| (1_000, (score * 500.0).round() as i64, 90_000)),
        revenue_cents: Some(50_000),
        payout_cents: Some(3_000),
        run_id: None,
    };
    Candidate { market, confidence: 0.5, metro: None }
}

fn good(place: &str) -> Candidate {
    market(place, "OK", Some(78.04))
}

fn terms<'a>(rules: &'a CampaignRules, budget: &'a CampaignBudget, kind: SiteKind) -> Terms<'a> {
    Terms { kind, rules, budget, new_sites_per_day: 100 }
}

fn said(decided: &Decisions) -> Vec<(usize, &str, &str, i64)> {
    decided
        .decisions
        .iter()
        .map(|row| (row.market, row.decision.as_str(), row.reason.as_str(), row.cost_cents))
        .collect()
}

fn decided(candidates: &[Candidate], standing: Standing, budget: &CampaignBudget) -> Decisions {
    decide(&terms(&RULES, budget, SiteKind::Goldmine), standing, candidates, |_| None, 100)
}

#[test]
fn every_rule_gives_its_reason() {
    let with = |change: fn(&mut Candidate)| {
        let mut one = good("x");
        change(&mut one);
        one
    };
    for (candidate, reason) in [
        (market("x", "OK", None), "no score: its demand or payout is unknown"),
        (with(|one| one.market.payout_cents = None), "no score: its demand or payout is unknown"),
        (with(|one| one.market.score = Some(61.0)), "score 61 is below 70"),
        (with(|one| one.market.score = Some(69.999)), "score 69.999 is below 70"),
        (with(|one| one.market.score = Some(f64::NAN)), "score NaN is below 70"),
        (with(|one| one.market.payout_cents = Some(1_250)), "payout $12.50 is below $20"),
        (with(|one| one.market.profit = Some((0, 9_999, 0))), "expected profit $99.99 a month is below $100"),
        (with(|one| one.market.profit = Some((0, -500, 0))), "expected profit -$5 a month is below $100"),
        (with(|one| one.confidence = 0.299), "confidence 0.299 is below 0.3"),
        (with(|one| one.confidence = f64::NAN), "confidence NaN is below 0.3"),
    ] {
        let decided = decided(&[candidate], Standing::default(), &BUDGET);
        assert_eq!(said(&decided), [(0, "skipped", reason, 0)]);
    }
    let taken = decide(
        &terms(&RULES, &BUDGET, SiteKind::Goldmine),
        Standing::default(),
        &[good("x")],
        |_| Some(Taken::Place),
        9,
    );
    assert_eq!(said(&taken), [(0, "skipped", "this market has a site already", 0)]);
}

#[test]
fn day_is_full_before_the_budget_and_the_total() {
    let all = [good("a"), market("b", "OK", Some(10.0)), good("c"), good("d")];
    let decided_now = decided(&all, Standing::default(), &BUDGET);
    let merits = "score 78.0, expected profit $390.20 a month";
    assert_eq!(
        said(&decided_now),
        [
            (0, "deployed", merits, 4_000),
            (2, "deployed", merits, 4_000),
            (3, "waiting", "2 of 2 sites today", 0),
            (1, "skipped", "score 10 is below 70", 0),
        ]
    );
    assert_eq!(decided_now.sites, [vec![0], vec![2]]);
    for (standing, reason) in [
        (Standing { sites: 10, ..Standing::default() }, "10 of 10 sites"),
        (Standing { today: 2, ..Standing::default() }, "2 of 2 sites today"),
        (Standing { spent_cents: 98_800, ..Standing::default() }, "budget: $12 left, a site costs $40"),
        (Standing { spent_cents: 200_000, ..Standing::default() }, "budget: $0 left, a site costs $40"),
    ] {
        let decided = decided(&[good("a")], standing, &BUDGET);
        assert_eq!(said(&decided), [(0, "waiting", reason, 0)]);
    }
    let small = Terms { new_sites_per_day: 1, ..terms(&RULES, &BUDGET, SiteKind::Goldmine) };
    let decided = decide(&small, Standing::default(), &all, |_| None, 100);
    assert_eq!(decided.sites.len(), 1, "the limit of the installation counts");
    assert_eq!(decided.decisions[1].reason, "1 of 1 sites today, the limit of this installation");
}

#[test]
fn money_set_aside_for_providers_pays_no_site() {
    let budget = CampaignBudget { provider_cents: 93_000, ..BUDGET };
    let decided = decided(&[good("a"), good("b")], Standing::default(), &budget);
    assert_eq!(decided.sites.len(), 1);
    assert_eq!(decided.decisions[1].reason, "budget: $30 left, a site costs $40");
}

#[test]
fn dominator_sites_group_markets_of_a_state_and_cost_once() {
    let all = [
        market("a", "OK", Some(90.0)),
        market("b", "KS", Some(85.0)),
        market("c", "OK", Some(80.0)),
        market("d", "OK", Some(75.0)),
    ];
    let decided = decide(&terms(&RULES, &BUDGET, SiteKind::Dominator), Standing::default(), &all, |_| None, 100);
    assert_eq!(decided.sites, [vec![0, 2, 3]]);
    let costs: Vec<i64> = decided.decisions.iter().map(|one| one.cost_cents).collect();
    assert_eq!(costs, [4_000, 0, 0, 0]);
    let alone = decided.decisions.last().expect("a decision");
    assert_eq!(
        (alone.market, alone.decision, alone.reason.as_str()),
        (1, CampaignDecision::Skipped, "a dominator site needs two markets of a state, and no other one passes")
    );
    let many: Vec<Candidate> = (0..401).map(|no| market(&no.to_string(), "OK", Some(80.0))).collect();
    let decided = decide(&terms(&RULES, &BUDGET, SiteKind::Dominator), Standing::default(), &many, |_| None, 100);
    let sizes: Vec<usize> = decided.sites.iter().map(Vec::len).collect();
    assert_eq!(sizes, [200, 200]);
}

#[test]
fn list_of_decisions_is_bounded_and_keeps_every_site() {
    let all: Vec<Candidate> = (0..50).map(|no| good(&no.to_string())).collect();
    let decided = decide(&terms(&RULES, &BUDGET, SiteKind::Goldmine), Standing::default(), &all, |_| None, 5);
    assert_eq!((decided.sites.len(), decided.decisions.len(), decided.more), (2, 7, 43));
    assert_eq!(
        decide(&terms(&RULES, &BUDGET, SiteKind::Goldmine), Standing::default(), &[], |_| None, 5),
        Decisions::default()
    );
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

#[test]
fn campaign_stops_for_goal_deadline_total_and_budget() {
    let goal = CampaignGoal { kind: CampaignGoalKind::LiveSites, target: 3, by: Some(day("2026-12-31")) };
    let stopped = |standing: Standing, counted, at: &str| stop(&goal, (&RULES, &BUDGET), &standing, counted, day(at));
    let none = Standing::default();
    assert_eq!(stopped(none, 2, "2026-12-31"), None);
    assert_eq!(stopped(none, 3, "2026-12-31"), Some(CampaignStop::Goal));
    assert_eq!(stopped(none, 2, "2027-01-01"), Some(CampaignStop::Deadline));
    assert_eq!(stopped(Standing { sites: 10, ..none }, 0, "2026-12-01"), Some(CampaignStop::SitesTotal));
    assert_eq!(stopped(Standing { spent_cents: 96_000, ..none }, 0, "2026-12-01"), None);
    assert_eq!(stopped(Standing { spent_cents: 96_001, ..none }, 0, "2026-12-01"), Some(CampaignStop::Budget));
    for (by, spent, text) in [
        (CampaignStop::Goal, 0, "The goal is reached: 3 live sites."),
        (CampaignStop::Deadline, 0, "The last day, 2026-12-31, has passed."),
        (CampaignStop::Budget, 98_800, "The budget is used up: $12 left, a site costs $40."),
        (CampaignStop::SitesTotal, 0, "10 of 10 sites are started."),
    ] {
        assert_eq!(stop_reason(by, &goal, &RULES, &BUDGET, spent), text);
    }
    let goal = CampaignGoal { kind: CampaignGoalKind::MonthlyRevenue, target: 250_000, by: None };
    let text = stop_reason(CampaignStop::Goal, &goal, &RULES, &BUDGET, 0);
    assert_eq!(text, "The goal is reached: $2,500 of revenue in 30 days.");
}

fn site(status: SiteStatus, committed_cents: i64, cost_cents: i64) -> CampaignSiteFigures {
    CampaignSiteFigures {
        campaign_id: Uuid::nil(),
        committed_cents,
        cost_cents,
        provider_cents: 0,
        revenue_cents: 10_000,
        recent_revenue_cents: 4_000,
        leads: 3,
        status: Some(status),
        is_live: status == SiteStatus::Live,
        is_withdrawn: false,
    }
}

#[test]
fn provider_calls_are_paid_from_what_is_set_aside_for_them_as_far_as_it_goes() {
    // Of $47 in the ledger $12 are calls of providers: the site itself stays within its commitment.
    let sites = [CampaignSiteFigures { provider_cents: 1_200, ..site(SiteStatus::Live, 4_000, 4_700) }];
    let figures = CampaignFigures::of(&sites);
    assert_eq!((figures.spent_cents, figures.provider_cents), (5_200, 1_200));
    for (provider_cents, on_sites) in [(2_000, 4_000), (1_000, 4_200), (0, 5_200)] {
        let budget = CampaignBudget { provider_cents, ..BUDGET };
        assert_eq!(figures.spent_on_sites_cents(&budget), on_sites);
    }
}

#[test]
fn spending_is_the_higher_of_commitment_and_ledger_and_withdrawn_sites_give_it_back() {
    let withdrawn = CampaignSiteFigures { status: None, is_withdrawn: true, ..site(SiteStatus::Draft, 4_000, 300) };
    let sites = [site(SiteStatus::Live, 4_000, 5_500), site(SiteStatus::Waiting, 4_000, 100), withdrawn];
    let figures = CampaignFigures::of(&sites);
    assert_eq!((figures.sites, figures.live, figures.spent_cents), (2, 1, 5_500 + 4_000 + 300));
    assert_eq!((figures.revenue_cents, figures.recent_revenue_cents, figures.leads), (30_000, 12_000, 9));
    let roi = figures.roi().expect("a ratio");
    assert!((roi - (30_000.0 - 9_800.0) / 9_800.0).abs() < 1e-9, "{roi}");
    assert_eq!(CampaignFigures::default().roi(), None);
    assert_eq!(figures.towards(CampaignGoalKind::MonthlyRevenue), 12_000);
}

fn days(count: u64) -> Vec<NaiveDate> {
    (0..count).filter_map(|no| day("2026-11-01").checked_add_days(Days::new(no))).collect()
}

const FAR: CampaignGoal = CampaignGoal { kind: CampaignGoalKind::Leads, target: 1_000_000, by: None };

#[test]
fn replay_never_repeats_a_market_and_never_exceeds_the_budget() {
    let all: Vec<Candidate> = (0..40).map(|no| good(&no.to_string())).collect();
    let budget = CampaignBudget { total_cents: 27_000, ..BUDGET };
    let terms = terms(&RULES, &budget, SiteKind::Goldmine);
    let replayed = replay(&terms, &FAR, &days(30), |_| &all, |_, _| None, (5, false));
    assert_eq!((replayed.spent_cents, replayed.stopped_by), (24_000, Some(CampaignStop::Budget)));
    let starts: Vec<usize> = replayed.sites.iter().map(|site| site.day).collect();
    assert_eq!(starts, [0, 0, 1, 1, 2, 2]);
    let mut markets: Vec<_> = replayed.sites.iter().flat_map(|site| site.markets.clone()).collect();
    markets.sort();
    markets.dedup();
    assert_eq!(markets.len(), 6);
    assert_eq!(replayed.days.iter().map(|day| day.spent_cents).sum::<i64>(), 24_000);
    assert_eq!(replayed.days[1].decisions[0].market, 2, "positions are those among all candidates of the day");
}

#[test]
fn replay_uses_the_figures_of_each_day() {
    let (early, late) = ([market("a", "OK", Some(40.0))], [market("a", "OK", Some(80.0))]);
    let known = |at: usize| if at < 10 { &early[..] } else { &late[..] };
    let terms = terms(&RULES, &BUDGET, SiteKind::Goldmine);
    let replayed = replay(&terms, &FAR, &days(30), known, |_, _| None, (5, false));
    assert_eq!(replayed.sites.len(), 1);
    assert_eq!(replayed.sites[0].day, 10);
    let taken = replay(&terms, &FAR, &days(30), known, |at, _| (at >= 10).then_some(Taken::Place), (5, false));
    assert_eq!(taken.sites.len(), 0, "the market had a site by then");
    let goal = CampaignGoal { kind: CampaignGoalKind::LiveSites, target: 1, by: None };
    let reached = replay(&terms, &goal, &days(30), known, |_, _| None, (5, false));
    assert_eq!((reached.days.len(), reached.stopped_by), (11, Some(CampaignStop::Goal)));
}

#[test]
fn replay_of_settled_figures_ends_when_nothing_is_left() {
    let all = [good("a"), good("b"), good("c")];
    let terms = terms(&RULES, &BUDGET, SiteKind::Goldmine);
    let replayed = replay(&terms, &FAR, &days(360), |_| &all, |_, _| None, (0, true));
    assert_eq!((replayed.sites.len(), replayed.days.len(), replayed.stopped_by), (3, 3, None));
}

fn in_metro(place: &str, state: &str, metro: &str) -> Candidate {
    Candidate { metro: Some(metro.to_owned()), ..market(place, state, Some(80.0)) }
}

#[test]
fn one_site_of_a_trade_serves_a_metropolitan_area() {
    let all = [
        in_metro("a", "OK", "Tulsa, OK"),
        in_metro("b", "OK", "Tulsa, OK"),
        in_metro("c", "OK", "Enid, OK"),
        good("d"),
    ];
    let terms = terms(&RULES, &BUDGET, SiteKind::Goldmine);
    let decided = decide(&terms, Standing::default(), &all, |_| None, 9);
    assert_eq!(decided.sites, [vec![0], vec![2]], "the next market takes the place of the second one of Tulsa");
    let reasons: Vec<(usize, &str)> =
        decided.decisions[2..].iter().map(|one| (one.market, one.reason.as_str())).collect();
    let near = "a better market serves the same metropolitan area: Tulsa, OK";
    assert_eq!(reasons, [(3, "2 of 2 sites today"), (1, near)]);
    let mut had = TakenMarkets::default();
    had.add("plumbing", "z", Some("Tulsa, OK"));
    had.add("roofing", "c", Some("Enid, OK"));
    let decided = decide(&terms, Standing::default(), &all, |one| one.taken(&had), 9);
    assert_eq!(decided.sites, [vec![2], vec![3]], "another trade takes nothing");
    assert_eq!(decided.decisions[2].reason, "a site of this trade serves Tulsa, OK already");
    let replayed = replay(&terms, &FAR, &days(9), |_| &all, |_, _| None, (9, true));
    let markets: Vec<&str> = replayed.sites.iter().map(|site| site.markets[0].1.as_str()).collect();
    assert_eq!(markets, ["a", "c", "d"], "nor on a later day");
}

#[test]
fn places_of_a_metropolitan_area_share_a_dominator_site_but_two_sites_never_share_the_area() {
    let all = [
        in_metro("a", "MO", "Kansas City, MO-KS"),
        in_metro("b", "KS", "Kansas City, MO-KS"),
        in_metro("c", "MO", "Kansas City, MO-KS"),
        in_metro("d", "KS", "Wichita, KS"),
        in_metro("e", "KS", "Wichita, KS"),
    ];
    let decided = decide(&terms(&RULES, &BUDGET, SiteKind::Dominator), Standing::default(), &all, |_| None, 9);
    assert_eq!(decided.sites, [vec![0, 2], vec![3, 4]]);
    let last = decided.decisions.last().expect("a decision");
    let near = "a better market serves the same metropolitan area: Kansas City, MO-KS";
    assert_eq!((last.market, last.reason.as_str()), (1, near));
}
