-- Batches of imports of deleted websites whose rows are not deleted yet: many rows are deleted in pieces.
CREATE TABLE dropped_batches (
  batch_id BIGINT PRIMARY KEY
);
