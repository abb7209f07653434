//! Guard for outgoing requests: refuses addresses of the server's own network, unless the operator allows them.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    str::FromStr,
};

use url::{Host, Url};

/// A range of addresses, such as `10.0.0.0/8` or `::1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    base: IpAddr,
    bits: u8,
}

/// Error for a malformed range.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("'{0}' is no range of addresses, as in 10.0.0.0/8")]
pub struct NoRange(String);

/// Reason why a name cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LookupError {
    /// The name does not resolve.
    #[error("no server is known by the name {0}")]
    Unknown(String),
    /// The name resolves only to addresses that are not allowed.
    #[error("{0} is of this network; MOTHERLODE_ALLOW_ADDRESSES can allow it")]
    OwnNetwork(String),
}

/// Reason why a URL is refused before its name is resolved.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Unfit {
    /// The scheme is not HTTP.
    #[error("Only http:// and https:// URLs are supported, not {0}:")]
    Scheme(String),
    /// It contains a user name or a password.
    #[error("The URL contains a user name or password. Remove them.")]
    Credentials,
    /// It is an address of the own network.
    #[error(
        "{0} is an address of this server's own network, which is blocked. The operator can allow it with MOTHERLODE_ALLOW_ADDRESSES."
    )]
    OwnNetwork(String),
}

impl FromStr for Range {
    type Err = NoRange;

    fn from_str(text: &str) -> Result<Self, NoRange> {
        let wrong = || NoRange(text.to_owned());
        let (base, bits) = text.trim().split_once('/').map_or((text.trim(), None), |(base, bits)| (base, Some(bits)));
        let base: IpAddr = base.parse().map_err(|_| wrong())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        if bits > most { Err(wrong()) } else { Ok(Self { base, bits }) }
    }
}

impl Range {
    fn contains(self, address: IpAddr) -> bool {
        match (self.base, address) {
            (IpAddr::V4(base), IpAddr::V4(address)) => {
                let shift = 32 - u32::from(self.bits);
                u64::from(base.to_bits()) >> shift == u64::from(address.to_bits()) >> shift
            }
            (IpAddr::V6(base), IpAddr::V6(address)) => {
                let mask = u128::MAX.checked_shl(128 - u32::from(self.bits)).unwrap_or(0);
                base.to_bits() & mask == address.to_bits() & mask
            }
            _ => false,
        }
    }
}

/// Checks user-supplied URLs and the addresses that their names resolve to.
#[derive(Debug, Clone, Default)]
pub struct AddressGuard(Vec<Range>);

impl AddressGuard {
    /// Creates a guard that also allows these ranges.
    #[must_use]
    pub const fn allowing(ranges: Vec<Range>) -> Self {
        Self(ranges)
    }

    /// Checks a URL. A host name in it must also be resolved by [`Self::look_up`].
    ///
    /// # Errors
    /// Returns [`Unfit`] if it is not HTTP, has credentials, or is in the own network.
    pub fn check(&self, url: &Url) -> Result<(), Unfit> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Unfit::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Unfit::Credentials);
        }
        let literal = match url.host() {
            Some(Host::Ipv4(address)) => Some(address.into()),
            Some(Host::Ipv6(address)) => Some(address.into()),
            Some(Host::Domain(_)) | None => None,
        };
        match literal {
            Some(address) if !self.permits(address) => Err(Unfit::OwnNetwork(address.to_string())),
            _ => Ok(()),
        }
    }

    /// Resolves a name to its allowed addresses. Connect only to these, otherwise the check has no effect.
    ///
    /// # Errors
    /// Returns a [`LookupError`] if the name is unknown or has no allowed address.
    pub async fn look_up(&self, name: &str) -> Result<Vec<SocketAddr>, LookupError> {
        let found = tokio::net::lookup_host((name, 0)).await;
        let found: Vec<SocketAddr> = found.map_err(|_| LookupError::Unknown(name.to_owned()))?.collect();
        let permitted: Vec<SocketAddr> = found.into_iter().filter(|address| self.permits(address.ip())).collect();
        if permitted.is_empty() { Err(LookupError::OwnNetwork(name.to_owned())) } else { Ok(permitted) }
    }

    /// Returns true if connections to the address are allowed.
    #[must_use]
    pub fn permits(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|range| range.contains(address)) || is_public(address)
    }
}

/// Returns the network that a single client controls: an IPv4 address itself, of an IPv6 address its /64.
#[must_use]
pub const fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
    }
}

