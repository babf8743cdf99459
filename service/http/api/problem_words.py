"""Problems in other languages than English: titles by kind, details by the English sentence that the error names.

What the rules say of an illegal move is in the words of its ruleset. Messages in `errors` are for programmers, and stay
English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import Explained, IllegalMove
from engine.wording import capital


def in_words(slug: str, title: str, detail: Explained, language: str) -> tuple[str, str]:
    """Title and detail of a problem, as far as the language has words for them; a detail of no words is the title."""
    title = _TITLES.get(language, {}).get(slug, title)
    return title, worded(detail, language) if detail.reason else f"{title}."


def worded(error: Explained, language: str) -> str:
    """The reason of an error as a sentence, and before it its place in the request. A fact may be an error, too."""
    if isinstance(error, IllegalMove):
        told = sentence(error.words(language).text(error.reason, error.facts))
    else:
        english = sentence(error.reason)
        told = DETAILS.get(language, {}).get(english, english)
        facts = {
            name: worded(fact, language).rstrip(".") if isinstance(fact, Explained) else fact
            for name, fact in error.facts.items()
        }
        told = told.format(**facts) if facts else told
    return f"{error.where}: {told}" if error.where else told


def sentence(text: str) -> str:
    """The text with a capital and a full stop."""
    return f"{capital(text.rstrip('.'))}."


_TITLES: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "bad-json": "Der Inhalt ist kein brauchbares JSON",
        "bad-request": "Die Anfrage ist kein gültiges HTTP",
        "unauthorized": "Ein gültiges Token wird gebraucht",
        "api-key-needed": "Ein gültiger API-Schlüssel wird gebraucht",
        "forbidden": "Dieses Token öffnet das nicht",
        "bots-need-keys": "Dieser Server hat keine API-Schlüssel, und Bots brauchen einen",
        "bot-name-taken": "So heißt schon ein anderer Bot",
        "bot-named": "Der API-Schlüssel hat einen Bot mit anderem Namen",
        "too-many-connections": "Der Bot hat zu viele Verbindungen",
        "not-found": "Das gibt es nicht",
        "method-not-allowed": "Diese Methode ist hier nicht möglich",
        "not-your-turn": "Dieser Platz ist nicht am Zug",
        "game-over": "Das Spiel ist zu Ende",
        "game-waiting": "Das Spiel wartet auf Spieler",
        "game-running": "Das Spiel ist noch nicht zu Ende",
        "seat-taken": "Der Platz ist besetzt",
        "name-taken": "So oder so ähnlich heißt schon jemand",
        "seat-away": "Eine KI spielt auf diesem Platz",
        "seat-forfeited": "Der Platz hat durch die Uhr verloren",
        "history-lost": "Diese Version kann nicht mehr gezeigt werden",
        "invitation-needed": "Eine Einladung wird gebraucht",
        "too-many-invitations": "Das Spiel hat zu viele Einladungen",
        "not-foreseeable": "Das hängt von Verborgenem ab",
        "seat-resigned": "Auf diesem Platz wurde aufgegeben",
        "game-begun": "Das Spiel hat begonnen",
        "cannot-leave": "Dieser Platz kann nicht zurückgegeben werden",
        "cannot-undo": "Der letzte Zug bleibt stehen",
        "cannot-review": "Das Spiel lässt sich nicht nachspielen",
        "conflict": "Eine andere Anfrage war schneller",
        "version-mismatch": "Das Spiel ist bei einer anderen Version",
        "too-large": "Der Inhalt ist zu groß",
        "uri-too-long": "Die Adresse ist zu lang",
        "headers-too-large": "Die Header sind zu groß",
        "unsupported-media-type": "Der Inhalt ist nicht als JSON gesendet",
        "invalid-request": "Die Anfrage entspricht nicht dem Vertrag",
        "invalid-position": "In dieser Stellung kann kein Spiel sein",
        "invalid-replay": "Das ist nicht der Verlauf eines beendeten Spiels",
        "illegal-move": "Die Regeln verbieten diesen Zug",
        "too-costly": "Die Anfrage ist zu aufwendig",
        "idempotency-key-reused": "Dieser Idempotency-Key gehört zu einer anderen Anfrage",
        "too-many-decisions": "Zu viele deiner Entscheidungen stehen noch aus",
        "too-many-requests": "Zu viele Anfragen",
        "quota-used-up": "Der API-Schlüssel ist für heute aufgebraucht",
        "internal-error": "Auf dem Server ist etwas schiefgegangen",
        "busy": "Zu viele Entscheidungen stehen noch aus",
        "overloaded": "Zu viele Anfragen sind in Arbeit",
        "unavailable": "Der Speicher der Spiele ist nicht erreichbar",
        "newer-format": "Das Spiel hat eine spätere Version dieses Servers gespeichert",
        "not-ready": "Zurzeit kann nicht gespielt werden",
        "too-many-streams": "Zu viele Streams sind offen",
    }
}

DETAILS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "The token must be sent as `Authorization: Bearer <token>`.": (
            "Das Token muss als `Authorization: Bearer <token>` gesendet werden."
        ),
        "This needs the secret token of a seat.": "Dazu gehört das geheime Token eines Platzes.",
        "This token opens no game.": "Dieses Token öffnet kein Spiel.",
        "This token opens no seat.": "Dieses Token öffnet keinen Platz.",
        "What is missing is listed in errors.": "Was fehlt, steht in errors.",
        "There is no problem of this name.": "Ein Problem dieses Namens gibt es nicht.",
        "There is no type of this name.": "Einen Typ dieses Namens gibt es nicht.",
        "There is no operation of this name.": "Einen Aufruf dieses Namens gibt es nicht.",
        "What may follow depends on what {move} turns up.": "Was folgen darf, hängt davon ab, was {move} aufdeckt.",
        "Before the end nobody sees what another seat knows.": (
            "Vor dem Ende sieht niemand, was ein anderer Platz weiß."
        ),
        "This token is for another game.": "Dieses Token gehört zu einem anderen Spiel.",
        "Games, decisions and bots need a valid API key, sent as `Hamlet-Api-Key`.": (
            "Spiele, Entscheidungen und Bots brauchen einen gültigen API-Schlüssel, gesendet als `Hamlet-Api-Key`."
        ),
        "Whoever runs the server makes keys with `hamlet keys new` and names their file in HAMLET_API_KEYS_FILE.": (
            "Wer den Server betreibt, macht Schlüssel mit `hamlet keys new`; ihre Datei nennt HAMLET_API_KEYS_FILE."
        ),
        "This API key has no bot yet: register it with PUT /v1/bot.": (
            "Dieser API-Schlüssel hat noch keinen Bot: PUT /v1/bot meldet ihn an."
        ),
        "The name {bot!r} is taken.": "Den Namen {bot!r} hat schon ein anderer Bot.",
        "The bot of this API key is called {bot!r}, and names do not change.": (
            "Der Bot dieses API-Schlüssels heißt {bot!r}, und Namen ändern sich nicht."
        ),
        "The bot has too many connections.": "Der Bot hat zu viele Verbindungen.",
        "Seat {seat} of this game is not the bot's.": "Platz {seat} dieses Spiels gehört nicht dem Bot.",
        "There is no such game, or it is gone.": "Dieses Spiel gibt es nicht oder nicht mehr.",
        "There is no such invitation, or it is no longer good.": (
            "Diese Einladung gibt es nicht, oder sie gilt nicht mehr."
        ),
        "The open seats of this game are for those who are invited.": (
            "Die offenen Plätze dieses Spiels sind für die, die eingeladen sind."
        ),
        "This is the host's token, which opens no seat.": "Das ist das Token des Gastgebers: Es öffnet keinen Platz.",
        "Only the host may invite to this game.": "Zu diesem Spiel lädt nur der Gastgeber ein.",
        "Only the host may remove the game.": "Das Spiel entfernen kann nur der Gastgeber.",
        "This token is for another seat.": "Dieses Token gehört zu einem anderen Platz.",
        "A game may have {number} invitations at a time.": "Ein Spiel kann {number} Einladungen zugleich haben.",
        "The game has not begun: the seat can be given back.": (
            "Das Spiel hat noch nicht begonnen: Der Platz kann zurückgegeben werden."
        ),
        "The game has not begun: there is nothing to look back at.": (
            "Das Spiel hat noch nicht begonnen: Es gibt nichts, worauf man zurückblicken könnte."
        ),
        "Others keep coming; try again.": "Es kommen immer andere; versuch es noch einmal.",
        "You have resigned.": "Du hast aufgegeben.",
        "The game has begun.": "Das Spiel hat begonnen.",
        "This seat was never open.": "Dieser Platz war nie offen.",
        "What is yours goes by your API key, sent as `Hamlet-Api-Key`.": (
            "Was dir gehört, richtet sich nach deinem API-Schlüssel, gesendet als `Hamlet-Api-Key`."
        ),
        "This server knows no clients.": "Dieser Server kennt keine Clients.",
        "Unusable cursor.": "Der Cursor ist unbrauchbar.",
        "There is no such decision, or it is gone.": "Diese Entscheidung gibt es nicht oder nicht mehr.",
        "Nobody has asked for this review, or it is gone.": (
            "Um diese Besprechung hat niemand gebeten, oder es gibt sie nicht mehr."
        ),
        "Here a bot may not think for that long.": "So lange darf ein Bot hier nicht denken.",
        "There is no such ruleset.": "Dieses Spiel kennt der Server nicht.",
        "There is no rule {rule!r}.": "Eine Regel {rule!r} gibt es nicht.",
        "There is no catalogue {key!r}.": "Einen Katalog {key!r} gibt es nicht.",
        "There is no ruleset {key!r}.": "Das Spiel {key!r} kennt der Server nicht.",
        "The game has no seat {seat}.": "Das Spiel hat keinen Platz {seat}.",
        "The position has no seat {seat}.": "Die Stellung hat keinen Platz {seat}.",
        "It is not seat {seat}'s turn.": "Du bist nicht am Zug.",
        "Seat {turn} is to act, not seat {seat}.": "Du bist nicht am Zug.",
        "Seat {seat} has nothing to decide in this view.": "Auf diesem Platz ist hier nichts zu entscheiden.",
        "The game is over.": "Das Spiel ist zu Ende.",
        "The game is over, and the end was told.": "Das Spiel ist zu Ende, und das wurde schon gesagt.",
        "The game is not over yet.": "Das Spiel ist noch nicht zu Ende.",
        "The game waits for players.": "Das Spiel wartet noch auf Spieler.",
        "Somebody has this seat already.": "Dort sitzt schon jemand.",
        "Your time was up, and with it you have lost.": "Deine Zeit ist abgelaufen, und damit hast du verloren.",
        "Your time was up, and an AI plays for you: {how} with your token brings you back.": (
            "Deine Zeit ist abgelaufen, und eine KI spielt für dich: {how} mit deinem Token bringt dich zurück."
        ),
        "After version {version} nobody comes back: the AI plays to the end.": (
            "Nach Version {version} kommt niemand mehr zurück: Die KI spielt bis zum Ende."
        ),
        "The game does not wait for you.": "Das Spiel wartet nicht auf dich.",
        "You have not moved yet in this turn, or somebody else has moved since.": (
            "Du hast in diesem Zug noch nichts getan, oder seither hat jemand anders gezogen."
        ),
        "You were away since.": "Du warst seither abwesend.",
        "You have taken back {number} moves already.": "Du hast schon {number} Züge zurückgenommen.",
        "That move was not made in your own turn.": "Diesen Zug hast du nicht gemacht, als du am Zug warst.",
        "Somebody has learned something by that move.": "Durch diesen Zug hat jemand etwas erfahren.",
        "The moves of this game can no longer be repeated exactly.": (
            "Die Züge dieses Spiels lassen sich nicht mehr genau wiederholen."
        ),
        "There is no format {number}.": "Ein Format {number} gibt es nicht.",
        "It was written by a later version of the rules.": "Eine spätere Version der Regeln hat das geschrieben.",
        "There is no ruleset {key!r} here.": "Das Spiel {key!r} kennt der Server nicht.",
        "`{field}` is missing or of another kind.": "`{field}` fehlt oder ist von anderer Art.",
        "`{field}` is no time.": "`{field}` ist keine Zeit.",
        "`{field}` is not hexadecimal.": "`{field}` ist nicht hexadezimal.",
        "The secret does not have the hash that was shown.": "Das Geheimnis hat nicht den Hash, der gezeigt wurde.",
        "`contributions` must have at most one of each seat.": (
            "In `contributions` darf es höchstens einen Beitrag je Platz geben."
        ),
        "A contribution {why}.": "Ein Beitrag {why}.",
        "The seed does not follow from the secret and the contributions.": (
            "Der Seed folgt nicht aus dem Geheimnis und den Beiträgen."
        ),
        "It has more than {number} moves.": "Das sind mehr als {number} Züge.",
        "It cannot begin so: {why}.": "So kann das Spiel nicht beginnen: {why}.",
        "A seat is still open.": "Ein Platz ist noch frei.",
        "No bot has such a name.": "So heißt kein Bot.",
        "Move {number} comes after the end of the game.": "Zug {number} kommt nach dem Ende des Spiels.",
        "Move {number}: there is no seat {seat}.": "Zug {number}: Einen Platz {seat} gibt es nicht.",
        "Move {number}: {kind} cannot be of seat {seat}.": "Zug {number}: {kind} kann bei Platz {seat} nicht sein.",
        "Move {number} is missing.": "Zug {number} fehlt.",
        "Move {number} is no move: {why}.": "Zug {number} ist kein Zug: {why}.",
        "Move {number} breaks rule {rule}: {why}.": "Zug {number} ist gegen die Regel {rule}: {why}.",
        "Move {number}: seat {seat} has not moved last.": "Zug {number}: Platz {seat} hat nicht zuletzt gezogen.",
        "Move {number}: it is not the turn of seat {seat}.": "Zug {number}: Platz {seat} ist nicht am Zug.",
        "The game is not over after its last move.": "Nach dem letzten Zug ist das Spiel nicht zu Ende.",
        "The game has another result.": "Das Spiel ist anders ausgegangen.",
        "The game is at version {version}.": "Das Spiel ist bei Version {version}.",
        "Another move came first; look at the game again.": (
            "Ein anderer Zug kam zuvor; sieh dir das Spiel noch einmal an."
        ),
        "Another move came between; read the game again.": (
            "Ein anderer Zug kam dazwischen; sieh dir das Spiel noch einmal an."
        ),
        "Moves keep coming; try again.": "Es kommen immer neue Züge; versuch es noch einmal.",
        "No legal move of version {version} has the id {id!r}.": (
            "Kein möglicher Zug der Version {version} hat die id {id!r}."
        ),
        "This idempotency key was used for another request.": (
            "Dieser Idempotency-Key gehört schon zu einer anderen Anfrage."
        ),
        "This is not a move of this game.": "Das ist kein Zug dieses Spiels.",
        "The game does not take this contribution.": "Das Spiel nimmt diesen Beitrag nicht an.",
        "Somebody at this table has this name, or one that looks like it; please choose another.": (
            "Jemand an diesem Tisch heißt so, oder der Name sieht so aus; bitte wähle einen anderen."
        ),
        "A game cannot be made like this.": "So lässt sich kein Spiel beginnen.",
        "The faults are listed in errors.": "Die Fehler stehen in errors.",
        "The request does not have the form that the contract asks for.": "Die Anfrage entspricht nicht dem Vertrag.",
        "Unusable header.": "Ein Header ist unbrauchbar.",
        "There are no words in this language.": "In dieser Sprache gibt es keine Texte.",
        "The body is not usable JSON: {why}.": "Der Inhalt ist kein brauchbares JSON: {why}.",
        "The body must be sent as application/json.": "Der Inhalt muss als application/json gesendet werden.",
        "The body must be sent in UTF-8.": "Der Inhalt muss in UTF-8 gesendet werden.",
        "The body must be sent uncompressed, without Content-Encoding.": (
            "Der Inhalt muss unkomprimiert gesendet werden, ohne Content-Encoding."
        ),
        "The body has more commas, brackets and braces than this call accepts.": (
            "Der Inhalt hat mehr Kommas und Klammern, als dieser Aufruf annimmt."
        ),
        "Nothing was done; please try again.": "Es ist nichts geschehen; bitte versuch es noch einmal.",
        "Nothing was changed; please try again.": "Es hat sich nichts geändert; bitte versuch es noch einmal.",
        "It is not known whether this was done: look at the game, or repeat the request with the same "
        "Idempotency-Key.": (
            "Es ist nicht bekannt, ob das geschehen ist: Sieh dir das Spiel an, oder wiederhole die Anfrage mit "
            "demselben Idempotency-Key."
        ),
        "The answer needs more processor time or memory than one request may use.": (
            "Die Antwort braucht mehr Rechenzeit oder Speicher, als eine Anfrage haben darf."
        ),
        "No more streams may be open here; try again, or ask for JSON.": (
            "Hier darf kein weiterer Stream offen sein; versuch es noch einmal, oder verlange JSON."
        ),
        "{number} of your decisions are waited for already.": "{number} deiner Entscheidungen stehen schon aus.",
        "{number} decisions are waited for already.": "{number} Entscheidungen stehen schon aus.",
        "At most {number} such requests a minute; please try again in {seconds} seconds.": (
            "Höchstens {number} solche Anfragen in der Minute; bitte versuch es in {seconds} Sekunden noch einmal."
        ),
        "At most {number} a day with this API key; the next day begins at midnight UTC.": (
            "Höchstens {number} am Tag mit diesem API-Schlüssel; der nächste Tag beginnt um Mitternacht UTC."
        ),
        "At most {number} such requests may be in progress at a time; please wait for an answer first.": (
            "Höchstens {number} solche Anfragen dürfen zugleich in Arbeit sein; bitte warte erst eine Antwort ab."
        ),
        (
            "Each second of thinking counts as one of {number} decisions a minute. Please ask for less, or try again "
            "in {seconds} seconds."
        ): (
            "Jede Sekunde Denkzeit zählt wie eine von {number} Entscheidungen in der Minute. Bitte verlange weniger, "
            "oder versuch es in {seconds} Sekunden noch einmal."
        ),
        "Your requests have used this minute's processor time; please try again in {seconds} seconds.": (
            "Deine Anfragen haben die Rechenzeit dieser Minute verbraucht; bitte versuch es in {seconds} Sekunden "
            "noch einmal."
        ),
        "The fault is logged under this answer's X-Request-Id.": (
            "Der Fehler steht unter der X-Request-Id dieser Antwort im Protokoll."
        ),
        "This process cannot read it yet; another one, or this one soon, can.": (
            "Dieser Prozess kann es noch nicht lesen; ein anderer kann es, oder dieser bald."
        ),
    }
}
