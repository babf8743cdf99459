"""The German words of My Village. Goods are counted by `<good>` and, for one of them, `<good>_one`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.my_village.catalogue.cards import GOODS
from engine.my_village.words.naming import amounts, names
from engine.wording import German, Noun, capital

_COUNTED: Final = {
    "time": ("Zeit", "Zeit"),
    "coins": ("Münze", "Münzen"),
    "story": ("Geschichtspunkt", "Geschichtspunkte"),
    "horse": ("Pferd", "Pferde"),
    "beer": ("Bier", "Bier"),
    "plow": ("Pflug", "Pflüge"),
    "scroll": ("Schriftrolle", "Schriftrollen"),
    "wagon": ("Wagen", "Wagen"),
    "wild": ("beliebige Ware", "beliebige Waren"),
    "any": ("beliebige Ware", "beliebige Waren"),
    "token": ("Marker des Versammlungsplatzes", "Marker des Versammlungsplatzes"),
    "customer": ("Kundschaft", "Kundschaften"),
    "there": ("vorhanden", "vorhanden"),
}
"""One, and several."""
_GOODS: Final = {good: capital(_COUNTED[good][0]) for good in GOODS}

MOVES: Final[Mapping[str, str]] = {
    "choose_dice": "{dice} wählen",
    "set_value": "Wert {value}",
    "set_value_paid": "Wert {value} für {cost}",
    "take_card": "{card:acc} nehmen",
    "travel": "Nach {letter} reisen",
    "take_hand": "Die Startspielerhand nehmen",
    "take_hand_forfeit": "Mit dem Banner der Startspielerhand passen",
    "call_steward": "Den Verwalter rufen",
    "call_steward_benefit": "Den Verwalter mit der Handelskirche rufen",
    "move_headman": "Den Schulzen stehen lassen",
    "move_headman_main_house": "Den Schulzen zum Haupthaus ziehen",
    "move_headman_coin": "Den Schulzen zur Münze ziehen",
    "move_headman_story": "Den Schulzen zu den Geschichtspunkten ziehen",
    "activate": "{banner:acc} aktivieren",
    "teach_nothing": "Die Schule ohne Wirkung aktivieren",
    "teach_new_left": "Einen neuen Nachkommen zur Schule schicken",
    "teach_to_right": "Den Nachkommen nach rechts rücken",
    "teach_place_left": "Der linke Nachkomme wird {villager}",
    "teach_place_right": "Der rechte Nachkomme wird {villager}",
    "serve": "{customer} bedienen",
    "move_plow_smithy": "Einen Pflug aus der Schmiede auf Feld {field} legen",
    "move_plow_guild_council": "Eine beliebige Ware als Pflug auf Feld {field} legen",
    "invite": "{customers} einladen",
    "invite_free": "{customer} kostenlos einladen",
    "exchange_travel": "Die Reisekarte gegen die nächste tauschen",
    "bury": "{villager:nom} stirbt",
    "hire_laborer": "Einen Tagelöhner einstellen: {villager}",
    "ward_off_rats": "Die Ratten fernhalten",
    "forfeit": "Verzichten",
    "end_turn": "Den Zug beenden",
    "paying": "{label}, für {paid}",
    "marking": "{label}, Marker auf: {space}",
    "tiling": "{label}, das Plättchen neben {tile:acc}",
}

EVENTS: Final[Mapping[str, str]] = {
    "dice_rolled": "Runde {round} beginnt mit {first_player}. Die Würfel: weiß {white}, schwarz {black}.",
    "dice_chosen": "{seat} nimmt {dice}.",
    "dice_chosen_paid": "{seat} nimmt {dice} für {cost}.",
    "value_set": "{seat} hat den Wert {value}.",
    "value_set_paid": "{seat} ändert den Wert auf {value} für {cost}.",
    "card_bought": "{seat} nimmt {card:acc}.",
    "card_bought_paid": "{seat} nimmt {card:acc} für {cost}.",
    "card_added": "{card:nom} kommt ins Dorf von {seat}.",
    "travel_exchanged": "{seat} tauscht {returned} gegen {card}.",
    "hand_taken": "{seat} nimmt die Startspielerhand mit {story}.",
    "steward_called": "{seat} ruft den Verwalter.",
    "steward_called_benefit": "{seat} ruft den Verwalter mit der Handelskirche.",
    "steward_called_revealed": "{seat} ruft den Verwalter mit der Handelskirche: {revealed} erscheint.",
    "customers_invited": "{seat} lädt {customers} kostenlos ein.",
    "customers_invited_paid": "{seat} lädt {customers} für {cost} ein.",
    "display_filled": "Neue Kundschaft liegt aus: {customers}.",
    "headman_moved_main_house": "Der Schulze von {seat} steht auf dem Haupthaus.",
    "headman_moved_main_house_saved": "Der Schulze von {seat} geht zum Haupthaus und sichert {saved}.",
    "headman_moved_coin": "Der Schulze von {seat} steht auf der Münze.",
    "headman_moved_story": "Der Schulze von {seat} steht auf den Geschichtspunkten.",
    "banner_activated": "{seat} aktiviert {banner:acc}.",
    "banner_activated_paid": "{seat} aktiviert {banner:acc} für {cost}.",
    "taught_nothing": "{seat} aktiviert die Schule ohne Wirkung.",
    "taught_new_left": "Ein neuer Nachkomme von {seat} kommt in die Schule.",
    "taught_to_right": "Ein Nachkomme von {seat} rückt in der Schule weiter.",
    "taught_place_left": "Ein Nachkomme von {seat} wird {villager}.",
    "taught_place_right": "Ein Nachkomme von {seat} wird {villager}.",
    "customer_served": "{seat} bedient {customer}.",
    "customer_served_paid": "{seat} bedient {customer} für {cost}.",
    "plow_moved_smithy": "{seat} legt einen Pflug aus der Schmiede auf Feld {field}.",
    "plow_moved_guild_council": "{seat} legt eine beliebige Ware als Pflug auf Feld {field}.",
    "tile_placed": "{seat} legt das 2/12-Plättchen neben {banner:acc}.",
    "gained": "{seat} erhält {amount}.",
    "gained_mark": "{seat} legt einen Marker auf: {space}.",
    "forfeited": "{seat} verzichtet.",
    "villager_died_chronicle": "{villager:nom} von {seat} stirbt und kommt in die Chronik.",
    "villager_died_graves": "{villager:nom} von {seat} stirbt und kommt in ein anonymes Grab.",
    "laborer_hired": "{seat} stellt einen Tagelöhner ein: {villager}.",
    "rat_moved": "Der Rattenwürfel zeigt {roll}: Die Ratte steht auf Feld {space}.",
    "story_lost": "{seat} verliert {amount} an die Ratten.",
    "rats_warded_off": "Die Sanatoriumskirche von {seat} hält die Ratten fern.",
    "turn_ended": "Der Zug von {seat} ist zu Ende.",
    "village_scored": "Das Spiel ist zu Ende: {winners} hat gewonnen.",
    "village_scored_shared": "Das Spiel ist zu Ende: {winners} teilen sich den Sieg.",
    "die_white": "die weiße {face}",
    "die_black": "die schwarze {face}",
    "payment_field": "den Pflug von Feld {field}",
    "nothing": "nichts",
    "or": " oder ",
    **amounts(_COUNTED),
}

_VILLAGERS: Final[Mapping[str, Noun]] = {
    "abbot": German("Abt", "m"),
    "councilman": German("Ratsherr", "m", "Ratsherrn"),
    "traveller": German("Reisender", "m", "Reisenden", "Reisende"),
    "craftsman": German("Handwerker", "m"),
    "merchant": German("Händler", "m"),
}
_BANNERS: Final[Mapping[str, Noun]] = {
    "play": German("Spielplatz", "m"),
    "school": German("Schule", "f"),
    "council": German("Ratssaal", "m"),
    "meeting_place": German("Versammlungsplatz", "m"),
    "stables": German("Stallungen", "p"),
    "brewery": German("Brauerei", "f"),
    "smithy": German("Schmiede", "f"),
    "office": German("Schreibstube", "f"),
    "wainwright": German("Wagnerei", "f"),
}
_SPACES: Final[Mapping[str, Noun]] = {
    "travel_cards": Noun("Reisekarten"),
    "craft_buildings": Noun("Handwerksbetriebe"),
    "served_customers": Noun("bediente Kundschaft"),
    "church_and_monks": Noun("Kirche und Mönche"),
    "fields": Noun("Felder"),
}
NOUNS: Final[Mapping[str, Noun]] = {
    **_VILLAGERS,
    **_BANNERS,
    **_SPACES,
    "field": Noun("Feld {number}"),
}
"""Villagers, white banners, and the spaces of the area council."""

CARDS: Final[Mapping[str, Noun]] = {
    "sanatory_church": German("Sanatoriumskirche", "f"),
    "cloister_church": German("Klosterkirche", "f"),
    "trading_church": German("Handelskirche", "f"),
    "travel_church": German("Reisekirche", "f"),
    "monetary_council": German("Finanzrat", "m"),
    "area_council": German("Bereichsrat", "m"),
    "population_council": German("Bevölkerungsrat", "m"),
    "guild_council": German("Zunftrat", "m"),
    "meeting_place": German("Versammlungsplatz", "m"),
    "field": Noun("ein Feld"),
}
"""The cards that are not just numbered."""

TEXTS: Final[Mapping[str, str]] = {
    "Two dice a turn decide what your village can do. Generations come and go, and time takes its toll.": (
        "Zwei Würfel je Zug bestimmen, was dein Dorf tun kann. Generationen kommen und gehen,"
        " und die Zeit fordert ihren Tribut."
    ),
    "My Village": "My Village",
    "Who begins; `random` draws it from the seed.": "Wer beginnt; `random` lost es mit dem Seed des Spiels aus.",
    "The numbers on the components; those of `standard` are partly reconstructed.": (
        "Die Zahlen auf dem Spielmaterial; die von `standard` sind zum Teil rekonstruiert."
    ),
    "First two dice of the pool are chosen.": "Zuerst werden zwei Würfel gewählt.",
    "The dice are chosen: next is the banner value.": "Die Würfel sind gewählt: Als Nächstes kommt der Wert.",
    "The banner value of this turn is fixed.": "Der Wert dieses Zuges steht schon fest.",
    "There is no passing: a turn ends only after a banner has been activated.": (
        "Passen geht nicht: Ein Zug endet erst, wenn ein Banner aktiviert wurde."
    ),
    "A turn ends only after a banner has been activated.": "Ein Zug endet erst, wenn ein Banner aktiviert wurde.",
    "Nothing of this kind is to be decided now: a turn activates banners.": (
        "So etwas ist jetzt nicht zu entscheiden: Ein Zug aktiviert Banner."
    ),
    "First something else is to be decided: {phase}.": "Zuerst ist etwas anderes zu entscheiden: {phase}.",
    "White banners have been activated in this turn: only white ones can follow.": (
        "In diesem Zug wurden weiße Banner aktiviert: Nur weitere weiße können folgen."
    ),
    "The banner of the starting hand does not show a {value}.": "Das Banner der Startspielerhand zeigt keine {value}.",
    "The starting hand shows its back: it has been taken in this round.": (
        "Die Startspielerhand zeigt ihren Rücken: Sie wurde in dieser Runde schon genommen."
    ),
    "The starting player of the round cannot take the starting hand.": (
        "Der Startspieler der Runde kann die Startspielerhand nicht nehmen."
    ),
    "The starting player cannot take the starting hand on the first turn.": (
        "Der Startspieler kann die Startspielerhand nicht im ersten Zug nehmen."
    ),
    "The banner of the {card} does not show a {value}.": "Das Banner der Karte {card} zeigt keine {value}.",
    "This costs {price}, which the village does not have.": "Das kostet {price}, und das hat das Dorf nicht.",
    "This costs {price}, and is not paid like that.": "Das kostet {price}, und so wird es nicht bezahlt.",
    "The 2/12 tile cannot be put there.": "Das 2/12-Plättchen kann dort nicht liegen.",
    "No {card} is left in the display.": "Nicht mehr in der Auslage: {card}.",
    "{card} is not the top card of its stack.": "{card} ist nicht die oberste Karte ihres Stapels.",
    "{card} is not taken from the display.": "{card} wird nicht aus der Auslage genommen.",
    "A village has at most {most} church windows.": "Ein Dorf hat höchstens {most} Kirchenfenster.",
    "A free space is named for the first marker of an area or population council, else none.": (
        "Ein freies Feld wird für den ersten Marker von Bereichsrat oder Bevölkerungsrat genannt, sonst keines."
    ),
    "Only a meeting place comes with a 2/12 tile.": "Nur ein Versammlungsplatz bringt ein 2/12-Plättchen mit.",
    "A church needs the abbot.": "Eine Kirche braucht den Abt.",
    "There is a church in the village already.": "Das Dorf hat schon eine Kirche.",
    "A council chamber needs the councilman.": "Ein Ratssaal braucht den Ratsherrn.",
    "There is a council chamber in the village already.": "Das Dorf hat schon einen Ratssaal.",
    "A meeting place needs the councilman.": "Ein Versammlungsplatz braucht den Ratsherrn.",
    "There is a meeting place in the village already.": "Das Dorf hat schon einen Versammlungsplatz.",
    "A craft building needs the craftsman.": "Ein Handwerksbetrieb braucht den Handwerker.",
    "The village has such a building already.": "Einen solchen Betrieb hat das Dorf schon.",
    "A monk needs the abbot.": "Ein Mönch braucht den Abt.",
    "A monk needs a church.": "Ein Mönch braucht eine Kirche.",
    "There is no {villager} in the village.": "Im Dorf nicht da: {villager}.",
    "{coins} and {tokens} do not make {value} of these dice, or not without waste.": (
        "Aus diesen Würfeln wird so keine {value}, oder nicht ohne Verschwendung: {coins} und {tokens}."
    ),
    "{value} needs {tokens}, {there}.": "Für den Wert {value} braucht es {tokens}; {there}.",
    "{value} needs {coins}, {there}.": "Für den Wert {value} braucht es {coins}; {there}.",
    "These two dice are not both in the pool.": "Diese beiden Würfel liegen nicht beide bereit.",
    "The headman cannot go there. He stands here: {stands}.": (
        "Dorthin kann der Schulze nicht gehen. Er steht hier: {stands}."
    ),
    "A monk's step of the headman is made or forfeited.": (
        "Den Schritt des Schulzen, den ein Mönch bringt, macht man, oder man verzichtet auf ihn."
    ),
    "There is {villager:a} already.": "Schon da: {villager}.",
    "The descendants in the school do not allow this step.": (
        "So, wie die Nachkommen in der Schule stehen, geht dieser Schritt nicht."
    ),
    "A villager is named for a descendant who is placed, and only then.": (
        "Ein Beruf wird genannt, wenn ein Nachkomme ins Dorf kommt, und nur dann."
    ),
    "Both spaces of the school are covered, and no villager space is empty.": (
        "Beide Felder der Schule sind besetzt, und im Dorf ist kein Platz leer."
    ),
    "{number} customers cost {coins}, {there}.": "{number} Kundschaften kosten {coins}; {there}.",
    "The banner of the steward's office does not show a {value}.": "Das Banner der Verwaltung zeigt keine {value}.",
    "{card} does not lie in the display.": "{card} liegt nicht aus.",
    "This monk brings at most {guests}.": "Dieser Mönch bringt höchstens {guests}.",
    "The benefit needs the trading church, its abbot, and a customer who could be free.": (
        "Der Vorteil braucht die Handelskirche, ihren Abt und eine Kundschaft, die kostenlos kommen könnte."
    ),
    "No customer lies in the display.": "Es liegt keine Kundschaft aus.",
    "At least one customer is paid for.": "Mindestens eine Kundschaft wird bezahlt.",
    "A customer is named twice.": "Eine Kundschaft ist zweimal genannt.",
    "The next travel card is of the letter {letter}.": "Die nächste Reisekarte hat den Buchstaben {letter}.",
    "The cards of the letter {letter} do not show a {value}.": (
        "Die Karten mit dem Buchstaben {letter} zeigen keine {value}."
    ),
    "The travels of this village are over.": "Die Reisen dieses Dorfes sind zu Ende.",
    "Travelling needs the traveller.": "Zum Reisen braucht es den Reisenden.",
    "No card of this letter is left.": "Von diesem Buchstaben ist keine Karte mehr da.",
    "There is no marker to move there: {source}.": "Dort liegt nichts, das auf ein Feld könnte: {source}.",
    "This banner does not show a {value}.": "Dieses Banner zeigt keine {value}.",
    "{card} does not wait in this village.": "{card} wartet nicht in diesem Dorf.",
    "The village has no field {field}.": "Das Dorf hat kein Feld {field}.",
    "The meeting place was the last banner of this turn.": (
        "Der Versammlungsplatz war das letzte Banner dieses Zuges."
    ),
    "Name a banner; the school and customers have moves of their own.": (
        "Hier wird ein Banner genannt; für Schule und Kundschaft gibt es eigene Züge."
    ),
    "The marker goes on a free space of an area or population council, and nowhere else.": (
        "Der Marker kommt auf ein freies Feld von Bereichsrat oder Bevölkerungsrat, und nirgends sonst hin."
    ),
    "Only the meeting place's own banner moves the tile.": (
        "Nur das Banner des Versammlungsplatzes versetzt das Plättchen."
    ),
    "The tile was forfeited when the meeting place was added.": (
        "Auf das Plättchen wurde verzichtet, als der Versammlungsplatz kam."
    ),
    "The village has no such banner.": "Ein solches Banner hat das Dorf nicht.",
    "The villager of this banner's area is not present.": "Die Person, die dieses Banner braucht, ist nicht da.",
    "This banner has been activated in this turn.": "Dieses Banner wurde in diesem Zug schon aktiviert.",
    "Serving a customer needs the merchant.": "Zum Bedienen braucht es den Händler.",
    "A field holds one plow.": "Auf einem Feld liegt nur ein Pflug.",
}

VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "phases": {
        "dice": "Würfel wählen",
        "value": "Wert festlegen",
        "banners": "Banner aktivieren",
        "steward": "Den Verwalter rufen",
        "gift": "Die kostenlose Kundschaft wählen",
        "guests": "Kundschaft einladen",
        "headman": "Den Schulzen ziehen",
        "school": "Zur Schule gehen",
        "exchange": "Die Reisekarte tauschen",
        "death": "Jemand stirbt",
        "laborer": "Einen Tagelöhner einstellen",
        "rats": "Die Ratten kommen",
        "over": "Das Spiel ist zu Ende",
    },
    "villagers": names(_VILLAGERS),
    "goods": _GOODS,
    "gains": {
        "coins": "Münzen",
        "story": "Geschichtspunkte",
        **_GOODS,
        "wild": "Beliebige Ware",
        "token": "Marker des Versammlungsplatzes",  # nosec B105: a marker of the game
        "mark": "Marker eines Rates",
    },
    "score_items": {
        "church": "Kirche",
        "church_windows": "Kirchenfenster",
        "meeting_place": "Versammlungsplatz",
        "council_chamber": "Ratssaal",
        "council_markers": "Marker des Rates",
        "fields": "Felder",
        "travels": "Reisekarten",
        "served_customers": "Bediente Kundschaft",
        "saved_story": "Geschichtspunkte auf dem Haupthaus",
        "day_laborers": "Tagelöhner",
        "starting_hand": "Startspielerhand",
    },
    "kinds": {
        "church": "Kirche",
        "council": "Ratssaal",
        "meeting_place": "Versammlungsplatz",
        "field": "Feld",
        "craft": "Handwerksbetrieb",
        "monk": "Mönch",
        "travel": "Reisekarte",
        "customer": "Kundschaft",
        "component": "Spielmaterial",
    },
    "banners": {**names(_BANNERS), "field": "Feld", "customer": "Kundschaft"},
    "symbols": {"quill": "Feder", "goblet": "Kelch", "rosary": "Rosenkranz"},
    "dice": {"white": "Weiß", "black": "Schwarz"},
    "headman_places": {"main_house": "Haupthaus", "coin": "Münze", "story": "Geschichtspunkte"},
    "school_steps": {
        "nothing": "Nichts",
        "new_left": "Ein neuer Nachkomme",
        "to_right": "Ein Feld weiter",
        "place_left": "Der linke kommt ins Dorf",
        "place_right": "Der rechte kommt ins Dorf",
    },
    "plow_sources": {"smithy": "Schmiede", "guild_council": "Zunftrat"},
    "marker_spaces": {**names(_SPACES), **names(_VILLAGERS)},
    "death_places": {"chronicle": "Chronik", "graves": "Anonyme Gräber"},
    "options": {"first_player": "Wer beginnt", "catalogue": "Zahlen auf dem Spielmaterial"},
    "first_player": {"random": "Das Los", "0": "Platz 1", "1": "Platz 2", "2": "Platz 3", "3": "Platz 4"},
    "catalogue": {"standard": "Standard"},
}
