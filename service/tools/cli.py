"""The command line: `hamlet`."""

from __future__ import annotations

import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from engine.build import COMPILED
from service.backend import open_guard, open_notices, open_store
from service.config import logs
from service.config.budgets import MAX_MILLISECONDS, MIN_MILLISECONDS
from service.config.catalogues import rulesets_of
from service.config.settings import InvalidSettings, Settings, describe_settings, load_settings
from service.config.timestamps import moment
from service.games.ai.reviews import LEVELS_OF_REVIEWS
from service.http.middleware.access.api_keys import NAME_PATTERN, new_key, read
from service.store import DueTurns, Store
from service.store.redis.store_errors import NoSuchGame, StoreUnavailable
from service.tools.stack.plan import serve as serve_stack
from service.tools.stack.programs import CannotStart
from service.tools.stack.redis_server import repair as repair_redis
from service.webhooks.guard import RefusedUrl
from service.webhooks.signatures import of_api_key


@click.group()
@click.version_option(
    package_name="hamlet", message=f"%(prog)s, version %(version)s, engine {'compiled' if COMPILED else 'in Python'}"
)
def main() -> None:
    """Village-building board games as a service."""


@main.command()
@click.option(
    "--compile",
    "compiler",
    metavar="COMMAND",
    default="",
    help="A command that compiles the engine and prints the build's folder. It runs in the background if the engine "
    "is in Python; then the processes switch to the build.",
)
def serve(compiler: str) -> None:
    """Run the whole stack: embedded Redis (unless HAMLET_REDIS_URL is set), API, workers."""
    settings = _settings()
    logs.configure(settings.log_level, form=settings.log_format)
    try:
        serve_stack(settings, shlex.split(compiler))
    except CannotStart as error:
        raise click.ClickException(str(error)) from error


@main.command()
def repair() -> None:
    """Repair the games of the embedded Redis, if `hamlet serve` says that their file is damaged.

    Cuts off the end of the file, from the first place on that cannot be read, and keeps a copy of it as it was.
    """
    try:
        click.echo(f"Repaired. The file as it was: {repair_redis(_settings().data_dir)}")
    except CannotStart as refusal:
        raise click.ClickException(str(refusal)) from refusal


@main.command()
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write; default: standard output."
)
def contract(output: Path | None) -> None:
    """Write the OpenAPI contract."""
    # Slow to import, and no other command needs them.
    from service.http.app import bare_app
    from service.http.openapi.document import text_of

    text = text_of(bare_app()[1])
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


@main.command()
@click.argument("levels", nargs=-1, metavar="[LEVEL]...")
@click.option(
    "--field", "fields", multiple=True, metavar="LEVEL,LEVEL,...", help="A line-up, seat by seat; repeatable."
)
@click.option("--seats", type=click.IntRange(1), help="Seats of a game; default: 2 (1 for a single level).")
@click.option("--ruleset", default="villagers", show_default=True)
@click.option("--options", "document", metavar="JSON", help="Options of the games, as the HTTP API takes them.")
@click.option("--option", "single", multiple=True, metavar="NAME=VALUE", help="One option; lists with commas.")
@click.option("--games", default=200, show_default=True, type=click.IntRange(1), help="Minimum for each line-up.")
@click.option("--seed", help="Any text; equal seeds give equal games. Default: random.")
@click.option("--processes", type=click.IntRange(1), help="Default: one per core.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def arena(
    levels: tuple[str, ...],
    fields: tuple[str, ...],
    seats: int | None,
    ruleset: str,
    document: str | None,
    single: tuple[str, ...],
    games: int,
    seed: str | None,
    processes: int | None,
    as_json: bool,
) -> None:
    """Let levels of play compete, and report wins, scores, thinking times and Elo ratings.

    With as many LEVELs as seats, each is the level of one seat; otherwise every combination of that many LEVELs is a
    line-up. All line-ups play the same deals, each deal once in every rotation of the seats.
    """
    from service.tools.arena.command import hold, tournament_of
    from service.tools.arena.pool import cores

    rulesets = rulesets_of(_settings())
    tournament = tournament_of(rulesets, ruleset, (levels, fields, seats), (document, single), games, seed)
    sys.exit(hold(tournament, processes or cores(), as_json))


