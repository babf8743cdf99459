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
    "token": ("marker of the meeting place", "markers of the meeting place"),
}
"""One, and several."""
_GOODS: Final = {good: capital(_COUNTED[good][0]) for good in GOODS}

MOVES: Final[Mapping[str, str]] = {
    "choose_dice": "Choose {dice}",
    "set_value": "Value {value}",
    "set_value_paid": "Value {value} for {cost}",
    "take_card": "Add {card:the}",
    "travel": "Travel to {letter}",
    "take_hand": "Take the starting hand",
    "take_hand_forfeit": "Pass by the banner of the starting hand",
    "call_steward": "Call the steward",
    "call_steward_benefit": "Call the steward with the trading church",
    "move_headman": "Leave the headman where he is",
    "move_headman_main_house": "Move the headman to the main house",
    "move_headman_coin": "Move the headman to the coin",
    "move_headman_story": "Move the headman to the story points",
    "activate": "Activate {banner:the}",
    "teach_nothing": "Use the school for nothing",
    "teach_new_left": "Take a new descendant to school",
    "teach_to_right": "Move the descendant to the right",
    "teach_place_left": "The left descendant becomes {villager:the}",
    "teach_place_right": "The right descendant becomes {villager:the}",
    "serve": "Serve {customer}",
    "move_plow_smithy": "Move a plow from the smithy to field {field}",
    "move_plow_guild_council": "Use a wild good as a plow on field {field}",
    "invite": "Invite {customers}",
    "invite_free": "Invite {customer} free of charge",
    "exchange_travel": "Exchange the travel card for the next one",
    "bury": "{villager:the} passes away",
    "hire_laborer": "Hire a day laborer as {villager}",
    "ward_off_rats": "Keep the rats away",
    "forfeit": "Do without",
    "end_turn": "End the turn",
    "paying": "{label}, paying {paid}",
    "marking": "{label}, a marker on {space:the}",
    "tiling": "{label}, the tile beside {tile:the}",
}

EVENTS: Final[Mapping[str, str]] = {
    "dice_rolled": "Round {round} begins with {first_player}. The dice: white {white}, black {black}.",
    "dice_chosen": "{seat} takes {dice}.",
    "dice_chosen_paid": "{seat} takes {dice} for {cost}.",
    "value_set": "{seat} has the value {value}.",
    "value_set_paid": "{seat} makes the value {value} for {cost}.",
    "card_bought": "{seat} takes {card:the}.",
    "card_bought_paid": "{seat} takes {card:the} for {cost}.",
    "card_added": "{card:the} joins the village of {seat}.",
    "travel_exchanged": "{seat} exchanges {returned} for {card}.",
    "hand_taken": "{seat} takes the starting hand with {story}.",
    "steward_called": "{seat} calls the steward.",
    "steward_called_benefit": "{seat} calls the steward with the trading church.",
    "steward_called_revealed": "{seat} calls the steward with the trading church: {revealed} appears.",
    "customers_invited": "{seat} invites {customers} free of charge.",
    "customers_invited_paid": "{seat} invites {customers} for {cost}.",
    "display_filled": "New customers are laid out: {customers}.",
    "headman_moved_main_house": "The headman of {seat} stands on the main house.",
    "headman_moved_main_house_saved": "The headman of {seat} goes to the main house and saves {saved}.",
    "headman_moved_coin": "The headman of {seat} stands on the coin.",
    "headman_moved_story": "The headman of {seat} stands on the story points.",
    "banner_activated": "{seat} activates {banner:the}.",
    "banner_activated_paid": "{seat} activates {banner:the} for {cost}.",
    "taught_nothing": "{seat} uses the school for nothing.",
    "taught_new_left": "A new descendant of {seat} goes to school.",
    "taught_to_right": "A descendant of {seat} moves on in the school.",
    "taught_place_left": "A descendant of {seat} becomes {villager:the}.",
    "taught_place_right": "A descendant of {seat} becomes {villager:the}.",
    "customer_served": "{seat} serves {customer}.",
    "customer_served_paid": "{seat} serves {customer} for {cost}.",
    "plow_moved_smithy": "{seat} moves a plow from the smithy to field {field}.",
    "plow_moved_guild_council": "{seat} uses a wild good as a plow on field {field}.",
    "tile_placed": "{seat} puts the 2/12 tile beside {banner:the}.",
    "gained": "{seat} gets {amount}.",
    "gained_mark": "{seat} puts a marker on {space:the}.",
    "forfeited": "{seat} does without.",
    "villager_died_chronicle": "{villager:the} of {seat} passes away and enters the chronicle.",
    "villager_died_graves": "{villager:the} of {seat} passes away and lies in an unmarked grave.",
    "laborer_hired": "{seat} hires a day laborer as {villager}.",
    "rat_moved": "The rat die shows {roll}: the rat is on space {space}.",
    "story_lost": "{seat} loses {amount} to the rats.",
    "rats_warded_off": "The sanatory church of {seat} keeps the rats away.",
    "turn_ended": "The turn of {seat} is over.",
    "village_scored": "The game is over: {winners} has won.",
    "village_scored_shared": "The game is over: {winners} share the victory.",
    "die_white": "the white {face}",
    "die_black": "the black {face}",
    "payment_field": "the plow of field {field}",
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

TEXTS: Final[Mapping[str, str]] = {}

VOCABULARY: Final[Mapping[str, Mapping[str, str]]] = {
    "phases": {
        "dice": "Choose dice",
        "value": "Fix the value",
        "banners": "Activate banners",
        "steward": "Call the steward",
        "gift": "Choose the free customer",
        "guests": "Invite customers",
        "headman": "Move the headman",
        "school": "Go to school",
        "exchange": "Exchange the travel card",
        "death": "A villager passes away",
        "laborer": "Hire a day laborer",
        "rats": "The rats are coming",
        "over": "The game is over",
    },
    "villagers": names(_VILLAGERS),
    "goods": _GOODS,
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
        "saved_story": "Story points on the main house",
        "day_laborers": "Day laborers",
        "starting_hand": "Starting hand",
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
        "to_right": "One space on",
        "place_left": "The left one becomes a villager",
        "place_right": "The right one becomes a villager",
    },
    "plow_sources": {"smithy": "Smithy", "guild_council": "Guild council"},
    "marker_spaces": {**names(_SPACES), **names(_VILLAGERS)},
    "death_places": {"chronicle": "Chronicle", "graves": "Unmarked graves"},
    "options": {"first_player": "Who begins", "catalogue": "Numbers on the components"},
    "first_player": {"random": "By lot", "0": "Seat 1", "1": "Seat 2", "2": "Seat 3", "3": "Seat 4"},
    "catalogue": {"standard": "Standard"},
}
