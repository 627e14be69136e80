//! The host by which the others find a program of a cluster.

use std::net::IpAddr;

use anyhow::{Result, bail};

/// The host that is given, or the address at which `program` listens.
pub(crate) fn external_host(program: &str, bind: IpAddr, host: Option<&str>) -> Result<String> {
    match host {
        Some(host) => Ok(host.parse().map_or_else(|_| host.to_owned(), in_url)),
        None if bind.is_unspecified() => {
            bail!("at {bind} {program} listens, but cannot be found: name its host with --host")
        }
        None => Ok(in_url(bind)),
    }
}

/// The address as it stands in a URL, before the port.
pub(crate) fn in_url(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_found_by_its_host_or_its_address() {
        for (bind, host, expected) in [
            ("10.0.0.1", None, Some("10.0.0.1")),
            ("::1", None, Some("[::1]")),
            ("0.0.0.0", Some("worker-1"), Some("worker-1")),
            ("::", Some("fd00::1"), Some("[fd00::1]")),
            // Other machines would look for it on themselves.
            ("0.0.0.0", None, None),
            ("::", None, None),
        ] {
            let bind = bind.parse().expect("an address");
            let found = external_host("an executor", bind, host).ok();
            assert_eq!(found.as_deref(), expected, "{bind} {host:?}");
        }
    }
}
