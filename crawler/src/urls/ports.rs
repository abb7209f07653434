//! Ports of other protocols.

/// Ports that browsers refuse, from 1024 on. Source: Fetch, "bad port".
const BAD: [u16; 21] = [
    1_719, 1_720, 1_723, 2_049, 3_659, 4_045, 4_190, 5_060, 5_061, 6_000, 6_379, 6_566, 6_665, 6_666, 6_667, 6_668,
    6_669, 6_679, 6_697, 10_080, 11_211,
];

/// Returns true if web servers may use the port: 80, 443, and those from 1024 on that no other protocol is known for.
pub(crate) fn is_safe(port: u16) -> bool {
    matches!(port, 80 | 443) || port >= 1_024 && !BAD.contains(&port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_safe_refuses_ports_of_mail_and_databases() {
        assert!(is_safe(80) && is_safe(443) && is_safe(8_080) && is_safe(65_535));
        for port in [0, 22, 25, 110, 6_379, 6_667, 11_211] {
            assert!(!is_safe(port), "{port}");
        }
    }
}
