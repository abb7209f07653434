-- Days of imports as dates. They were texts of the form YYYY-MM-DD, written by the importer alone.
--
-- Each statement writes its table anew: on a large installation plan minutes for search_rows.
ALTER TABLE import_batches
  ALTER COLUMN observed_from TYPE DATE USING CAST(observed_from AS DATE),
  ALTER COLUMN observed_to TYPE DATE USING CAST(observed_to AS DATE);
ALTER TABLE search_rows ALTER COLUMN date TYPE DATE USING CAST(date AS DATE);
ALTER TABLE search_days ALTER COLUMN day TYPE DATE USING CAST(day AS DATE);
ALTER TABLE observations ALTER COLUMN day TYPE DATE USING CAST(day AS DATE);
