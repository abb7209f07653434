//! Schedules' times, compared with croniter 7.0.0, which computed the expected moments.

use chrono::{DateTime, Duration, Utc};
use shared::domain::cron::{Cron, CronError};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("a moment")
}

fn next(expression: &str, zone: &str, after: &str, n: usize) -> Vec<String> {
    let cron = Cron::parse(expression, zone).unwrap_or_else(|error| panic!("{expression} in {zone}: {error}"));
    let ticks = std::iter::successors(cron.next(at(after)), |tick| cron.next(*tick)).take(n);
    ticks.map(|tick| tick.format("%Y-%m-%dT%H:%M:%SZ").to_string()).collect()
}

/// Expression, zone, start, and the next three moments.
type Case = (&'static str, &'static str, &'static str, [&'static str; 3]);

fn assert_cases(cases: &[Case]) {
    for (expression, zone, after, expected) in cases {
        assert_eq!(next(expression, zone, after, 3), expected, "{expression} in {zone} after {after}");
    }
}

#[test]
fn next_keeps_the_clock_time_across_daylight_saving_in_every_zone() {
    assert_cases(&[
        (
            "30 6 * * *",
            "Europe/Berlin",
            "2026-03-27T23:00:00Z",
            ["2026-03-28T05:30:00Z", "2026-03-29T04:30:00Z", "2026-03-30T04:30:00Z"],
        ),
        (
            "30 6 * * *",
            "Europe/Berlin",
            "2026-10-23T23:00:00Z",
            ["2026-10-24T04:30:00Z", "2026-10-25T05:30:00Z", "2026-10-26T05:30:00Z"],
        ),
        (
            "0 9 * * 1-5",
            "America/New_York",
            "2026-03-05T20:00:00Z",
            ["2026-03-06T14:00:00Z", "2026-03-09T13:00:00Z", "2026-03-10T13:00:00Z"],
        ),
        (
            "0 9 * * 1-5",
            "America/New_York",
            "2026-10-29T20:00:00Z",
            ["2026-10-30T13:00:00Z", "2026-11-02T14:00:00Z", "2026-11-03T14:00:00Z"],
        ),
        (
            "0 8 * * 6,0",
            "Europe/London",
            "2026-03-26T00:00:00Z",
            ["2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-04-04T07:00:00Z"],
        ),
        // Half an hour of daylight saving.
        (
            "45 23 * * 0",
            "Australia/Lord_Howe",
            "2026-03-20T00:00:00Z",
            ["2026-03-22T12:45:00Z", "2026-03-29T12:45:00Z", "2026-04-05T13:15:00Z"],
        ),
        (
            "30 14 * 11 4",
            "America/Chicago",
            "2026-10-25T00:00:00Z",
            ["2026-11-05T20:30:00Z", "2026-11-12T20:30:00Z", "2026-11-19T20:30:00Z"],
        ),
        (
            "0 22 28-31 * *",
            "Europe/Berlin",
            "2027-02-20T00:00:00Z",
            ["2027-02-28T21:00:00Z", "2027-03-28T20:00:00Z", "2027-03-29T20:00:00Z"],
        ),
    ]);
}

#[test]
fn next_takes_the_day_of_the_zone_not_that_of_utc() {
    assert_cases(&[
        (
            "15 3 1 * *",
            "Asia/Kathmandu",
            "2026-12-15T00:00:00Z",
            ["2026-12-31T21:30:00Z", "2027-01-31T21:30:00Z", "2027-02-28T21:30:00Z"],
        ),
        (
            "0 12 * * *",
            "Pacific/Apia",
            "2026-12-30T00:00:00Z",
            ["2026-12-30T23:00:00Z", "2026-12-31T23:00:00Z", "2027-01-01T23:00:00Z"],
        ),
        (
            "0 0 1 1 *",
            "Pacific/Kiritimati",
            "2026-06-01T00:00:00Z",
            ["2026-12-31T10:00:00Z", "2027-12-31T10:00:00Z", "2028-12-31T10:00:00Z"],
        ),
        (
            "5 4 * * 0",
            "America/Sao_Paulo",
            "2026-02-27T00:00:00Z",
            ["2026-03-01T07:05:00Z", "2026-03-08T07:05:00Z", "2026-03-15T07:05:00Z"],
        ),
        (
            "0 */6 * * *",
            "Asia/Kolkata",
            "2026-02-27T21:15:00Z",
            ["2026-02-28T00:30:00Z", "2026-02-28T06:30:00Z", "2026-02-28T12:30:00Z"],
        ),
        (
            "*/20 8-9 * * 2,4",
            "Africa/Casablanca",
            "2026-02-10T00:00:00Z",
            ["2026-02-10T07:00:00Z", "2026-02-10T07:20:00Z", "2026-02-10T07:40:00Z"],
        ),
        (
            "59 23 31 * *",
            "America/St_Johns",
            "2026-01-31T12:00:00Z",
            ["2026-02-01T03:29:00Z", "2026-04-01T02:29:00Z", "2026-06-01T02:29:00Z"],
        ),
    ]);
}