/// Base and length of every block in the IANA IPv4 Special-Purpose Address Registry, and multicast. Blocks marked as
/// globally reachable (such as AS112) are included: nobody publishes a website there.
const SPECIAL_V4: [(Ipv4Addr, u32); 18] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 31, 196, 0), 24),
    (Ipv4Addr::new(192, 52, 193, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(192, 175, 48, 0), 24),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// The same of the IPv6 registry, within global unicast addresses (2000::/3). All others are refused anyway. Teredo and
/// 6to4 embed IPv4 addresses.
const SPECIAL_V6: [(Ipv6Addr, u32); 5] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Returns true for addresses outside the special-purpose registries (IANA, RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let is_in = |base: Ipv4Addr, bits: u32| (base.to_bits() ^ v4.to_bits()) >> (32 - bits) == 0;
            !SPECIAL_V4.iter().any(|(base, bits)| is_in(*base, *bits))
        }
        IpAddr::V6(v6) => {
            let is_in = |base: Ipv6Addr, bits: u32| (base.to_bits() ^ v6.to_bits()) >> (128 - bits) == 0;
            v6.to_bits() >> 125 == 1 && !SPECIAL_V6.iter().any(|(base, bits)| is_in(*base, *bits))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permits(guard: &AddressGuard, text: &str) -> bool {
        guard.permits(text.parse().unwrap())
    }

    #[test]
    fn nothing_of_ones_own_network_is_called() {
        let guard = AddressGuard::default();
        for own in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.31.196.1",
            "192.52.193.1",
            "192.88.99.0",
            "192.88.99.255",
            "192.175.48.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "240.0.0.1",
            "100.127.255.255",
            "172.31.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "::ffff:192.88.99.1",
            "::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "100:0:0:1::1",
            "2001::1",
            "2001:1ff:ffff::1",
            "2620:4f:8000::1",
            "3fff::1",
            "3fff:fff::1",
            "5f00::1",
            "fec0::1",
        ] {
            assert!(!permits(&guard, own), "{own}");
        }
    }

    #[test]
    fn public_addresses_next_to_special_ranges_are_called() {
        let guard = AddressGuard::default();
        for public in [
            "8.8.8.8",
            "142.250.1.1",
            "100.128.0.1",
            "172.32.0.1",
            "192.88.98.255",
            "192.88.100.1",
            "223.255.255.255",
            "2a00:1450:4001::1",
            "2606:4700::1",
            "2001:200::1",
            "2620:4f:8001::1",
            "3fff:1000::1",
        ] {
            assert!(permits(&guard, public), "{public}");
        }
    }

    #[test]
    fn an_address_is_refused_however_it_is_written() {
        let guard = AddressGuard::default();
        let check = |text: &str| guard.check(&text.parse().unwrap());
        // As in browsers, numbers in every base are addresses too.
        for own in [
            "http://127.0.0.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "https://[::1]:8443/",
            "http://[::ffff:169.254.169.254]/latest",
            "http://[::ffff:7f00:1]/",
            "http://169.254.169.254/",
        ] {
            assert!(matches!(check(own), Err(Unfit::OwnNetwork(_))), "{own}");
        }
        assert_eq!(check("file:///etc/passwd"), Err(Unfit::Scheme("file".to_owned())));
        assert_eq!(check("javascript:alert(1)"), Err(Unfit::Scheme("javascript".to_owned())));
        assert_eq!(check("https://ada:secret@example.com/"), Err(Unfit::Credentials));
        assert_eq!(check("https://example.com/"), Ok(()));
    }

    #[test]
    fn clients_are_counted_by_the_network_that_they_control() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("203.0.113.9"), "203.0.113.9");
        assert_eq!(of("::ffff:203.0.113.9"), "203.0.113.9");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2:ffff::1"), "2001:db8:1:2::");
        assert_ne!(of("2001:db8:1:3::1"), "2001:db8:1:2::");
    }

    #[tokio::test]
    async fn a_name_of_ones_own_network_is_looked_up_in_vain() {
        let found = AddressGuard::default().look_up("localhost").await;
        assert_eq!(found, Err(LookupError::OwnNetwork("localhost".to_owned())));
        let allowed = AddressGuard::allowing(vec!["127.0.0.0/8".parse().unwrap()]);
        assert!(allowed.look_up("localhost").await.unwrap().iter().all(|address| address.ip().is_loopback()));
    }

    #[test]
    fn what_the_operator_allows_passes() {
        let guard = AddressGuard::allowing(vec!["127.0.0.0/8".parse().unwrap(), "fd00::/8".parse().unwrap()]);
        assert!(permits(&guard, "127.3.4.5") && permits(&guard, "fd12::1") && permits(&guard, "::ffff:127.0.0.1"));
        assert!(!permits(&guard, "10.0.0.1") && !permits(&guard, "fe80::1"));
        let all = AddressGuard::allowing(vec!["0.0.0.0/0".parse().unwrap(), "::/0".parse().unwrap()]);
        assert!(permits(&all, "10.0.0.1") && permits(&all, "::1"));
        for wrong in ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "::/129", "10.0.0/8"] {
            assert!(wrong.parse::<Range>().is_err(), "{wrong}");
        }
    }
}
