-- Crawls of a million pages: they are deleted in pieces, and read in each order by an index. The columns after `no` let filters
-- skip pages without reading their rows.
ALTER TABLE crawls ADD COLUMN deleted_at TEXT;
-- Whether its pages are deleted, in pieces.
ALTER TABLE crawls ADD COLUMN drops_pages BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX crawls_dropping ON crawls (id) WHERE drops_pages;

CREATE INDEX crawl_pages_by_page_rank ON crawl_pages (crawl_id, page_rank DESC, no, status, is_indexable, change);
CREATE INDEX crawl_pages_by_response_ms ON crawl_pages (crawl_id, response_ms DESC, no, status, is_indexable, change);
CREATE INDEX crawl_pages_by_score ON crawl_pages (crawl_id, COALESCE(score, 101), no, status, is_indexable, change);
CREATE INDEX crawl_pages_by_words ON crawl_pages (crawl_id, COALESCE(words, 0) DESC, no, status, is_indexable, change);
DROP INDEX crawl_pages_by_url;
CREATE INDEX crawl_pages_by_url ON crawl_pages (crawl_id, url, no);
