-- Days of changes and of experiments as dates. They were texts of the form YYYY-MM-DD, checked by the server that wrote them.
ALTER TABLE annotations ALTER COLUMN day TYPE DATE USING CAST(day AS DATE);
ALTER TABLE experiments ALTER COLUMN starts_on TYPE DATE USING CAST(starts_on AS DATE);