#[test]
fn next_reads_lists_ranges_steps_and_names() {
    assert_cases(&[
        (
            "*/15 * * * *",
            "UTC",
            "2026-03-01T23:59:30Z",
            ["2026-03-02T00:00:00Z", "2026-03-02T00:15:00Z", "2026-03-02T00:30:00Z"],
        ),
        (
            "0 0 29 2 *",
            "UTC",
            "2026-01-01T00:00:00Z",
            ["2028-02-29T00:00:00Z", "2032-02-29T00:00:00Z", "2036-02-29T00:00:00Z"],
        ),
        (
            "10-20/5 1,13 * JAN,jul *",
            "UTC",
            "2026-03-06T09:00:00Z",
            ["2026-07-01T01:10:00Z", "2026-07-01T01:15:00Z", "2026-07-01T01:20:00Z"],
        ),
        (
            "0 8 * * MON-FRI",
            "UTC",
            "2026-03-06T09:00:00Z",
            ["2026-03-09T08:00:00Z", "2026-03-10T08:00:00Z", "2026-03-11T08:00:00Z"],
        ),
        (
            "0 8 * * sun",
            "UTC",
            "2026-03-06T09:00:00Z",
            ["2026-03-08T08:00:00Z", "2026-03-15T08:00:00Z", "2026-03-22T08:00:00Z"],
        ),
        (
            "0 8 * * 0-6/2",
            "UTC",
            "2026-03-06T09:00:00Z",
            ["2026-03-07T08:00:00Z", "2026-03-08T08:00:00Z", "2026-03-10T08:00:00Z"],
        ),
        (
            "0 8 * * */2",
            "UTC",
            "2026-03-06T09:00:00Z",
            ["2026-03-07T08:00:00Z", "2026-03-08T08:00:00Z", "2026-03-10T08:00:00Z"],
        ),
        (
            "0 3 * 3,10 7",
            "Europe/Berlin",
            "2026-03-01T12:00:00Z",
            ["2026-03-08T02:00:00Z", "2026-03-15T02:00:00Z", "2026-03-22T02:00:00Z"],
        ),
    ]);
}

#[test]
fn next_reads_ranges_of_weekdays_that_end_on_sunday_as_seven() {
    assert_cases(&[
        (
            "0 8 * * 5-7",
            "UTC",
            "2026-03-03T00:00:00Z",
            ["2026-03-06T08:00:00Z", "2026-03-07T08:00:00Z", "2026-03-08T08:00:00Z"],
        ),
        (
            "0 8 * * 1-7",
            "UTC",
            "2026-03-06T09:00:00Z",
            ["2026-03-07T08:00:00Z", "2026-03-08T08:00:00Z", "2026-03-09T08:00:00Z"],
        ),
        (
            "0 8 * * 0-7",
            "UTC",
            "2026-03-06T09:00:00Z",
            ["2026-03-07T08:00:00Z", "2026-03-08T08:00:00Z", "2026-03-09T08:00:00Z"],
        ),
        (
            "0 8 * * 3-7/2",
            "UTC",
            "2026-03-02T00:00:00Z",
            ["2026-03-04T08:00:00Z", "2026-03-06T08:00:00Z", "2026-03-08T08:00:00Z"],
        ),
    ]);
}

#[test]
fn next_fires_on_either_day_where_both_kinds_of_days_are_restricted() {
    assert_cases(&[
        (
            "0 0 13 * 5",
            "UTC",
            "2026-03-01T00:00:00Z",
            ["2026-03-06T00:00:00Z", "2026-03-13T00:00:00Z", "2026-03-20T00:00:00Z"],
        ),
        (
            "0 0 1,15 * 1",
            "UTC",
            "2026-03-01T00:00:00Z",
            ["2026-03-02T00:00:00Z", "2026-03-09T00:00:00Z", "2026-03-15T00:00:00Z"],
        ),
    ]);
    let cron = Cron::parse("0 0 1,15 * 1", "UTC").expect("a schedule");
    assert_eq!(cron.shortest_gap(at("2026-03-01T00:00:00Z")), Some(Duration::days(1)), "15 and 16 March");
}

