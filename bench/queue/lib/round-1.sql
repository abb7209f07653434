CALL round(1);
