CALL round(50);
