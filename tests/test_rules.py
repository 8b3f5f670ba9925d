"""The rules in `docs/rules`: what cites them, what proves them, what they repeat, who answers."""

from __future__ import annotations

import ast
import csv
import dataclasses
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from spaceenvs import registry, rulebook
from spaceenvs.cli import main
from spaceenvs.markdown import as_text, cells, is_table, plain

ROOT = Path(__file__).parents[1]
PAGES = sorted(path.stem for path in (ROOT / "docs" / "rules").glob("*.md"))

DASH = "\N{EN DASH}"
RANGE = re.compile(r"\b([DREX])(\d+)(?:-|\.\.)\1(\d+)\b")
SECTION = re.compile(r"(?<=[Ss]ection )\d{1,2}(?:\.\d{1,2})?|\(\d{1,2}\.\d{1,2}(?=[,;)])")
"""A section in a comment: "section 6.9", or "(6.9)"."""


@pytest.fixture(params=PAGES)
def ruled(request):
    """A game that has a page of rules."""
    return request.param


@pytest.fixture
def book(ruled):
    return rulebook.read(ruled)


def spread(text):
    """Write R1-R3 as R1 R2 R3."""

    def every(found):
        low, high = int(found[2]), int(found[3])
        return " ".join(f"{found[1]}{number:0{len(found[2])}}" for number in range(low, high + 1))

    return RANGE.sub(every, text)


def cited_in(text):
    return set(rulebook.CITATION.findall(spread(re.sub("`[^`\n]*`", "", text))))


def prose_of(path):
    """The comments and docstrings of a Python file, the comments of a scenario file."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        return "\n".join(line for line in source.splitlines() if line.startswith("#"))
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    prose = [re.sub("noqa.*", "", t.string) for t in tokens if t.type == tokenize.COMMENT]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            prose.append(str(node.value.value))
    return "\n".join(prose)


def scenarios(ruled):
    for path in sorted((ROOT / "tests" / "rulebook" / ruled).glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["scenario"]:
            yield path, entry


def files(ruled):
    """The files that may cite the rules of a game."""
    places = [ROOT / "spaceenvs" / ruled, ROOT / "tests" / ruled]
    found = [path for place in places for path in place.rglob("*.py")]
    found += (ROOT / "tests" / "rulebook" / ruled).glob("*.toml")
    return [*found, *(ROOT / "spaceenvs" / "players").rglob(f"{ruled}.py")]


# -- citations ------------------------------------------------------------------------------


def test_every_game_has_its_rules():
    assert set(registry.ROWS) <= set(PAGES), "docs/rules/<game>.md: see CONTRIBUTING.md"


def test_a_page_has_its_title_and_every_anchor_once(ruled, book):
    assert registry.find(ruled).title in book.lines[0]
    assert len(book.anchors) == len(re.findall('<a id="', book.text))


def test_what_code_and_tests_cite_exists(ruled, book):
    wrong = []
    for path in files(ruled):
        prose = prose_of(path)
        cited = cited_in(prose) | {number.strip("(") for number in SECTION.findall(prose)}
        wrong += [f"{path.relative_to(ROOT)}: {key}" for key in cited if not book.anchor(key)]
    assert not wrong


def test_what_scenarios_cite_exists(ruled, book):
    words = {word for thing in rulebook.components(ruled) for word in thing.name.split()}
    words |= {re.sub(r"\(.*", "", word) for word in words} | {"wild", "super", "flare"}
    wrong = []
    for path, entry in scenarios(ruled):
        cited = {*entry["rules"], *cited_in(entry["name"])}
        wrong += [
            f"{path.name}: {key}"
            for key in cited
            if not (book.anchor(key) or words >= {*key.split()})
        ]
    assert not wrong


def test_what_tables_and_pages_cite_exists(ruled, book):
    texts = (ROOT / "spaceenvs" / ruled / "data").glob("*.csv")
    wrong = [
        f"{path.name}: {key}"
        for path in [*texts, rulebook.rules_path(ruled)]
        for key in cited_in(path.read_text(encoding="utf-8"))
        if not book.anchor(key)
    ]
    assert not wrong


def test_links_between_sections_exist(book):
    """A number such as 6.9 in the rules is a section; §6.9 would be the rulebook's."""
    text = re.sub(r"(?ms)^```.*?^```|\[rulebook[^\]]*\]|<[^>]*>", "", book.text)
    numbers = re.findall(r"(?:section |see |of |\()(\d{1,2}\.\d{1,2})(?=[ ,;:)])", text)
    assert numbers
    assert [number for number in numbers if not book.anchor(number)] == []


