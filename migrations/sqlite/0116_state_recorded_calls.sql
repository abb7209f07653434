-- Whether the pages of a site say that calls to its number are recorded.
ALTER TABLE sites ADD COLUMN phone_is_recorded BOOLEAN NOT NULL DEFAULT FALSE;
