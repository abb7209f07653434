"""Keyphrases of texts and clusters of short texts."""

from nltk.stem.porter import PorterStemmer

from lib.metric import Metric
from lib.stage import Stage, rows
from scores.clusters import right
from scores.keyphrases import f1_at


def keyphrases(bench):
    """Abstracts with the phrases that their authors or indexers chose."""
    return phrases(bench, "Inspec", "kp_inspec") + phrases(bench, "SemEval 2017", "kp_semeval2017")


def phrases(bench, data, file):
    """One collection, with the stemmer of Porter 1980."""
    truth = bench.cases.by_id(f"keyword/{file}.truth.jsonl")
    stem = PorterStemmer().stem
    f1 = Metric("F1@10", "high", 28, resample=True, digits=1)
    score = lambda answers: {f1.name: {case: f1_at(10, truth[case]["keys"], answer["keys"], stem) for case, answer in answers.items()}}
    questions = [{"id": case["id"], "text": case["text"], "top": 20} for case in bench.cases.lines(f"keyword/{file}.docs.jsonl")]
    return rows(bench, Stage("keyword", "keyphrases", data, [f1], questions, score, {"YAKE": "keyphrases yake"}))


def cluster(bench):
    """Snippets of search results, questions of programmers, tweets; the number of clusters is given."""
    snippets = texts(bench, "search snippets", "clu_searchsnippets", 0.78)
    questions = texts(bench, "questions", "clu_stackoverflow", 0.80)
    return snippets + questions + texts(bench, "tweets", "clu_tweet", 0.75)


def texts(bench, data, file, bar):
    """One collection. Which texts are right follows from the best matching of all, and is then compared text by text."""
    truth = bench.cases.by_id(f"keyword/{file}.truth.jsonl")
    accuracy = Metric("accuracy", "high", bar)

    def score(answers):
        found = right([truth[case]["label"] for case in answers], [answer["cluster"] for answer in answers.values()])
        return {accuracy.name: dict(zip(answers, found))}

    count = len({case["label"] for case in truth.values()})
    questions = [{"id": case["id"], "text": case["text"], "clusters": count} for case in bench.cases.lines(f"keyword/{file}.texts.jsonl")]
    stage = Stage("keyword", "cluster", data, [accuracy], questions, score, {"TF-IDF + k-means": "texts cluster"}, clusters=count, together=True)
    return rows(bench, stage)
