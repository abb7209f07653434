-- Address records prove who serves a host name, not who owns it: every site of the server has the same addresses. Host names
-- that they proved keep being served where nobody else could have claimed them; elsewhere another record must prove them.
UPDATE site_domains SET verified_at = NULL, proof = NULL,
  problem = 'Address records no longer prove a host name. Add the TXT record, then check again.'
 WHERE proof = 'address' AND (SELECT COUNT(DISTINCT workspace_id) FROM sites) > 1;
