//! Where releases of sites are deployed.
