-- Pages with text that were fetched for a query: few among the pages of crawls, which have no query. Queries are cut, as an entry
-- of an index is.
CREATE INDEX observations_of_queries
  ON observations (batch_id, SUBSTR(LOWER(body ->> 'query'), 1, 200), (body ->> 'host'))
  WHERE kind = 'page' AND body ->> 'query' IS NOT NULL AND body ->> 'text' <> ''
    AND COALESCE(CAST(body ->> 'status' AS TEXT), '200') = '200';