def proven(ruled, book):
    """The rules that tests of a game cite; a scenario that asks a decision cites it."""
    cited = set()
    for path in files(ruled):
        if path.is_relative_to(ROOT / "tests"):
            prose = prose_of(path)
            cited |= cited_in(prose)
            for start in re.findall(r"\b(D_\w+_)\*", prose):
                cited |= {key for key in book.ids if key.startswith(start)}
    for _, entry in scenarios(ruled):
        cited |= {*entry["rules"], *cited_in(entry["name"])}
        cited |= {step["decision"] for step in entry.get("step", []) if "decision" in step}
    return {book.anchor(key) for key in cited}


def test_every_decision_and_ruling_is_proven(ruled, book):
    done = proven(ruled, book)
    lines = [found for line in book.lines if (found := re.findall('<a id="([^"]+)"></a>', line))]
    # D1 and D_BID name the same row.
    rows = [keys if re.match(r"d\d", keys[0]) else [key] for keys in lines for key in keys[:1]]
    rows += [[key] for keys in lines if not re.match(r"d\d", keys[0]) for key in keys[1:]]
    missing = {keys[0].upper() for keys in rows if not done & set(keys)}
    missing = {key for key in missing if not re.match(r"[SV]\d", key)}
    assert not missing


# -- what the pages may speak of -------------------------------------------------------------


def test_a_page_speaks_of_this_project_alone(ruled, book):
    assert not re.search(r"\d{3}_[0-9a-f]{6,}|\.txt|/work|\.\./shared|\[seed|this file", book.text)
    assert not re.search(r"(?i)\bseed\b", re.sub(r"`seed`", "", book.text))
    page = rulebook.rules_path(ruled)
    links = re.findall(r"\]\(([^)]+)\)", book.text)
    assert links
    for link in links:
        assert (page.parent / link).resolve().is_relative_to(ROOT), link
        assert (page.parent / link).exists(), link
    for name in re.findall(r"`([\w/]+(?:\.csv|/))`", book.text):
        folder = ROOT if "/" in name else ROOT / "spaceenvs" / ruled / "data"
        assert (folder / name).exists(), name


def test_a_page_begins_for_those_who_never_saw_the_game(book):
    headings = [line for line in book.lines if line.startswith("## ")]
    assert headings[:3] == ["## In short", "## A turn by example", "## How to read the exact rules"]
    numbers = [int(found[1]) for line in headings if (found := re.match(r"## (\d+)\. ", line))]
    assert numbers == list(range(numbers[0], 13))


# -- tables that repeat data -----------------------------------------------------------------


def data(ruled, table):
    path = ROOT / "spaceenvs" / ruled / "data" / f"{table}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def tables(markdown):
    """The tables of a text, each as a list of rows."""
    found: list[list[list[str]]] = []
    last = False
    for line in markdown.splitlines():
        if is_table(line):
            found += [] if last else [[]]
            found[-1].append([plain(cell) for cell in cells(line)])
        last = is_table(line)
    return [[table[0], *table[2:]] for table in found]


def table_of(book, anchor, number=0):
    return tables(book.passage(anchor))[number]


def first_number(text):
    return int(re.findall(r"\d+", text)[0])


def numbers_in(ids):
    """The numbers of "0-103", "0..31", "204 / 205", "16, 17"."""
    found = re.fullmatch(r"(\d+)(?:-|\N{EN DASH}|\.\.)(\d+)", ids)
    return range(int(found[1]), int(found[2]) + 1) if found else map(int, re.findall(r"\d+", ids))


