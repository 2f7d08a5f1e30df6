# Two commands to a working set-up: `make run` and `make test`. Each makes and updates what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CATALOGS := $(wildcard */text/*/LC_MESSAGES/*.po)

BENCHES := speed.py perft_mana.py wire.py cost_of_turn.py box.py thinking.py storage.py page.py entry_scorepad.py

.PHONY: run test test-anywhere check coverage soak monkey fault-soak web-soak vm-test image image-test bench arena mutate house rulebook rules gallery text lock wheels bundle release-key update-soak update-units clean

run: $(VENV)/run.stamp
	@$(BIN)/tablemate $(ARGS)

# The tests start hundreds of processes: each would compile the program again without its byte code.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# The tests with other clocks, users, places and interpreters: ARGS="clock-0 user -- tests/system"
test-anywhere: $(VENV)/dev.stamp
	$(BIN)/python -m tests.anywhere $(ARGS)

check: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --cache-dir .ruff_cache/imports

coverage: $(VENV)/dev.stamp
	rm -f .coverage .coverage.*
	$(BIN)/python -m coverage run -m pytest -n auto $(ARGS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --include='engines/*' --fail-under=98
	$(BIN)/python -m coverage report --include='hardware/*' --fail-under=90

# 10,000 random complete games of every engine.
soak: $(VENV)/dev.stamp
	$(BIN)/python bench/soak.py $(ARGS)

# A million random turns and presses.
monkey: $(VENV)/dev.stamp
	$(BIN)/python bench/monkey.py $(ARGS)

# Damaged files, every call to the disk failing in turn, a slow disk, 500 kills in the middle of play.
fault-soak: $(VENV)/dev.stamp
	$(BIN)/python bench/damage.py
	$(BIN)/python bench/disk_faults.py
	$(BIN)/python bench/slow_disk.py
	$(BIN)/python bench/fault_soak.py $(ARGS)

# 10,000 hostile connections to the web page, and 20,000 requests that make no sense.
web-soak: $(VENV)/dev.stamp
	$(BIN)/python bench/web_soak.py $(ARGS)

# The box on a real kernel, in a virtual machine; as root on Debian.
vm-test:
	"$(PYTHON)" tests/vm/run $(ARGS)

# A card for a Raspberry Pi, from Debian's packages and this project; as root on Debian.
image:
	"$(PYTHON)" systemd/image/make $(ARGS)

# That card in an emulated Raspberry Pi; as root on Debian.
image-test:
	"$(PYTHON)" tests/image/run_card $(ARGS)

# Ratios to yardsticks of the same run.
bench: $(VENV)/bench.stamp
	@failed=; for script in $(BENCHES); do echo "== $$script"; $(BIN)/python bench/$$script || failed=1; done; \
	  test -z "$$failed"

# The players of the games against each other, each bout that they have to win.
arena: $(VENV)/dev.stamp
	$(BIN)/python bench/arena.py $(ARGS)

# 200 mutants of the firmware, drawn by lot, each with the tests that run its line; others with ARGS.
MUTANTS = --by-line --sample 200 --least 85 firmware_py -- -n auto tests/firmware_py
mutate: $(VENV)/dev.stamp
	$(BIN)/python bench/mutate.py $(or $(ARGS),$(MUTANTS))

# Lines, modules, circles and the way of a click, with their limits; --strict fails above one.
house: $(VENV)/dev.stamp
	$(BIN)/python bench/house.py $(ARGS)

# Break every statement of the rulebooks in the engines and see whether its tests notice.
rulebook: $(VENV)/dev.stamp
	$(BIN)/python bench/rulebook.py $(ARGS)

# The pages of the rules, from the statements of the rulebooks.
rules: $(VENV)/dev.stamp
	$(BIN)/python bench/rulebook_pages.py

gallery: $(VENV)/dev.stamp
	$(BIN)/python docs/make_gallery.py

# Bring the catalogs up to date with the sentences in the code.
text: $(VENV)/dev.stamp
	$(BIN)/python hatch_build.py

# Pin what the box gets, each file by its hash, for Python 3.11 to 3.13 on any 64-bit Linux.
# spidev has no wheels: it comes with the system, as python3-spidev.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
  --no-header --no-annotate --no-emit-package spidev
lock: $(VENV)/lock.stamp
	$(LOCK) pyproject.toml --extra pi --output-file systemd/box.lock
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' | \
	  $(LOCK) - --output-file systemd/build.lock

# What systemd/install --wheels dist needs, for a box with this Python and this processor.
wheels: $(VENV)/dev.stamp
	$(BIN)/python -m pip download --quiet --require-hashes --no-deps --only-binary :all: --dest dist -r systemd/box.lock
	$(BIN)/python -m hatchling build -t wheel -d dist

# A signed bundle with this version, for boxes that update themselves: make bundle KEY=~/release.key
BOX_PYTHON ?= 3.13
BOX_MACHINE ?= aarch64
PLATFORMS = $(foreach glibc,2_17 2_28 2_34,--platform manylinux_$(glibc)_$(BOX_MACHINE)) --platform manylinux2014_$(BOX_MACHINE)
bundle: $(VENV)/dev.stamp
	@test -n "$(KEY)" || { echo "Name the private key: make bundle KEY=FILE (make release-key KEY=FILE makes one)"; exit 1; }
	rm -rf build/bundle
	$(BIN)/python -m pip download --quiet --require-hashes --no-deps --only-binary :all: $(PLATFORMS) \
	  --python-version $(BOX_PYTHON) --dest build/bundle -r systemd/box.lock
	$(BIN)/python -m hatchling build -t wheel -d build/bundle
	$(BIN)/python systemd/make_bundle --key $(KEY) --wheels build/bundle --python $(BOX_PYTHON) --machine $(BOX_MACHINE) \
	  $(if $(TRUST),--trust $(TRUST))

# A private key for bundles, into a file of your own; the public half is printed.
release-key: $(VENV)/dev.stamp
	@test -n "$(KEY)" || { echo "Say where it shall lie, outside of the project: make release-key KEY=FILE"; exit 1; }
	@$(BIN)/python systemd/make_bundle --new-key $(KEY)

# 200 kills in the middle of updates.
update-soak: $(VENV)/dev.stamp
	$(BIN)/python bench/update_soak.py $(ARGS)

# The same under the real units of a real systemd, in a container: as root on Debian.
update-units:
	"$(PYTHON)" tests/vm/kill_updates $(ARGS)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*

$(VENV)/bin/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || \
	  { echo "Tablemate needs Python 3.11, 3.12 or 3.13; $(PYTHON) is $$("$(PYTHON)" --version 2>&1). Try: make PYTHON=python3.11"; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv is missing. Install it with: sudo apt install python3-venv"; exit 1; }
	"$(PYTHON)" -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

$(VENV)/run.stamp: $(VENV)/bin/python pyproject.toml hatch_build.py $(CATALOGS)
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev.stamp: $(VENV)/run.stamp
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

$(VENV)/bench.stamp: $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --quiet --group bench
	@touch $@

$(VENV)/lock.stamp: $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --quiet --group lock
	@touch $@
