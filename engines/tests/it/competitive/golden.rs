//! Reference values of other software.

use engines::common::Unattended;
use engines::competitive::{explain, rank_biased_overlap};

use super::{checked, input, serp};

#[test]
fn rank_biased_overlap_is_that_of_the_reference() {
    // See PROVENANCE.md: the Python package rbo, `rbo_ext`.
    for (a, b, p, expected) in [
        ("abcde", "abcde", 0.9, 1.0),
        ("abcde", "bacde", 0.9, 0.9),
        ("abcde", "fghij", 0.9, 0.0),
        ("abcdefg", "acbh", 0.8, 0.792),
        ("ab", "cabd", 0.95, 0.704_385_416_667),
        ("a", "bcda", 0.7, 0.085_75),
    ] {
        let value = rank_biased_overlap(a.as_bytes(), b.as_bytes(), p);
        assert!((value - expected).abs() < 1e-10, "{a} {b} {value} {expected}");
    }
    assert_eq!(rank_biased_overlap::<u8>(&[], b"ab", 0.9), 0.0);
}

#[test]
fn strengths_are_the_posterior_mode() {
    // See PROVENANCE.md: the same likelihood and prior maximised by SciPy.
    let hosts = ["own.example", "b.example", "c.example", "d.example"];
    let rankings: [&[usize]; 6] = [&[0, 1, 2, 3], &[0, 2, 1], &[1, 0, 3, 2], &[2, 0, 3], &[0, 1, 3, 2], &[3, 1]];
    let snapshots = rankings
        .iter()
        .enumerate()
        .map(|(at, ranking)| serp(&format!("q{at}"), &ranking.iter().map(|site| hosts[*site]).collect::<Vec<_>>()));
    let output = explain(&input(snapshots.collect(), Vec::new()), &checked(), &Unattended).unwrap();
    let expected =
        [(1.116_897_4, 1.156_452), (0.000_889_4, 1.147_025), (-0.553_627_8, 1.123_196), (-0.564_159_1, 1.122_176)];
    for (host, (strength, error)) in hosts.iter().zip(expected) {
        let site = output.clusters[0].sites.iter().find(|site| site.domain == *host).unwrap();
        assert!((site.strength - strength).abs() < 1e-5, "{site:?} {strength}");
        assert!((site.standard_error - error).abs() < 1e-3, "{site:?} {error}");
    }
}
