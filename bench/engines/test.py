"""Are the scorers right? On cases small enough to compute by hand, which the comments do. Needs Python alone."""

import unittest
from itertools import permutations
from math import inf, sqrt
from random import Random

from lib import paired
from lib.kept import Kept
from lib.metric import Metric, row
from scores import calibration, change_points, clusters, decompose, discovery, forecast, impact, keyphrases, knapsack, similarity, treatment


class Forecasts(unittest.TestCase):
    def test_errors(self):
        # 200 * 10 / 210 and 0.
        self.assertAlmostEqual(forecast.smape([100, 50], [110, 50]), 2000 / 210 / 2)
        # Differences from two steps before: 2, 2, 5.
        self.assertEqual(forecast.scale([1, 2, 3, 4, 8], 2), 3)
        self.assertAlmostEqual(forecast.mase([100, 50], [110, 50], 2), 2.5)

    def test_interval_score(self):
        # Widths 4 and 4; the second figure is 1 above, which costs 2 / .05.
        self.assertAlmostEqual(forecast.msis([5, 8], [3, 3], [7, 7], 2), (4 + 4 + 40) / 2 / 2)
        self.assertEqual(forecast.covered([5, 8], [3, 3], [7, 7]), 0.5)

    def test_naive2_repeats_the_last_figure_without_a_season(self):
        self.assertEqual(forecast.naive2([3, 1, 4, 1, 5], 1, 2), [5, 5])

    def test_naive2_repeats_a_season(self):
        # A pure season is forecast without an error, whatever its phase at the end.
        season = [10.0, 20.0, 30.0, 40.0]
        found = forecast.naive2((season * 8)[:-1], 4, 5)
        for got, right in zip(found, [40, 10, 20, 30, 40]):
            self.assertAlmostEqual(got, right)

    def test_season_of_an_odd_length(self):
        for got, right in zip(forecast.seasonal_index([1.0, 2.0, 3.0] * 4, 3), [0.5, 1, 1.5]):
            self.assertAlmostEqual(got, right)


class ChangePoints(unittest.TestCase):
    def test_f1_of_several_annotators(self):
        # Union {0, 20, 60}: 0 and 20 are found of 3 detections. Recall: 2 of 2, and 1 of 2 ({0, 60}).
        self.assertAlmostEqual(change_points.f1([[20], [60]], [23, 90]), 2 * (2 / 3) * 0.75 / (2 / 3 + 0.75))

    def test_the_margin_is_five(self):
        self.assertEqual(change_points.f1([[20]], [25]), 1)
        self.assertEqual(change_points.f1([[20]], [26]), 0.5)

    def test_a_detection_counts_once(self):
        # 20 and 22 are marked, 21 found: precision 2/2, recall 2/3.
        self.assertAlmostEqual(change_points.f1([[20, 22]], [21]), 0.8)

    def test_cover(self):
        # [0, 50) is covered by [0, 60) with 50/60, [50, 100) by [60, 100) with 40/50.
        self.assertAlmostEqual(change_points.cover([[50]], [60], 100), (50 * 50 / 60 + 50 * 0.8) / 100)
        self.assertEqual(change_points.cover([[], []], [], 100), 1)


class Decompositions(unittest.TestCase):
    def test_largest_difference(self):
        # The deviation of 1 and 3 is 1.
        self.assertAlmostEqual(decompose.difference([1, 3], {"trend": [2, 2]}, {"trend": [2, 2.5]}), 0.5)
        self.assertEqual(decompose.difference([1, 3], {"trend": [2, 2]}, {}), inf)

    def test_error_of_a_planted_season(self):
        self.assertEqual(decompose.season_error([1, -1], [4, 3]), sqrt((9 + 16) / 2))


