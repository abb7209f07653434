-- Lists that were words with commas or bars between are JSON lists.
ALTER TABLE api_keys ALTER COLUMN scopes TYPE JSONB
  USING to_jsonb(array_remove(string_to_array(scopes, ','), ''));
ALTER TABLE workers ALTER COLUMN lanes TYPE JSONB
  USING to_jsonb(array_remove(string_to_array(lanes, ','), ''));
ALTER TABLE keywords ALTER COLUMN wins TYPE JSONB
  USING to_jsonb(array_remove(string_to_array(wins, '|'), ''));
ALTER TABLE imports ALTER COLUMN kinds DROP DEFAULT;
ALTER TABLE imports ALTER COLUMN kinds TYPE JSONB
  USING to_jsonb(array_remove(string_to_array(kinds, ','), ''));
ALTER TABLE imports ALTER COLUMN kinds SET DEFAULT '[]';
