"""Scorers, a file for each metric, on plain lists. Each says where its metric comes from; none needs a library."""
