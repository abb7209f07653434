-- Lists that were words with commas or bars between are JSON lists. No word contains a quotation mark.
UPDATE api_keys SET scopes = CASE WHEN scopes = '' THEN '[]' ELSE '["' || replace(scopes, ',', '","') || '"]' END;
UPDATE workers SET lanes = CASE WHEN lanes = '' THEN '[]' ELSE '["' || replace(lanes, ',', '","') || '"]' END;
UPDATE keywords SET wins = CASE WHEN wins = '' THEN '[]' ELSE '["' || replace(trim(wins, '|'), '|', '","') || '"]' END;
ALTER TABLE imports RENAME COLUMN kinds TO kinds_text;
ALTER TABLE imports ADD COLUMN kinds TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(kinds));
UPDATE imports SET kinds = '["' || replace(kinds_text, ',', '","') || '"]' WHERE kinds_text <> '';
ALTER TABLE imports DROP COLUMN kinds_text;