@main.command()
@click.argument("replay", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--level", type=click.Choice(LEVELS_OF_REVIEWS), default="medium", show_default=True, help="Level that judges."
)
@click.option(
    "--milliseconds",
    type=click.IntRange(MIN_MILLISECONDS, MAX_MILLISECONDS),
    help="Its thinking time for each decision, instead of its own budget; then not repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the whole review as JSON.")
def review(replay: Path, level: str, milliseconds: int | None, as_json: bool) -> None:
    """Review a finished game from its replay, a file as returned by `GET /v1/games/{game}/replay`."""
    from engine.registry import LEVELS
    from service.store.games.records import Level
    from service.tools import reviews

    reviews.review(replay, rulesets_of(_settings()), LEVELS, Level(level, milliseconds), as_json)


@main.command("check-ruleset")
@click.argument("name")
def check_ruleset(name: str) -> None:
    """Check that a ruleset, built in or from an installed package, conforms."""
    from service.tools.conformance import of_ruleset, report

    rulesets = rulesets_of(_settings())
    if name not in rulesets:
        raise click.UsageError(f"There is no ruleset {name!r}: {', '.join(rulesets)}.")
    sys.exit(not report(of_ruleset(rulesets[name])))


@main.command("check-bot")
@click.argument("name")
@click.option("--ruleset", "keys", multiple=True, help="Check only with this ruleset; repeatable.")
@click.option(
    "--seconds", default=60.0, show_default=True, type=click.FloatRange(0.1, 86400), help="Maximum for one decision."
)
def check_bot(name: str, keys: tuple[str, ...], seconds: float) -> None:
    """Check that an AI level, built in or from an installed package, conforms: at every plain table, and with each
    option that changes the game.
    """
    from engine.registry import LEVELS
    from service.tools.conformance import of_bot, report

    rulesets = rulesets_of(_settings())
    if name not in LEVELS:
        raise click.UsageError(f"There is no AI level {name!r}: {', '.join(LEVELS)}.")
    if unknown := set(keys) - set(rulesets):
        raise click.UsageError(f"There is no ruleset {min(unknown)!r}: {', '.join(rulesets)}.")
    click.echo(f"A decision may take {seconds:g} seconds (--seconds).", err=True)
    sys.exit(not report(of_bot(LEVELS[name], [rulesets[key] for key in keys or rulesets], seconds)))


@main.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--quiet", is_flag=True, help="Only verify it.")
def replay(file: Path, quiet: bool) -> None:
    """Show a finished game move by move, from a FILE with its replay, and verify it: seed, every move, result."""
    from rich.console import Console

    from engine.registry import LEVELS
    from service.games.core.game_errors import NotTrue
    from service.tools.terminal.replay_view import show

    try:
        show(file, rulesets_of(_settings()), LEVELS, Console(), quiet=quiet)
    except NotTrue as refusal:
        raise click.ClickException(f"This is not a true replay: {refusal}.") from refusal


@main.command("show")
@click.argument("text")
@click.option(
    "--seat", type=click.IntRange(0), help="The seat that looks at a position, or whose view a JSON document is."
)
@click.option("--text", "as_text", is_flag=True, help="Print the shortest text form instead.")
def show_position(text: str, seat: int | None, as_text: bool) -> None:
    """Show a position or a view as a tree, from its text form or its JSON document. TEXT `-` reads standard input."""
    from rich.console import Console

    from engine.errors import InvalidPosition
    from service.tools.terminal import position_view

    document = sys.stdin.read() if text == "-" else text
    try:
        position = position_view.read(document, rulesets_of(_settings()), seat)
        if as_text:
            click.echo(position.text())
        else:
            position_view.show(position, seat, Console())
    except InvalidPosition as refusal:
        faults = "\n".join(str(fault) for fault in refusal.faults)
        raise click.ClickException(f"This is not a position:\n{faults}") from refusal


