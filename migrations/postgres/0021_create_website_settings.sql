-- Settings of a website: what a lead is worth, how visitors become leads, brand terms, market, goals.
ALTER TABLE websites ADD COLUMN settings JSONB NOT NULL DEFAULT '{}';