class Effects(unittest.TestCase):
    def test_interval_score(self):
        self.assertAlmostEqual(impact.interval_score(5, 4, 6, 100), 2)
        self.assertAlmostEqual(impact.interval_score(7, 4, 6, 100), 2 + 40)
        self.assertEqual([impact.covers(7, 4, 6), impact.excludes_nothing_happened(4, 6), impact.excludes_nothing_happened(-1, 1)], [0, 1, 0])

    def test_individual_effects(self):
        self.assertAlmostEqual(treatment.root_pehe([1, 2], [2, 2]), sqrt(0.5))
        self.assertAlmostEqual(treatment.ate_error(1.5, [2, 2]), 0.5)


class Graphs(unittest.TestCase):
    def test_a_chain_can_point_either_way(self):
        self.assertEqual(discovery.cpdag("abc", [("a", "b"), ("b", "c")]), (set(), {frozenset("ab"), frozenset("bc")}))

    def test_a_collider_compels_what_follows(self):
        directed, undirected = discovery.cpdag("abcd", [("a", "c"), ("b", "c"), ("c", "d")])
        self.assertEqual((directed, undirected), ({("a", "c"), ("b", "c"), ("c", "d")}, set()))

    def test_no_cycle_where_two_steps_lead(self):
        # e -> a by a collider; then e, a -> b: the edge e - b must be e -> b.
        directed, _ = discovery.cpdag("eafb", [("e", "a"), ("f", "a"), ("a", "b"), ("e", "b")])
        self.assertIn(("e", "b"), directed)

    def test_rule_three(self):
        # c -> b <- d, both free to a: a -> b is compelled, a - c and a - d are not.
        directed, undirected = discovery.cpdag("abcd", [("c", "b"), ("d", "b"), ("a", "b"), ("a", "c"), ("a", "d")])
        self.assertEqual(directed, {("c", "b"), ("d", "b"), ("a", "b")})
        self.assertEqual(undirected, {frozenset("ac"), frozenset("ad")})

    def test_distance(self):
        truth = ({("a", "b")}, {frozenset("bc")})
        # a -> b turned, b - c lost, c - d too many.
        answer = ({("b", "a")}, {frozenset("cd")})
        self.assertEqual(discovery.shd(truth, truth), 0)
        self.assertEqual(discovery.shd(truth, answer), 3)
        self.assertAlmostEqual(discovery.skeleton_f1(truth, answer), 0.5)


class Words(unittest.TestCase):
    def test_keyphrases(self):
        stem = lambda word: word.rstrip("s")
        # "Web-sites" and "web site" are one; 1 of 2 answers, 1 of 2 wanted.
        self.assertEqual(keyphrases.f1_at(10, ["web site", "lead"], ["Web-sites", "web site", "noise"], stem), 50)
        self.assertEqual(keyphrases.f1_at(1, ["lead"], ["noise", "lead"], stem), 0)

    def test_clusters(self):
        # The best matching gives 2 of "a" and 1 of "b"; the third cluster has no class left.
        self.assertEqual(clusters.right(list("aaabb"), [1, 1, 2, 2, 3]), [1, 1, 0, 1, 0])

    def test_assignment_is_the_best_of_all(self):
        draw = Random(1)
        for size in range(1, 7):
            cost = [[draw.randint(-9, 9) for _ in range(size)] for _ in range(size)]
            total = lambda columns: sum(cost[r][c] for r, c in enumerate(columns))
            found = clusters.assign(cost)
            self.assertEqual(sorted(found), list(range(size)))
            self.assertEqual(total(found), min(map(total, permutations(range(size)))))

    def test_rank_correlation(self):
        self.assertAlmostEqual(similarity.spearman([(1, 10), (2, 20), (3, 900)]), 1)
        # Ranks 0, 1, 2 and .5, .5, 2: covariance 1.5, spreads 2 and 1.5.
        self.assertAlmostEqual(similarity.spearman([(1, 5), (2, 5), (3, 7)]), 1.5 / sqrt(3))


