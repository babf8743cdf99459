"""Translations of problems. Titles are found by the kind of problem, details by the English sentence of the error.

The texts for refused moves are in the rulesets. Messages in `errors` are for programmers and stay in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import Explained, IllegalMove
from engine.wording import sentence
from engine.wording.de import REFUSALS


def in_words(slug: str, title: str, detail: Explained, language: str) -> tuple[str, str]:
    """Return a problem's title and detail, translated if a translation exists. An empty detail becomes the title."""
    title = _TITLES.get(language, {}).get(slug, title)
    return title, worded(detail, language) if detail.reason else f"{title}."


def worded(error: Explained, language: str) -> str:
    """Return an error's reason as a sentence. The place of the error in the request, if known, comes first.

    A fact in the sentence may itself be an error. Then it is worded in the same way.
    """
    if isinstance(error, IllegalMove):
        told = sentence(error.words(language).ruleset_text(error.reason, error.facts))
    else:
        english = sentence(error.reason)
        told = DETAILS.get(language, {}).get(english, english)
        facts = {
            name: worded(fact, language).rstrip(".") if isinstance(fact, Explained) else fact
            for name, fact in error.facts.items()
        }
        told = told.format(**facts) if facts else told
    return f"{error.where}: {told}" if error.where else told


_TITLES: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        "bad-json": "Der Inhalt ist kein gültiges JSON",
        "bad-request": "Die Anfrage ist kein gültiges HTTP",
        "unauthorized": "Ein gültiges Token ist nötig",
        "api-key-needed": "Ein gültiger API-Schlüssel ist nötig",
        "forbidden": "Dieses Token gibt keinen Zugriff darauf",
        "bot-name-taken": "So heißt schon ein anderer Bot",
        "bot-named": "Der API-Schlüssel hat einen Bot mit anderem Namen",
        "too-many-connections": "Der Bot hat zu viele Verbindungen",
        "not-found": "Das gibt es nicht",
        "method-not-allowed": "Diese Methode ist hier nicht möglich",
        "not-your-turn": "Dieser Platz ist nicht am Zug",
        "game-over": "Das Spiel ist zu Ende",
        "game-waiting": "Im Spiel sind noch Plätze frei",
        "game-running": "Das Spiel ist noch nicht zu Ende",
        "seat-taken": "Der Platz ist besetzt",
        "name-taken": "So oder so ähnlich heißt schon jemand",
        "seat-away": "Eine KI spielt auf diesem Platz",
        "seat-forfeited": "Der Platz hat auf Zeit verloren",
        "history-lost": "Diese Version kann nicht mehr gezeigt werden",
        "invitation-needed": "Eine Einladung ist nötig",
        "too-many-webhooks": "Der API-Schlüssel hat zu viele Webhooks",
        "too-many-invitations": "Das Spiel hat zu viele Einladungen",
        "not-foreseeable": "Das hängt von Verborgenem ab",
        "seat-resigned": "Auf diesem Platz wurde aufgegeben",
        "game-begun": "Das Spiel hat begonnen",
        "cannot-leave": "Dieser Platz kann nicht zurückgegeben werden",
        "cannot-undo": "Der letzte Zug kann nicht zurückgenommen werden",
        "cannot-review": "Das Spiel lässt sich nicht nachspielen",
        "no-push": "Dieser Server benachrichtigt keine Browser",
        "conflict": "Eine andere Anfrage war schneller",
        "version-mismatch": "Das Spiel ist inzwischen auf einem anderen Stand",
        "too-large": "Der Inhalt ist zu groß",
        "uri-too-long": "Die Adresse ist zu lang",
        "headers-too-large": "Die Header sind zu groß",
        "unsupported-media-type": "Der Inhalt ist nicht als JSON gesendet",
        "invalid-request": "Die Anfrage entspricht nicht dem Vertrag",
        "invalid-position": "Diese Stellung ist unmöglich",
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
        "newer-format": "Das Spiel wurde von einer neueren Version dieses Servers gespeichert",
        "not-ready": "Zurzeit kann nicht gespielt werden",
        "too-many-streams": "Zu viele Streams sind offen",
    }
}

