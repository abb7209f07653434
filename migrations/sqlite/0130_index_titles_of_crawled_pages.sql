-- A text is searched in the URLs and titles of this index, a tenth of the bytes of the pages.
DROP INDEX crawl_pages_by_url;
CREATE INDEX crawl_pages_by_url ON crawl_pages (crawl_id, url, no, title);
