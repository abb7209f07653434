//! Signatures of webhooks and when deliveries are attempted again.
//!
//! The expected signatures were computed by `hmac` and `hashlib` of Python's standard library.

use chrono::{DateTime, Duration};
use shared::{
    config::Secret,
    webhooks::{ATTEMPTS, DISABLE_AFTER, SigningSecret, next_attempt, verify},
};

fn secret(text: &str) -> SigningSecret {
    SigningSecret::from_text(text.to_owned())
}

#[test]
fn sign_is_the_hmac_sha256_of_the_time_and_the_body() {
    for (key, seconds, body, expected) in [
        (
            "Jefe".to_owned(),
            28,
            "what do ya want for nothing?",
            "d99ac382107d285c4c188d4d8f2c591e3b67931bad6698c09077801971e9b12e",
        ),
        ("k".to_owned(), 0, "", "6b4a4b8b3c40f1e8f53a3d36682e5f99f7ad2ac1df1c93dfe336f329167641e7"),
        (
            format!("whsec_{}", "a".repeat(43)),
            1_700_000_000,
            "{\"a\":1}",
            "a8978533433b1ad83782b9ad0d52668cfdb9496bf7aa1ea6c6d5b071c2ae8f89",
        ),
        ("x".repeat(63), -1, "body", "d15498554f7295608e4bcfd23ce92322f695ce4345c457e75e93fa38ed0ac92f"),
        ("y".repeat(64), i64::MAX, "Zoë 🦀 日本語", "597ded2f552df00840a5f9f21c398225dfe718ac0e27709e0685128b1d5df1ce"),
        (
            "z".repeat(65),
            1,
            "one byte more than a block",
            "4339cf26bd5dfac3262534f7953ec1217f06540bbb50c5beaa25d34ce1ee6df0",
        ),
        (
            "q".repeat(131),
            4,
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "57a2c3edd630ded9ef8c0e3551606826540ad6faa938f42c2db568b21fef113c",
        ),
        (
            "Schlüssel".to_owned(),
            5,
            "line\nline\r\n",
            "a0064ff4c3cd904880a0486a634d595f84d36d51b56122ca545d81dab73d50a8",
        ),
    ] {
        let header = secret(&key).sign(seconds, body.as_bytes());
        assert_eq!(header, format!("t={seconds},v1={expected}"), "{key}");
        assert!(verify(&secret(&key), &header, body.as_bytes()), "{key}");
    }
}

#[test]
fn verify_accepts_what_sign_wrote_in_any_order_and_case() {
    let key = secret("whsec_abc");
    let body = "{\"text\":\"Zoë 🦀\"}".as_bytes();
    let header = key.sign(1_800_000_000, body);
    let (time, signature) = header.split_once(',').expect("two parts");
    for accepted in [
        header.clone(),
        format!("{signature},{time}"),
        format!("{time}, {signature}"),
        format!("{time},v0=ff,{signature},x=y"),
        format!("{time},{}", signature.to_uppercase().replace("V1=", "v1=")),
    ] {
        assert!(verify(&key, &accepted, body), "{accepted}");
    }
}

#[test]
fn verify_refuses_any_change_of_secret_time_signature_or_body() {
    let key = secret("whsec_abc");
    let body = b"{\"a\":1}";
    let header = key.sign(1_800_000_000, body);
    assert!(!verify(&secret("whsec_abd"), &header, body), "another secret");
    assert!(!verify(&key, &header.replace("t=1800000000", "t=1800000001"), body), "another time");
    assert!(!verify(&key, &header.replace("t=1800000000", "t=01800000000"), b"{\"a\":2}"));
    for n in 0..body.len() {
        let mut changed = body.to_vec();
        changed[n] ^= 1;
        assert!(!verify(&key, &header, &changed), "byte {n}");
    }
    let digits = header.find("v1=").expect("a signature") + 3;
    for n in digits..header.len() {
        let mut changed = header.clone().into_bytes();
        changed[n] = if changed[n] == b'0' { b'1' } else { b'0' };
        let changed = String::from_utf8(changed).expect("ASCII");
        assert!(!verify(&key, &changed, body), "digit {n}");
    }
}

