"""The command line: `hamlet`."""

from __future__ import annotations

from pathlib import Path

import click

from service import logs
from service.catalogues import rulesets_of
from service.settings import InvalidSettings, Settings, describe_settings, load_settings
from service.stack.plan import serve as serve_stack
from service.stack.programs import CannotStart


@click.group()
@click.version_option(package_name="hamlet")
def main() -> None:
    """Village-building board games as a service."""


@main.command()
def serve() -> None:
    """Run the whole stack: embedded Redis (unless HAMLET_REDIS_URL is set), API, workers."""
    settings = _settings()
    logs.configure(settings.log_level)
    try:
        serve_stack(settings)
    except CannotStart as error:
        raise click.ClickException(str(error)) from error


@main.command()
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write; default: print it.")
def contract(output: Path | None) -> None:
    """Write the OpenAPI contract."""
    # Not needed, and slow to import, for every other command.
    from service.contract import export

    text = export()
    if output is None:
        click.echo(text, nl=False)
    else:
        output.write_text(text, encoding="utf-8")


@main.command()
def settings() -> None:
    """List the variables that configure Hamlet, with their defaults, and check those that are set."""
    for name, default, meaning in describe_settings():
        click.echo(f"{name:24} {default:10} {meaning}")
    _settings()


def _settings() -> Settings:
    """The settings, with which every process can start. Fails with all that is wrong with them."""
    try:
        found = load_settings()
        rulesets_of(found)
        return found
    except InvalidSettings as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