#[test]
fn next_of_an_hour_that_the_clock_skips_waits_for_a_day_that_has_it() {
    // Berlin's clock goes from 02:00 to 03:00 on 29 March 2026.
    let ticks = next("30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 3);
    assert_eq!(ticks[0], "2026-03-28T01:30:00Z");
    assert!(ticks.contains(&"2026-03-30T00:30:00Z".to_owned()), "{ticks:?}");
    let hourly = next("0 * * * *", "Europe/Berlin", "2026-03-28T23:30:00Z", 4);
    let expected = ["2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z", "2026-03-29T03:00:00Z"];
    assert_eq!(hourly, expected, "an hourly schedule misses no hour");
}

#[test]
fn next_of_an_hour_that_the_clock_repeats_fires_and_never_goes_back() {
    // Berlin's clock goes from 03:00 to 02:00 on 25 October 2026.
    let daily = next("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2);
    assert_eq!(daily, ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"], "the first 02:30, once");
    for (expression, zone, start) in [
        ("*/10 * * * *", "Europe/Berlin", "2026-10-24T23:00:00Z"),
        ("30 1 * * *", "America/New_York", "2026-10-31T00:00:00Z"),
        ("15 1 * * *", "Australia/Lord_Howe", "2026-04-03T00:00:00Z"),
        ("0 0 * * *", "America/Havana", "2026-10-30T00:00:00Z"),
    ] {
        let ticks: Vec<DateTime<Utc>> = next(expression, zone, start, 40).iter().map(|tick| at(tick)).collect();
        assert_eq!(ticks.len(), 40, "{expression} in {zone}");
        assert!(ticks.windows(2).all(|pair| pair[0] < pair[1]), "{expression} in {zone}: {ticks:?}");
    }
}

#[test]
fn next_is_after_the_moment_even_when_that_is_a_tick() {
    let cron = Cron::parse("0 0 * * *", "UTC").expect("a schedule");
    assert_eq!(cron.next(at("2026-01-01T00:00:00Z")), Some(at("2026-01-02T00:00:00Z")));
    assert_eq!(cron.next(at("2026-01-01T23:59:59.999999Z")), Some(at("2026-01-02T00:00:00Z")));
    assert_eq!(cron.next(at("2025-12-31T23:59:59.999999999Z")), Some(at("2026-01-01T00:00:00Z")));
}

#[test]
fn next_of_a_day_that_never_comes_is_none() {
    for never in ["0 0 31 2 *", "0 0 30 2 *", "0 0 31 4,6,9,11 *"] {
        let cron = Cron::parse(never, "Europe/Berlin").expect("well-formed");
        assert_eq!(cron.next(at("2026-01-01T00:00:00Z")), None, "{never}");
        assert_eq!(cron.shortest_gap(at("2026-01-01T00:00:00Z")), None, "{never}");
    }
}

#[test]
fn shortest_gap_finds_the_two_ticks_that_are_closest() {
    let gap = |text: &str, zone| Cron::parse(text, zone).expect(text).shortest_gap(at("2026-03-20T00:00:00Z"));
    assert_eq!(gap("* * * * *", "UTC"), Some(Duration::minutes(1)));
    assert_eq!(gap("0,59 * * * *", "UTC"), Some(Duration::minutes(1)), "from 10:59 to 11:00");
    assert_eq!(gap("0 6 * * 1,2", "UTC"), Some(Duration::days(1)));
    assert_eq!(gap("0 6 1 * *", "UTC"), Some(Duration::days(28)), "February");
    assert_eq!(gap("0 6 * * *", "Europe/Berlin"), Some(Duration::hours(23)), "the day of 29 March is short");
}

#[test]
fn parse_names_the_field_that_is_wrong() {
    let error = |expression: &str, zone: &str| Cron::parse(expression, zone).err();
    for wrong in [
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * 32 * *",
        "* * * 13 *",
        "* * * 0 *",
        "* * * * 8",
        "* * * * 9-1",
        "a * * * *",
        "-1 * * * *",
        "1.5 * * * *",
        "*/0 * * * *",
        "* * * * MOON",
        "@hourly",
        "5-1 * * * *",
        "🦀 * * * *",
        "* * * * ,",
        "* * * * 1-",
        "* * * * -",
        "1e3 * * * *",
    ] {
        assert_eq!(error(wrong, "UTC"), Some(CronError::Expression), "{wrong}");
    }
    for zone in ["", "Berlin", "CEST+2", "europe/berlin ", "+02:00", "UTC\0"] {
        assert_eq!(error("* * * * *", zone), Some(CronError::TimeZone), "{zone}");
    }
    assert!(error("  0   6 *\t* 1 ", "Europe/Berlin").is_none(), "any white space between fields");
    assert!(CronError::TimeZone.to_string().contains("Europe/Berlin"));
    assert!(CronError::Expression.to_string().contains("30 6 * * 1"));
}
