"""scikit-learn on words alone: k-means and cosine over TF-IDF."""

import numpy
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from references.serve import serve_whole


def vectors(texts):
    """Unit vectors of TF-IDF without stop words, sublinear."""
    return TfidfVectorizer(stop_words="english", sublinear_tf=True).fit_transform(texts)


def cluster(cases):
    """k-means with ten starts; every case names the number of clusters."""
    found = KMeans(cases[0]["clusters"], n_init=10, random_state=0).fit_predict(vectors([case["text"] for case in cases]))
    return [{"cluster": int(each)} for each in found]


def similarity(cases):
    """Cosine of TF-IDF with all words and sublinear counts, learned on the pairs themselves."""
    texts = [case["a"] for case in cases] + [case["b"] for case in cases]
    rows = normalize(TfidfVectorizer(sublinear_tf=True, token_pattern=r"\w+").fit_transform(texts))
    a, b = rows[: len(cases)], rows[len(cases) :]
    return [{"score": float(each)} for each in numpy.asarray(a.multiply(b).sum(axis=1)).ravel()]


serve_whole({"cluster": cluster, "similarity": similarity})