def test_the_actions_are_those_of_the_code(ruled, book):
    actions = registry.load(ruled).actions
    heads = ("ids", "index", "indices")
    [listed] = [t for t in tables(book.passage("s5")) if t[0][0].lower() in heads]
    pairs = [(row[at], row[at + 1]) for row in listed[1:] for at in (0, 2)[: len(row) // 2]]
    if listed[0][2:3] != ["ids"]:
        pairs = [(row[0], row[1]) for row in listed[1:]]
    seen: list[int] = []
    for ids, names in pairs:
        if not ids:
            continue
        these = list(numbers_in(ids))
        spelt = re.split(r"[ ,/]+", re.sub(r" *\(.*", "", names).upper())
        spelt = spelt if len(spelt) == len(these) else [names.upper()] * len(these)
        for action, name in zip(these, spelt, strict=True):
            assert actions.find(action).name in name
        seen += these
    assert sorted(seen) == list(range(actions.size))
    assert f"{actions.size} actions" in book.text or f"**{actions.size}** actions" in book.text


def test_the_decisions_are_those_of_the_code(ruled, book):
    game = registry.load(ruled)
    for name in filter(None, game.decisions):
        if not game.asked[name].endswith("nothing is asked yet"):
            assert book.anchor(name), name


def test_the_options_are_those_of_the_code(ruled, book):
    """As far as a default is written as on or off."""
    fields = {field.name: field for field in dataclasses.fields(registry.load(ruled).options)}
    rows = [row for row in table_of(book, "s11")[1:] if row[0] in fields]
    assert {row[0] for row in rows} >= {*fields} - {"num_players"} or len(rows) > 2
    for name, default, *_ in rows:
        if isinstance(fields[name].default, bool):
            assert re.findall("^on|^off", default) == ["on" if fields[name].default else "off"], (
                name
            )


def test_the_files_that_a_page_counts_have_so_many_rows(ruled, book):
    for name, number in re.findall(r"`(\w+)\.csv`\]\([^)]*\) \((\d+) ", book.text):
        assert len(data(ruled, name)) == int(number), name


def counted(book, anchor, column=1):
    """The counts of a table of components, by component."""
    return {row[0]: row[column] for row in table_of(book, anchor)[1:]}


def test_galaxy_repeats_its_tables():
    book = rulebook.read("galaxy")
    cards, worlds, classes = (data("galaxy", name) for name in ("cards", "worlds", "ship_classes"))
    counts = counted(book, "s2")
    kinds = Counter(row["kind"] for row in cards)
    assert int(counts["world cards"]) == sum(int(row["world_cards"]) for row in worlds)
    assert int(counts["ship cards of worlds"]) == kinds["ship"]
    assert int(counts["Ally ship cards"]) == kinds["ally"]
    assert int(counts["technology cards"]) == kinds["technology"]
    text = " ".join(book.text.split())
    assert ", ".join(f"{row['id']} {row['code']} {row['name']}" for row in worlds) in text
    assert ", ".join(f"{row['value']} {row['name']}" for row in classes) in text
    assert [row[0] for row in table_of(book, "s6-5")[1:]] == [row["code"] for row in worlds]
    technologies = [row["ship_class"] for row in cards if row["kind"] == "technology"]
    assert [row[0] for row in table_of(book, "s6-6")[1:]] == technologies


def test_core_worlds_repeats_its_tables():
    book = rulebook.read("core_worlds")
    sectors = [
        [row["sector"], row["name"], row["rounds"].replace("-", ", "), row["actions_per_round"],
         row["hand_limit"]]
        for row in data("core_worlds", "sectors")
    ]  # fmt: skip
    assert table_of(book, "s2", 1)[1:] == sectors
    decks: Counter[str] = Counter()
    for name in ("home_worlds", "starting_decks", "galactic_decks"):
        for row in data("core_worlds", name):
            decks[f"{name} {row['deck']}" if name == "galactic_decks" else name] += int(
                row["copies"]
            )
    counts = counted(book, "s2")
    assert int(counts["Home Worlds"]) == decks["home_worlds"]
    assert counts["starting decks"] == f"5 x 16 = {decks['starting_decks']}"
    assert int(counts["Galactic Deck 0"]) == decks["galactic_decks 0"]
    assert int(counts["Galactic Deck 5"]) == decks["galactic_decks 5"]
    assert {first_number(counts["Galactic Decks 1, 2, 3, 4"])} == {
        decks[f"galactic_decks {number}"] for number in (1, 2, 3, 4)
    }
    said = dict(tables(book.text)[0][1:])
    for name in ("home_worlds", "effects", "sectors", "actions"):
        assert first_number(said[f"{name}.csv"].replace("the ", "")) == len(
            data("core_worlds", name)
        )


def test_galactic_emperor_repeats_its_tables():
    book = rulebook.read("galactic_emperor")
    ships, tiles = data("galactic_emperor", "ships"), data("galactic_emperor", "tiles")
    counts = counted(book, "s2-1")
    assert int(counts["Sector tiles"]) == len(tiles)
    assert int(counts["Technology cards"]) == len(data("galactic_emperor", "technologies"))
    hexes = counted(book, "s2-1", 2)["Galaxy board"]
    assert first_number(hexes) == len(data("galactic_emperor", "board_hexes"))
    for row in ships[:3]:
        assert int(counts[f"{row['unit']}s"]) == 6 * int(row["stock_per_player"])
    units = {row[0]: row[1:] for row in table_of(book, "s2-2")[1:]}
    assert list(units) == [row["unit"] for row in ships]
    for row in ships:
        costs = [row[f"cost_{name}"] for name in ("metal", "energy", "marks")]
        cost, move, phase, dice, hits, _ = units[row["unit"]]
        assert cost == (" / ".join(costs) if costs[0] else DASH)
        assert move == row["move"]
        assert (phase, dice) == (row["battle_phase"] or DASH, row["dice"] or DASH)
        assert hits == (f"{row['hits_on']}{DASH}6" if row["hits_on"] else DASH)
    listed = [row[at : at + 3] for row in table_of(book, "s2-3")[1:] for at in (0, 3, 6)]
    assert sorted(listed, key=lambda cell: int(cell[0])) == [
        [row["id"], row["name"], row["cost_energy"]]
        for row in data("galactic_emperor", "technologies")
    ]
    prices = [
        [name, f"{low['die_kept']} kept die", low["price"], high["price"]]
        for name in ("food", "metal", "energy")
        for low, high in [[r for r in data("galactic_emperor", "market") if r["resource"] == name]]
    ]
    assert table_of(book, "s2-6")[1:] == prices
    layouts = {
        (row[0], str(seat), cell)
        for row in table_of(book, "s3")[1:]
        for seat, cell in enumerate(row[1:])
        if cell
    }
    assert layouts == {
        (row["players"], row["seat"], f"{row['hex']} (C{row['corner']})")
        for row in data("galactic_emperor", "start_layouts")
    }
    totals = {
        name: sum(int(row[name]) for row in tiles)
        for name in ("planets", "food", "metal", "energy")
    }
    assert f"Totals in the reconstruction: {totals['planets']} planets" in book.text
    assert f"{totals['food']} food, {totals['metal']} metal, {totals['energy']} energy" in book.text


def test_handful_of_stars_repeats_its_tables():
    book = rulebook.read("handful_of_stars")
    counts = {name: first_number(text) for name, text in counted(book, "s2-1").items()}
    for name, table in {
        "starting cards per player": "starting_cards",
        "alien tokens": "alien_tokens",
        "development tokens": "development_tokens",
        "race identity cards": "races",
        "race ability cards": "race_ability_cards",
        "technology cards": "technology_cards",
    }.items():
        assert counts[name] == len(data("handful_of_stars", table)), name
    for name, table in {"system tiles": "system_tiles", "board spaces": "board_graph"}.items():
        there = [row["in36"] == "1" for row in data("handful_of_stars", table)]
        assert (counts[name], len(there)) == (sum(there), 38)
    tiles = data("handful_of_stars", "system_tiles")
    habitable = [int(row["system"]) for row in tiles if row["habitable"] == "1"]
    ids = {name: list(numbers_in(ids)) for ids, name, _ in table_of(book, "s2-2")[1:]}
    assert next(ids[name] for name in ids if name.startswith("habitable")) == habitable
    for start, table in {
        "starting": "starting_cards",
        "race": "race_ability_cards",
        "ordinary technology": "technology_cards",
    }.items():
        cards = [int(row["card"]) for row in data("handful_of_stars", table)]
        assert next(ids[name] for name in ids if name.startswith(start)) == [
            card for card in cards if card != 103
        ]
    letters = sum(bool(row["black_hole"]) for row in tiles)
    wormholes = sum(row["wormhole"] == "1" for row in tiles)
    assert f"{letters} tiles have a letter, {wormholes} tiles have a wormhole" in book.text


def test_cosmic_encounter_repeats_its_tables():
    book = rulebook.read("cosmic_encounter")
    boxes = {row[0]: row[1:3] for row in table_of(book, "s2")[1:]}

    def total(table, column):
        return sum(int(row[column]) for row in data("cosmic_encounter", table))

    for name, table in {"Challenge cards": "challenge_deck", "Edicts": "edicts"}.items():
        sizes = [total(table, "count_ce"), total(table, "count_mce")]
        assert [first_number(cell) for cell in boxes[name]] == sizes
    for name in ("powers", "flares"):
        sets = Counter(row["set"] for row in data("cosmic_encounter", name))
        assert boxes["Powers / Flares"] == [f"{sets[s]} / {sets[s]}" for s in ("CE", "MCE")]
    assert int(boxes["Destiny cards"][0]) == total("destiny_deck", "count")
    assert int(boxes["Kickers"][1]) == total("kickers", "count_mce")
    assert int(boxes["Reinforcements"][1]) == total("reinforcements", "count_mce")
    for start, table in {
        56: "challenge_deck", 83: "kickers", 90: "reinforcements", 97: "edicts", 119: "flares",
    }.items():  # fmt: skip
        ids = [int(row["action_id"]) for row in data("cosmic_encounter", table)]
        assert ids == list(range(start, start + len(ids)))
    core = {row["name"] for row in data("cosmic_encounter", "powers") if row["core30"] == "1"}
    told = book.passage("s11-1").partition("exercised: ")[2].partition(". Their")[0]
    assert {name for name in core if name in told} == core
    assert len(core) == 30


# -- the command ------------------------------------------------------------------------------


def run(capsys, *argv):
    code = main(["rules", *argv])
    return code, *capsys.readouterr()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("galaxy R13", r"give the floor level r\+1"),
        ("galaxy r13", r"give the floor level r\+1"),
        ("galaxy D6", "that controller"),
        ("galaxy ALLOW", "that controller"),
        ("galaxy D20", "redraw_dead_cards .* D20 REDRAW"),
        ("galaxy 6.9", "6.9 Random events in a fixed order"),
        ("galaxy section 7", "7. End of the game, scoring, ranking"),
        ("galaxy E5", "E5 Ship combat without effect"),
        ("galaxy Felowi", r"\(worlds\) take one visible card"),
        ("galaxy nova", "cannot be the target of an attack"),
        ("galaxy Phaser Banks", r"\+2 to every 2d6 combat roll"),
        ("galaxy-v0 KHA3", "Transport"),
        ("core_worlds R24", "question: Failed Invasion"),
        ("core_worlds TURN", "Action Phase, player with AP >= 1"),
        ("core_worlds Galactic Grunts", "copies: 6 - deploy cost: 1 - ground: 1"),
        ("core_worlds EN_SURGE", "strictly higher World"),
        ("galactic_emperor D09", "loop in own Merchant turn"),
        ("galactic_emperor d9", "loop in own Merchant turn"),
        ("galactic_emperor dreadnought", "cost metal: 3"),
        ("galactic_emperor space pi", "once per Merchant role"),
        ("galactic_emperor 7.6", "Tie for first place"),
        ("handful_of_stars Berylith", r"combat strength: 4"),
        ("handful_of_stars R7", "Simultaneous choices"),
        ("handful_of_stars Aggroloids", "huge arsenal"),
        ("cosmic_encounter Plague", "he loses 3 tokens of his choice"),
        ("cosmic_encounter zombie", r"(?s)wild effect: .*super effect: .*\(powers\)"),
        ("cosmic_encounter Cosmic Zap", "Cancel one use of another player's power"),
        ("cosmic_encounter D_ALLY", "OPT_1 defence if DEF invited him"),
        ("cosmic_encounter 3.6", "Challenge deck"),
        ("cosmic_encounter colourless cone 10", "Warp challenge against the player with the most"),
        ("cosmic_encounter Blind War", "Both Challenge cards are drawn at random"),
        ("cosmic_encounter Gas Giant", "One planet: slot 0 holds all 20 tokens"),
        ("cosmic_encounter 11.2", "Lucre"),
        ("galaxy governor", r"a tie never unseats.*See also section 6\.5 \(Governor powers\)\."),
        ("galaxy auction", "4.1 BID - auction for the first turn"),
        ("handful_of_stars combat", "Strength of a player X at B"),
        ("cosmic_encounter consolation", "6.6 Consolation"),
    ],
)
def test_the_command_answers(capsys, asked, told):
    code, out, _ = run(capsys, *asked.split())
    assert code == 0
    assert re.search(told, " ".join(out.split()))
    assert not re.search(r"<a |\]\(|\*\*|`|\bseed\b", out)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("galaxy R99", "the rules of Galaxy know nothing called 'R99'; near it: R9"),
        ("galaxy qqqqqq", "the rules of Galaxy know nothing called 'qqqqqq'\n"),
        ("galaxy 99.9", "know nothing called '99.9'"),
        ("cosmic_encounter Zombi e", "near it: Zombie"),
        ("cosmic_encounter ellar", "near it: Stellar Gas"),
        ("cosmic_encounter M", "'M' may be: Machine, Macron, Magnet, "),
        ("galaxy reserve", "; it is spoken of in section 6.8 (Draw phase), "),
        ("handful_of_stars victory points", "it is spoken of in section 1 (Overview)"),
        ("galaxy ally", "'ally' may be: Ally ship cards, ALLY0, "),
        ("chess R1", "there is no game 'chess'; the games are: galaxy-v0, "),
    ],
)
def test_the_command_says_what_fits(capsys, asked, said):
    code, out, err = run(capsys, *asked.split())
    assert (code, out) == (2, "")
    assert err.startswith("spaceenvs rules: ")
    assert said in err


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_whole_text_fits_the_terminal(capsys, monkeypatch, ruled, width):
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, _ = run(capsys, ruled)
    assert code == 0
    assert max(map(len, out.splitlines())) <= width
    assert not re.search(r"<a |\]\(|\*\*|```|^\|", out, re.MULTILINE)
    words = re.findall(r"\w+", as_text(rulebook.read(ruled).text, 10_000))
    if width > 40:  # there no word must be broken
        assert not Counter(words) - Counter(re.findall(r"\w+", out))


