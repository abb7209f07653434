-- Proof that a host name is under the control of the owner of its site: a DNS record with the token, or one that leads here.
ALTER TABLE site_domains ADD COLUMN token TEXT NOT NULL DEFAULT '';
UPDATE site_domains SET token = lower(hex(randomblob(16)));
-- Kind of the record that was found.
ALTER TABLE site_domains ADD COLUMN proof TEXT CHECK (proof IN ('txt', 'cname', 'address'));
-- Latest check, and what it did not find.
ALTER TABLE site_domains ADD COLUMN checked_at TEXT;
ALTER TABLE site_domains ADD COLUMN problem TEXT;
