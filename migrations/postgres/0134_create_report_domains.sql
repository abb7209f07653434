-- Domain of a workspace under which its shared reports are read, under the agency's own name.
CREATE TABLE report_domains (
  workspace_id UUID PRIMARY KEY REFERENCES workspaces(id) ON DELETE CASCADE,
  -- In lower case. No site has it as its own host name.
  host TEXT NOT NULL UNIQUE,
  -- Name of the agency.
  name TEXT NOT NULL,
  -- Part of the value of the TXT record, and of the name that a CNAME record leads to.
  token TEXT NOT NULL,
  added_at TIMESTAMPTZ NOT NULL,
  verified_at TIMESTAMPTZ,
  proof TEXT CHECK (proof IN ('txt', 'cname')),
  -- Latest check, and what it did not find.
  checked_at TIMESTAMPTZ,
  problem TEXT
);