def test_every_passage_can_be_shown(book):
    for anchor in book.anchors:
        shown = as_text(book.passage(anchor), 80)
        assert shown, anchor
        assert len(shown) < 60_000
    for thing in rulebook.components(book.game):
        assert thing.name in as_text(thing.passage(), 10_000)


def test_the_whole_text_goes_through_a_pager_on_a_terminal(capsys, monkeypatch):
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    assert main(["rules", "galaxy"]) == 0
    assert "6.9 Random events" in paged[0]
    assert main(["rules", "galaxy", "R13"]) == 0
    assert len(paged) == 1


def test_the_rules_need_no_game_and_no_compiler():
    code = (
        "import sys; from spaceenvs.cli import main; main(['rules', 'galaxy', 'Felowi']);"
        "print(sorted(set(sys.modules) & {'numba', 'spaceenvs.galaxy'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.endswith("\n[]\n"), done.stderr


def test_the_rules_are_part_of_the_package(ruled):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {
        "docs/rules": f"spaceenvs/{rulebook.PLACES[0].name}",
        "docs/learn": f"spaceenvs/{rulebook.LESSONS[0].name}",
    }
    for folder in ("rules", "learn"):
        assert (ROOT / "docs" / folder / f"{ruled}.md").exists()


def test_markdown_becomes_text():
    shown = as_text(
        '# Head\n\nSome **words** and\n`code*` \\* [a link](x.md)<a id="r1"></a>.\n\n'
        "* one\n  two\n  1. three\n\n| a | b |\n|---|---|\n| 1 | `22` |\n\n```text\nx = 1\n```\n",
        30,
    )
    assert shown == (
        "Head\n====\n\nSome words and code* * a link.\n\n- one two\n  1. three\n\n"
        "a  b\n-  --\n1  22\n\n    x = 1"
    )
    assert (
        as_text("| a | b |\n|---|---|\n| 1 | long words |", 20)
        == "a  b\n-  ----------\n1  long words"
    )
    narrow = as_text("| id | b |\n|---|---|\n| 1 | quite some long words |", 20)
    assert narrow == "id: 1\n  b: quite some long\n    words"


def test_the_widest_column_of_a_table_is_wrapped():
    table = "| fact | value |\n|---|---|\n| id | galaxy-v0 |\n| chance | dice, the deal, and more |"
    assert as_text(table, 40).splitlines() == [
        "fact    value",
        "------  ------------------------",
        "id      galaxy-v0",
        "chance  dice, the deal, and more",
    ]
    long = table.replace("and more", "and the random cards of a hand")
    assert as_text(long, 44).splitlines()[-2:] == [
        "chance  dice, the deal, and the random cards",
        "        of a hand",
    ]
    assert as_text(long, 30).splitlines()[0] == "fact: id"