class Decisions(unittest.TestCase):
    def test_calibration(self):
        self.assertAlmostEqual(calibration.brier((0.8, 1)), 0.04)
        # .9 and 1.0 share the last bin: 1.9 forecast, 1 happened. .1 is alone.
        self.assertAlmostEqual(calibration.ece([(0.95, 1), (1.0, 0), (0.1, 0)]), (0.95 + 0.1) / 3)

    def test_gap(self):
        case = {"n": 3, "c": [6, 5, 4], "A": [[3, 2, 2]], "b": [4]}
        self.assertEqual(knapsack.gap(case, 9, [0, 1, 1]), 0)
        self.assertAlmostEqual(knapsack.gap(case, 9, [1, 0, 0]), 100 / 3)
        self.assertEqual(knapsack.gap(case, 9.000000000000002, [0, 1, 1]), 0)
        self.assertEqual([knapsack.gap(case, 9, wrong) for wrong in ([1, 1, 0], [1], None, [0.5, 1, 0])], [100] * 4)


class Differences(unittest.TestCase):
    def test_wilcoxon_of_few(self):
        # All five on one side: 2 of 32 choices of signs are as far.
        self.assertAlmostEqual(paired.wilcoxon([1, 2, 3, 4, 5], [0] * 5), 2 / 32)
        self.assertEqual(paired.wilcoxon([1, 1], [1, 1]), 1)
        # Ranks 1.5, 1.5, 3 with one small minus: sums of pluses 4.5 or more, or 1.5 or less, in 6 of 8.
        self.assertAlmostEqual(paired.wilcoxon([1, -1, 2], [0] * 3), 6 / 8)

    def test_paired_t(self):
        # t = 2.045 is the two-sided 5 % point with 29 degrees of freedom.
        gaps = [float(at % 2) for at in range(30)]
        shift = 2.04523 * sqrt(sum((g - 0.5) ** 2 for g in gaps) / 29 / 30) - 0.5
        self.assertAlmostEqual(paired.paired_t([g + shift for g in gaps], [0] * 30), 0.05, places=3)

    def test_bootstrap(self):
        mean = lambda values: sum(values) / len(values)
        self.assertEqual(paired.bootstrap([1] * 20, [0] * 20, mean), 0)
        self.assertEqual(paired.bootstrap([1, 0] * 20, [1, 0] * 20, mean), 1)

    def test_a_verdict_looks_which_way_is_better(self):
        peers = {"theirs": {case: 0.0 for case in range(40)}}
        ours = {case: 1.0 + case % 2 for case in range(40)}
        said = lambda better: row({}, Metric("m", better, 1.2), ours, peers)
        self.assertEqual(said("low")["references"][0]["verdict"], "worse")
        self.assertEqual(said("high")["references"][0]["verdict"], "better")
        self.assertEqual([said("low")["reached"], said("high")["reached"]], [False, True])


class KeptReferences(unittest.TestCase):
    def kept(self, ours):
        reference = {"name": "peer", "cases": 9, "value": 0.4, "ours": 0.3, "p": 0.01, "test": "Wilcoxon", "verdict": "better"}
        stored = {"data": "set (9)", "metric": "loss", "ours": 0.3, "references": [reference], "cpuReferences": {"peer": 2.0}}
        kept = Kept({"one": {"at": "2026-01-02 03:04 UTC", "rows": [stored]}})
        self.assertEqual(kept.seconds("set (9)"), {"peer": 2.0})
        return kept.references("set (9)", "loss", ours)[0]

    def test_stay_with_their_test_while_ours_is_the_same(self):
        self.assertEqual((self.kept(0.3)["p"], self.kept(0.3)["at"]), (0.01, "2026-01-02 03:04 UTC"))

    def test_lose_their_test_when_ours_changes(self):
        self.assertEqual(self.kept(0.2), {"name": "peer", "cases": 9, "value": 0.4, "ours": 0.2, "at": "2026-01-02 03:04 UTC"})


unittest.main()
