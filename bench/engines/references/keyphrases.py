"""YAKE (Campos et al. 2020), with its defaults."""

import yake

from references.serve import serve


def answer(case):
    """The best twenty, so that ten different ones remain after stemming."""
    return {"keys": [phrase for phrase, _ in yake.KeywordExtractor(lan="en", n=3, top=20).extract_keywords(case["text"])]}


serve({"yake": answer})