@main.command()
def settings() -> None:
    """List the environment variables that configure Hamlet, with their defaults, and check those that are set."""
    for name, default, meaning in describe_settings():
        click.echo(f"{name:24} {default:10} {meaning}")
    _settings()


@main.group()
def keys() -> None:
    """Manage API keys, which are kept in the file HAMLET_API_KEYS_FILE."""


@keys.command()
@click.argument("name")
@click.option("--webhook", metavar="URL", help="Notify this URL about all games created with the key.")
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="Append the key's line to this file too.")
def new(name: str, webhook: str | None, file: Path | None) -> None:
    """Create a key for a client called NAME, and print it once."""
    if not re.fullmatch(NAME_PATTERN, name):
        raise click.UsageError("NAME must have 1 to 40 letters, digits, _ and -.")
    try:
        if webhook is not None:
            open_guard(_settings()).read(webhook)
    except RefusedUrl as refusal:
        raise click.UsageError(f"--webhook {refusal}.") from refusal
    key, line = new_key(name, webhook)
    click.echo(f"The key, for the client, shown only now:\n{key}")
    if webhook is not None:
        click.echo(f"The secret that signs its notices, for the client, shown only now:\n{of_api_key(key)}")
    click.echo(f"Its line in the file:\n{line}")
    if file is not None:
        _append(file, name, line)


def _append(file: Path, name: str, line: str) -> None:
    """Append a key's line to the file, creating it if necessary. Fails if the file has a key of this name."""
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if name in tomllib.loads(text):
            raise click.ClickException(f"{file} has a key called {name}: this one was not added.")
        with file.open("a", encoding="utf-8") as lines:
            lines.write(("" if not text or text.endswith("\n") else "\n") + line + "\n")
    except (OSError, ValueError) as error:
        raise click.ClickException(f"{file}: {error}") from error


@main.group()
def webhooks() -> None:
    """Look after the notices that are sent to webhooks."""


@webhooks.command()
def dead() -> None:
    """List the notices that were given up in the last week, the latest first."""
    with _store() as store:
        for letter in open_notices(store).dead():
            at = moment(letter.ended)
            click.echo(f"{at}  {letter.id}  {letter.type}  {letter.host}  {letter.tries} tries  {letter.reason}")


@main.group(invoke_without_command=True)
@click.pass_context
def parked(context: click.Context) -> None:
    """List the games whose AI turn is not tried any more, because every try fails."""
    if context.invoked_subcommand is None:
        with _store() as store:
            for one in DueTurns(store).parked():
                click.echo(f"{one.game_id}  {moment(one.at_ms)}  {one.reason}")


@parked.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
def retry(ids: tuple[str, ...]) -> None:
    """Let the AI turns of these games be tried again."""
    with _store() as store:
        lost = [game_id for game_id in ids if not DueTurns(store).unpark(game_id)]
    if lost:
        raise click.ClickException(f"Not parked, or gone: {', '.join(lost)}.")


@contextmanager
def _store() -> Iterator[Store]:
    """The store of the settings' Redis. Turns errors inside into messages."""
    try:
        yield open_store(_settings(), patient=True)
    except (InvalidSettings, NoSuchGame, StoreUnavailable) as error:
        raise click.ClickException(str(error)) from error


def _settings() -> Settings:
    """The settings, checked with their catalogues and API keys. Fails with every fault."""
    try:
        settings = load_settings()
        rulesets_of(settings)
        if settings.api_keys_file:
            read(settings.api_keys_file, open_guard(settings))
        return settings
    except InvalidSettings as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
