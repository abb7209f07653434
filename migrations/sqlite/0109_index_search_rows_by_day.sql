-- Days of rows by query and page, so that a list of some days does not read the whole batch. Rows of other dimensions,
-- which lists do not show, are not in it.
CREATE INDEX search_rows_by_day ON search_rows (batch_id, date) WHERE dimension = 'detail';
