"""One method for each operation of the contract: made by `make contract`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hamlet_client import types

if TYPE_CHECKING:
    from hamlet_client.client import Hamlet


class Operations:
    """One method for each operation. Parameters that are `None` are left out. All raise `Refused` and `Unreachable`."""

    def __init__(self, client: Hamlet) -> None:
        self._client = client

    def get_health(self) -> types.Status:
        """Is the process alive."""
        return cast(types.Status, self._client.call("GET", "/healthz", ()))

    def get_readiness(self) -> types.Readiness:
        """Can games be played."""
        return cast(types.Readiness, self._client.call("GET", "/readyz", ()))

    def register_bot(self, body: types.NewBot) -> types.Bot:
        """Register the bot of an API key."""
        return cast(types.Bot, self._client.call("PUT", "/v1/bot", (), body=body))

    def play_bot_moves(self, body: types.BotPlayRequest) -> types.Played:
        """Make the moves of a bot."""
        return cast(types.Played, self._client.call("POST", "/v1/bot/moves", (), body=body))

    def list_bot_turns(self, *, wait: int | None = None) -> types.BotTurns:
        """List or stream a bot's turns."""
        return cast(types.BotTurns, self._client.call("GET", "/v1/bot/turns", (), params={"wait": wait}))

    def list_bots(self, *, connected: bool | None = None) -> types.BotList:
        """List the external bots."""
        return cast(types.BotList, self._client.call("GET", "/v1/bots", (), params={"connected": connected}))

    def create_decision(self, body: types.NewDecision) -> types.Decision:
        """Request an AI's move for a view."""
        return cast(types.Decision, self._client.call("POST", "/v1/decisions", (), body=body))

    def get_decision(self, decision: str, *, wait: int | None = None) -> types.Decision:
        """Get a decision."""
        return cast(
            types.Decision, self._client.call("GET", "/v1/decisions/{decision}", (decision,), params={"wait": wait})
        )

    def list_games(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        mine: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.GameList:
        """List games."""
        return cast(
            types.GameList,
            self._client.call(
                "GET",
                "/v1/games",
                (),
                params={"status": status, "ruleset": ruleset, "mine": mine, "cursor": cursor, "limit": limit},
            ),
        )

    def create_game(self, body: types.NewGame, *, include: list[str] | None = None) -> types.JoinedGame:
        """Create a game."""
        return cast(
            types.JoinedGame, self._client.call("POST", "/v1/games", (), body=body, params={"include": include})
        )

    def import_game(self, body: types.ImportedGame) -> types.Game:
        """Import a finished game."""
        return cast(types.Game, self._client.call("POST", "/v1/games/import", (), body=body))

    def remove_game(self, game: str) -> None:
        """Remove a game."""
        self._client.call("DELETE", "/v1/games/{game}", (game,))

    def get_game(
        self,
        game: str,
        *,
        include: list[str] | None = None,
        after: int | None = None,
        wait: int | None = None,
        version: int | None = None,
        view: str | None = None,
        if_none_match: str | None = None,
        token: str | None = None,
    ) -> types.Game:
        """Get a game. `None` if nothing has changed."""
        return cast(
            types.Game,
            self._client.call(
                "GET",
                "/v1/games/{game}",
                (game,),
                params={"include": include, "after": after, "wait": wait, "version": version, "view": view},
                headers={"If-None-Match": if_none_match},
                token=token,
            ),
        )

    def list_events(
        self,
        game: str,
        *,
        after: int | None = None,
        wait: int | None = None,
        last_event_id: str | None = None,
        token: str | None = None,
    ) -> types.EventList:
        """List what happened."""
        return cast(
            types.EventList,
            self._client.call(
                "GET",
                "/v1/games/{game}/events",
                (game,),
                params={"after": after, "wait": wait},
                headers={"Last-Event-ID": last_event_id},
                token=token,
            ),
        )

    def create_hint(self, game: str, body: types.HintRequest, *, token: str | None = None) -> types.Decision:
        """Request an AI's move for the token's seat."""
        return cast(types.Decision, self._client.call("POST", "/v1/games/{game}/hint", (game,), body=body, token=token))

    def list_invitations(self, game: str, *, token: str | None = None) -> types.InvitationList:
        """List the invitations to a game."""
        return cast(
            types.InvitationList, self._client.call("GET", "/v1/games/{game}/invitations", (game,), token=token)
        )

    def create_invitation(self, game: str, body: types.NewInvitation, *, token: str | None = None) -> types.Invitation:
        """Invite to an open seat."""
        return cast(
            types.Invitation,
            self._client.call("POST", "/v1/games/{game}/invitations", (game,), body=body, token=token, repeat=False),
        )

    def revoke_invitation(self, game: str, invitation: str, *, token: str | None = None) -> None:
        """Revoke an invitation."""
        self._client.call(
            "DELETE",
            "/v1/games/{game}/invitations/{invitation}",
            (
                game,
                invitation,
            ),
            token=token,
        )

    def list_moves(self, game: str, *, token: str | None = None) -> types.LegalMoves:
        """List the legal moves of the token's seat."""
        return cast(types.LegalMoves, self._client.call("GET", "/v1/games/{game}/moves", (game,), token=token))

    def play_moves(
        self,
        game: str,
        body: types.PlayRequest,
        *,
        include: list[str] | None = None,
        after: int | None = None,
        wait: int | None = None,
        dry_run: bool | None = None,
        if_match: str | None = None,
        token: str | None = None,
    ) -> types.Played:
        """Make one or several moves."""
        return cast(
            types.Played,
            self._client.call(
                "POST",
                "/v1/games/{game}/moves",
                (game,),
                body=body,
                params={"include": include, "after": after, "wait": wait, "dry_run": dry_run},
                headers={"If-Match": if_match},
                token=token,
            ),
        )

    def rematch(self, game: str, body: types.NewRematch, *, token: str | None = None) -> types.JoinedGame:
        """Play again."""
        return cast(
            types.JoinedGame, self._client.call("POST", "/v1/games/{game}/rematch", (game,), body=body, token=token)
        )

    def get_replay(self, game: str, *, if_none_match: str | None = None, token: str | None = None) -> types.Replay:
        """Get the replay of a finished game. `None` if nothing has changed."""
        return cast(
            types.Replay,
            self._client.call(
                "GET", "/v1/games/{game}/replay", (game,), headers={"If-None-Match": if_none_match}, token=token
            ),
        )

    def get_review(
        self,
        game: str,
        *,
        level: str | None = None,
        milliseconds: int | None = None,
        wait: int | None = None,
        token: str | None = None,
    ) -> types.Review:
        """Get the review of a game."""
        return cast(
            types.Review,
            self._client.call(
                "GET",
                "/v1/games/{game}/review",
                (game,),
                params={"level": level, "milliseconds": milliseconds, "wait": wait},
                token=token,
            ),
        )

    def create_review(self, game: str, body: types.ReviewRequest, *, token: str | None = None) -> types.Review:
        """Review a finished game."""
        return cast(types.Review, self._client.call("POST", "/v1/games/{game}/review", (game,), body=body, token=token))

    def claim_seat(
        self,
        game: str,
        seat: int,
        body: types.Claim,
        *,
        include: list[str] | None = None,
        after: int | None = None,
        token: str | None = None,
    ) -> types.JoinedGame:
        """Claim an open seat, or return to your own."""
        return cast(
            types.JoinedGame,
            self._client.call(
                "POST",
                "/v1/games/{game}/seats/{seat}",
                (
                    game,
                    seat,
                ),
                body=body,
                params={"include": include, "after": after},
                token=token,
            ),
        )

    def leave_seat(self, game: str, seat: int, *, token: str | None = None) -> types.Game:
        """Give a seat back."""
        return cast(
            types.Game,
            self._client.call(
                "POST",
                "/v1/games/{game}/seats/{seat}/leave",
                (
                    game,
                    seat,
                ),
                token=token,
                repeat=False,
            ),
        )

    def unsubscribe_push(self, game: str, seat: int, *, token: str | None = None) -> None:
        """No longer notify browsers of a seat's turns."""
        self._client.call(
            "DELETE",
            "/v1/games/{game}/seats/{seat}/push",
            (
                game,
                seat,
            ),
            token=token,
        )

    def subscribe_push(
        self, game: str, seat: int, body: types.NewPushSubscription, *, token: str | None = None
    ) -> None:
        """Notify a browser of a seat's turns."""
        self._client.call(
            "PUT",
            "/v1/games/{game}/seats/{seat}/push",
            (
                game,
                seat,
            ),
            body=body,
            token=token,
        )

    def resign(self, game: str, seat: int, *, token: str | None = None) -> types.Played:
        """Resign."""
        return cast(
            types.Played,
            self._client.call(
                "POST",
                "/v1/games/{game}/seats/{seat}/resign",
                (
                    game,
                    seat,
                ),
                token=token,
                repeat=False,
            ),
        )

    def revoke_token(self, game: str, seat: int) -> None:
        """Revoke the token of a seat."""
        self._client.call(
            "DELETE",
            "/v1/games/{game}/seats/{seat}/token",
            (
                game,
                seat,
            ),
        )

    def renew_token(self, game: str, seat: int) -> types.SeatToken:
        """Renew the token of a seat."""
        return cast(
            types.SeatToken,
            self._client.call(
                "POST",
                "/v1/games/{game}/seats/{seat}/token",
                (
                    game,
                    seat,
                ),
                repeat=False,
            ),
        )

    def get_turn(
        self, game: str, *, after: int | None = None, wait: int | None = None, token: str | None = None
    ) -> types.SeatTurn:
        """Wait for your turn."""
        return cast(
            types.SeatTurn,
            self._client.call(
                "GET", "/v1/games/{game}/turn", (game,), params={"after": after, "wait": wait}, token=token
            ),
        )

    def play_turn(
        self,
        game: str,
        body: types.PlayRequest,
        *,
        after: int | None = None,
        wait: int | None = None,
        if_match: str | None = None,
        token: str | None = None,
    ) -> types.SeatTurn:
        """Move, and wait for your turn."""
        return cast(
            types.SeatTurn,
            self._client.call(
                "POST",
                "/v1/games/{game}/turn",
                (game,),
                body=body,
                params={"after": after, "wait": wait},
                headers={"If-Match": if_match},
                token=token,
            ),
        )

    def undo_move(
        self,
        game: str,
        *,
        include: list[str] | None = None,
        after: int | None = None,
        if_match: str | None = None,
        token: str | None = None,
    ) -> types.Played:
        """Take back the last move."""
        return cast(
            types.Played,
            self._client.call(
                "POST",
                "/v1/games/{game}/undo",
                (game,),
                params={"include": include, "after": after},
                headers={"If-Match": if_match},
                token=token,
            ),
        )

    def get_invitation(self, code: str) -> types.Offer:
        """Look up an invitation."""
        return cast(types.Offer, self._client.call("GET", "/v1/invitations/{code}", (code,)))

    def accept_invitation(self, code: str, body: types.Accept) -> types.JoinedGame:
        """Take a seat by an invitation."""
        return cast(types.JoinedGame, self._client.call("POST", "/v1/invitations/{code}", (code,), body=body))

    def list_levels(self, *, if_none_match: str | None = None) -> types.LevelList:
        """List the AI players. `None` if nothing has changed."""
        return cast(
            types.LevelList, self._client.call("GET", "/v1/levels", (), headers={"If-None-Match": if_none_match})
        )

    def erase_player(self, player: str) -> None:
        """Erase a player."""
        self._client.call("DELETE", "/v1/players/{player}", (player,))

    def export_player(self, player: str, *, cursor: str | None = None) -> types.PlayerExport:
        """Export what is stored of a player."""
        return cast(
            types.PlayerExport,
            self._client.call("GET", "/v1/players/{player}/export", (player,), params={"cursor": cursor}),
        )

    def list_player_games(
        self,
        player: str,
        *,
        cursor: str | None = None,
        waits_for_player: bool | None = None,
        since: str | None = None,
        limit: int | None = None,
    ) -> types.PlayerGameList:
        """List the games of a player."""
        return cast(
            types.PlayerGameList,
            self._client.call(
                "GET",
                "/v1/players/{player}/games",
                (player,),
                params={"cursor": cursor, "waits_for_player": waits_for_player, "since": since, "limit": limit},
            ),
        )

    def apply_position_moves(self, body: types.PositionApplyRequest) -> types.PositionApplied:
        """Make moves in a position."""
        return cast(types.PositionApplied, self._client.call("POST", "/v1/positions/apply", (), body=body))

    def list_position_moves(self, body: types.PositionMovesRequest) -> types.PositionMoves:
        """List the legal moves of a seat in a position."""
        return cast(types.PositionMoves, self._client.call("POST", "/v1/positions/moves", (), body=body))

    def score_position(self, body: types.PositionScoreRequest) -> types.Score:
        """Score a position, line by line."""
        return cast(types.Score, self._client.call("POST", "/v1/positions/score", (), body=body))

    def view_position(self, body: types.PositionViewRequest) -> types.View:
        """Show what a seat may know of a position."""
        return cast(types.View, self._client.call("POST", "/v1/positions/view", (), body=body))

    def get_push_key(self) -> types.PushKey:
        """Get the key for subscriptions."""
        return cast(types.PushKey, self._client.call("GET", "/v1/push", ()))

    def create_replay_review(self, body: types.ReplayReviewRequest) -> types.Review:
        """Review a replay."""
        return cast(types.Review, self._client.call("POST", "/v1/reviews", (), body=body))

    def list_rulesets(self, *, if_none_match: str | None = None) -> types.RulesetList:
        """List the rulesets. `None` if nothing has changed."""
        return cast(
            types.RulesetList, self._client.call("GET", "/v1/rulesets", (), headers={"If-None-Match": if_none_match})
        )

    def get_ruleset(self, ruleset: str, *, if_none_match: str | None = None) -> types.RulesetDetails:
        """Get a ruleset. `None` if nothing has changed."""
        return cast(
            types.RulesetDetails,
            self._client.call("GET", "/v1/rulesets/{ruleset}", (ruleset,), headers={"If-None-Match": if_none_match}),
        )

    def list_cards(
        self,
        ruleset: str,
        *,
        include: list[str] | None = None,
        catalogue: str | None = None,
        if_none_match: str | None = None,
    ) -> types.Cards:
        """List a ruleset's cards. `None` if nothing has changed."""
        return cast(
            types.Cards,
            self._client.call(
                "GET",
                "/v1/rulesets/{ruleset}/cards",
                (ruleset,),
                params={"include": include, "catalogue": catalogue},
                headers={"If-None-Match": if_none_match},
            ),
        )

    def list_rules(self, ruleset: str, *, if_none_match: str | None = None) -> types.RuleIndex:
        """List a ruleset's rules. `None` if nothing has changed."""
        return cast(
            types.RuleIndex,
            self._client.call(
                "GET", "/v1/rulesets/{ruleset}/rules", (ruleset,), headers={"If-None-Match": if_none_match}
            ),
        )

    def get_rule(self, ruleset: str, rule: str, *, if_none_match: str | None = None) -> types.Rule:
        """Look up a rule. `None` if nothing has changed."""
        return cast(
            types.Rule,
            self._client.call(
                "GET",
                "/v1/rulesets/{ruleset}/rules/{rule}",
                (
                    ruleset,
                    rule,
                ),
                headers={"If-None-Match": if_none_match},
            ),
        )

    def get_usage(self) -> types.Usage:
        """See what your API key has used."""
        return cast(types.Usage, self._client.call("GET", "/v1/usage", ()))

    def list_webhooks(self) -> types.WebhookList:
        """List the webhooks of an API key."""
        return cast(types.WebhookList, self._client.call("GET", "/v1/webhooks", ()))

    def create_webhook(self, body: types.NewWebhook) -> types.Webhook:
        """Add a webhook to an API key."""
        return cast(types.Webhook, self._client.call("POST", "/v1/webhooks", (), body=body))

    def delete_webhook(self, webhook: str) -> None:
        """Delete a webhook."""
        self._client.call("DELETE", "/v1/webhooks/{webhook}", (webhook,))

    def change_webhook(self, webhook: str, body: types.WebhookChange) -> types.Webhook:
        """Change or pause a webhook."""
        return cast(types.Webhook, self._client.call("PATCH", "/v1/webhooks/{webhook}", (webhook,), body=body))

    def list_webhook_deliveries(self, webhook: str) -> types.NoticeDeliveries:
        """List what a webhook was sent."""
        return cast(types.NoticeDeliveries, self._client.call("GET", "/v1/webhooks/{webhook}/deliveries", (webhook,)))

    def send_ping(self, webhook: str) -> types.PingSent:
        """Send a webhook a ping."""
        return cast(types.PingSent, self._client.call("POST", "/v1/webhooks/{webhook}/ping", (webhook,), repeat=False))

    def resend_notices(self, webhook: str, body: types.SendAgain) -> types.SentAgain:
        """Send failed notices again."""
        return cast(
            types.SentAgain,
            self._client.call("POST", "/v1/webhooks/{webhook}/resend", (webhook,), body=body, repeat=False),
        )

    def renew_webhook_secret(self, webhook: str) -> types.Webhook:
        """Give a webhook another secret."""
        return cast(types.Webhook, self._client.call("POST", "/v1/webhooks/{webhook}/secret", (webhook,), repeat=False))
