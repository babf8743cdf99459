"""The command line: `hamlet`."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click
from marshmallow import ValidationError

from engine.build import COMPILED
from service.config import logs, packages
from service.config.budgets import MAX_MILLISECONDS, MIN_MILLISECONDS
from service.config.setting_types import Duration
from service.config.settings import InvalidSettings, Settings, describe_settings, load_settings
from service.config.timestamps import moment
from service.games.ai.reviews import LEVELS_OF_REVIEWS
from service.store import DueTurns, Store
from service.store.games.records import now_ms
from service.store.lists.key_registry import LIMITS, NAME_PATTERN, SCOPES, KeyStore
from service.store.redis.store_errors import NoSuchGame, StoreUnavailable
from service.tools.stack.plan import serve as serve_stack
from service.tools.stack.redis_server import SOCKET_LINK
from service.tools.stack.redis_server import repair as repair_redis

if TYPE_CHECKING:
    from service.config.catalogues import Rulesets


@click.group()
@click.version_option(
    package_name="hamlet-games",
    message=f"%(prog)s, version %(version)s, engine {'compiled' if COMPILED else 'in Python'}",
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
    packages.admit_packages()
    settings = _settings()
    logs.configure(settings.log_level, form=settings.log_format)
    for sentence in packages.refused_packages():
        click.echo(sentence, err=True)
    serve_stack(settings, shlex.split(compiler))


@main.command()
def repair() -> None:
    """Repair the games of the embedded Redis, if `hamlet serve` says that their file is damaged.

    This cuts off the end of the file from the first unreadable place, and keeps a copy of the original file.
    """
    click.echo(f"Repaired. The file as it was: {repair_redis(_settings().data_dir)}")


@main.command()
@click.option(
    "--output", type=click.File("w", encoding="utf-8"), default="-", help="File to write; default: standard output."
)
def contract(output: TextIO) -> None:
    """Write the OpenAPI contract."""
    # Imported here, because they are slow to import and no other command needs them.
    from service.http.app import bare_app
    from service.http.openapi.document import text_of

    output.write(text_of(bare_app()[1]))


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
    """Let AI levels, or ratings such as 1000, play against each other.

    The report has wins, scores, thinking times and Elo ratings.

    With as many LEVELs as seats, each LEVEL plays one seat. Otherwise the line-ups are all combinations of LEVELs, one
    LEVEL for each seat. All line-ups play the same deals, each deal once in every rotation of the seats.
    """
    from service.tools.arena.command import hold, tournament_of
    from service.tools.arena.pool import cores

    rulesets = _rulesets()
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

    reviews.review(replay, _rulesets(), LEVELS, Level(level, milliseconds), as_json)


@main.command("new-ruleset")
@click.argument("name")
@click.option("--folder", type=click.Path(path_type=Path), help="The new folder; default: NAME.")
def new_ruleset(name: str, folder: Path | None) -> None:
    """Make a package with a ruleset NAME to start from: a small card game that passes all checks."""
    from service.tools.package_template import make_package

    made = make_package(name, folder or Path(name))
    click.echo("\n".join(map(str, made)))
    click.echo(f"Install it (pip install --editable {made[0].parent}), then: hamlet check-ruleset {name}", err=True)


@main.command("compile")
@click.argument("name")
@click.option("--undo", is_flag=True, help="Remove what was compiled.")
def compile_package(name: str, undo: bool) -> None:
    """Compile the installed package that provides the ruleset or AI level NAME. Repeat it after each change."""
    from service.tools import package_compiler

    done = package_compiler.remove_compiled(name) if undo else package_compiler.compile_package(name)
    click.echo("\n".join(map(str, done)))


@main.command("check-ruleset")
@click.argument("name")
@click.option("--only", multiple=True, metavar="CHECK", help="Only this check, such as 'samples are fair'; repeatable.")
@click.option("--table", "tables", multiple=True, help="Only this table, such as 'orchard 2 seats'; repeatable.")
@click.option("--seed", default=0, type=click.IntRange(0, 1 << 31), help="Other games and draws.  [default: 0]")
@click.option("--games", default=1, show_default=True, type=click.IntRange(1), help="Seeds for each check.")
@click.option("--traceback", is_flag=True, help="Print the traceback of each fault.")
@click.option("--json", "as_json", is_flag=True, help="Print each check as a JSON object, without a summary.")
def check_ruleset(
    name: str, only: tuple[str, ...], tables: tuple[str, ...], seed: int, games: int, traceback: bool, as_json: bool
) -> None:
    """Check that a ruleset, built in or from an installed package, conforms."""
    from engine.conformance import RULESET_CHECKS, tables_of
    from service.tools.conformance import name_of, of_ruleset, report, the_contract_is_made

    rulesets = _rulesets()
    if name not in rulesets:
        raise click.UsageError(f"There is no ruleset {name!r}: {', '.join(rulesets)}.")
    ruleset = rulesets[name]
    checks, last = [one.replace(" ", "_") for one in only], the_contract_is_made.__name__
    for what, wanted, known in (
        ("check", checks, [*RULESET_CHECKS, last]),
        ("table", tables, [name_of(table) for table in tables_of(ruleset)]),
    ):
        if unknown := set(wanted) - set(known):
            raise click.UsageError(f"There is no {what} {min(unknown)!r}: {', '.join(known)}.")
    outcomes = of_ruleset(ruleset, checks, tables, seed, games)
    if last in checks or not (checks or tables):
        outcomes = chain(outcomes, (the_contract_is_made(one) for one in (ruleset,)))
    sys.exit(not report(outcomes, len(ruleset.rules("en")), traceback, as_json))


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

    rulesets = _rulesets()
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
        show(file, _rulesets(), LEVELS, Console(), quiet=quiet)
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
        position = position_view.read(document, _rulesets(), seat)
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


class _Lasting(click.ParamType[int]):
    """A duration, in seconds."""

    name = "duration"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return int(Duration().deserialize(value))
        except ValidationError as error:
            self.fail(str(error.messages[0]), param, ctx)


def _in(seconds: int | None) -> int:
    """Return the time `seconds` from now, in ms since 1970. For `None` return 0."""
    return 0 if seconds is None else now_ms() + 1000 * seconds


def _of_key(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that set what a key may do."""
    about = "What the key is for; repeatable.  [default: everything]"
    command = click.option("--scope", "scopes", multiple=True, type=click.Choice(SCOPES), help=about)(command)
    for limit in reversed(LIMITS):
        # 0 pending decisions means "no limit". A key that must request no decisions simply does not get their scope.
        least = int(limit.endswith("_per_minute"))
        command = click.option(f"--{limit.replace('_', '-')}", type=click.IntRange(least))(command)
    return command


