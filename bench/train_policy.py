"""Learns the policy of a ruleset from labels (`bench/labels.py`), and writes `policy.json`.

The policy gives each move a prior: the weighted sum of named facts. The labels come from searches and say how often
each move was visited. The fit minimizes the cross-entropy between these visits and the softmax of the priors, with a
penalty on large weights. Each fact has a constant weight and one that grows with the time left. Some games are held
out. The script prints the cross-entropy on them, and stores it with the weights. Needs SciPy, which `make bench`
installs.

    python -m bench.train_policy --ruleset villagers labels.jsonl more.jsonl
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import scipy
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from bench.helpers.result_lines import read_lines
from bench.helpers.sampled_games import state_of
from engine.bots.search import Budget
from engine.registry import RULESETS

ROOT = Path(__file__).parents[1]
TEMPERATURE = Budget(1).temperature
HELD_OUT = 6
"""One game out of this many is set aside."""
SMALLEST = 0.0005
"""Weights that never add this many points of the score to a prior are left out."""
COLUMNS = ("cross_entropy", "before", "equal", "entropy")


@dataclass(frozen=True, slots=True)
class Choice:
    """One labelled decision: the facts of each move, the time left, and the share of the visits."""

    kind: str
    table: str
    held_out: bool
    left: float
    facts: list[dict[str, float]]
    priors: list[float]
    shares: list[float]


def is_held_out(game: str) -> bool:
    """Return whether a game is set aside. A hash decides, so all runs agree."""
    return hashlib.sha256(game.encode()).digest()[0] % HELD_OUT == 0


def choice_of(label: dict[str, Any]) -> Choice:
    """Return the facts of a label's moves. They are computed on a sample, as in a search."""
    ruleset: Any = RULESETS[label["ruleset"]]
    policy = import_module(f"engine.{label['ruleset']}.heuristics.policy")
    value = import_module(f"engine.{label['ruleset']}.heuristics.value")
    state, seat = state_of(label), label["seat"]
    sample = ruleset.sample(ruleset.view(state, seat), random.Random(label["game"]))
    found = policy.Decision(sample, seat, ruleset.legal_moves(sample, seat)).facts()
    facts = [one.found for one in found]
    priors = [one.total for one in found]
    if len(label["visits"]) > len(facts):
        facts.append({})
        priors.append(0.0)
    whole = sum(label["visits"])
    shares = [visits / whole for visits in label["visits"]]
    game = label["game"]
    return Choice(value.kind_of_table(sample), label["table"], is_held_out(game), found[0].left, facts, priors, shares)


class Table:
    """Choices as a sparse matrix: a row for each move, a column for each fact and for each fact times the time left."""

    def __init__(self, choices: Sequence[Choice], names: Sequence[str]) -> None:
        at = {name: column for column, name in enumerate(names)}
        rows, columns, amounts, starts, shares = [], [], [], [], []
        row = 0
        for choice in choices:
            starts.append(row)
            for facts, share in zip(choice.facts, choice.shares, strict=True):
                for name, amount in facts.items():
                    if amount and name in at:
                        rows += [row, row]
                        columns += [at[name], len(names) + at[name]]
                        amounts += [amount, amount * choice.left]
                shares.append(share)
                row += 1
        self.matrix = csr_matrix((amounts, (rows, columns)), shape=(row, 2 * len(names)), dtype=np.float64)
        self.starts = np.array(starts)
        self.lengths = np.diff([*starts, row])
        self.shares = np.array(shares)
        self.choices = choices

    def log_softmax(self, weights: Any) -> Any:
        """Return the logarithm of each move's probability."""
        scores = self.matrix @ weights / TEMPERATURE
        best = np.repeat(np.maximum.reduceat(scores, self.starts), self.lengths)
        exps = np.exp(scores - best)
        whole = np.repeat(np.add.reduceat(exps, self.starts), self.lengths)
        return scores - best - np.log(whole)

    def losses(self, weights: Any) -> Any:
        """Return the cross-entropy of each choice, in nats."""
        return np.add.reduceat(-self.shares * self.log_softmax(weights), self.starts)


