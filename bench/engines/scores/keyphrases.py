"""Keyphrases: F1 of the first ten, as Campos et al. 2020 (YAKE, Information Sciences 509) and Boudin's pke score them."""

import re


def normal_form(phrase, stem):
    """Lower case, hyphens as spaces, every word by its stem."""
    return " ".join(stem(word) for word in re.findall(r"[\w'+#.-]+", phrase.lower().replace("-", " ")))


def unique(phrases, stem):
    """Normal forms without repetitions, in order."""
    return list(dict.fromkeys(form for phrase in phrases if (form := normal_form(phrase, stem))))


def f1_at(count, truth, ranked, stem):
    """F1 of the first `count` different answers, 0 to 100."""
    wanted, got = set(unique(truth, stem)), unique(ranked, stem)[:count]
    hits = sum(phrase in wanted for phrase in got)
    return 200 * hits / (len(got) + len(wanted)) if got or wanted else 0.0
