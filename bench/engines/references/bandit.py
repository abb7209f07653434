"""LinUCB with a ridge regression for each action (Li et al. 2010, algorithm 1): a case, then its reward, line by line."""

import json
import sys

import numpy

ALPHA = 0.3  # the best of .05, .1, .2, .3, .5 and 1 on the development half


def main():
    """Answers each case before it reads the reward. The context gets a constant."""
    arms = {}
    for line in sys.stdin:
        case = json.loads(line)
        x = numpy.array([1.0, *case["x"]])
        for action in range(case["n_actions"]):
            arms.setdefault(action, (numpy.eye(len(x)), numpy.zeros(len(x))))
        chosen = max(range(case["n_actions"]), key=lambda action: upper(*arms[action], x))
        print(json.dumps({"action": chosen}), flush=True)
        learn(*arms[chosen], x, json.loads(sys.stdin.readline())["reward"])


def upper(inverse, moment, x):
    """The upper end of the confidence in the reward."""
    return x @ inverse @ moment + ALPHA * (x @ inverse @ x) ** 0.5


def learn(inverse, moment, x, reward):
    """Adds one observation, by the formula of Sherman and Morrison 1950."""
    direction = inverse @ x
    inverse -= numpy.outer(direction, direction) / (1 + x @ direction)
    moment += reward * x


main()
