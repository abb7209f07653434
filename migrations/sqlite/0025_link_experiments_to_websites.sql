-- Which websites an experiment has arms on: what was searched for in the text of `arms`.
CREATE TABLE experiment_websites (
  experiment_id BLOB NOT NULL REFERENCES experiments(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  PRIMARY KEY (experiment_id, website_id)
);
CREATE INDEX experiment_websites_by_website ON experiment_websites (website_id, experiment_id);

INSERT INTO experiment_websites (experiment_id, website_id)
SELECT DISTINCT experiments.id, unhex(replace(arm.value ->> 'websiteId', '-', ''))
  FROM experiments, json_each(experiments.arms) AS arm
 WHERE arm.value ->> 'websiteId' IS NOT NULL;