DETAILS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {
        **REFUSALS,
        "The token must be sent as `Authorization: Bearer <token>`.": (
            "Das Token muss als `Authorization: Bearer <token>` gesendet werden."
        ),
        "This needs the `host_token`, or the API key that created the game.": (
            "Dafür ist das `host_token` nötig oder der API-Schlüssel, mit dem das Spiel erstellt wurde."
        ),
        "This needs the secret token of a seat.": "Dafür ist das geheime Token eines Platzes nötig.",
        "This token opens no game.": "Dieses Token öffnet kein Spiel.",
        "This token opens no seat.": "Dieses Token öffnet keinen Platz.",
        "What is missing is listed in errors.": "Was fehlt, steht in errors.",
        "There is no problem of this name.": "Ein Problem dieses Namens gibt es nicht.",
        "There is no type of this name.": "Einen Typ dieses Namens gibt es nicht.",
        "There is no operation of this name.": "Einen Aufruf dieses Namens gibt es nicht.",
        "What may follow depends on what {move} turns up.": (
            "Welche Züge danach möglich sind, hängt davon ab, was {move} aufdeckt."
        ),
        "Nobody can see what another seat knows before the game ends.": (
            "Vor dem Ende sieht niemand, was andere wissen."
        ),
        "This token is for another game.": "Dieses Token gehört zu einem anderen Spiel.",
        "Games, decisions and bots need a valid API key, sent as `Hamlet-Api-Key`.": (
            "Spiele, Entscheidungen und Bots brauchen einen gültigen API-Schlüssel, gesendet als `Hamlet-Api-Key`."
        ),
        "This API key is not valid.": "Dieser API-Schlüssel ist nicht gültig.",
        "This API key lacks the scope {scope!r}.": "Diesem API-Schlüssel fehlt der Bereich {scope!r}.",
        "At most {number} s of the AI's processor time a day with this API key; please try again tomorrow.": (
            "Mit diesem API-Schlüssel höchstens {number} s Rechenzeit der KI am Tag; bitte versuch es morgen wieder."
        ),
        "This API key has no bot yet: register it with PUT /v1/bot.": (
            "Dieser API-Schlüssel hat noch keinen Bot: PUT /v1/bot meldet ihn an."
        ),
        "Another bot is already called {bot!r}.": "Den Namen {bot!r} hat schon ein anderer Bot.",
        "The bot of this API key is called {bot!r}, and names do not change.": (
            "Der Bot dieses API-Schlüssels heißt {bot!r}, und Namen ändern sich nicht."
        ),
        "The bot has too many connections.": "Der Bot hat zu viele Verbindungen.",
        "This seat of the game is not the bot's.": "Dieser Platz des Spiels gehört nicht dem Bot.",
        "This game does not exist, or no longer exists.": "Dieses Spiel gibt es nicht oder nicht mehr.",
        "This invitation does not exist, or is no longer valid.": (
            "Diese Einladung gibt es nicht, oder sie gilt nicht mehr."
        ),
        "You need an invitation to take an open seat of this game.": (
            "Für die freien Plätze dieses Spiels ist eine Einladung nötig."
        ),
        "This is the host's token; it opens no seat.": (
            "Mit diesem Token lässt sich das Spiel verwalten, aber kein Platz spielen."
        ),
        "Only the host can invite players to this game.": "Einladen kann nur, wer das Spiel erstellt hat.",
        "Only the host can remove the game.": "Entfernen kann das Spiel nur, wer es erstellt hat.",
        "This token is for another seat.": "Dieses Token gehört zu einem anderen Platz.",
        "This API key has no such webhook.": "Dieser API-Schlüssel hat keinen solchen Webhook.",
        "An API key can have at most {number} webhooks.": "Ein API-Schlüssel kann höchstens {number} Webhooks haben.",
        "The webhook is changing too fast.": "Der Webhook ändert sich zu schnell.",
        "A game can have at most {number} invitations at a time.": (
            "Ein Spiel kann höchstens {number} Einladungen zugleich haben."
        ),
        "The game has not begun.": "Das Spiel hat noch nicht begonnen.",
        "The game has not begun; you can give your seat back.": (
            "Das Spiel hat noch nicht begonnen; du kannst deinen Platz zurückgeben."
        ),
        "The game has not begun; there is nothing to look back at.": (
            "Das Spiel hat noch nicht begonnen; es gibt noch keinen Verlauf."
        ),
        "The game is changing too fast; try again.": (
            "Gerade ändert sich das Spiel laufend; versuch es gleich noch einmal."
        ),
        "The game has begun.": "Das Spiel hat begonnen.",
        "This seat was never open.": "Dieser Platz war nie offen.",
        "Send your API key as `Hamlet-Api-Key`, so that we know which games are yours.": (
            "Sende deinen API-Schlüssel als `Hamlet-Api-Key`, damit klar ist, welche Spiele deine sind."
        ),
        "The cursor is not valid.": "Der Cursor ist ungültig.",
        "This decision does not exist, or no longer exists.": "Diese Entscheidung gibt es nicht oder nicht mehr.",
        "Nobody has requested this review, or it no longer exists.": (
            "Diese Analyse hat niemand angefordert, oder es gibt sie nicht mehr."
        ),
        "There is no AI with this rating or thinking time here.": (
            "Eine KI mit dieser Stärke oder Bedenkzeit gibt es hier nicht."
        ),
        "The server does not know this ruleset.": "Dieses Spiel kennt der Server nicht.",
        "There is no rule {rule!r}.": "Eine Regel {rule!r} gibt es nicht.",
        "There is no catalogue {key!r}.": "Einen Katalog {key!r} gibt es nicht.",
        "There is no ruleset {key!r}.": "Das Spiel {key!r} kennt der Server nicht.",
        "The game has no such seat.": "Diesen Platz hat das Spiel nicht.",
        "This seat has no token.": "Dieser Platz hat kein Token.",
        "The position has no such seat.": "Diesen Platz hat die Stellung nicht.",
        "It is not seat {seat}'s turn.": "Du bist nicht am Zug.",
        "Seat {turn} is to act, not seat {seat}.": "Du bist nicht am Zug.",
        "This seat has nothing to decide in this view.": "Auf diesem Platz ist hier nichts zu entscheiden.",
        "The game is over.": "Das Spiel ist zu Ende.",
        "The game is over, and its end was already reported.": (
            "Das Spiel ist zu Ende, und das Ende wurde schon gemeldet."
        ),
        "The game is not over yet.": "Das Spiel ist noch nicht zu Ende.",
        "The game is still waiting for players.": "Im Spiel sind noch Plätze frei.",
        "Somebody already has this seat.": "Dort sitzt schon jemand.",
        "After version {version} nobody can come back; the AI plays to the end.": (
            "Nach Version {version} kann niemand mehr zurückkommen; die KI spielt bis zum Ende."
        ),
        "The moves of this game can no longer be repeated exactly.": (
            "Die Züge dieses Spiels lassen sich nicht mehr genau wiederholen."
        ),
        "There is no format {number}.": "Ein Format {number} gibt es nicht.",
        "A newer version of the rules wrote it.": "Das hat eine neuere Version der Regeln geschrieben.",
        "There is no ruleset {key!r} here.": "Das Spiel {key!r} kennt der Server nicht.",
        "`{field}` is missing or has the wrong type.": "`{field}` fehlt oder hat den falschen Typ.",
        "`{field}` is not a valid time.": "`{field}` ist keine gültige Zeitangabe.",
        "`{field}` is not hexadecimal.": "`{field}` ist nicht hexadezimal.",
        "The secret does not match the hash that was published.": "Das Geheimnis passt nicht zum gezeigten Hash.",
        "`contributions` must have at most one entry per seat.": (
            "`contributions` darf je Platz höchstens einen Beitrag enthalten."
        ),
        "A contribution {why}.": "Ein Beitrag {why}.",
        "The seed does not follow from the secret and the contributions.": (
            "Der Seed folgt nicht aus dem Geheimnis und den Beiträgen."
        ),
        "It has more than {number} moves.": "Das sind mehr als {number} Züge.",
        "Invalid setup: {why}.": "Ungültiger Aufbau: {why}.",
        "A seat is still open.": "Ein Platz ist noch frei.",
        "No bot has this name.": "So heißt kein Bot.",
        "Move {number} comes after the end of the game.": "Zug {number} kommt nach dem Ende des Spiels.",
        "Move {number}: there is no seat {seat}.": "Zug {number}: Einen Platz {seat} gibt es nicht.",
        "Move {number}: {kind} is not possible for seat {seat}.": (
            "Zug {number}: {kind} ist für Platz {seat} nicht möglich."
        ),
        "Move {number} is missing.": "Zug {number} fehlt.",
        "Move {number} is not a valid move: {why}.": "Zug {number} ist kein gültiger Zug: {why}.",
        "Move {number} breaks rule {rule}: {why}.": "Zug {number} verstößt gegen die Regel {rule}: {why}.",
        "Move {number}: seat {seat} did not make the last move.": (
            "Zug {number}: Der letzte Zug war nicht von Platz {seat}."
        ),
        "Move {number}: it is not the turn of seat {seat}.": "Zug {number}: Platz {seat} ist nicht am Zug.",
        "The game is not over after its last move.": "Nach dem letzten Zug ist das Spiel nicht zu Ende.",
        "The game ended with another result.": "Das Spiel ist anders ausgegangen.",
        "The game is at version {version}.": "Das Spiel steht bei Version {version}.",
        "Another move came first; look at the game again.": (
            "Ein anderer Zug war schneller; sieh dir das Spiel noch einmal an."
        ),
        "Another move came between; read the game again.": (
            "Ein anderer Zug kam dazwischen; sieh dir das Spiel noch einmal an."
        ),
        "No legal move of version {version} has the id {id!r}.": (
            "Kein möglicher Zug der Version {version} hat die id {id!r}."
        ),
        "This idempotency key was used for another request.": (
            "Dieser Idempotency-Key gehört schon zu einer anderen Anfrage."
        ),
        "This is not a move of this game.": "Das ist kein Zug dieses Spiels.",
        "The game does not accept this contribution.": "Das Spiel nimmt diesen Beitrag nicht an.",
        "Somebody at this table has this name or a similar one; please choose another.": (
            "Jemand an diesem Tisch heißt so oder ähnlich; bitte wähle einen anderen Namen."
        ),
        "These options do not make a valid game.": "Mit diesen Angaben lässt sich kein Spiel beginnen.",
        "The faults are listed in errors.": "Die Fehler stehen in errors.",
        "The request does not match the contract.": "Die Anfrage entspricht nicht dem Vertrag.",
        "A header is not valid.": "Ein Header ist ungültig.",
        "This language is not available.": "Diese Sprache gibt es hier nicht.",
        "The body is not valid JSON: {why}.": "Der Inhalt ist kein gültiges JSON: {why}.",
        "The body must be sent as application/json.": "Der Inhalt muss als application/json gesendet werden.",
        "The body must be sent in UTF-8.": "Der Inhalt muss in UTF-8 gesendet werden.",
        "Only the players of this game may watch it.": "Nur wer mitspielt, darf diesem Spiel zusehen.",
        "This API key did not create the game.": "Dieser API-Schlüssel hat das Spiel nicht angelegt.",
        "There is no such player.": "Eine solche Person gibt es hier nicht.",
        "The body must have 1 to {number} lines.": "Der Inhalt muss 1 bis {number} Zeilen haben.",
        "It must have at most {number} bytes.": "Erlaubt sind höchstens {number} Bytes.",
        "It must have at most {number} lines, since each is a decision, and you may request {number} a minute.": (
            "Erlaubt sind höchstens {number} Zeilen: Jede ist eine Entscheidung, und du darfst {number} in der Minute "
            "anfordern."
        ),
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
        "Too many streams are open here; try again, or request JSON.": (
            "Hier sind zu viele Streams offen; versuch es noch einmal, oder verlange JSON."
        ),
        "You already have {number} decisions pending.": "{number} deiner Entscheidungen stehen schon aus.",
        "{number} decisions are already pending.": "{number} Entscheidungen stehen schon aus.",
        "At most {number} such requests a minute; please try again in {seconds} s.": (
            "Höchstens {number} solche Anfragen in der Minute; bitte versuch es in {seconds} s noch einmal."
        ),
        "At most {number} a day with this API key; the next day begins at midnight UTC.": (
            "Höchstens {number} am Tag mit diesem API-Schlüssel; der nächste Tag beginnt um Mitternacht UTC."
        ),
        "At most {number} such requests may be in progress at a time; please wait for an answer first.": (
            "Höchstens {number} solche Anfragen dürfen zugleich in Arbeit sein; bitte warte erst eine Antwort ab."
        ),
        (
            "Each second of thinking counts as one of {number} decisions a minute. Please ask for less, or try again "
            "in {seconds} s."
        ): (
            "Jede Sekunde Denkzeit zählt wie eine von {number} Entscheidungen in der Minute. Bitte verlange weniger, "
            "oder versuch es in {seconds} s noch einmal."
        ),
        "Your requests have used this minute's processor time; please try again in {seconds} s.": (
            "Deine Anfragen haben die Rechenzeit dieser Minute verbraucht; bitte versuch es in {seconds} s noch einmal."
        ),
        "The fault is logged under this answer's X-Request-Id.": (
            "Der Fehler steht unter der X-Request-Id dieser Antwort im Protokoll."
        ),
        "This server process cannot read that game yet; try again.": (
            "Dieser Serverprozess kann das Spiel noch nicht lesen; versuch es noch einmal."
        ),
    }
}
