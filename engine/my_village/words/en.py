"""The English words of My Village. Goods are counted by `<good>` and, for one of them, `<good>_one`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.my_village.catalogue.cards import GOODS
from engine.my_village.words.naming import amounts, names
from engine.wording import English, Noun, Plural, capital

_COUNTED: Final = {
    "time": ("time", "time"),
    "coins": ("coin", "coins"),
    "story": ("story point", "story points"),
    "horse": ("horse", "horses"),
    "beer": ("beer", "beers"),
    "plow": ("plow", "plows"),
    "scroll": ("scroll", "scrolls"),
    "wagon": ("wagon", "wagons"),
    "wild": ("wild good", "wild goods"),
    "any": ("good of any type", "goods of any type"),
    "token": ("marker of the meeting place", "markers of the meeting place"),
    "customer": ("customer", "customers"),
}
"""One, and several."""
_GOODS: Final = {good: capital(_COUNTED[good][0]) for good in GOODS}

MOVES: Final[Mapping[str, str]] = {
    "choose_dice": "Choose {dice}",
    "set_value": "Banner value {value}",
    "set_value_paid": "Banner value {value}, paying {cost}",
    "take_card": "Add {card:the}",
    "travel": "Take travel card {letter}",
    "take_hand": "Take the starting player hand",
    "take_hand_forfeit": "Pass (activate the starting player hand, leave it)",
    "call_steward": "Activate the steward's office",
    "call_steward_benefit": "Activate the steward's office with the trading church",
    "move_headman": "Leave the headman where he is",
    "move_headman_main_house": "Move the headman to the main house",
    "move_headman_coin": "Move the headman to the coin",
    "move_headman_story": "Move the headman to the story points",
    "activate": "Activate {banner:the}",
    "teach_nothing": "Activate the school without effect",
    "teach_new_left": "Send a new descendant to school",
    "teach_to_right": "Move the descendant to the right",
    "teach_place_left": "The left descendant becomes {villager:the}",
    "teach_place_right": "The right descendant becomes {villager:the}",
    "serve": "Serve {customer}",
    "move_plow_smithy": "Move a plow from the smithy to field {field}",
    "move_plow_guild_council": "Use a wild good as a plow on field {field}",
    "invite": "Invite {customers}",
    "invite_free": "Invite {customer} for free",
    "exchange_travel": "Exchange the travel card for the next one",
    "bury": "{villager:the} passes away",
    "hire_laborer": "Hire a day laborer as {villager}",
    "ward_off_rats": "Keep the rats away",
    "forfeit": "Decline",
    "end_turn": "End the turn",
    "paying": "{label}, paying {paid}",
    "marking": "{label}, with a marker on {space:the}",
    "tiling": "{label}, with the tile beside {tile:the}",
}

EVENTS: Final[Mapping[str, str]] = {
    "dice_rolled": "Round {round}: {first_player} begins. Dice pool: white {white}, black {black}.",
    "dice_chosen": "{seat} takes {dice}.",
    "dice_chosen_paid": "{seat} takes {dice}, paying {cost}.",
    "value_set": "{seat} has banner value {value}.",
    "value_set_paid": "{seat} sets banner value {value}, paying {cost}.",
    "card_bought": "{seat} takes {card:the}.",
    "card_bought_paid": "{seat} takes {card:the}, paying {cost}.",
    "card_added": "{card:the} joins {seat:s} village.",
    "travel_exchanged": "{seat} exchanges {returned} for {card}.",
    "hand_taken": "{seat} takes the starting player hand with {story}.",
    "steward_called": "{seat} activates the steward's office.",
    "steward_called_benefit": "{seat} activates the steward's office with the trading church.",
    "steward_called_revealed": "{seat} activates the steward's office with the trading church and reveals {revealed}.",
    "customers_invited": "{seat} invites {customers} for free.",
    "customers_invited_paid": "{seat} invites {customers}, paying {cost}.",
    "display_filled": "New customers in the display: {customers}.",
    "headman_moved_main_house": "{seat:s} headman is at the main house.",
    "headman_moved_main_house_saved": "{seat:s} headman returns to the main house and saves {saved}.",
    "headman_moved_coin": "{seat:s} headman is on the coin space.",
    "headman_moved_story": "{seat:s} headman is on the story point space.",
    "banner_activated": "{seat} activates {banner:the}.",
    "banner_activated_paid": "{seat} activates {banner:the}, paying {cost}.",
    "taught_nothing": "{seat} activates the school without effect.",
    "taught_new_left": "{seat} sends a new descendant to school.",
    "taught_to_right": "{seat:s} descendant moves to the right in the school.",
    "taught_place_left": "{seat:s} descendant becomes {villager:the}.",
    "taught_place_right": "{seat:s} descendant becomes {villager:the}.",
    "customer_served": "{seat} serves {customer}.",
    "customer_served_paid": "{seat} serves {customer}, paying {cost}.",
    "plow_moved_smithy": "{seat} moves a plow from the smithy to field {field}.",
    "plow_moved_guild_council": "{seat} uses a wild good as a plow on field {field}.",
    "tile_placed": "{seat} puts the 2/12 tile beside {banner:the}.",
    "gained": "{seat} gets {amount}.",
    "gained_mark": "{seat} puts a marker on {space:the}.",
    "forfeited": "{seat} declines.",
    "villager_died_chronicle": "{seat:s} {villager} passes away and enters the chronicle.",
    "villager_died_graves": "{seat:s} {villager} passes away and goes to an anonymous grave.",
    "laborer_hired": "{seat} hires a day laborer as {villager}.",
    "rat_moved": "The rat die shows {roll}: the rat is on the “{space}” space.",
    "story_lost": "{seat} loses {amount} to the rats.",
    "rats_warded_off": "{seat:s} sanatory church keeps the rats away.",
    "turn_ended": "{seat:s} turn is over.",
    "village_scored": "The game is over: {winners} wins.",
    "village_scored_shared": "The game is over: {winners} share the victory.",
    "die_white": "the white {face}",
    "die_black": "the black {face}",
    "dice_white": "two white {face}s",
    "dice_black": "two black {face}s",
    "payment_field": "the plow on field {field}",
    "nothing": "nothing",
    "or": " or ",
    **amounts(_COUNTED),
}

_VILLAGERS: Final[Mapping[str, Noun]] = {
    "abbot": English("abbot"),
    "councilman": English("councilman"),
    "traveller": English("traveller"),
    "craftsman": English("craftsman"),
    "merchant": English("merchant"),
}
_BANNERS: Final[Mapping[str, Noun]] = {
    "play": English("play space"),
    "school": English("school"),
    "council": English("council chamber"),
    "meeting_place": English("meeting place"),
    "stables": Plural("stables"),
    "brewery": English("brewery"),
    "smithy": English("smithy"),
    "office": English("office"),
    "wainwright": English("wainwright"),
}
_SPACES: Final[Mapping[str, Noun]] = {
    "travel_cards": Noun("travel cards"),
    "craft_buildings": Noun("craft buildings"),
    "served_customers": Noun("served customers"),
    "church_and_monks": Noun("church and monks"),
    "fields": Noun("fields"),
}
NOUNS: Final[Mapping[str, Noun]] = {
    **_VILLAGERS,
    **_BANNERS,
    **_SPACES,
    "field": Noun("field {number}"),
}
"""Villagers, white banners, and the spaces of the area council."""

CARDS: Final[Mapping[str, Noun]] = {
    "sanatory_church": English("sanatory church"),
    "cloister_church": English("cloister church"),
    "trading_church": English("trading church"),
    "travel_church": English("travel church"),
    "monetary_council": English("monetary council"),
    "area_council": English("area council"),
    "population_council": English("population council"),
    "guild_council": English("guild council"),
    "meeting_place": English("meeting place"),
    "field": Noun("a field"),
}
"""The cards that are not just numbered."""
NUMBERED: Final = "{name}"
"""How a numbered card is told."""

TEXTS: Final[Mapping[str, str]] = {}

VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "phases": {
        "dice": "Choose dice",
        "value": "Set the banner value",
        "banners": "Activate banners",
        "steward": "Activate the steward's office",
        "gift": "Choose the free customer",
        "guests": "Invite customers",
        "headman": "Move the headman",
        "school": "Activate the school",
        "exchange": "Exchange the travel card",
        "death": "A villager passes away",
        "laborer": "Hire a day laborer",
        "rats": "Rat invasion",
        "over": "The game is over",
    },
    "villagers": names(_VILLAGERS),
    "goods": _GOODS,
    "amount_one": {what: one for what, (one, _) in _COUNTED.items()},
    "amount_many": {what: several for what, (_, several) in _COUNTED.items()},
    "gains": {
        "coins": "Coins",
        "story": "Story points",
        **_GOODS,
        "wild": "Wild good",
        "token": "Marker of the meeting place",  # nosec B105: a marker of the game
        "mark": "Marker of a council",
    },
    "score_items": {
        "church": "Church",
        "church_windows": "Church windows",
        "meeting_place": "Meeting place",
        "council_chamber": "Council chamber",
        "council_markers": "Markers of the council",
        "fields": "Fields",
        "travels": "Travel cards",
        "served_customers": "Served customers",
        "saved_story": "Story points at the main house",
        "day_laborers": "Day laborers",
        "starting_hand": "Starting player hand",
    },
    "kinds": {
        "church": "Church",
        "council": "Council chamber",
        "meeting_place": "Meeting place",
        "field": "Field",
        "craft": "Craft building",
        "monk": "Monk",
        "travel": "Travel card",
        "customer": "Customer",
        "component": "Component",
    },
    "banners": {**names(_BANNERS), "field": "Field", "customer": "Customer"},
    "symbols": {"quill": "Quill", "goblet": "Goblet", "rosary": "Rosary"},
    "dice": {"white": "White", "black": "Black"},
    "headman_places": {"main_house": "Main house", "coin": "Coin", "story": "Story points"},
    "school_steps": {
        "nothing": "Nothing",
        "new_left": "A new descendant",
        "to_right": "One space to the right",
        "place_left": "The left one becomes a villager",
        "place_right": "The right one becomes a villager",
    },
    "plow_sources": {"smithy": "Smithy", "guild_council": "Guild council"},
    "marker_spaces": {**names(_SPACES), **names(_VILLAGERS)},
    "death_places": {"chronicle": "Chronicle", "graves": "Anonymous graves"},
    "options": {"first_player": "First player", "catalogue": "Numbers on the components"},
    "first_player": {"random": "Random", "0": "Seat 1", "1": "Seat 2", "2": "Seat 3", "3": "Seat 4"},
    "catalogue": {"standard": "Standard"},
}