def fit(choices: Sequence[Choice], names: Sequence[str], penalty: float, centre: Any) -> Any:
    """Return the weights with the least cross-entropy. The penalty is on the distance to `centre`, in units of the
    facts' spread.
    """
    table = Table(choices, names)
    squares = np.asarray(table.matrix.multiply(table.matrix).mean(axis=0)).ravel()
    count = len(choices)

    def objective(weights: Any) -> tuple[float, Any]:
        logs = table.log_softmax(weights)
        slope = table.matrix.T @ (np.exp(logs) - table.shares) / TEMPERATURE / count
        loss = -(table.shares * logs).sum() / count
        cost = penalty * (squares + 1e-4) * (weights - centre)
        return loss + 0.5 * float(cost @ (weights - centre)), slope + cost

    return minimize(objective, centre, jac=True, method="L-BFGS-B", options={"maxiter": 400}).x


def counts_alone(fact: str) -> bool:
    """Return whether a fact is the value of a move. Without labels, a move counts by its value alone."""
    return fact.endswith(" value") or fact.startswith("value of ")


def entropy(choice: Choice) -> float:
    """Return the entropy of a choice's visits. No policy can have a lower cross-entropy."""
    return -sum(share * float(np.log(share)) for share in choice.shares if share)


def report(choices: Sequence[Choice], names: Sequence[str], weights: Any) -> dict[str, dict[str, float]]:
    """Return the cross-entropy in nats by table: of the weights, of the earlier ones, of equal chances, and of the
    visits.
    """
    losses = Table(choices, names).losses(weights)
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for choice, loss in zip(choices, losses, strict=True):
        scores = np.array(choice.priors) / TEMPERATURE
        logs = scores - scores.max() - np.log(np.exp(scores - scores.max()).sum())
        before = -float(np.array(choice.shares) @ logs)
        row = (float(loss), before, float(np.log(len(choice.shares))), entropy(choice))
        rows[choice.table].append(row)
        rows["all"].append(row)
    found: dict[str, dict[str, float]] = {}
    for table, some in sorted(rows.items()):
        means: Any = np.round(np.mean(some, axis=0), 3).tolist()
        found[table] = {"decisions": len(some), **dict(zip(COLUMNS, means, strict=True))}
    return found


def rounded(names: Sequence[str], weights: Any, choices: Iterable[Choice]) -> dict[str, list[float]]:
    """Return the weights by fact, without those that make hardly any difference."""
    sizes: dict[str, float] = defaultdict(float)
    for choice in choices:
        for facts in choice.facts:
            for name, amount in facts.items():
                sizes[name] = max(sizes[name], abs(amount))
    found = {}
    for at, name in enumerate(names):
        constant, growing = float(weights[at]), float(weights[len(names) + at])
        if max(abs(constant), abs(growing)) * sizes[name] > SMALLEST:
            found[name] = [round(constant, 3), round(growing, 3)]
    return found


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("--penalty", type=float, default=0.0003)
    parser.add_argument("--kind", action="append", help="kinds of tables to learn; the others keep their weights")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    parser.add_argument("labels", type=Path, nargs="+")
    arguments = parser.parse_args()
    choices = [choice_of(label) for path in arguments.labels for label in read_lines(path)]
    path = ROOT / f"engine/{arguments.ruleset}/heuristics/policy.json"
    document = json.loads(path.read_text()) if arguments.kind else {"provenance": {}, "weights": {}}
    made = {
        "script": "bench/train_policy.py",
        "labels": len(choices),
        "penalty": arguments.penalty,
        "python": platform.python_version(),
        "scipy": scipy.__version__,
    }
    names = sorted({name for choice in choices for facts in choice.facts for name in facts})
    # Kinds of tables with few labels start from the weights of the others.
    start = np.array([float(counts_alone(name)) for name in names] + [0.0] * len(names))
    shared = fit([one for one in choices if not one.held_out], names, arguments.penalty, start)
    for kind in arguments.kind or sorted({choice.kind for choice in choices}):
        own = [choice for choice in choices if choice.kind == kind]
        learned = fit([choice for choice in own if not choice.held_out], names, arguments.penalty, shared)
        quality = report([choice for choice in own if choice.held_out], names, learned)
        print(kind, *(f"\n  {table}: {row}" for table, row in quality.items()), flush=True)
        document["provenance"][kind] = {**made, "held_out": quality}
        document["weights"][kind] = rounded(names, learned, own)
    if not arguments.dry:
        path.write_text(json.dumps(document, indent=0) + "\n")


if __name__ == "__main__":
    main()
