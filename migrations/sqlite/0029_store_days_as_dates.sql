-- Days of imports are dates. SQLite stores them as texts of the form YYYY-MM-DD; a constraint would write these tables anew,
-- so triggers refuse what is no date. Not on search_rows: a trigger would slow down imports of millions of rows.
CREATE TRIGGER import_batches_cover_dates BEFORE UPDATE OF observed_from, observed_to ON import_batches
  WHEN date(NEW.observed_from) IS NOT NEW.observed_from OR date(NEW.observed_to) IS NOT NEW.observed_to
BEGIN
  SELECT RAISE(ABORT, 'observed_from and observed_to must be dates');
END;
CREATE TRIGGER search_days_have_a_date BEFORE INSERT ON search_days WHEN date(NEW.day) IS NOT NEW.day
BEGIN
  SELECT RAISE(ABORT, 'day must be a date');
END;
CREATE TRIGGER observations_have_a_date BEFORE INSERT ON observations WHEN date(NEW.day) IS NOT NEW.day
BEGIN
  SELECT RAISE(ABORT, 'day must be a date');
END;
