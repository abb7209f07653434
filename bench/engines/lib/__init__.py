"""What the measures share: files of cases, our program, the references, tests of differences, tables."""
