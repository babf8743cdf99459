"""The faults: where each is planted, and which checks could find it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Planted:
    """A fault. `old` occurs once in `file`, and becomes `new`. `checks`: those that could find it; none if nothing that
    holds for all games can. `seats`: the table where it shows.
    """

    kind: str
    what: str
    file: str
    old: str
    new: str
    checks: tuple[str, ...]
    seats: int = 2

    @property
    def module(self) -> str:
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @property
    def ruleset(self) -> str:
        """The class of the ruleset, with its module."""
        folder = self.file.rpartition("/")[0] + "/"
        if folder.startswith(f"{V}/"):
            return "engine.villagers.rules:Villagers"
        return "engine.my_village.rules:MyVillage" if folder.startswith(f"{M}/") else "examples.orchard.orchard:Orchard"

    def source(self) -> str:
        """The faulty source."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        assert text.count(self.old) == 1, f"{self.what}: {text.count(self.old)} times in {self.file}: {self.old}"
        return text.replace(self.old, self.new)


ORCHARD: Final = "examples/orchard/orchard.py"
SHARED: Final = "engine/declared.py"
"""What Orchard has in common with other rulesets."""
V: Final = "engine/villagers"
M: Final = "engine/my_village"
HIDDEN, MOVED, TOLD = "hidden_things_change_no_byte", "views_tell_nothing_hidden", "events_tell_nothing_hidden"
FAIR, LOOK, REFUSED = "samples_are_fair", "samples_look_the_same", "refusals_change_nothing"
RANGE, WINS, LISTED, END = "values_are_in_range", "values_tell_who_wins", "moves_are_listed", "the_end_is_the_end"
STAY, TIES, ARRIVE, STAGES = "samples_stay_fair", "ties_are_not_by_seat", "pointers_arrive", "stages_follow"
WORDS, DECLARED, BACK = "words_are_complete", "refusals_are_declared", "documents_come_back"

