# packages: click==8.1.8
# Parses command lines of a program with commands, options and help.
import timing
import click
from click.testing import CliRunner


@click.group()
@click.option("--level", type=click.Choice(["low", "high"]), default="low", help="How loud.")
@click.pass_context
def cli(ctx, level):
    """A program."""
    ctx.obj = level


@cli.command()
@click.argument("names", nargs=-1)
@click.option("-n", "--count", type=click.IntRange(1, 9), default=1, show_default=True)
@click.option("--loud/--quiet", default=False)
@click.pass_obj
def greet(level, names, count, loud):
    """Greets people."""
    for name in names:
        text = ("%s %s " % (level, name)) * count
        click.echo(text.upper() if loud else text)


def main():
    out = []
    run = CliRunner()
    for i in range(60):
        for words in (["--level", "high", "greet", "a", "b%d" % i, "-n", "3", "--loud"], ["greet", "--help"], ["greet", "-n", "77"], ["other"]):
            r = run.invoke(cli, words)
            out.append("%d %s" % (r.exit_code, r.output))
    return "\n".join(out[:4])


timing.run(main)
