//! Transactions of the ledger cannot be created unbalanced.

use chrono::DateTime;
use proptest::prelude::*;
use shared::domain::ledger::{LedgerAccount, LedgerError, LedgerReason, Line, MOST_CENTS, Transaction};

fn account() -> impl Strategy<Value = LedgerAccount> {
    prop::sample::select(LedgerAccount::ALL)
}

fn line() -> impl Strategy<Value = Line> {
    let cents = prop_oneof![-5_i64..500, Just(i64::MAX), Just(i64::MIN), Just(MOST_CENTS), Just(MOST_CENTS + 1)];
    (account(), cents, any::<bool>()).prop_map(|(account, cents, is_debit)| {
        if is_debit { Line::Debit(account, cents) } else { Line::Credit(account, cents) }
    })
}

proptest! {
    #[test]
    fn whatever_can_be_created_is_balanced(lines in prop::collection::vec(line(), 0..6)) {
        let created = Transaction::new(LedgerReason::Rent, "key", "USD", lines.clone(), DateTime::UNIX_EPOCH);
        let is_valid = lines.iter().all(|line| (1..=MOST_CENTS).contains(&(line.amounts().0 + line.amounts().1)));
        let (debits, credits) = lines.iter().fold((0_i128, 0_i128), |(debits, credits), line| {
            (debits + i128::from(line.amounts().0), credits + i128::from(line.amounts().1))
        });
        prop_assert_eq!(created.is_ok(), is_valid && debits == credits && debits > 0);
        if let Ok(transaction) = created {
            prop_assert_eq!(i128::from(transaction.cents()), credits);
        }
    }

    #[test]
    fn amount_of_a_reason_moves_between_its_accounts(
        reason in prop::sample::select(LedgerReason::ALL), cents in 1_i64..=MOST_CENTS,
    ) {
        let transaction = Transaction::of(reason, "key", "EUR", cents, DateTime::UNIX_EPOCH).expect("balanced");
        let (debited, credited) = reason.accounts();
        prop_assert_eq!(transaction.lines(), &[Line::Debit(debited, cents), Line::Credit(credited, cents)]);
        prop_assert_ne!(debited, credited);
    }
}

#[test]
fn invalid_parts_are_named() {
    let of = |key: &str, currency: &str, cents| {
        Transaction::of(LedgerReason::Rent, key, currency, cents, DateTime::UNIX_EPOCH).map(|one| one.cents())
    };
    assert_eq!(of("k", "USD", 1), Ok(1));
    for cents in [0, -1, i64::MIN, MOST_CENTS + 1] {
        assert_eq!(of("k", "USD", cents), Err(LedgerError::Amount), "{cents}");
    }
    for currency in ["", "usd", "US", "USDX", "U$D", "ÄÖ"] {
        assert_eq!(of("k", currency, 1), Err(LedgerError::Currency), "{currency}");
    }
    for key in [String::new(), "k".repeat(201)] {
        assert_eq!(of(&key, "USD", 1), Err(LedgerError::Key), "{key}");
    }
}

#[test]
fn projection_adds_the_mean_of_recent_days_with_their_variance() {
    use shared::domain::revenue::project;
    assert_eq!(project(5_000, &[100; 13], 10), None, "too few days");
    let steady = project(5_000, &[100; 14], 10).expect("a projection");
    assert_eq!((steady.low_cents, steady.mid_cents, steady.high_cents), (6_000, 6_000, 6_000));
    // Mean 100, sample variance 100² · 28 / 27; the 90th percentile of 9 days is 1.2816 · √(9 · variance) away.
    let days: Vec<i64> = (0..28).map(|no| if no % 2 == 0 { 0 } else { 200 }).collect();
    let uneven = project(0, &days, 9).expect("a projection");
    assert_eq!((uneven.low_cents, uneven.mid_cents, uneven.high_cents), (508, 900, 1_292));
    assert_eq!(project(700, &days, 0).map(|one| (one.low_cents, one.high_cents)), Some((700, 700)), "a month's end");
}
