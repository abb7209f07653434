"""What is measured, a file for each engine. The bars are the project's aims; published figures are of the whole data sets."""

from measures import causal, keyword, learning, local, pattern, predictive, semantic, strategic

ALL = {
    "predictive.weekly": predictive.weekly,
    "predictive.hourly": predictive.hourly,
    "predictive.monthly": predictive.monthly,
    "pattern.change-points": pattern.change_points,
    "pattern.decompose": pattern.decompose,
    "pattern.speed": pattern.speed,
    "causal.impact": causal.impact,
    "causal.discover": causal.discover,
    "causal.treatment": causal.treatment,
    "keyword.keyphrases": keyword.keyphrases,
    "keyword.cluster": keyword.cluster,
    "semantic.similarity": semantic.similarity,
    "learning.calibrate": learning.calibrate,
    "learning.bandit": learning.bandit,
    "strategic.portfolio": strategic.portfolio,
    "local.score": local.score,
}