FAULTS: Final = (
    # --- leaks ---
    Planted(
        "leak",
        "Orchard: views show every hand",
        ORCHARD,
        "other.hand if at == seat else",
        "other.hand if seat is not None else",
        (HIDDEN, MOVED),
    ),
    Planted(
        "leak",
        "Orchard: views show the stack",
        ORCHARD,
        "seat, [BACK] * len(state.stack)",
        "seat, state.stack[:]",
        (HIDDEN,),
    ),
    Planted(
        "leak",
        "Orchard: everybody learns what was drawn",
        ORCHARD,
        'Event("drew", 1 << seat,',
        'Event("drew", -1,',
        (TOLD,),
    ),
    Planted(
        "leak",
        "Orchard: a refusal depends on other hands",
        ORCHARD,
        "if card not in state.seats[seat].hand:",
        "if all(card not in one.hand for one in state.seats):",
        (HIDDEN,),
    ),
    Planted(
        "leak",
        "Villagers: views show every hand",
        f"{V}/view.py",
        "seat.hand[:] if index == viewer else _seen_hand(seat.hand, bit)",
        "seat.hand[:]",
        (LOOK,),
    ),
    Planted(
        "leak",
        "Villagers: the order of a hidden hand tells its cards",
        f"{V}/view.py",
        "return sorted(hidden if hidden & bit else BACKS[hidden >> 8] << 8 | hidden & ORIGIN for hidden in hand)",
        "return [hidden if hidden & bit else BACKS[hidden >> 8] << 8 | hidden & ORIGIN for hidden in hand]",
        (HIDDEN, LOOK),
    ),
    Planted(
        "leak",
        "Villagers: who saw one copy of a card is shown the other when the first is played",
        f"{V}/table/hidden.py",
        "hand[at] = card << 8 | knowers & seen",
        "hand[at] = card << 8 | knowers",
        (MOVED,),
        seats=3,
    ),
    Planted(
        "leak",
        "Villagers: an event shows a hidden card to all",
        f"{V}/table/hidden.py",
        "return Event(kind, knowers,",
        "return Event(kind, EVERYONE,",
        (TOLD, MOVED),
    ),
    # --- samplers ---
    Planted(
        "sampler",
        "Orchard: the sampled stack is sorted, not shuffled",
        ORCHARD,
        "        rng.shuffle(state.stack)\n",
        "",
        (FAIR,),
    ),
    Planted(
        "sampler",
        "Orchard: hands are drawn from the bottom of a sorted stack",
        ORCHARD,
        "sorted(state.stack.pop() if card == BACK",
        "sorted(state.stack.pop(state.stack.index(min(state.stack))) if card == BACK",
        (FAIR,),
    ),
    Planted(
        "sampler",
        "Orchard: chance comes from elsewhere",
        ORCHARD,
        "        rng.shuffle(state.stack)\n",
        "        random.shuffle(state.stack)\n",
        (LOOK,),
    ),
    Planted(
        "sampler",
        "Villagers: hidden piles are not shuffled",
        f"{V}/view.py",
        "        mix(self.rest, self.rng)\n",
        "",
        (FAIR,),
    ),
    Planted(
        "sampler",
        "Villagers: a back is always the first card of its suit",
        f"{V}/view.py",
        "at = int(self.rng.random() * len(cards))",
        "at = 0",
        (FAIR,),
    ),
    Planted(
        "sampler",
        "Villagers: all samples have the same future",
        f"{V}/view.py",
        "state.seed = rng.randbytes(32)",
        "state.seed = bytes(32)",
        (FAIR,),
    ),
    Planted("sampler", "My Village: piles are not shuffled", f"{M}/view.py", "    mix(cards, rng)\n", "", (FAIR,)),
    Planted(
        "sampler",
        "My Village: monks that lie open are dealt again",
        f"{M}/view.py",
        "unseen_of(MONKS[symbol], shown)",
        "list(MONKS[symbol])",
        (LOOK, FAIR),
    ),
    Planted(
        "sampler",
        "Orchard: from the second move on, the sampled stack is sorted",
        ORCHARD,
        "        rng.shuffle(state.stack)\n",
        "        if not state.turn:\n            rng.shuffle(state.stack)\n",
        (STAY,),
    ),
    Planted(
        "sampler",
        "Orchard: a hand that has drawn cards gets the highest",
        ORCHARD,
        "sorted(state.stack.pop() if card == BACK",
        "sorted(state.stack.pop(state.stack.index(max(state.stack)) if state.turn else -1) if card == BACK",
        (STAY,),
    ),
    Planted(
        "sampler",
        "Villagers: when the first draft is over, a back is always the first card of its suit",
        f"{V}/view.py",
        "at = int(self.rng.random() * len(cards))",
        "at = int(self.rng.random() * len(cards)) if len(self.by_suit[suit]) > 14 else 0",
        (STAY,),
    ),
    # --- valuation ---
    Planted("valuation", "Orchard: the forecast raises", ORCHARD, "spread=left,", "spread=left / 0,", (RANGE,)),
    Planted(
        "valuation",
        "Orchard: the forecast favours the losers",
        ORCHARD,
        'by_totals([float(row["total"])',
        'by_totals([-float(row["total"])',
        (WINS,),
    ),
    Planted(
        "valuation",
        "Orchard: the forecast after the end is not exact",
        ORCHARD,
        "of_result(result, clear=3)",
        'by_totals([float(row["total"]) for row in self.score(state)], 1, 3)',
        (RANGE,),
    ),
    Planted(
        "valuation",
        "Orchard: priors are no numbers",
        SHARED,
        "rates.append(totals.pop(seat) - max(totals, default=0.0))",
        'rates.append(float("nan") * totals.pop(seat))',
        (RANGE,),
    ),
    Planted(
        "valuation",
        "Orchard: priors prefer the worst move",
        SHARED,
        "rates.append(totals.pop(seat) - max(totals, default=0.0))",
        "rates.append(max(totals, default=0.0) - totals.pop(seat))",
        (WINS,),
    ),
    Planted(
        "valuation",
        "Villagers: a chance of winning is 7",
        f"{V}/heuristics/value.py",
        "    return by_totals(totals, spread, CLEAR)",
        "    return Forecast(totals, [7.0] * len(totals), [0.5] * len(totals))",
        (RANGE,),
    ),
    Planted(
        "valuation",
        "Villagers: two situations have one key",
        f"{V}/heuristics/keys.py",
        "found: tuple[Any, ...] = (",
        "found: tuple[Any, ...] = (seat,)\n    found_not: tuple[Any, ...] = (",
        ("equal_keys_equal_priors",),
    ),
    Planted(
        "valuation",
        "Villagers: two moves have the same meaning",
        f"{V}/heuristics/keys.py",
        "        return kind, card, gold, earlier\n",
        "        return kind, gold\n",
        (LISTED,),
    ),
    Planted(
        "valuation",
        "My Village: the forecast forgets a seat",
        f"{M}/heuristics/value.py",
        "    for who in range(len(state.seats)):\n        left",
        "    for who in range(len(state.seats) - 1):\n        left",
        (RANGE,),
    ),
    # --- words ---
    Planted("words", "Orchard: a card has no name", ORCHARD, '"Birnbaum"', '""', ("declarations_agree",)),
    Planted(
        "words",
        "Orchard: a pattern names a field that is not there",
        ORCHARD,
        '"Plant: {card}"',
        '"Plant: {tree}"',
        (BACK,),
    ),
    Planted(
        "words", "Villagers: German lacks an event", f"{V}/words/de.py", '    "picked_up"', '    "taken_up"', (WORDS,)
    ),
    Planted(
        "words",
        "My Village: German lacks a prompt",
        f"{M}/words/de.py",
        '    "laborer": "Heuere',
        '    "worker": "Heuere',
        (WORDS,),
    ),
    Planted(
        "words",
        "My Village: an event is in English only",
        f"{M}/words/de.py",
        '"{seat} nimmt {dice}."',
        '"{seat} takes {dice}."',
        (WORDS,),
    ),
    Planted(
        "words",
        "Villagers: a refusal is in English only",
        f"{V}/words/de_texts.py",
        '"Das hast du jetzt nicht zu entscheiden."',
        '"That is not what you have to decide now."',
        (WORDS,),
    ),
    Planted(
        "words",
        "Orchard: a move points to an index that is no number",
        ORCHARD,
        "hand/card={card} /seats/{me}",
        "hand/{card} /seats/{me}",
        (ARRIVE,),
    ),
    Planted(
        "words",
        "Villagers: a move points to a stack as if it were a seat",
        f"{V}/phases/draft.py",
        '"/stacks/{stack} /seats/{me}/square"',
        '"/seats/{stack} /seats/{me}/square"',
        (ARRIVE,),
    ),
    Planted(
        "words",
        "Villagers: a refusal lacks a fact",
        f"{V}/phases/trading.py",
        'You have already traded {most} times this turn.", most=MAX_TRADES)',
        'You have already traded {most} times this turn.")',
        (DECLARED,),
    ),
    # --- rules ---
    Planted(
        "rules",
        "Orchard: a refusal names no rule of the index",
        ORCHARD,
        'Refusal("ORCHARD-2"',
        'Refusal("ORCHARD-7"',
        (DECLARED, REFUSED),
    ),
    Planted(
        "rules",
        "Orchard: a move that is not listed is carried out",
        SHARED,
        "if refusal := self.refusal(state, seat, move):",
        "if (refusal := self.refusal(state, seat, move)) and move[0] == SEND:",
        (REFUSED,),
    ),
    Planted(
        "rules",
        "Villagers: a rare refusal names no rule of the index",
        f"{V}/phases/trading.py",
        'Refusal("BASIC-13"',
        'Refusal("BASIC-99"',
        (DECLARED,),
    ),
    Planted(
        "rules",
        "My Village: moves that are not listed are carried out",
        f"{M}/rules.py",
        "if move not in self.legal_moves(state, seat):",
        "if not self.legal_moves(state, seat):",
        (REFUSED,),
    ),
    Planted("rules", "Orchard: a crow costs 4, not 5", ORCHARD, "-5 * seat.crows", "-4 * seat.crows", ()),
    # --- flow ---
    Planted(
        "flow", "Orchard: the game never ends", ORCHARD, "if state.turn < state.rounds * seats else ()", "", (LISTED,)
    ),
    Planted(
        "flow",
        "Orchard: the game ends a turn late",
        ORCHARD,
        "if state.turn < state.rounds * seats else ()",
        "if state.turn <= state.rounds * seats else ()",
        (LISTED, END),
    ),
    Planted(
        "flow",
        "Villagers: the stage is counted back",
        f"{V}/rules.py",
        "return 2 * state.round + (state.phase != DRAFT)",
        "return 2 * state.round - (state.phase != DRAFT)",
        (STAGES,),
    ),
    Planted(
        "flow",
        "Villagers: turn_of is empty, although a seat may have two turns in a row",
        f"{V}/rules.py",
        "state = view.state\n        if state.phase != DRAFT:",
        "return ()\n        state = view.state\n        if state.phase != DRAFT:",
        (STAGES,),
    ),
    Planted(
        "flow",
        "My Village: turn_of is always the same",
        f"{M}/rules.py",
        "return (view.state.round, view.state.turns)",
        "return (1,)",
        (STAGES,),
    ),
    Planted(
        "flow",
        "My Village: legal moves are not sorted",
        f"{M}/phases/dice.py",
        "        moves.sort()\n",
        "        moves.sort(reverse=True)\n",
        (LISTED,),
    ),
    Planted(
        "flow",
        "Villagers: the seat to act is unknown to views",
        f"{V}/rules.py",
        "return self.to_act(view.state)",
        "return self.to_act(view.state)[1:]",
        (LISTED,),
    ),
    # --- copies ---
    Planted(
        "copies",
        "Orchard: a view shares its seats with the state",
        ORCHARD,
        "        view = self.clone(state)\n        view.viewer",
        "        view = State()\n        view.__dict__.update(state.__dict__)\n        view.viewer",
        (HIDDEN, REFUSED, LISTED),
    ),
    Planted(
        "copies",
        "Villagers: clones share the cards",
        f"{V}/state.py",
        "self.discard = source.discard[:]\n            self.basics = source.basics[:]\n            self.markets",
        "self.discard = source.discard\n            self.basics = source.basics\n            self.markets",
        (REFUSED,),
    ),
    Planted(
        "copies",
        "My Village: clones share the dice pool",
        f"{M}/state.py",
        "self.pool = source.pool[:]",
        "self.pool = source.pool",
        (REFUSED,),
    ),
    Planted(
        "copies",
        "My Village: a position loses the number of draws",
        f"{M}/state.py",
        "self.draws = source.draws",
        "self.draws = 0",
        (REFUSED, "replays_are_the_same", BACK),
    ),
    # --- endings ---
    Planted(
        "ending",
        "Orchard: the seat with the fewest points wins",
        SHARED,
        'most = max(row["total"] for row in rows)',
        'most = min(row["total"] for row in rows)',
        (END,),
    ),
    Planted(
        "ending",
        "Orchard: of seats with equal totals the first one wins",
        SHARED,
        'winners = [row["seat"] for row in rows if row["total"] == most]',
        'winners = [row["seat"] for row in rows if row["total"] == most][:1]',
        (TIES,),
    ),
    Planted(
        "ending",
        "Orchard: a total is not the sum of its lines",
        ORCHARD,
        '"total": sum(points.values())',
        '"total": seat.apples',
        (END,),
    ),
    Planted(
        "ending",
        "Orchard: there is a result before the end",
        SHARED,
        "return None if self.to_act(state) else",
        "return",
        (LISTED,),
    ),
    Planted(
        "ending",
        "Villagers: the first seat always wins",
        f"{V}/scoring/__init__.py",
        "return [seat for seat, owner in enumerate(state.seats) if _rank(owner) == best]",
        "return [0]",
        (END,),
    ),
    Planted(
        "ending",
        "My Village: a line is missing in the total",
        f"{M}/scoring.py",
        "_LINES: Final = tuple(LINES.values())",
        "_LINES: Final = tuple(LINES.values())[1:]",
        (END,),
    ),
)