@main.group()
def keys() -> None:
    """Manage API keys. Changes apply within seconds."""


@keys.command("list")
def list_keys() -> None:
    """List all keys: name, status, last use, expiry, scopes and limits."""
    with _store() as store:
        for key in KeyStore(store.redis).all_keys():
            times = {"used": key.used_ms, "expires": key.expires_ms, "old secret until": key.overlap_ms}
            facts = [f"{what} {moment(at)}" for what, at in times.items() if at > (what != "used") * now_ms()]
            facts += [",".join(scope for scope in SCOPES if scope in key.scopes)]
            facts += [f"{limit}={number}" for limit, number in key.limits.items()]
            click.echo("  ".join([f"{key.name:20}", f"{key.status:8}", *facts]))


@keys.command()
@click.argument("name")
@_of_key
@click.option("--expires", "seconds", type=_Lasting(), help="How long it is valid, such as 90d.  [default: for good]")
def new(name: str, scopes: tuple[str, ...], seconds: int | None, **limits: int | None) -> None:
    """Create a key for a client called NAME, and print it once.

    A limit that you do not give is the server's default.
    """
    if not re.fullmatch(NAME_PATTERN, name):
        raise click.UsageError("NAME must have 1 to 40 letters, digits, _ and -.")
    with _store() as store:
        text = KeyStore(store.redis).create(name, scopes or SCOPES, _given(limits), _in(seconds))
    if text is None:
        raise click.ClickException(f"There is or was a key called {name}: `hamlet keys rotate` gives it a new secret.")
    click.echo(f"The key, for the client, shown only now:\n{text}")


