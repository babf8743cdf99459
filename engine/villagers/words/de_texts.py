"""The fixed sentences of Villagers in German: refusals, summaries of options, the name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, str]] = {
    "Play with any of them, in any combination.": "Spiel mit einer oder mehreren, in beliebiger Zusammenstellung.",
    "How hard the Countess is to beat; for the solo game only.": (
        "Wie schwer die Gräfin zu schlagen ist; nur im Solospiel."
    ),
    "Who begins; drawn at random unless you choose a seat.": (
        "Wer beginnt; wird ausgelost, wenn du keinen Platz wählst."
    ),
    "Draft villagers and build a village of their trades: each stands on another, and locks cost gold.": (
        "Wirb Leute an und baue ein Dorf aus ihren Berufen: Einer steht auf dem anderen, und Schlösser kosten Gold."
    ),
    "The six villagers face up at the start; the default is reconstructed, name the real ones if you own the game.": (
        "Die sechs Personen, die zu Beginn offen liegen; die Vorgabe ist rekonstruiert, nenne die echten, wenn du "
        "das Spiel besitzt."
    ),
    # Phases, turns, decisions.
    "You cannot do that now; the phase is: {phase}.": "Das geht jetzt nicht; es läuft: {phase}.",
    "That is not what you have to decide now.": "Das hast du jetzt nicht zu entscheiden.",
    "On another player's turn you can only play a reaction.": "Ist jemand anders am Zug, kannst du nur reagieren.",
    "You can do that only in this phase: {phase}.": "Das geht nur in dieser Phase: {phase}.",
    "You can play that only on another player's turn.": "Das geht nur, wenn jemand anders am Zug ist.",
    "You can do that only on your own turn.": "Das geht nur, wenn du am Zug bist.",
    "You can play that only before your first draft of the turn.": (
        "Das geht nur vor deiner ersten Karte in diesem Zug."
    ),
    "You cannot play {card:the} like that.": "„{card}“ lässt sich so nicht ausspielen.",
    "Choose the player against whom you play {card:the}.": "Wähle, gegen wen du „{card}“ ausspielst.",
    "You do not play {card:the} against a player; leave the seat out.": (
        "„{card}“ wird gegen niemanden ausgespielt; lass den Platz weg."
    ),
    "{card:the} is not a Special villager that you discard after use.": (
        "„{card}“ ist keine Spezial-Person, die du ausspielst und ablegst."
    ),
    # The draft and the road.
    "There is no villager in slot {slot} of the road.": "Auf Feld {slot} der Auslage liegt niemand.",
    "There is no villager on the road.": "In der Auslage liegt niemand.",
    "Stack {stack} is empty and out of the game.": "Stapel {stack} ist leer und aus dem Spiel.",
    "You can draft from the reserve only when all stacks are empty.": (
        "Vom Nachziehstapel draftest du erst, wenn alle Stapel leer sind."
    ),
    "The reserve is empty.": "Der Nachziehstapel ist leer.",
    "First choose the villager from the road that the Countess gets.": (
        "Wähle zuerst, wen die Gräfin aus der Auslage bekommt."
    ),
    # Building, chains, padlocks.
    "You have no {card} in hand.": "„{card}“ ist nicht auf deiner Hand.",
    "You cannot place {card:the} by itself.": "„{card}“ kannst du nicht einzeln legen.",
    "This takes {cost}; you have {left} left.": "Dafür brauchst du {cost}; du hast noch {left}.",
    "Monks under {card:the} cannot take these roles.": "Unter „{card}“ kann ein Mönch das nicht sein.",
    "You need {monks}; you have {most}.": "Du brauchst {monks}; du hast {most}.",
    "{card:the} starts a chain and is not placed on another villager.": (
        "„{card}“ beginnt eine Kette und liegt auf keiner anderen Karte."
    ),
    "{card:the} stands alone and is not placed on another villager.": (
        "„{card}“ steht für sich und liegt auf keiner anderen Karte."
    ),
    "You must place it on {wanted:a}.": "Darunter muss diese Karte liegen: „{wanted}“.",
    "You must place it on {wanted:a}; villager no. {on} stands there as {role:a}.": (
        "Darunter muss „{wanted}“ liegen; Nr. {on} steht dort als „{role}“."
    ),
    "There is no villager no. {on} in your village.": "In deinem Dorf gibt es keine Nr. {on}.",
    "There is no room left on villager no. {on} (at most {limit}).": (
        "Auf Nr. {on} ist kein Platz mehr (höchstens {limit})."
    ),
    "{card:the} has no padlock, so there is nothing to unlock.": (
        "„{card}“ hat kein Schloss; freizuschalten ist nichts."
    ),
    "{card:the} has a padlock: choose who unlocks it ({unlocker}, or the bank).": (
        "„{card}“ hat ein Schloss: Wähle, wer es freischaltet ({unlocker} oder die Bank)."
    ),
    "You have not played a Tinner this turn.": "Du hast in diesem Zug noch keine Blechschmiedin ausgespielt.",
    "You cannot pay the bank while there is {unlocker:a} in any village.": (
        "Die Bank schaltet nicht frei, solange „{unlocker}“ in einem Dorf liegt."
    ),
    "Villager no. {villager} in seat {owner}'s village is not {unlocker:a} and cannot unlock {card:the}.": (
        "Nr. {villager} im Dorf von Platz {owner} kann „{card}“ nicht freischalten; das kann nur „{unlocker}“."
    ),
    "Unlocking costs {price} gold; you have {gold}.": "Das Freischalten kostet {price} Gold; du hast {gold}.",
    # Basic villagers.
    "You have already traded {most} times this turn.": "Du hast in diesem Zug schon {most}-mal getauscht.",
    "You cannot trade {card:the}: it has no back and does not go on a pile.": (
        "„{card}“ kannst du nicht tauschen: Die Karte hat keine Rückseite und kommt auf keinen Stapel."
    ),
    "There is no {card} left.": "„{card}“ ist nicht mehr vorrätig.",
    "First put {card:the}, which you traded, on a pile.": (
        "Lege zuerst die getauschte Karte auf einen Stapel: „{card}“."
    ),
    "Choose a stack that still has cards, or another pile if there is none.": (
        "Wähle einen Stapel, der noch Karten hat, oder einen anderen Ort, wenn es keinen gibt."
    ),
    "You gave a stack number, but chose another pile.": (
        "Du hast die Nummer eines Stapels genannt, aber einen anderen Ort gewählt."
    ),
    "Put the card on a stack while any stack has cards.": (
        "Solange ein Stapel Karten hat, kommt die Karte auf einen Stapel."
    ),
    "Put the card on the reserve while it has cards, and only then on the discard pile.": (
        "Solange der Nachziehstapel Karten hat, kommt die Karte dorthin, erst danach auf den Ablagestapel."
    ),
    # Special villagers.
    "There is no seat {owner}.": "Es gibt keinen Platz {owner}.",
    "There is no villager no. {villager} in seat {owner}'s village.": (
        "Im Dorf von Platz {owner} gibt es keine Nr. {villager}."
    ),
    "The Apprentice cannot take a top villager; choose a covered one.": "Der Gehilfe nimmt nur überdeckte Personen.",
    "You cannot take another player's Founders.": "Fremde Gründungskarten kannst du nicht nehmen.",
    "An Apprentice cannot take another Apprentice's place.": "Ein Gehilfe kann keinen anderen Gehilfen ersetzen.",
    "Villager no. {villager} is not {card:a}.": "Nr. {villager} ist nicht „{card}“.",
    "Choose a side for Founders, and only for Founders.": (
        "Die Seite (Gold oder Nahrung) gibst du bei der Gründungskarte an, und nur bei ihr."
    ),
    "Put a card from your hand on a Monk you take, and only on a Monk.": (
        "Auf einen Mönch, den du nimmst, legst du eine Handkarte, und nur auf einen Mönch."
    ),
    "You have no {card} in hand that could stand on a Monk.": (
        "„{card}“ ist nicht auf deiner Hand oder kann nicht auf einem Mönch liegen."
    ),
    "Villager no. {villager} is covered, or not in your village.": (
        "Nr. {villager} ist überdeckt oder nicht in deinem Dorf."
    ),
    "Villager no. {villager} has no printed gold.": "Nr. {villager} hat kein aufgedrucktes Gold.",
    "Choose the listed villager of the same value.": "Wähle die aufgeführte Person mit demselben Wert.",
    "Choose one of your villagers with printed gold.": "Wähle eine deiner Personen mit aufgedrucktem Gold.",
    "Villager no. {villager} in seat {owner}'s village is not a Freelancer.": (
        "Nr. {villager} im Dorf von Platz {owner} ist keine Freiberuflerin."
    ),
    "You can hire Freelancers only at the start of your build turn.": (
        "Eine Freiberuflerin kannst du nur zu Beginn deines Bauzuges anheuern."
    ),
    "You have already hired this Freelancer this turn.": "Diese Freiberuflerin hast du in diesem Zug schon angeheuert.",
    "Your build limit is already {limit}.": "Dein Bau-Limit ist schon {limit}.",
    "Hiring costs 1 gold; your supply is empty.": "Das Anheuern kostet 1 Gold; dein Vorrat ist leer.",
    "The Benefactor cannot place a Special villager.": "Mit dem Gönner kannst du keine Spezial-Person legen.",
    "Choose a stack that has cards.": "Wähle einen Stapel, der Karten hat.",
    "First take one of the cards you look at.": "Nimm zuerst eine der Karten, die du ansiehst.",
    "First put back the cards you look at: choose one of them, or keep their order.": (
        "Leg zuerst die angesehenen Karten zurück: Wähle eine davon, oder behalte ihre Reihenfolge bei."
    ),
    "There is no Recruiter in your village.": "In deinem Dorf ist keine Rekrutiererin.",
    "You can pay the Recruiter once per turn, before your first draft.": (
        "Die Rekrutiererin kannst du einmal je Zug bezahlen, vor deiner ersten Karte."
    ),
    "You can pay the Recruiter only if you may still draft 2 cards.": (
        "Die Rekrutiererin kannst du nur bezahlen, wenn du noch 2 Karten draften darfst."
    ),
    "The Recruiter costs 1 gold; your supply is empty.": "Die Rekrutiererin kostet 1 Gold; dein Vorrat ist leer.",
    "The player whose turn it is has already begun to draft.": "Wer am Zug ist, hat schon zu draften begonnen.",
    "Choose a slot of the road that has a villager.": "Wähle ein Feld der Auslage, auf dem jemand liegt.",
    "That villager is not on that Village Square.": "Diese Karte liegt dort nicht.",
    "Choose another player who has cards in hand for the Noble.": (
        "Wähle für die Adlige jemand anderen mit Karten auf der Hand."
    ),
    "First choose the card that the Noble steals.": "Wähle zuerst die Karte, die die Adlige stiehlt.",
    "The Noble cannot steal a Special villager.": "Die Adlige kann keine Spezial-Person stehlen.",
    "There is no {card} in that hand.": "„{card}“ ist nicht auf jener Hand.",
    "There is no such top villager; choose another one.": "Diese oberste Person gibt es nicht; wähle eine andere.",
    "You cannot take Special villagers, Founders or the Countess.": (
        "Spezial-Personen, Gründungskarten und die Gräfin kannst du nicht nehmen."
    ),
    "Villager no. {villager} is not your Thief; choose one of your Thieves.": (
        "Nr. {villager} ist nicht dein Dieb; wähle einen deiner Diebe."
    ),
    "This Thief has already robbed somebody this turn.": "Dieser Dieb hat in diesem Zug schon gestohlen.",
    "A Thief can rob only another player.": "Bestehlen kannst du nur jemand anderen.",
    "You can rob only a player who has at least {gold} gold.": (
        "Bestehlen kannst du nur jemanden, der mindestens {gold} Gold hat."
    ),
    "There is no Thief in any village.": "In keinem Dorf ist ein Dieb.",
    "There is no such Thief; choose another one.": "Diesen Dieb gibt es nicht; wähle einen anderen.",
    # Developments and solo play.
    "The Church gives you the top card of a pile.": "Die Kirche gibt dir die oberste Karte eines Stapels.",
    "The Tavern gives you a Basic villager.": "Die Schänke gibt dir eine Start-Person.",
    "Choose a stack that has cards, or the reserve if it has any.": (
        "Wähle einen Stapel, der Karten hat, oder den Nachziehstapel, wenn er welche hat."
    ),
    "You no longer have the Jester.": "Du hast den Hofnarren nicht mehr.",
    "“{event}” is not face up.": "„{event}“ liegt nicht offen.",
    "“{event}” has already taken effect.": "„{event}“ hat schon begonnen.",
    "You cannot resolve “{event}” like that.": "„{event}“ lässt sich so nicht ausführen.",
    "First choose the event that the Jester discards.": "Wähle zuerst das Ereignis, das der Hofnarr ablegt.",
    "First resolve “{event}”, which replaced “Mood Swing”.": (
        "Führe zuerst „{event}“ aus, das an die Stelle von „Stimmungsumschwung“ trat."
    ),
    "First resolve the face-up events.": "Führe zuerst die offenen Ereignisse aus.",
    "First decide about “{event}”: pay the bank, or draft or build one fewer.": (
        "Entscheide zuerst über „{event}“: Zahle der Bank, oder drafte oder baue eins weniger."
    ),
}
