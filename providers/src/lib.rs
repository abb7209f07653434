//! Clients of data providers: requests, responses and costs.