@keys.command("set")
@click.argument("name")
@_of_key
def set_key(name: str, scopes: tuple[str, ...], **limits: int | None) -> None:
    """Replace the scopes and limits of the key NAME. What you leave out gets its default."""
    with _key(name) as store:
        store.change(name, scopes or SCOPES, _given(limits))


@keys.command()
@click.argument("name")
@click.option("--overlap", type=_Lasting(), default="7d", show_default=True, help="How long the old secret is valid.")
def rotate(name: str, overlap: int) -> None:
    """Give the key NAME a new secret, and print it once."""
    with _key(name) as store:
        text = store.rotate(name, overlap)
    click.echo(f"The key, for the client, shown only now:\n{text}")


@keys.command()
@click.argument("name")
@click.argument("when", metavar="DURATION|never")
def expire(name: str, when: str) -> None:
    """Let the key NAME expire after a time, such as 30d, or never."""
    with _key(name) as store:
        store.expire(name, 0 if when == "never" else _in(_Lasting().convert(when, None, None)))


@keys.command()
@click.argument("name")
def revoke(name: str) -> None:
    """Make the key NAME invalid permanently. Its games stay."""
    with _key(name) as store:
        store.revoke_key(name)


@contextmanager
def _key(name: str) -> Iterator[KeyStore]:
    """Open the store of keys, if there is a key of this name that is not revoked."""
    with _store() as store:
        found = KeyStore(store.redis).read_key(name) if re.fullmatch(NAME_PATTERN, name) else None
        if found is None or found.status == "revoked":
            raise click.ClickException(f"There is no key called {name}, or it is revoked.")
        yield KeyStore(store.redis)


def _given(limits: dict[str, int | None]) -> dict[str, int]:
    return {name: number for name, number in limits.items() if number is not None}


@main.group(invoke_without_command=True)
@click.pass_context
def parked(context: click.Context) -> None:
    """List the games whose AI turn is parked after too many tries."""
    if context.invoked_subcommand is None:
        with _store() as store:
            for one in DueTurns(store).parked():
                click.echo(f"{one.game_id}  {moment(one.at_ms)}  {one.reason}")


@parked.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
def retry(ids: tuple[str, ...]) -> None:
    """Retry the AI turns of these games."""
    with _store() as store:
        lost = [game_id for game_id in ids if not DueTurns(store).unpark(game_id)]
    if lost:
        raise click.ClickException(f"Not parked, or gone: {', '.join(lost)}.")


@contextmanager
def _store() -> Iterator[Store]:
    """Open the store in the Redis that the settings name, or else in the Redis of a running `hamlet serve`.

    Errors inside the block become messages.
    """
    from service.backend import open_store

    settings = _settings()
    link = settings.data_dir / SOCKET_LINK
    if settings.redis_url is None and link.exists():
        settings = replace(settings, redis_url=f"unix://{link.resolve()}")
    try:
        yield open_store(settings, background=True)
    except (InvalidSettings, NoSuchGame, StoreUnavailable) as error:
        raise click.ClickException(str(error)) from error


def _settings() -> Settings:
    """Return the settings, checked together with their catalogues. If there are faults, fails with a list of them."""
    # Imported here, because the import loads the packages, and `serve` must try them out first.
    from service.config.catalogues import rulesets_of

    try:
        settings = load_settings()
        rulesets_of(settings)
        return settings
    except InvalidSettings as error:
        raise click.ClickException(str(error)) from error


def _rulesets() -> Rulesets:
    """Return the rulesets with their catalogues. Prints why rulesets and levels of packages are left out."""
    from engine.registry import FAULTS
    from service.config.catalogues import rulesets_of

    settings = _settings()
    for fault in FAULTS:
        click.echo(fault, err=True)
    return rulesets_of(settings)


if __name__ == "__main__":
    main()
