"""The fixed sentences of Villagers in German: refusals, summaries of options, the name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, str]] = {
    "Expansions in the box; each at most once, in any combination.": (
        "Erweiterungen, die mitspielen; jede höchstens einmal, in beliebiger Zusammenstellung."
    ),
    "One seat against the Countess: how hard. Null with more seats; with one seat the default is `normal`.": (
        "Allein gegen die Gräfin: wie schwer. Null bei mehr Plätzen; bei einem Platz ist `normal` die Vorgabe."
    ),
    "Who begins; `random` draws it from the seed.": "Wer anfängt; `random` lost es nach dem Startwert aus.",
    "Draft villagers and build a village of their trades: each stands on another, and locks cost gold.": (
        "Wirb Leute an und baue ein Dorf aus ihren Berufen: Einer steht auf dem anderen, und Schlösser kosten Gold."
    ),
    "The six villagers face up at the start; the default is reconstructed, name the real ones if you own the game.": (
        "Die sechs Personen, die am Anfang offen liegen; die Vorgabe ist rekonstruiert, nenne die echten, wenn du das "
        "Spiel besitzt."
    ),
    # Phases, turns, decisions.
    "This is not a move of this phase: {phase}.": "Dieser Zug ist hier nicht möglich: {phase}.",
    "There is no such choice to make now.": "Das ist jetzt nicht zu entscheiden.",
    "In another seat's turn only a reaction can be played.": "Ist jemand anders am Zug, kann man nur reagieren.",
    "This is done in another phase: {phase}.": "Das geht nur hier: {phase}.",
    "This is played in another seat's turn only.": "Das geht nur, wenn jemand anders am Zug ist.",
    "This is done in the own turn only.": "Das geht nur, wenn man selbst am Zug ist.",
    "This is played before the first pick of the turn.": "Das geht nur vor der ersten Karte des Zuges.",
    "{card} is not played on that.": "So wird diese Karte nicht ausgespielt: {card}.",
    "{card} is played on a seat: name it.": "Nenne den Platz, gegen den diese Karte ausgespielt wird: {card}.",
    "{card} is not played on a seat.": "Diese Karte wird gegen keinen Platz ausgespielt: {card}.",
    "{card} is no special villager that is played and discarded.": (
        "Das ist keine Spezial-Person, die man ausspielt und ablegt: {card}."
    ),
    # The draft and the road.
    "No villager lies in slot {slot} of the road.": "Auf Feld {slot} der Auslage liegt niemand.",
    "No villager lies on the road.": "In der Auslage liegt niemand.",
    "Stack {stack} is empty and out of the game.": "Stapel {stack} ist leer und aus dem Spiel.",
    "The reserve can be drafted only when all stacks are empty.": (
        "Vom Nachziehstapel draftet man erst, wenn alle Stapel leer sind."
    ),
    "The reserve is empty.": "Der Nachziehstapel ist leer.",
    "First choose the villager of the road that the Countess gets.": (
        "Wähle zuerst, wen die Gräfin aus der Auslage bekommt."
    ),
    # Building, chains, padlocks.
    "There is no {card} in the hand.": "Diese Karte ist nicht auf der Hand: {card}.",
    "{card} is not placed by itself.": "Diese Karte baut man nicht für sich: {card}.",
    "Build actions needed: {cost}, left: {left}.": "Nötige Bauaktionen: {cost}, übrig: {left}.",
    "Monks under {card} cannot take these roles.": "Unter dieser Karte kann ein Mönch das nicht sein: {card}.",
    "Monks needed: {monks}, at hand: {most}.": "Nötige Mönche: {monks}, auf der Hand: {most}.",
    "{card} starts a chain: nothing is under it.": "Diese Karte beginnt eine Kette, darunter liegt nichts: {card}.",
    "{card} stands alone: nothing is under it.": "Diese Karte steht für sich, darunter liegt nichts: {card}.",
    "It must be placed on {wanted}.": "Darunter muss liegen: {wanted}.",
    "It must be placed on {wanted}; villager {on} stands there as {role}.": (
        "Darunter muss liegen: {wanted}; Person {on} steht dort als: {role}."
    ),
    "There is no villager {on} in the village.": "Im Dorf gibt es keine Person {on}.",
    "Villager {on} already carries {limit}.": "Auf Person {on} ist kein Platz mehr (höchstens {limit}).",
    "{card} has no padlock: there is nothing to unlock.": "Diese Karte hat kein Schloss: {card}.",
    "{card} has a padlock: say who is paid for unlocking it ({unlocker}).": (
        "Diese Karte hat ein Schloss: {card}. Sag, wer für das Öffnen bezahlt wird ({unlocker})."
    ),
    "No tinner has been played before it in this turn.": "In diesem Zug hat noch keine Blechschmiedin geholfen.",
    "The bank cannot be paid while a {unlocker} stands in a village.": (
        "Die Bank öffnet das Schloss nicht, solange diese Person in einem Dorf steht: {unlocker}."
    ),
    "Villager {villager} of seat {owner} is no {unlocker}, who unlocks {card}.": (
        "Person {villager} von Platz {owner} kann dieses Schloss nicht öffnen ({card}); das kann nur: {unlocker}."
    ),
    "Unlocking costs {price} gold, and the supply holds {gold}.": (
        "Das Öffnen kostet {price} Gold, im Vorrat ist aber nur {gold}."
    ),
    # Basic villagers.
    "All {most} trades of this turn are used up.": "In diesem Zug ist schon {most}-mal getauscht worden.",
    "{card} has no back and goes on no pile.": "Diese Karte hat keine Rückseite und kommt auf keinen Stapel: {card}.",
    "No {card} is left.": "Davon ist keine Karte mehr da: {card}.",
    "First {card}, traded for a basic villager, goes on a pile.": (
        "Zuerst kommt die getauschte Karte auf einen Stapel: {card}."
    ),
    "Name a stack that still has cards, or another pile if there is none.": (
        "Nenne einen Stapel, der noch Karten hat, oder wenn es keinen gibt, wohin sonst die Karte kommt."
    ),
    "A stack is named, but the pile is none.": "Ein Stapel ist genannt, aber die Karte kommt auf keinen.",
    "While a stack has cards the card goes on a stack.": "Solange ein Stapel Karten hat, kommt die Karte auf einen.",
    "The card goes on the reserve while that has cards, and only then on the discard pile.": (
        "Solange der Nachziehstapel Karten hat, kommt die Karte dorthin, und erst dann auf den Ablagestapel."
    ),
    # Special villagers.
    "There is no seat {owner}.": "Es gibt keinen Platz {owner}.",
    "There is no villager {villager} in the village of seat {owner}.": (
        "Im Dorf von Platz {owner} gibt es keine Person {villager}."
    ),
    "A top villager cannot be taken.": "Der Gehilfe nimmt nur überdeckte Personen.",
    "The Founders of others cannot be taken.": "Die Gründung anderer kann man nicht nehmen.",
    "An apprentice does not take an apprentice's place.": "Ein Gehilfe tritt nicht an die Stelle eines Gehilfen.",
    "Villager {villager} is no {card}.": "Person {villager} ist etwas anderes, nicht: {card}.",
    "A side is named exactly for Founders.": "Nur bei der Gründung nennt man die Seite, und dort immer.",
    "A taken monk, and only a monk, is placed under a card from the hand.": (
        "Ein Mönch, den man nimmt, kommt unter eine Karte der Hand, und nur ein Mönch."
    ),
    "There is no {card} in the hand that could stand on a monk.": (
        "Auf der Hand ist diese Karte nicht, die auf einem Mönch stehen könnte: {card}."
    ),
    "Villager {villager} is covered or not in the village.": "Person {villager} ist überdeckt oder nicht im Dorf.",
    "Villager {villager} has no printed gold.": "Auf Person {villager} ist kein Gold aufgedruckt.",
    "A villager of the same value is listed for this sale.": "Für diesen Verkauf steht eine Person gleichen Wertes da.",
    "Name one of the own villagers with printed gold.": "Nenne eine eigene Person mit aufgedrucktem Gold.",
    "Villager {villager} of seat {owner} is no Freelancer.": (
        "Person {villager} von Platz {owner} ist keine Freiberuflerin."
    ),
    "Freelancers are hired at the start of the build turn only.": (
        "Eine Freiberuflerin heuert man nur zu Beginn des Bauzuges an."
    ),
    "This Freelancer has been hired in this turn already.": "Diese Freiberuflerin ist in diesem Zug schon angeheuert.",
    "The build limit is {limit} already.": "Das Baulimit ist schon {limit}.",
    "Hiring costs 1 gold, and the supply is empty.": "Das Anheuern kostet 1 Gold, und der Vorrat ist leer.",
    "The Benefactor places no special villager.": "Mit dem Gönner baut man keine Spezial-Person.",
    "Name a stack that has cards.": "Nenne einen Stapel, der Karten hat.",
    "First take one of the cards that were looked at.": "Nimm zuerst eine der Karten, die du ansiehst.",
    "First put the cards that were looked at back: name one of them, or keep their order.": (
        "Leg zuerst die angesehenen Karten zurück: Nenne eine davon, oder lass ihre Reihenfolge."
    ),
    "There is no Recruiter in the own village.": "Im eigenen Dorf ist keine Rekrutiererin.",
    "The Recruiter is paid once in a turn, before the first pick.": (
        "Die Rekrutiererin bezahlt man einmal im Zug, vor der ersten Karte."
    ),
    "The Recruiter needs two drafts left.": "Für die Rekrutiererin muss man noch zwei Karten draften dürfen.",
    "The Recruiter costs 1 gold, and the supply is empty.": "Die Rekrutiererin kostet 1 Gold, und der Vorrat ist leer.",
    "The seat whose turn it is has begun to draft.": "Wer am Zug ist, hat schon zu draften begonnen.",
    "Name a slot of the road in which a villager lies.": "Nenne ein Feld der Auslage, auf dem jemand liegt.",
    "This villager does not lie on that square.": "Diese Person liegt nicht auf jenem Dorfplatz.",
    "The Noble looks at another seat's hand that has cards.": "Die Adlige sieht eine fremde Hand an, die Karten hat.",
    "First the Noble steals a card.": "Zuerst stiehlt die Adlige eine Karte.",
    "The Noble steals no special villager.": "Die Adlige stiehlt keine Spezial-Person.",
    "There is no {card} in that hand.": "Diese Karte ist nicht auf jener Hand: {card}.",
    "There is no such top villager.": "Eine solche oberste Person gibt es nicht.",
    "Special villagers, Founders and the Countess stay where they are.": (
        "Spezial-Personen, die Gründung und die Gräfin bleiben, wo sie sind."
    ),
    "Villager {villager} is no own Thief.": "Person {villager} ist kein eigener Dieb.",
    "This Thief has robbed somebody in this turn already.": "Dieser Dieb hat in diesem Zug schon gestohlen.",
    "A Thief robs another seat.": "Ein Dieb bestiehlt nur andere.",
    "Only a supply of at least {gold} gold can be robbed.": "Der Dieb holt nur dort, wo mindestens {gold} Gold ist.",
    "There is no Thief in any village.": "In keinem Dorf ist ein Dieb.",
    "There is no such Thief.": "Diesen Dieb gibt es nicht.",
    # Developments and solo play.
    "The Church gives a card of a pile.": "Die Kirche gibt eine Karte von einem Stapel.",
    "The Tavern gives a basic villager.": "Die Schänke gibt eine Grundperson.",
    "Name a stack that has cards, or the reserve if it has.": (
        "Nenne einen Stapel, der Karten hat, oder den Nachziehstapel, wenn er welche hat."
    ),
    "There is no Jester, or not any more.": "Der Hofnarr ist nicht dabei oder nicht mehr.",
    "{event} does not lie face up.": "Dieses Ereignis liegt nicht offen: {event}.",
    "{event} has begun to act already.": "Dieses Ereignis hat schon begonnen: {event}.",
    "{event} cannot be resolved on that.": "So lässt sich dieses Ereignis nicht ausführen: {event}.",
    "First the Jester has to discard an event.": "Zuerst muss der Hofnarr ein Ereignis ablegen.",
    "First resolve {event}, which replaced Mood Swing.": (
        "Führe zuerst das Ereignis aus, das an die Stelle des Stimmungsumschwungs trat: {event}."
    ),
    "First resolve the events that lie face up.": "Führe zuerst die offenen Ereignisse aus.",
    "First decide about {event}: pay, or do with one less.": (
        "Entscheide zuerst über dieses Ereignis: {event}. Zahle, oder komm mit einem weniger aus."
    ),
}
