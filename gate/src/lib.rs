//! The gate: checks of a site before it is deployed. Pure functions over its model and its files.
