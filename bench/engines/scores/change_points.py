"""Change points compared with several annotators (van den Burg, Williams 2020, arXiv 2003.06222, section 4).

A change point is the first index of a new segment; index 0 belongs to every set.
"""

MARGIN = 5


def f1(annotations, found):
    """Precision against the union of the annotators, recall averaged over them; within the margin, each detection once."""
    marks = [set(marked) | {0} for marked in annotations]
    found = set(found) | {0}
    precision = hits(set().union(*marks), found) / len(found)
    recall = sum(hits(marked, found) / len(marked) for marked in marks) / len(marks)
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def hits(marked, found):
    """How many marks have a detection of their own, the nearest within the margin."""
    left, count = set(found), 0
    for mark in marked:
        near = min(left, key=lambda at: (abs(at - mark), at), default=None)
        if near is not None and abs(near - mark) <= MARGIN:
            left.discard(near)
            count += 1
    return count


def cover(annotations, found, length):
    """How well the found segments cover the annotated ones: the best Jaccard index, weighted by length."""
    mine = segments(found, length)
    each = [
        sum((end - start) * max(jaccard(start, end, *other) for other in mine) for start, end in segments(marked, length))
        for marked in annotations
    ]
    return sum(each) / len(each) / length


def segments(points, length):
    """The segments between the points, as [start, end)."""
    inner = sorted({at for at in points if 0 < at < length})
    return list(zip([0, *inner], [*inner, length]))


def jaccard(start, end, other_start, other_end):
    """Of two segments: what they share of what they span."""
    shared = min(end, other_end) - max(start, other_start)
    return max(shared, 0) / (max(end, other_end) - min(start, other_start))
