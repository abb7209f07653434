-- Days of changes and of experiments are dates. SQLite stores them as texts of the form YYYY-MM-DD; a constraint would write
-- these tables anew, so triggers refuse what is no date.
CREATE TRIGGER annotations_have_a_date BEFORE INSERT ON annotations WHEN date(NEW.day) IS NOT NEW.day
BEGIN
  SELECT RAISE(ABORT, 'day must be a date');
END;
CREATE TRIGGER annotations_keep_a_date BEFORE UPDATE OF day ON annotations WHEN date(NEW.day) IS NOT NEW.day
BEGIN
  SELECT RAISE(ABORT, 'day must be a date');
END;
CREATE TRIGGER experiments_start_on_a_date BEFORE INSERT ON experiments WHEN date(NEW.starts_on) IS NOT NEW.starts_on
BEGIN
  SELECT RAISE(ABORT, 'starts_on must be a date');
END;
CREATE TRIGGER experiments_keep_a_date BEFORE UPDATE OF starts_on ON experiments
  WHEN date(NEW.starts_on) IS NOT NEW.starts_on
BEGIN
  SELECT RAISE(ABORT, 'starts_on must be a date');
END;
