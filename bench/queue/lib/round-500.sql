CALL round(500);
