# Every target makes its own virtual environment in .venv, once; later calls start at once.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2

.PHONY: test test-modes versions ray-test train curves demo bench figures docs fuzz oracle lint golden dist interop clean

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"
	@touch $@

# Compiling first, a game per core, keeps the tests from compiling the same thing twice.
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

test: lint
	$(BIN)/python -m spaceenvs compile
	$(PYTEST)
	$(MAKE) test-modes

# The rules and the players again, with bounds checks and as plain Python.
test-modes: $(READY)
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/python -m spaceenvs compile
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(PYTEST) tests/test_games.py tests/test_rulebook.py tests/players/test_bounds.py
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/test_games.py tests/test_rulebook.py tests/players/test_bounds.py

# The oldest and the newest libraries allowed, on every Python found: environments of their own.
versions:
	$(PYTHON) tests/versions.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

demo: $(READY)
	$(BIN)/python -m benchmarks.throughput --quick
	$(BIN)/python -m agents.demo

# Some minutes of one core for every game.
train: $(READY)
	for game in $$($(BIN)/python -c "from spaceenvs import registry; print(*registry.ROWS)"); do \
	  $(BIN)/python -m agents.train $$game || exit 1; done

curves: $(READY)
	$(BIN)/python -m agents.curves

bench: $(READY)
	$(BIN)/python -m benchmarks.throughput
	$(BIN)/python -m benchmarks.combat
	$(BIN)/python -m benchmarks.scaling
	$(BIN)/python -m benchmarks.training

# Figures of README and docs, from what `make bench` has written.
figures: $(READY)
	$(BIN)/python -m benchmarks.report

# Games of Cosmic Encounter with random options beside their slow second implementation.
oracle: $(READY)
	$(BIN)/python tests/cosmic_encounter/test_cosmic_encounter_oracle.py --games 1000

docs: $(READY)
	$(BIN)/python -m sphinx -q -W -b html docs docs/_build
	@echo "docs/_build/index.html"

fuzz: $(READY)
	$(BIN)/python tests/fuzz.py

golden: $(READY)
	cd tests && ../$(BIN)/python test_golden.py

# Other libraries, each in a virtual environment of its own: they would not get along with each other.
# `make interop-torchrl` is about one of them.
INTEROP := .venv-interop
LIBRARIES := bridges rllib torchrl tianshou agilerl supersuit verifiers lowest
bridges_SELF := ".[openspiel,minari,openenv]"
bridges_NEEDS := torch dm-tree matplotlib
bridges_TESTS := $(addprefix tests/interop/test_,openspiel.py minari.py openenv.py) tests/agents/test_record.py
rllib_NEEDS := "ray[rllib]" torch openskill
torchrl_NEEDS := torchrl
tianshou_NEEDS := tianshou
agilerl_NEEDS := agilerl peft
supersuit_NEEDS := supersuit
verifiers_NEEDS := verifiers uv
# The lowest versions that pyproject.toml allows.
lowest_NEEDS := "numpy==1.26.*" "numba==0.61.*" "gymnasium==1.0.*" "pettingzoo==1.25.*" "rich==13.*"
lowest_TESTS := $(addprefix tests/core/test_,aec.py batch.py jit.py replay.py) tests/text -k "not galactic and not cosmic"

$(INTEROP)/%/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e $(or $($*_SELF),.) $($*_NEEDS) pytest
	@touch $@

.PRECIOUS: $(INTEROP)/%/.ready

interop: $(addprefix interop-,$(LIBRARIES))

interop-%: $(INTEROP)/%/.ready
	$(INTEROP)/$*/bin/python -m pytest $(or $($*_TESTS),tests/interop/test_$*.py)

ray-test: $(INTEROP)/rllib/.ready
	$(INTEROP)/rllib/bin/python -m pytest tests/agents/test_ray.py

# Source archive and wheel, checked; the wheel plays every game where nothing else is installed.
# With another Python: make dist PYTHON=python3.13
BUILD := .venv-build
EMPTY := .venv-empty
dist: pyproject.toml constraints.txt
	rm -rf dist $(BUILD) $(EMPTY)
	$(PYTHON) -m venv $(BUILD)
	$(BUILD)/bin/python -m pip install --quiet --disable-pip-version-check build twine
	$(BUILD)/bin/python -m build --outdir dist
	$(BUILD)/bin/python -m twine check --strict dist/*
	$(PYTHON) -m venv $(EMPTY)
	$(EMPTY)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt dist/*.whl
	cd dist && ../$(EMPTY)/bin/spaceenvs list
	$(EMPTY)/bin/python -c "import importlib.metadata as m, re; \
	  found = re.findall(r'<img|\]\((?!http)', m.metadata('spaceenvs').get_payload()); \
	  assert not found, 'links into the repository are dead on a package index'"
	cd dist && for game in $$(../$(EMPTY)/bin/python -c "from spaceenvs import registry; print(*registry.ROWS)"); do \
	  ../$(EMPTY)/bin/spaceenvs rules $$game 1 > rules.txt && \
	  ../$(EMPTY)/bin/spaceenvs watch $$game --agents greedy --draw 0 --delay 0 > game.txt || exit 1; \
	  tail -n 1 game.txt; done
	rm -f dist/rules.txt dist/game.txt

clean:
	rm -rf $(VENV) $(BUILD) $(EMPTY) $(INTEROP) .venv-versions-* dist .pytest_cache .mypy_cache .ruff_cache
