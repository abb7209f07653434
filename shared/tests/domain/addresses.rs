//! Addresses that the server may be made to call, by the registries of special-purpose addresses (RFC 6890).

use std::net::IpAddr;

use net::addresses::{AddressGuard, LookupError, NoRange, Range, Unfit};

fn permits(guard: &AddressGuard, address: &str) -> bool {
    guard.permits(address.parse().unwrap_or_else(|_| panic!("{address} is an address")))
}

fn guard(ranges: &[&str]) -> AddressGuard {
    AddressGuard::allowing(ranges.iter().map(|range| range.parse().expect("a range")).collect())
}

#[test]
fn special_blocks_of_version_4_are_closed_from_their_first_to_their_last_address() {
    let none = AddressGuard::default();
    // First and last address of each block, and the public neighbours just outside of it.
    for (first, last, before, after) in [
        ("0.0.0.0", "0.255.255.255", None, Some("1.0.0.0")),
        ("10.0.0.0", "10.255.255.255", Some("9.255.255.255"), Some("11.0.0.0")),
        ("100.64.0.0", "100.127.255.255", Some("100.63.255.255"), Some("100.128.0.0")),
        ("127.0.0.0", "127.255.255.255", Some("126.255.255.255"), Some("128.0.0.0")),
        ("169.254.0.0", "169.254.255.255", Some("169.253.255.255"), Some("169.255.0.0")),
        ("172.16.0.0", "172.31.255.255", Some("172.15.255.255"), Some("172.32.0.0")),
        ("192.0.0.0", "192.0.0.255", Some("191.255.255.255"), Some("192.0.1.0")),
        ("192.0.2.0", "192.0.2.255", Some("192.0.1.255"), Some("192.0.3.0")),
        ("192.168.0.0", "192.168.255.255", Some("192.167.255.255"), Some("192.169.0.0")),
        ("198.18.0.0", "198.19.255.255", Some("198.17.255.255"), Some("198.20.0.0")),
        ("198.51.100.0", "198.51.100.255", Some("198.51.99.255"), Some("198.51.101.0")),
        ("203.0.113.0", "203.0.113.255", Some("203.0.112.255"), Some("203.0.114.0")),
        ("224.0.0.0", "255.255.255.255", Some("223.255.255.255"), None),
    ] {
        assert!(!permits(&none, first) && !permits(&none, last), "{first} to {last}");
        for neighbour in [before, after].into_iter().flatten() {
            assert!(permits(&none, neighbour), "{neighbour}");
        }
        for mapped in [first, last] {
            assert!(!permits(&none, &format!("::ffff:{mapped}")), "{mapped} as version 6");
        }
    }
}

#[test]
fn special_blocks_of_version_6_are_closed() {
    let none = AddressGuard::default();
    for own in [
        "::",
        "::1",
        "::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378::1",
        "2001:1ff:ffff::1",
        "2001:db8::1",
        "2001:db8:ffff::1",
        "2002::1",
        "2002:ffff::1",
        "fc00::1",
        "fdff::1",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff00::1",
        "ffff::1",
        "1fff::1",
        "4000::1",
        "5f00::1",
    ] {
        assert!(!permits(&none, own), "{own}");
    }
    for public in ["2000::1", "2001:200::1", "2001:db7::1", "2001:db9::1", "2003::1", "2606:4700::1111", "3ffe::1"] {
        assert!(permits(&none, public), "{public}");
    }
}

#[test]
fn ranges_contain_what_shares_their_bits() {
    for (range, inside, outside) in [
        ("10.1.2.3/32", "10.1.2.3", "10.1.2.4"),
        ("10.1.2.3", "10.1.2.3", "10.1.2.2"),
        ("10.1.2.2/31", "10.1.2.3", "10.1.2.4"),
        ("10.1.2.99/24", "10.1.2.0", "10.1.3.0"),
        ("10.0.0.0/9", "10.127.255.255", "10.128.0.0"),
        ("192.168.0.0/16", "192.168.255.1", "10.0.0.1"),
        ("fd00::/8", "fdff::1", "fe80::1"),
        ("fd00::1/128", "fd00::1", "fd00::2"),
        ("fd00::/127", "fd00::1", "fd00::2"),
    ] {
        let guard = guard(&[range]);
        assert!(permits(&guard, inside), "{inside} in {range}");
        assert!(!permits(&guard, outside), "{outside} in {range}");
    }
    let all = guard(&["0.0.0.0/0"]);
    assert!(permits(&all, "10.0.0.1") && permits(&all, "::ffff:10.0.0.1") && !permits(&all, "fd00::1"));
    assert!(permits(&guard(&["::/0"]), "fe80::1") && !permits(&guard(&["::/0"]), "10.0.0.1"));
    assert!(permits(&guard(&["10.0.0.1", "fd00::/8"]), "fd00::9"), "any of several");
}

#[test]
fn ranges_that_are_none_are_refused_with_their_text() {
    for wrong in [
        "",
        "/",
        "/8",
        "10.0.0.0/",
        "10.0.0.0/33",
        "10.0.0.0/+8x",
        "10.0.0.0/8/8",
        "10.0.0",
        "010.0.0.1/8",
        "::/129",
        "::1%eth0",
        "localhost",
        "10.0.0.0/256",
        "1.2.3.4.5",
        "0x7f.0.0.1",
    ] {
        let error = wrong.parse::<Range>().expect_err(wrong);
        assert!(error.to_string().contains(&format!("'{wrong}'")), "{error}");
        let _: NoRange = error;
    }
    assert!(" 10.0.0.0/8 ".parse::<Range>().is_ok(), "white space around");
}

#[test]
fn check_refuses_schemes_credentials_and_own_addresses_however_they_are_written() {
    let none = AddressGuard::default();
    let check = |text: &str| none.check(&text.parse().unwrap_or_else(|_| panic!("{text} is a URL")));
    for scheme in ["ftp://example.com/", "file:///etc/passwd", "gopher://example.com", "data:text/plain,x", "ws://a.b"]
    {
        assert!(matches!(check(scheme), Err(Unfit::Scheme(_))), "{scheme}");
    }
    for named in ["http://a@example.com", "https://a:b@example.com", "https://:b@example.com", "http://a@127.0.0.1"] {
        assert_eq!(check(named), Err(Unfit::Credentials), "{named}");
    }
    for own in [
        "http://127.1/",
        "http://0/",
        "http://0x7f000001",
        "http://017700000001",
        "http://127.0.0.1.:80/",
        "http://１２７.0.0.1/",
        "https://[fe80::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[::]/",
    ] {
        let refused = check(own).expect_err(own);
        assert!(matches!(refused, Unfit::OwnNetwork(_)), "{own}: {refused}");
        assert!(refused.to_string().contains("MOTHERLODE_ALLOW_ADDRESSES"), "names the setting");
    }
    for fine in ["https://example.com", "HTTP://EXAMPLE.COM:8080/a?b#c", "https://8.8.8.8/", "https://bücher.example/"]
    {
        assert_eq!(check(fine), Ok(()), "{fine}");
    }
    let opened = guard(&["127.0.0.0/8"]);
    assert_eq!(opened.check(&"http://127.1:9000/".parse().expect("a URL")), Ok(()));
    assert!(opened.check(&"ftp://127.0.0.1/".parse().expect("a URL")).is_err());
}

#[tokio::test]
async fn look_up_keeps_only_addresses_that_may_be_called() {
    let none = AddressGuard::default();
    assert_eq!(none.look_up("127.0.0.1").await, Err(LookupError::OwnNetwork("127.0.0.1".to_owned())));
    let error = none.look_up("::1").await.expect_err("the own machine").to_string();
    assert!(error.contains("MOTHERLODE_ALLOW_ADDRESSES"), "{error}");
    let found = guard(&["127.0.0.1"]).look_up("127.0.0.1").await.expect("an address");
    let addresses: Vec<IpAddr> = found.iter().map(std::net::SocketAddr::ip).collect();
    assert_eq!(addresses, ["127.0.0.1".parse::<IpAddr>().expect("an address")]);
    for nowhere in ["", "no such name", "-", "a..b"] {
        assert_eq!(none.look_up(nowhere).await, Err(LookupError::Unknown(nowhere.to_owned())), "{nowhere}");
    }
}
