"""The types of moves of My Village, one row each. Other modules decide which moves are legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import Fault
from engine.move_types import Field, MoveType, MoveTypes
from engine.my_village import moves
from engine.my_village.catalogue import Cost
from engine.my_village.catalogue.cards import CODES, KEYS, LETTERS, VILLAGERS
from engine.my_village.documents import about
from engine.my_village.documents.shapes import names
from engine.my_village.moves import SOURCES, STEPS, banner_doc, banner_faults, die_doc, read_banner, read_die
from engine.my_village.state import (
    BANNERS,
    DEATH,
    DICE,
    EMPTY,
    EXCHANGE,
    FIRST_FIELD,
    GIFT,
    GUESTS,
    HEADMAN_PLACES,
    LABORER,
    LESSON,
    RATS,
    STEP,
    STEWARD,
    VALUE,
    Seat,
    State,
)
from engine.my_village.village import SPACES, helped, next_letter, travel_costs
from engine.my_village.village.payments import easiest, field_class, read_payment, write_payment
from engine.my_village.village.values import MAX_COINS, MAX_TOKENS, ways_to
from engine.ruleset import Doc, Move
from engine.shapes import Between, Size

# --- fields ----------------------------------------------------------------------------------


def _named(shape: Any, words: Sequence[str], optional: bool = False) -> Field:
    """Return a field whose numbers are words in documents: number n is `words[n]`, and EMPTY is null."""
    return Field(
        shape,
        lambda at: None if at == EMPTY else words[at],
        lambda word: words.index(word) if word else EMPTY,
        null=optional,
        optional=optional,
    )


def _flag(value: bool | None) -> int:
    return int(value or False)


CARD: Final = Field(names.MyVillageCard, KEYS.__getitem__, CODES.__getitem__)
CUSTOMER: Final = Field(names.Customer, KEYS.__getitem__, CODES.__getitem__)
VILLAGER: Final = _named(names.Villager, VILLAGERS)
LETTER: Final = Field(names.Letter, LETTERS.__getitem__, optional=True)
SPACE: Final = _named(names.MarkerSpace, SPACES, optional=True)
TILE: Final = Field(names.MyVillageBanner, banner_doc, null=True, optional=True)
PAYMENT: Final = Field(names.MyVillagePayment, write_payment, optional=True).about(
    "Default: goods first, then plows on fields, coins and wild goods."
)

# --- reading that depends on the village ---------------------------------------------------------


def _owner(state: State, seat: int) -> Seat | None:
    return state.seats[seat] if 0 <= seat < len(state.seats) else None


def _alike(owner: Seat | None, banner: int) -> int:
    """Return the banner of the first field that is identical to the field of `banner`.

    Any other banner is returned unchanged.
    """
    field = banner - FIRST_FIELD
    if owner is None or not 0 <= field < len(owner.fields):
        return banner
    kind = field_class(owner, field)
    return FIRST_FIELD + next(at for at in range(len(owner.fields)) if field_class(owner, at) == kind)


def _payment(owner: Seat | None, doc: Mapping[str, Any], costs: Sequence[Cost]) -> int:
    named = doc.get("payment")
    if named is not None:
        return read_payment(owner, named)
    return 0 if owner is None else easiest(owner, costs)


def _read_value(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    owner, value, coins, tokens = _owner(state, seat), doc["value"], doc.get("coins"), doc.get("tokens")
    if (coins is None or tokens is None) and owner is not None and state.dice:
        # Prices beyond the seat's means are tried last, so that the refusal names the price.
        for way in (*ways_to(state.dice, owner.coins, owner.tokens), *ways_to(state.dice, MAX_COINS, MAX_TOKENS)):
            if way[0] == value and coins in (None, way[1]) and tokens in (None, way[2]):
                return way
    return value, coins or 0, tokens or 0


def _read_card(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    card, owner = CODES[doc["card"]], _owner(state, seat)
    paid = _payment(owner, doc, state.cat.costs[card])
    return card, paid, SPACE.read(doc.get("space")), _alike(owner, read_banner(doc.get("tile")))


def _read_travel(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    owner = _owner(state, seat)
    letter = LETTERS.index(doc["letter"]) if "letter" in doc else EMPTY
    if owner is not None and letter == EMPTY:
        letter = max(0, next_letter(state.cat, owner))
    costs = travel_costs(state.cat, owner, letter) if owner is not None and letter != EMPTY else []
    return letter, _payment(owner, doc, costs)


def _read_steward(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    owner = _owner(state, seat)
    return (int(doc.get("benefit", owner is not None and helped(state, owner))),)


def _read_activate(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    owner = _owner(state, seat)
    banner, tile = (_alike(owner, read_banner(doc.get(name))) for name in ("banner", "tile"))
    return banner, SPACE.read(doc.get("space")), tile


def _read_serve(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    card = CODES[doc["customer"]]
    return card, _payment(_owner(state, seat), doc, state.cat.costs[card])


def _read_plow(state: State, seat: int, doc: Mapping[str, Any]) -> Move:
    field = _alike(_owner(state, seat), FIRST_FIELD + doc["field"]) - FIRST_FIELD
    return SOURCES.index(doc["source"]), field


# --- the types -------------------------------------------------------------------------------


def _faults(doc: Mapping[str, Any]) -> list[Fault]:
    """Return the faults of banners and payments that have the right form."""
    faults = banner_faults(doc.get("banner"), "banner") + banner_faults(doc.get("tile"), "tile")
    fields = (doc.get("payment") or {}).get("fields", [])
    if len(set(fields)) < len(fields):
        faults.append(Fault("payment.fields", "must name each field once"))
    return faults


def _write_dice(move: Move) -> Doc:
    return {"dice": [die_doc(die) for die in move[1:]]}


def _write_invited(move: Move) -> Doc:
    return {"customers": [KEYS[card] for card in move[1:]]}


MOVE_TYPES: Final = MoveTypes(
    [
        MoveType(
            moves.CHOOSE_DICE,
            "choose_dice",
            "Take two dice of the pool; each black one immediately costs 2 time.",
            DICE,
            about=about.dice,
            write=_write_dice,
            read=lambda state, seat, doc: tuple(sorted(map(read_die, doc["dice"]))),
            dice=Field(list[names.MyVillageDie]).marked(Size(2, 2)),
        ),
        MoveType(
            moves.SET_VALUE,
            "set_value",
            "Fix the banner value, and change dice if necessary. By default as few markers as possible are paid.",
            VALUE,
            about=lambda fields, view: f"/turn/dice/0 /turn/dice/1 {about.value_paid(fields)}",
            read=_read_value,
            value=Field(names.Value),
            coins=Field(int, optional=True).marked(Between(0, 10)).about("Each changes a die by 1."),
            tokens=Field(int, optional=True)
            .marked(Between(0, 2))
            .about("Markers of the meeting place: each sets a die to any face."),
        ),
        MoveType(
            moves.TAKE_CARD,
            "take_card",
            "Take a card from the display (not a travel card) by its black banner, and add it to the village.",
            BANNERS,
            about=about.taking,
            read=_read_card,
            card=CARD,
            payment=PAYMENT,
            space=SPACE.about("Area and population council: the space of the first marker."),
            tile=TILE.about("Meeting place: where the 2/12 tile goes; null forfeits it."),
        ),
        MoveType(
            moves.TRAVEL,
            "travel",
            "Take the top travel card of the next letter.",
            BANNERS,
            about=lambda fields, view: f"/travels/{{letter}} /seats/{{me}}/travels {about.payment(fields, view)}",
            read=_read_travel,
            letter=LETTER.about("Left out: the next one."),
            payment=PAYMENT,
        ),
        MoveType(
            moves.TAKE_HAND,
            "take_hand",
            "Activate the banner of the starting hand: take the hand and its story points, or pass.",
            BANNERS,
            about=lambda fields, view: "/starting_hand" + ("" if fields["forfeit"] else " /seats/{me}/story"),
            forfeit=Field(bool, bool, _flag, optional=True).about(
                "True: the hand stays where it is, the turn ends. Left out: false."
            ),
        ),
        MoveType(
            moves.CALL_STEWARD,
            "call_steward",
            "Activate the steward's office; the customers are chosen next.",
            *(BANNERS, STEWARD),
            about=lambda fields, view: "/display" + (" /seats/{me}/church /customers" if fields["benefit"] else ""),
            read=_read_steward,
            benefit=Field(bool, bool, optional=True).about(
                "Whether to use the trading church. Left out: it is used if it helps now."
            ),
        ),
        MoveType(
            moves.MOVE_HEADMAN,
            "move_headman",
            'Move the headman: activate the black banner "?", or carry out a monk\'s action.',
            *(BANNERS, STEP),
            about=about.headman,
            to=_named(names.HeadmanPlace | None, HEADMAN_PLACES).about(
                "null: the headman stays, and the time for the banner is paid all the same."
            ),
        ),
        MoveType(
            moves.ACTIVATE,
            "activate",
            "Activate a white banner other than that of the school or a customer.",
            BANNERS,
            about=about.activating,
            read=_read_activate,
            banner=Field(names.MyVillageBanner, banner_doc),
            space=SPACE.about("Area and population council: the space of the marker."),
            tile=TILE.about("Meeting place: where the 2/12 tile goes; null: it stays."),
        ),
        MoveType(
            moves.TEACH,
            "teach",
            "Activate the school, or carry out a monk's lesson.",
            *(BANNERS, LESSON),
            about=about.school,
            step=_named(names.SchoolStep, STEPS),
            villager=_named(names.Villager, VILLAGERS, optional=True).about(
                "The profession of a descendant who joins the village; null for other steps."
            ),
        ),
        MoveType(
            moves.SERVE,
            "serve",
            "Serve a customer.",
            BANNERS,
            about=lambda fields, view: (
                f"/seats/{{me}}/customers/card={{customer}} /seats/{{me}}/served {about.payment(fields, view)}"
            ),
            read=_read_serve,
            customer=CUSTOMER,
            payment=PAYMENT,
        ),
        MoveType(
            moves.MOVE_PLOW,
            "move_plow",
            "Move a plow, or a wild good used as a plow, to an empty field.",
            BANNERS,
            about=lambda fields, view: f"/seats/{{me}}/fields/{{field}} {about.source(fields, view)}",
            read=_read_plow,
            source=_named(names.PlowSource, SOURCES),
            field=Field(names.Field),
        ),
        MoveType(
            moves.INVITE,
            "invite",
            "Buy customers of the display.",
            GUESTS,
            about="/display/card={customers} /seats/{me}/customers /seats/{me}/coins",
            write=_write_invited,
            read=lambda state, seat, doc: tuple(sorted(CODES[key] for key in doc["customers"])),
            customers=Field(list[names.Customer]).marked(Size(1, 4)),
        ),
        MoveType(
            moves.INVITE_FREE,
            "invite_free",
            "Trading church: take a customer free of charge.",
            GIFT,
            about="/display/card={customer} /seats/{me}/customers",
            customer=CUSTOMER,
        ),
        MoveType(
            moves.EXCHANGE_TRAVEL,
            "exchange_travel",
            "Travel church: put the card just seen under its stack and add the next one.",
            EXCHANGE,
            about="/pending/card /travels",
        ),
        MoveType(
            moves.BURY, "bury", "Choose the villager who passes away.", DEATH, about=about.burying, villager=VILLAGER
        ),
        MoveType(
            moves.HIRE_LABORER,
            "hire_laborer",
            "The last villager has passed away: choose the day laborer's profession.",
            LABORER,
            about="/seats/{me}/laborers /chronicle/{villager}",
            villager=VILLAGER,
        ),
        MoveType(
            moves.WARD_OFF,
            "ward_off_rats",
            "Sanatory church: keep the rats away.",
            RATS,
            about="/seats/{me}/wards /rat",
        ),
        MoveType(
            moves.FORFEIT,
            "forfeit",
            "Decline the current choice.",
            *(STEWARD, GIFT, GUESTS, STEP, EXCHANGE, RATS),
            about="/seats/{me}",
        ),
        MoveType(moves.END_TURN, "end_turn", "End a turn of white banners.", BANNERS, about="/seats/{me}"),
    ],
    _faults,
)
