"""The German words of My Village. The pattern `<good>` is for amounts of a good, and `<good>_one` for exactly one.

The names of the German edition are used where two reviews quote them; the others are our own translation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.my_village.catalogue.cards import GOODS
from engine.my_village.words.naming import amounts, names
from engine.wording import German, Noun, capital

_COUNTED: Final = {
    "time": ("Zeit", "Zeit"),
    "coins": ("Münze", "Münzen"),
    "story": ("Geschichten-Punkt", "Geschichten-Punkte"),
    "horse": ("Pferd", "Pferde"),
    "beer": ("Bier", "Bier"),
    "plow": ("Pflug", "Pflüge"),
    "scroll": ("Schriftrolle", "Schriftrollen"),
    "wagon": ("Wagen", "Wagen"),
    "wild": ("beliebige Ware", "beliebige Waren"),
    "any": ("Ware beliebiger Art", "Waren beliebiger Art"),
    "token": ("Marker des Versammlungsplatzes", "Marker des Versammlungsplatzes"),
    "customer": ("Kunden", "Kunden"),
}
"""The forms for one and for several, in the accusative: "für 1 Kunden"."""
_GOODS: Final = {good: capital(_COUNTED[good][0]) for good in GOODS}

MOVES: Final[Mapping[str, str]] = {
    "choose_dice": "{dice} wählen",
    "set_value": "Bannerwert {value}",
    "set_value_paid": "Bannerwert {value} für {cost}",
    "take_card": "{card:acc} nehmen",
    "travel": "Reisekarte {letter} nehmen",
    "take_hand": "Die Startspielerhand nehmen",
    "take_hand_forfeit": "Startspielerhand aktivieren und liegen lassen (passen)",
    "call_steward": "Die Marktvogtei aktivieren",
    "call_steward_benefit": "Die Marktvogtei mit der Handelskirche aktivieren",
    "move_headman": "Das Oberhaupt stehen lassen",
    "move_headman_main_house": "Das Oberhaupt zum Haupthaus ziehen",
    "move_headman_coin": "Das Oberhaupt zur Münze ziehen",
    "move_headman_story": "Das Oberhaupt zu den Geschichten-Punkten ziehen",
    "activate": "{banner:acc} aktivieren",
    "teach_nothing": "Die Schule ohne Wirkung aktivieren",
    "teach_new_left": "Einen neuen Nachkommen in die Schule schicken",
    "teach_to_right": "Den Nachkommen nach rechts rücken",
    "teach_place_left": "Der linke Nachkomme wird {villager}",
    "teach_place_right": "Der rechte Nachkomme wird {villager}",
    "serve": "{customer} bedienen",
    "move_plow_smithy": "Einen Pflug aus der Schmiede auf Kornfeld {field} legen",
    "move_plow_guild_council": "Eine beliebige Ware als Pflug auf Kornfeld {field} legen",
    "invite": "{customers} einladen",
    "invite_free": "{customer} kostenlos einladen",
    "exchange_travel": "Die Reisekarte gegen die nächste tauschen",
    "bury": "{villager:nom} stirbt",
    "hire_laborer": "Einen Tagelöhner anheuern: {villager}",
    "ward_off_rats": "Die Ratten fernhalten",
    "forfeit": "Verzichten",
    "end_turn": "Den Zug beenden",
    "paying": "{label} ({paid})",
    "marking": "{label}, Marker auf: {space}",
    "tiling": "{label}, das Plättchen neben {tile:acc}",
}

PROMPTS: Final[Mapping[str, str]] = {
    "dice": "Wähle zwei Würfel aus dem Würfelpool",
    "value": "Lege deinen Bannerwert fest",
    "banners": "Nutze deinen Bannerwert {value}: {ways}",
    "way take_card": "eine Karte nehmen",
    "way travel": "eine Reisekarte nehmen",
    "way take_hand": "die Startspielerhand nehmen",
    "way call_steward": "die Marktvogtei aktivieren",
    "way move_headman": "das Oberhaupt ziehen",
    "way activate": "ein Banner aktivieren",
    "way serve": "einen Kunden bedienen",
    "way teach": "die Schule aktivieren",
    "way move_plow": "einen Pflug legen",
    "way end_turn": "deinen Zug beenden",
    "end": "Beende deinen Zug",
    "or decline": ", oder verzichte",
    "steward": "Aktiviere die Marktvogtei{decline}",
    "gift": "Wähle den Kunden, den du kostenlos einlädst{decline}",
    "guests": "Wähle die Kunden, die du einlädst{decline}",
    "headman": "Zieh das Oberhaupt{decline}",
    "school": "Wähle, was in deiner Schule geschieht{decline}",
    "exchange": "Tausche die Reisekarte gegen die nächste{decline}",
    "death": "Wähle, wer stirbt",
    "laborer": "Heuere einen Tagelöhner für eine Person deiner Wahl an",
    "rats": "Halte die Ratten fern{decline}",
}

EVENTS: Final[Mapping[str, str]] = {
    "dice_rolled": "Runde {round}: {first_player} beginnt. Würfelpool: weiß {white}, schwarz {black}.",
    "dice_chosen": "{seat} nimmt {dice}.",
    "dice_chosen_paid": "{seat} nimmt {dice} ({cost}).",
    "value_set": "{seat} hat den Bannerwert {value}.",
    "value_set_paid": "{seat} ändert den Bannerwert auf {value} ({cost}).",
    "card_bought": "{seat} nimmt {card:acc}.",
    "card_bought_paid": "{seat} nimmt {card:acc} ({cost}).",
    "card_added": "{card:nom} kommt ins Dorf von {seat}.",
    "travel_exchanged": "{seat} tauscht {returned} gegen {card}.",
    "hand_taken": "{seat} nimmt die Startspielerhand und erhält {story}.",
    "steward_called": "{seat} aktiviert die Marktvogtei.",
    "steward_called_benefit": "{seat} aktiviert die Marktvogtei mit der Handelskirche.",
    "steward_called_revealed": "{seat} aktiviert die Marktvogtei mit der Handelskirche und deckt {revealed} auf.",
    "customers_invited": "{seat} lädt {customers} kostenlos ein.",
    "customers_invited_paid": "{seat} lädt {customers} ein ({cost}).",
    "display_filled": "Neue Kunden in der Auslage: {customers}.",
    "headman_moved_main_house": "Das Oberhaupt von {seat} ist im Haupthaus.",
    "headman_moved_main_house_saved": "Das Oberhaupt von {seat} kehrt ins Haupthaus zurück und sichert {saved}.",
    "headman_moved_coin": "Das Oberhaupt von {seat} ist bei der Münze.",
    "headman_moved_story": "Das Oberhaupt von {seat} ist bei den Geschichten-Punkten.",
    "banner_activated": "{seat} aktiviert {banner:acc}.",
    "banner_activated_paid": "{seat} aktiviert {banner:acc} ({cost}).",
    "taught_nothing": "{seat} aktiviert die Schule ohne Wirkung.",
    "taught_new_left": "{seat} schickt einen neuen Nachkommen in die Schule.",
    "taught_to_right": "Ein Nachkomme von {seat} rückt in der Schule nach rechts.",
    "taught_place_left": "Ein Nachkomme von {seat} wird {villager}.",
    "taught_place_right": "Ein Nachkomme von {seat} wird {villager}.",
    "customer_served": "{seat} bedient {customer}.",
    "customer_served_paid": "{seat} bedient {customer} ({cost}).",
    "plow_moved_smithy": "{seat} legt einen Pflug aus der Schmiede auf Kornfeld {field}.",
    "plow_moved_guild_council": "{seat} legt eine beliebige Ware als Pflug auf Kornfeld {field}.",
    "tile_placed": "{seat} legt das 2/12-Plättchen neben {banner:acc}.",
    "gained": "{seat} erhält {amount}.",
    "gained_mark": "{seat} legt einen Marker auf: {space}.",
    "forfeited": "{seat} verzichtet.",
    "villager_died_chronicle": "{villager:nom} von {seat} stirbt und kommt in die Chronik.",
    "villager_died_graves": "{villager:nom} von {seat} stirbt und kommt in ein anonymes Grab.",
    "laborer_hired": "{seat} heuert einen Tagelöhner an: {villager}.",
    "rat_moved": "Der Rattenwürfel zeigt {roll}: Die Ratte ist auf dem Feld „{space}“.",
    "story_lost": "{seat} verliert {amount} an die Ratten.",
    "rats_warded_off": "Die Sanatoriumskirche von {seat} hält die Ratten fern.",
    "turn_ended": "Der Zug von {seat} ist zu Ende.",
    "village_scored": "Das Spiel ist zu Ende: {winners} gewinnt.",
    "village_scored_shared": "Das Spiel ist zu Ende: {winners} teilen sich den Sieg.",
    "die_white": "die weiße {face}",
    "die_black": "die schwarze {face}",
    "dice_white": "zweimal die weiße {face}",
    "dice_black": "zweimal die schwarze {face}",
    "payment_field": "1 Pflug auf Kornfeld {field}",
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
    "stables": German("Stall", "m"),
    "brewery": German("Brauerei", "f"),
    "smithy": German("Schmiede", "f"),
    "office": German("Schreibstube", "f"),
    "wainwright": German("Wagnerei", "f"),
}
_SPACES: Final[Mapping[str, Noun]] = {
    "travel_cards": Noun("Reisekarten"),
    "craft_buildings": Noun("Handwerksgebäude"),
    "served_customers": Noun("bediente Kunden"),
    "church_and_monks": Noun("Kirche und Mönche"),
    "fields": Noun("Kornfelder"),
}
NOUNS: Final[Mapping[str, Noun]] = {
    **_VILLAGERS,
    **_BANNERS,
    **_SPACES,
    "field": Noun("Kornfeld {number}"),
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
    "field": Noun("ein Kornfeld"),
}
"""The cards with names of their own."""
NUMBERED: Final = "„{name}“"
"""The pattern for the names of numbered cards."""

REASONS: Final[Mapping[str, str]] = {
    "points_one": "{number} Punkt",
    "points": "{number} Punkte",
    "coins": "deine Münzen",
    "story": "deine Geschichten-Punkte",
    "headman": "der Platz deines Oberhaupts",
    "villagers": "deine Personen",
    "laborers": "deine Tagelöhner",
    "school": "deine Schule",
    "time": "die Zeit, die dein Dorf verbraucht hat",
    "crafts": "deine Handwerksgebäude",
    "goods": "deine Waren",
    "fields": "deine Kornfelder",
    "customers": "deine Kunden",
    "church": "deine Kirche mit ihren Fenstern",
    "council": "dein Ratssaal",
    "meeting_place": "dein Versammlungsplatz",
    "travels": "deine Reisen",
    "hand": "die Startspielerhand",
    "turn": "der Rest deines Zuges",
    "rivals": "dein stärkster Gegner bekommt weniger",
    "rivals less": "dein stärkster Gegner bekommt mehr",
}

TEXTS: Final[Mapping[str, str]] = {
    "Two dice a turn decide what your village can do. Generations come and go, and time takes its toll.": (
        "Zwei Würfel je Zug bestimmen, was dein Dorf tun kann. Generationen kommen und gehen,"
        " und die Zeit fordert ihren Tribut."
    ),
    "My Village": "My Village",
    "Who begins; drawn at random unless you choose a seat.": (
        "Wer beginnt; wird ausgelost, wenn du keinen Platz wählst."
    ),
    "The numbers on cards and boards; some of the standard ones are reconstructed.": (
        "Die Zahlen auf Karten und Plänen; die der Standardausgabe sind zum Teil rekonstruiert."
    ),
    "Choose two dice first.": "Wähle zuerst zwei Würfel.",
    "You have chosen your dice; now set the banner value.": "Die Würfel sind gewählt; lege jetzt den Bannerwert fest.",
    "Your banner value for this turn is already set.": "Dein Bannerwert steht für diesen Zug schon fest.",
    "You cannot pass; activate a banner first.": "Passen geht nicht; aktiviere erst ein Banner.",
    "Activate a banner before you end your turn.": "Aktiviere ein Banner, bevor du deinen Zug beendest.",
    "You cannot do that now; activate a banner.": "Das geht jetzt nicht; aktiviere ein Banner.",
    "Something else comes first: {phase}.": "Zuerst kommt etwas anderes: {phase}.",
    "You have activated a white banner; only white banners can follow this turn.": (
        "Du hast ein weißes Banner aktiviert; in diesem Zug können nur weiße folgen."
    ),
    "The starting player hand does not show banner value {value}.": (
        "Die Startspielerhand zeigt nicht den Bannerwert {value}."
    ),
    "The starting player hand has already been taken this round.": (
        "Die Startspielerhand wurde in dieser Runde schon genommen."
    ),
    "You are the starting player, so you cannot take the starting player hand.": (
        "Du beginnst diese Runde und kannst die Startspielerhand deshalb nicht nehmen."
    ),
    "You are the starting player, so you cannot take the starting player hand on your first turn.": (
        "Du beginnst diese Runde und kannst die Startspielerhand nicht in deinem ersten Zug nehmen."
    ),
    "{card:the} does not show banner value {value}.": "{card:nom} zeigt nicht den Bannerwert {value}.",
    "This costs {price}; you do not have that.": "Das kostet {price}; das hast du nicht.",
    "This costs {price}; that payment does not fit.": "Das kostet {price}; diese Zahlung passt nicht dazu.",
    "You cannot put the 2/12 tile there.": "Dorthin kannst du das 2/12-Plättchen nicht legen.",
    "{card} is not on top of its stack; take the top card.": (
        "{card} liegt nicht oben auf dem Stapel; nimm die oberste Karte."
    ),
    "You cannot add {card} with this move.": "{card} kannst du mit diesem Zug nicht nehmen.",
    "Your church has no room for another window; {most} is the limit.": (
        "In deiner Kirche ist kein Platz für ein weiteres Fenster; höchstens {most} sind möglich."
    ),
    "Choose a free space when you add an area or population council, and only then.": (
        "Wähle ein freies Feld, wenn du einen Bereichsrat oder Bevölkerungsrat nimmst, und nur dann."
    ),
    "Only a meeting place comes with a 2/12 tile.": "Nur ein Versammlungsplatz bringt ein 2/12-Plättchen mit.",
    "You need an abbot to add a church.": "Für eine Kirche brauchst du einen Abt.",
    "You already have a church.": "Du hast schon eine Kirche.",
    "You need a councilman to add a council chamber.": "Für einen Ratssaal brauchst du einen Ratsherrn.",
    "You already have a council chamber.": "Du hast schon einen Ratssaal.",
    "You need a councilman to add a meeting place.": "Für einen Versammlungsplatz brauchst du einen Ratsherrn.",
    "You already have a meeting place.": "Du hast schon einen Versammlungsplatz.",
    "You need a craftsman to add a craft building.": "Für ein Handwerksgebäude brauchst du einen Handwerker.",
    "You already have a craft building of this type.": "Du hast schon ein Handwerksgebäude dieser Art.",
    "You need an abbot to add a monk.": "Für einen Mönch brauchst du einen Abt.",
    "You need a church to add a monk.": "Für einen Mönch brauchst du eine Kirche.",
    "{villager:the} is not in your village.": "{villager:nom} ist nicht in deinem Dorf.",
    "That does not give {value}, or it pays more than needed ({coins}, {tokens}).": (
        "Damit kommst du nicht auf {value}, oder es ginge billiger ({coins}, {tokens})."
    ),
    "You need {tokens} to reach {value}; you have {there}.": (
        "Für den Bannerwert {value} brauchst du {tokens}; du hast {there}."
    ),
    "You need {coins} to reach {value}; you have {there}.": (
        "Für den Bannerwert {value} brauchst du {coins}; du hast {there}."
    ),
    "These two dice are not both in the dice pool.": "Diese beiden Würfel liegen nicht beide im Würfelpool.",
    "The headman cannot move there from where he is ({stands}).": (
        "Dorthin kann das Oberhaupt von hier aus nicht ziehen ({stands})."
    ),
    "Move the headman or decline.": "Zieh das Oberhaupt oder verzichte.",
    "You already have {villager:a}.": "{villager:a_acc} hast du schon.",
    "You cannot do that with the descendants in your school.": "Mit den Nachkommen in deiner Schule geht das nicht.",
    "Choose a profession when a descendant joins your village, and only then.": (
        "Wähle einen Beruf, wenn ein Nachkomme ins Dorf kommt, und nur dann."
    ),
    "Your school is full, and no villager space is empty.": (
        "Deine Schule ist voll, und in deinem Dorf ist kein Platz frei."
    ),
    "You need {coins} to invite {guests}; you have {there}.": "Für {guests} brauchst du {coins}; du hast {there}.",
    "The steward's office does not show banner value {value}.": "Die Marktvogtei zeigt nicht den Bannerwert {value}.",
    "{card} is not in the display.": "{card} liegt nicht aus.",
    "This monk lets you invite at most {guests}.": "Mit diesem Mönch kannst du höchstens {guests} einladen.",
    "For the benefit you need the trading church, an abbot and a customer to invite for free.": (
        "Für den Vorteil brauchst du die Handelskirche, einen Abt und einen Kunden, der kostenlos kommen kann."
    ),
    "There are no customers in the display.": "Es liegen keine Kunden aus.",
    "Pay for at least one customer.": "Bezahle für mindestens einen Kunden.",
    "The same customer is listed twice.": "Ein Kunde ist zweimal genannt.",
    "Your next travel card must be letter {letter}.": "Deine nächste Reisekarte muss den Buchstaben {letter} haben.",
    "The travel cards of letter {letter} do not show banner value {value}.": (
        "Die Reisekarten mit dem Buchstaben {letter} zeigen nicht den Bannerwert {value}."
    ),
    "Your travels are over.": "Deine Reisen sind zu Ende.",
    "You need a traveller to travel.": "Zum Reisen brauchst du einen Reisenden.",
    "No travel card of this letter is left.": "Mit diesem Buchstaben gibt es keine Reisekarte mehr.",
    "You have nothing to use as a plow there ({source}).": (
        "Dort hast du nichts, was du als Pflug verwenden kannst ({source})."
    ),
    "This banner does not show banner value {value}.": "Dieses Banner zeigt nicht den Bannerwert {value}.",
    "{card} is not waiting in your village.": "{card} wartet nicht in deinem Dorf.",
    "You have no field {field}.": "Du hast kein Kornfeld {field}.",
    "After the meeting place you cannot activate another banner this turn.": (
        "Nach dem Versammlungsplatz kannst du in diesem Zug kein Banner mehr aktivieren."
    ),
    "Choose another banner; there are separate moves for the school and for customers.": (
        "Wähle ein anderes Banner; für Schule und Kunden gibt es eigene Züge."
    ),
    "Choose a free space of your area or population council, and none for any other banner.": (
        "Wähle ein freies Feld deines Bereichsrats oder Bevölkerungsrats, bei anderen Bannern keines."
    ),
    "Only the meeting place's banner moves the tile.": "Nur das Banner des Versammlungsplatzes versetzt das Plättchen.",
    "You gave up the tile when you added the meeting place.": (
        "Auf das Plättchen hast du verzichtet, als du den Versammlungsplatz nahmst."
    ),
    "You do not have this banner.": "Dieses Banner hast du nicht.",
    "You do not have the villager that this banner needs.": "Die Person, die dieses Banner braucht, hast du nicht.",
    "You have already activated this banner this turn.": "Dieses Banner hast du in diesem Zug schon aktiviert.",
    "You need a merchant to serve a customer.": "Zum Bedienen brauchst du einen Händler.",
    "That field already holds a plow.": "Auf diesem Kornfeld liegt schon ein Pflug.",
    "That card is no longer in the display.": "Diese Karte liegt nicht mehr aus.",
}

VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "phases": {
        "dice": "Würfel wählen",
        "value": "Bannerwert festlegen",
        "banners": "Banner aktivieren",
        "steward": "Marktvogtei aktivieren",
        "gift": "Den kostenlosen Kunden wählen",
        "guests": "Kunden einladen",
        "headman": "Das Oberhaupt ziehen",
        "school": "Schule aktivieren",
        "exchange": "Die Reisekarte tauschen",
        "death": "Jemand stirbt",
        "laborer": "Einen Tagelöhner anheuern",
        "rats": "Rattenplage",
        "over": "Das Spiel ist zu Ende",
    },
    "villagers": names(_VILLAGERS),
    "goods": _GOODS,
    "amount_one": {what: one for what, (one, _) in _COUNTED.items()},
    "amount_many": {what: several for what, (_, several) in _COUNTED.items()},
    "gains": {
        "coins": "Münzen",
        "story": "Geschichten-Punkte",
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
        "fields": "Kornfelder",
        "travels": "Reisekarten",
        "served_customers": "Bediente Kunden",
        "saved_story": "Geschichten-Punkte im Haupthaus",
        "day_laborers": "Tagelöhner",
        "starting_hand": "Startspielerhand",
    },
    "kinds": {
        "church": "Kirche",
        "council": "Ratssaal",
        "meeting_place": "Versammlungsplatz",
        "field": "Kornfeld",
        "craft": "Handwerksgebäude",
        "monk": "Mönch",
        "travel": "Reisekarte",
        "customer": "Kunde",
        "component": "Spielmaterial",
    },
    "banners": {**names(_BANNERS), "field": "Kornfeld", "customer": "Kunde"},
    "symbols": {"quill": "Feder", "goblet": "Kelch", "rosary": "Rosenkranz"},
    "dice": {"white": "Weiß", "black": "Schwarz"},
    "headman_places": {"main_house": "Haupthaus", "coin": "Münze", "story": "Geschichten-Punkte"},
    "school_steps": {
        "nothing": "Nichts",
        "new_left": "Ein neuer Nachkomme",
        "to_right": "Ein Feld nach rechts",
        "place_left": "Der linke kommt ins Dorf",
        "place_right": "Der rechte kommt ins Dorf",
    },
    "plow_sources": {"smithy": "Schmiede", "guild_council": "Zunftrat"},
    "marker_spaces": {**names(_SPACES), **names(_VILLAGERS)},
    "death_places": {"chronicle": "Chronik", "graves": "Anonyme Gräber"},
    "options": {"first_player": "Startplatz", "catalogue": "Zahlen auf dem Spielmaterial"},
    "first_player": {"random": "Zufällig", "0": "Platz 1", "1": "Platz 2", "2": "Platz 3", "3": "Platz 4"},
    "catalogue": {"standard": "Standard"},
}
