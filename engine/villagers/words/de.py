"""Villagers in German."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.villagers.catalogue import ROWS
from engine.villagers.words.de_texts import TEXTS as TEXTS
from engine.wording import German, Noun

_FEMININE: Final = frozenset(
    (
        *("founders", "lumberjack", "hayer", "miner", "poulterer", "milk_maid", "fromager", "horse_trader", "wheeler"),
        *("log_rafter", "wood_carver", "graper", "spinner", "weaver", "harvester", "beekeeper", "tinner", "arkwright"),
        *("carter", "freelancer", "wholesaler", "nun", "pigeoneer", "recruiter", "barbarian", "noble"),
    )
)
_OBLIQUE: Final[Mapping[str, str]] = {
    "swineherd": "Schweinehirten",
    "apprentice": "Gehilfen",
    "alchemist": "Alchemisten",
    "prophet": "Propheten",
    "schemer": "Intriganten",
    "peddler": "fahrenden Händler",
}
"""Accusative and dative where they differ from the nominative."""


class _Peddler(German):
    """The only name with an adjective; it is capitalized if nothing stands before it."""

    def __init__(self, name: str) -> None:
        super().__init__(name[0].lower() + name[1:], "m", _OBLIQUE["peddler"], "fahrende Händler")
        self._title = name

    def __str__(self) -> str:
        return self._title

    def __format__(self, form: str) -> str:
        return super().__format__(form) if form else self._title


def _noun(key: str, name: str) -> German:
    return _Peddler(name) if key == "peddler" else German(name, "f" if key in _FEMININE else "m", _OBLIQUE.get(key))


NOUNS: Final[Mapping[str, Noun]] = {
    **{row["key"]: _noun(row["key"], row["name"]["de"]) for row in ROWS},
    "founders": German("Gründungskarte", "f"),
    "road": German("Auslage", "f"),
    "stack": German("Stapel", "m"),
    "reserve": German("Nachziehstapel", "m"),
    "discard": German("Ablagestapel", "m"),
    "hand": German("Hand", "f"),
    "village": German("Dorf", "n"),
    "bank": German("Bank", "f"),
    "countess": German("Gräfin", "f"),
    "summer": German("Sommerstapel", "m"),
    "winter": German("Winterstapel", "m"),
}

PHRASES: Final[Mapping[str, str]] = {
    "whose_own": "von dir",
    "back": "eine Karte ({suit})",
    "backs": "{count} Karten ({suit})",
    "alike": "{count} \u00d7 {card}",
    "earned": "{gold} Gold für {seat:acc}",
    "actions_one": "1 Bauaktion",
    "actions_many": "{count} Bauaktionen",
    "needed_one": "1 Mönch",
    "needed_many": "{count} Mönche",
    "as": " (als {role})",
    "bank": "; freigeschaltet über die Bank",
    "tinner": "; gratis freigeschaltet durch die Blechschmiedin",
    "own_unlocker": "; freigeschaltet durch {unlocker:acc} im eigenen Dorf",
    "their_unlocker": "; freigeschaltet durch {unlocker:acc} im eigenen Dorf",
    "unlocker": "; freigeschaltet durch {unlocker:acc} {payee:gen}",
    "payee": "; bezahlt wird {payee:nom}",
    "from_road": "aus der Auslage",
    "from_stack": "von Stapel {number}",
    "from_reserve": "vom Nachziehstapel",
    "from_hand": "von der Hand",
    "from_village": "aus dem Dorf",
    "slot": " (Feld {slot})",
    "id": " (Nr. {id})",
    "seat": " (Platz {number})",
    "on": " auf {villager:acc}",
    "apprentice_card_on": " auf {villager:acc}",
    "apprentice_new": " ins eigene Dorf",
    "apprentice_on": " und auf {villager:acc} legen",
    "monks_one": " mit einem Mönch (als {roles}) darunter",
    "monks_many": " mit {count} Mönchen (als {roles}) darunter",
    "apprentice_monks_one": ", mit einem Mönch (als {roles}) darunter",
    "apprentice_monks_many": ", mit {count} Mönchen (als {roles}) darunter",
    "apprentice_card_one": " (Mönch als {roles})",
    "apprentice_card_many": " (Mönche als {roles})",
    "side_gold": ", Goldseite oben",
    "side_food": ", Nahrungsseite oben",
    "nobody": "niemand",
    "cards_one": "1 Karte",
    "cards_many": "{count} Karten",
    "form_of_cards": "acc",
}

MOVES: Final[Mapping[str, str]] = {
    "draft_road": "{card:acc} draften{slot}",
    "draft_stack": "Die oberste Karte von Stapel {stack} draften",
    "draft_reserve": "Die oberste Karte des Nachziehstapels draften",
    "coin": "1 Gold auf {card:acc} legen{slot}",
    "pass": "Kein Gold in die Auslage legen",  # nosec B105: a move, no password
    "place": "{card:acc}{monks}{on} legen{unlock}",
    "trade": "{card:acc} gegen {basic:a_acc} tauschen",
    "return_card stack": "Die getauschte Karte auf Stapel {stack} legen",
    "return_card reserve": "Die getauschte Karte auf den Nachziehstapel legen",
    "return_card discard": "Die getauschte Karte auf den Ablagestapel legen",
    "play": "{card:acc} ausspielen{unlock}",
    "play seat": "{card:acc} ausspielen: Handkarten {seat:gen} ansehen{unlock}",
    "play villager": "{card:acc} ausspielen und {villager:acc} verkaufen{unlock}",
    "play seat villager": "{card:acc} ausspielen: {villager:acc} {seat:gen} nehmen{unlock}",
    "play seat take": "{card:acc} ausspielen und {take:acc} vom Dorfplatz {seat:gen} nehmen{unlock}",
    "play seat take own": "{card:acc} ausspielen und {take:acc} vom eigenen Dorfplatz nehmen{unlock}",
    "play stack": "{card:acc} ausspielen und Stapel {stack} durchsuchen{unlock}",
    "play slot": "{card:acc} ausspielen und {taken:acc} aus der Auslage nehmen{slot}{unlock}",
    "apprentice": "Gehilfe: {villager:acc} {seat:gen} nehmen{on}{monks}{side}{unlock}",
    "apprentice card": (
        "Gehilfe: {villager:acc} {seat:gen} nehmen und mit {card:dat} darauf{on} legen{monks}{side}{unlock}"
    ),
    "end": "Den Bauzug beenden",
    "hire": "{villager:acc} {seat:gen} anheuern",
    "thieve": "{villager:acc} auf {seat:acc} ansetzen",
    "recruit": "Die Rekrutiererin bezahlen und 2 Karten draften",
    "benefactor": "Den Gönner ausspielen und {card:acc}{on} legen{unlock}",
    "look_take": "{card:acc} nehmen",
    "arrange": "Als Nächstes zurücklegen: {card}",
    "keep": "Übrige Reihenfolge beibehalten",
    "steal": "{card:acc} stehlen",
    "countess_draft": "Der Gräfin {card:acc} geben{slot}",
    "settle pay": "{event}: {price} Gold an die Bank",
    "settle cut draft": "{event}: 1 Karte weniger draften",
    "settle cut build": "{event}: 1 Bauaktion weniger",
    "resolve": "Ereignis ausführen: {event}",
    "resolve villager": "{event}: {villager:acc} wählen",
    "resolve card": "{event}: {card:acc} verlieren",
    "resolve stack": "{event}: der Gräfin die oberste Karte von Stapel {stack} geben",
    "resolve reserve": "{event}: der Gräfin die oberste Karte des Nachziehstapels geben",
    "jester": "Der Hofnarr legt ein Ereignis ab: {event}",
    "reward_card stack": "Die oberste Karte von Stapel {stack} nehmen",
    "reward_card reserve": "Die oberste Karte des Nachziehstapels nehmen",
    "reward_basic": "{basic:a_acc} nehmen",
}

EVENTS: Final[Mapping[str, str]] = {
    "drafted": "{seat:nom} draftet {card:acc} {origin}.",
    "drafted gold": "{seat:nom} draftet {card:acc} {origin} und bekommt {gold} Gold dazu.",
    "road_filled": "Auf Feld {slot} der Auslage kommt {origin} {card:nom}.",
    "picked_up": "{seat:nom} nimmt {cards:acc} vom Dorfplatz auf die Hand.",
    "picked_up none": "{seat:nom} hat keine Karten auf dem Dorfplatz.",
    "coin_placed": "{seat:nom} legt 1 Gold auf Feld {slot} der Auslage.",
    "coin_passed": "{seat:nom} legt kein Gold in die Auslage.",
    "road_discarded": "{cards:nom} verlassen die Auslage.",
    "road_discarded one": "{cards:nom} verlässt die Auslage.",
    "road_paid": "Auf die Felder {slots} der Auslage kommt je 1 Gold.",
    "road_paid one": "Auf Feld {slots} der Auslage kommt 1 Gold.",
    "build_turn": "{seat:nom} beginnt zu bauen (Bau-Limit {limit}).",
    "placed": "{seat:nom} legt {villagers:acc}{unlock}.",
    "traded": "{seat:nom} tauscht {card:acc} gegen {basic:a_acc}.",
    "returned": "{seat:nom} legt {card:acc} auf {pile:acc}.",
    "played": "{seat:nom} spielt {card:acc} aus{unlock}.",
    "gold_gained": "{seat:nom} bekommt {gold} Gold ({reason}).",
    "hired": "{seat:nom} heuert die Freiberuflerin {from_seat:gen} an.",
    "hired own": "{seat:nom} heuert die eigene Freiberuflerin an.",
    "taken": "{seat:nom} ersetzt im Dorf {from_seat:gen} {card:acc} durch den Gehilfen.",
    "build_ended": "{seat:nom} ist mit dem Bauen fertig.",
    "founders_flipped": "{seat:nom} dreht die Gründungskarte auf die Nahrungsseite.",
    "market 1": "1. Markttag: {rows}.",
    "market 2": "2. Markttag: {rows}.",
    "round_started": "Runde {round} beginnt; {first_player:nom} fängt an.",
    "game_ended": "Das Spiel ist zu Ende: {winners} gewinnt.",
    "game_ended shared": "Das Spiel ist zu Ende: {winners} teilen sich den Sieg.",
    "game_ended lost": "Das Spiel ist zu Ende: Die Gräfin gewinnt.",
    "square_taken": "{seat:nom} nimmt {card:acc} vom Dorfplatz {from_seat:gen}.",
    "couriered": "{seat:nom} holt mit dem Kurier {card:acc} von Feld {slot} der Auslage.",
    "couriered gold": "{seat:nom} holt mit dem Kurier {card:acc} von Feld {slot} der Auslage, dazu {gold} Gold.",
    "recruited": "{seat:nom} bezahlt die Rekrutiererin und draftet 2 Karten.",
    "looked": "{seat:nom} sieht sich {what} {origin} an.",
    "looked hand": "{seat:nom} sieht sich die Hand {from_seat:gen} an: {what}.",
    "card_taken": "{seat:nom} nimmt {card:acc} {origin} auf die Hand.",
    "arranged": "{seat:nom} legt {card:acc} zurück auf {pile:acc}.",
    "arranged unseen": "{seat:nom} legt eine Karte zurück auf {pile:acc}.",
    "stolen": "{seat:nom} stiehlt {card:acc} von {from_seat:dat}.",
    "lured": "{seat:nom} lockt {card:acc} von {from_seat:dat} weg.",
    "lured gold": "{seat:nom} lockt {card:acc} von {from_seat:dat} weg; {from_seat:nom} behält {gold} Gold.",
    "went_home": "{card:nom} kommt zurück auf die Hand {seat:gen}.",
    "robbed": "Der Dieb {seat:gen} stiehlt {gold} Gold von {from_seat:dat}.",
    "caught": "Der Sheriff {seat:gen} fasst den Dieb {from_seat:gen} und bekommt dessen {gold} Gold.",
    "developments": "Die Entwicklungen sind entschieden. {lines}.",
    "basic_taken": "{seat:nom} nimmt zur Belohnung {basic:a_acc}.",
    "countess_gained": "Die Gräfin bekommt {card:acc} {origin}.",
    "countess_gained gold": "Die Gräfin bekommt {card:acc} {origin} und {gold} Gold dazu.",
    "event_revealed": "Das Ereignis „{event}“ wird aufgedeckt.",
    "event_resolved": "Das Ereignis „{event}“ wird ausgeführt.",
    "event_discarded": "Das Ereignis „{event}“ wird abgelegt ({reason}).",
    "gold_paid": "{seat:nom} zahlt {to:dat} {gold} Gold ({reason}).",
    "limit_cut draft": "{seat:nom} draftet in dieser Runde 1 Karte weniger ({reason}).",
    "limit_cut build": "{seat:nom} verzichtet auf 1 Bauaktion ({reason}).",
    "coins_added": "Die Bank legt {gold} Gold auf eine Person {seat:gen}.",
    "card_lost": "{seat:nom} verliert {card:acc}.",
    "reshuffled": "Neuer {pile}: {count}, gemischt.",
    "jester_left": "Der Hofnarr findet kein Ereignis, das er ablegen könnte, und verlässt das Spiel.",
}

_EXPANSIONS: Final[Mapping[str, str]] = {
    "saints": "Unterstützung",
    "scoundrels": "Schurke",
    "profiteers": "Profiteur",
    "developments": "Entwicklung",
}
VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "suits": {
        "grains": "Getreide",
        "hay": "Heu",
        "ore": "Erz",
        "wood": "Holz",
        "grapes": "Wein",
        "wool": "Wolle",
        "leather": "Leder",
        "solitary": "Solo",
        "special": "Spezial",
    },
    "symbols": {
        "food": "Nahrung",
        "builders": "Bausymbol",
        "gold": "Gold",
        "silver": "Silber",
        "bronze": "Bronze",
        "padlock": "Schloss",
        "keyring": "Schlüsselbund",
    },
    "phases": {
        "draft": "Draft-Phase",
        "road": "Gold in die Auslage",
        "build": "Bauphase",
        "event": "Ereignisphase",
        "development": "Entwicklungsphase",
        "over": "Spielende",
    },
    "pending": {
        "return_card": "Wähle den Stapel für die getauschte Karte",
        "look": "Wähle unter den Karten, die du ansiehst",
        "steal": "Wähle die Karte, die du stiehlst",
        "countess_draft": "Wähle die Person, die die Gräfin bekommt",
        "settle": "Zahle, oder drafte oder baue weniger",
        "resolve": "Führe das Ereignis aus, das an die Stelle des Stimmungsumschwungs trat",
        "jester": "Der Hofnarr muss ein Ereignis ablegen",
    },
    "expansions": _EXPANSIONS,
    "options": {
        "expansions": "Erweiterungen",
        "solo": "Gegen die Gräfin",
        "first_player": "Startplatz",
        "starting_road": "Auslage zu Beginn",
    },
    "solo": {"beginner": "Einsteigerspiel", "normal": "Normal", "hard": "Schwer"},
    "first_player": {
        "random": "Zufällig",
        "0": "Platz 1",
        "1": "Platz 2",
        "2": "Platz 3",
        "3": "Platz 4",
        "4": "Platz 5",
    },
    "score_items": {
        "gold": "Aufgedrucktes Gold",
        "coins": "Gold auf der Karte",
        "silver": "Silber",
        "nun": "Nonne",
        "supply": "Vorrat",
    },
    "formulas": {
        "per_suit": "Betriebsart-Symbole",
        "per_gold_symbol": "Sichtbare Goldsymbole",
        "per_padlock": "Schlösser",
        "per_builder": "Bausymbole",
        "per_food": "Nahrungssymbole",
        "per_trio": "Sätze aus Erz, Heu und Holz",
        "per_paid_villager": "Personen mit Gold darauf",
        "per_long_chain": "Ketten ab 3 Karten",
        "gold_on_suit": "Gold auf den Personen einer Betriebsart",
        "best_coins": "Das meiste Gold auf einer deiner Personen",
        "best_silver": "Wert deines besten Silbersymbols",
    },
    "kinds": {
        "start": "Start-Karte",
        "basic": "Start-Person",
        "village": "Person",
        "wild": "Joker",
        "discard": "Ausspielen und ablegen",
        "event": "Ereignis",
        "jester": "Hofnarr",
        "development": "Entwicklung",
    },
    "boxes": {
        "base": "Grundspiel",
        "four_plus": "Ab 4 Plätzen",
        **_EXPANSIONS,
        "solo": "Solospiel",
    },
    "decks": {
        "summer": "Sommer",
        "winter": "Winter",
        "community": "Gemeinschaft",
        "mercantile": "Handel",
        "technology": "Produktion",
    },
    "piles": {
        "road": "Auslage",
        "stack": "Stapel",
        "reserve": "Nachziehstapel",
        "discard": "Ablagestapel",
        "hand": "Hand",
        "village": "Dorf",
        "pending": "Stapel wird gewählt",
        "summer": "Sommerstapel",
        "winter": "Winterstapel",
    },
    "sides": {"gold": "Goldseite", "food": "Nahrungsseite", "blank": "Leere Seite"},
    "origins": {"recycled": "Aus dem Ablagestapel gemischt", "saint": "Unterstützung", "scoundrel": "Schurke"},
    "reasons": {
        "smuggler": "Schmuggler",
        "bronze": "Bronze",
        "barbarian": "Barbarin",
        "jester": "durch den Hofnarren",
        "phase": "seine Phase ist vorbei",
        "replaced": "ein anderes tritt an seine Stelle",
    },
    "payees": {"bank": "Bank", "countess": "Die Gräfin"},
    "provenances": {"rulebook": "Spielregel", "public": "Veröffentlichte Listen", "reconstructed": "Rekonstruiert"},
}