#[test]
fn verify_refuses_headers_that_are_malformed_or_cut_short() {
    let key = secret("whsec_abc");
    let header = key.sign(7, b"body");
    for wrong in ["", ",", "t=7", "v1=", "t=7,v1=", "t=7,v1=zz", "t=,v1=00", "t=x,v1=00", "t=7,v1=0", "T=7,V1=00"] {
        assert!(!verify(&key, wrong, b"body"), "{wrong}");
    }
    for n in 0..header.len() {
        assert!(!verify(&key, &header[..n], b"body"), "the first {n} characters");
    }
    assert!(!verify(&key, &format!("{header}00"), b"body"), "too long");
}

#[test]
fn derived_secrets_are_stable_and_differ_by_nonce_and_installation() {
    let derive = |installation: &str, nonce: &[u8]| {
        SigningSecret::derive(&Secret::new(installation.to_owned()), nonce).reveal().to_owned()
    };
    assert_eq!(derive("correct horse battery staple", &[7; 16]), "whsec_Z-afqxgSX5W2l-GYQxXf0zsu1yX5RMSAWBbGEmBwDgI");
    assert_eq!(derive("", b""), "whsec_UoN3ULtavcqNoK4hqGEvLf1rumlP8CXbMVgTJI4_Mg8");
    let all = [derive("a", b"1"), derive("a", b"2"), derive("b", b"1"), derive("a", b""), derive("a", b"1\0")];
    for (n, one) in all.iter().enumerate() {
        assert!(!all[..n].contains(one), "{one}");
        assert!(one.starts_with("whsec_") && one.len() == 6 + 43, "{one}");
    }
}

#[test]
fn secrets_do_not_print_themselves() {
    let installation = Secret::new("installation-secret".to_owned());
    let key = SigningSecret::derive(&installation, b"nonce");
    let printed = format!("{key:?} {installation:?} {:?}", Some(&installation));
    assert!(!printed.contains(key.reveal()) && !printed.contains("installation-secret"), "{printed}");
}

#[test]
fn attempts_double_their_pause_until_six_hours_and_end_after_the_last() {
    let now = DateTime::UNIX_EPOCH;
    let pauses: Vec<i64> = (1..ATTEMPTS)
        .map(|attempts| (next_attempt(attempts, 0.0, now).expect("another attempt") - now).num_seconds())
        .collect();
    let (doubled, longest) = pauses.split_at(10);
    assert_eq!(doubled, [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360]);
    assert_eq!(longest, [21_600; 10]);
    assert_eq!(pauses.iter().sum::<i64>(), 246_690, "almost three days from the first to the last");
    for attempts in [ATTEMPTS, ATTEMPTS + 1, i32::MAX] {
        assert_eq!(next_attempt(attempts, 0.0, now), None, "{attempts}");
    }
    assert_eq!(next_attempt(0, 0.0, now), next_attempt(1, 0.0, now));
    assert_eq!(next_attempt(i32::MIN + 1, 0.0, now), next_attempt(1, 0.0, now));
    assert_eq!((ATTEMPTS, DISABLE_AFTER), (21, 40), "the guide names them; one delivery alone disables no webhook");
}

#[test]
fn jitter_takes_off_at_most_a_quarter_of_the_pause() {
    let now = DateTime::UNIX_EPOCH;
    for attempts in 1..ATTEMPTS {
        let full = next_attempt(attempts, 0.0, now).expect("another") - now;
        let least = next_attempt(attempts, 1.0, now).expect("another") - now;
        assert_eq!(least, full - full / 4, "{attempts}");
        let half = next_attempt(attempts, 0.5, now).expect("another") - now;
        assert!((half - (full - full / 8)).abs() <= Duration::milliseconds(1), "{attempts}");
        for odd in [-5.0, f64::NEG_INFINITY] {
            assert_eq!(next_attempt(attempts, odd, now), Some(now + full), "{odd}");
        }
        assert_eq!(next_attempt(attempts, f64::INFINITY, now), Some(now + least));
    }
}
