-- Which websites an experiment has arms on: what was searched for in the text of `arms`.
CREATE TABLE experiment_websites (
  experiment_id UUID NOT NULL REFERENCES experiments(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  PRIMARY KEY (experiment_id, website_id)
);
CREATE INDEX experiment_websites_by_website ON experiment_websites (website_id, experiment_id);

INSERT INTO experiment_websites (experiment_id, website_id)
SELECT DISTINCT experiments.id, CAST(arm ->> 'websiteId' AS uuid)
  FROM experiments CROSS JOIN LATERAL jsonb_array_elements(experiments.arms) AS arm
 WHERE arm ->> 'websiteId' IS NOT NULL;
