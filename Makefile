# Every target makes its own virtual environment in .venv, once; later calls start at once.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2

.PHONY: test test-modes demo bench docs fuzz lint golden clean

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

# The rules again, with bounds checks and as plain Python.
test-modes: $(READY)
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(BIN)/python -m spaceenvs compile
	NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1 $(PYTEST) tests/test_games.py tests/test_rulebook.py
	NUMBA_DISABLE_JIT=1 $(PYTEST) tests/test_games.py tests/test_rulebook.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

demo: $(READY)
	$(BIN)/python -m benchmarks.throughput --quick
	$(BIN)/python -m agents.demo

bench: $(READY)
	$(BIN)/python -m benchmarks.throughput

docs: $(READY)
	$(BIN)/python -m sphinx -q -W -b html docs docs/_build
	@echo "docs/_build/index.html"

fuzz: $(READY)
	$(BIN)/python tests/fuzz.py

golden: $(READY)
	cd tests && ../$(BIN)/python test_golden.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache
