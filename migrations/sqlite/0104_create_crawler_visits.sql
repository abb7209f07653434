-- Requests of known crawlers in access logs, summed. Nothing else of a log is stored, and no address.
CREATE TABLE crawler_visits (
  batch_id BIGINT NOT NULL,
  no BIGINT NOT NULL,
  key BIGINT NOT NULL,
  superseded BOOLEAN NOT NULL DEFAULT FALSE,
  -- Day in UTC.
  day TEXT NOT NULL,
  -- What the requests claim to be.
  agent TEXT NOT NULL,
  purpose TEXT NOT NULL,
  -- First part of the path; NULL for all others.
  directory TEXT,
  -- First digit of the status.
  status_class INTEGER NOT NULL,
  requests BIGINT NOT NULL,
  PRIMARY KEY (batch_id, no)
);
