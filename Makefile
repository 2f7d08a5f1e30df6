# Two commands to a working set-up: `make run` and `make test`. Each makes and updates what it needs.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CATALOGS := $(wildcard */text/*/LC_MESSAGES/*.po)

PAGE_CHECKS := tests/firmware_py/panels/lint
TAB := docs/tab
BENCHES := speed.py perft_mana.py wire.py cost_of_turn.py habit.py box.py instructions.py thinking.py storage.py page.py page_network.py tab.py entry_scorepad.py club_wire.py

.PHONY: run hall test test-anywhere check coverage soak club-soak monkey fault-soak web-soak vm-test image image-twice image-test bench advice arena mutate house rulebook rules pad-sheets gallery text man lock wheels dist dist-test update release-key release site update-soak update-units clean

run: $(VENV)/run.stamp
	@$(BIN)/tablemate $(ARGS)

# A hall on this machine: broker, archive, three simulated boxes, and the page that shows them.
hall: $(VENV)/run.stamp
	@$(BIN)/python -m pip install --quiet --editable '.[club]'
	@$(BIN)/tablemate club try $(ARGS)

# The tests start hundreds of processes: each would compile the program again without its byte code.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# The tests with other clocks, users, places and interpreters: ARGS="clock-0 user -- tests/system"
test-anywhere: $(VENV)/dev.stamp
	$(BIN)/python -m tests.anywhere $(ARGS)

check: $(VENV)/dev.stamp $(PAGE_CHECKS)/node_modules/.package-lock.json
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --cache-dir .ruff_cache/imports
	$(BIN)/python bench/plain_english.py
	$(PAGE_CHECKS)/node_modules/.bin/tsc --project $(PAGE_CHECKS)
	$(PAGE_CHECKS)/node_modules/.bin/eslint --max-warnings=0 --config $(PAGE_CHECKS)/eslint.config.js firmware_py/panels/web/page docs/tab/*.js

coverage: $(VENV)/dev.stamp
	rm -f .coverage .coverage.*
	$(BIN)/python -m coverage run -m pytest -n auto $(ARGS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --include='engines/*' --fail-under=98
	$(BIN)/python -m coverage report --include='hardware/*' --fail-under=90

# 10,000 random complete games of every engine.
soak: $(VENV)/dev.stamp
	$(BIN)/python bench/soak.py $(ARGS)

# A club of 500 boxes in virtual time, 1,000 times, in which everything fails: the archive is the
# union of the logs. ARGS="--seeds 1 --first 417" repeats a run.
club-soak: $(VENV)/dev.stamp
	$(BIN)/python bench/club_soak.py $(ARGS)

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

# The card made twice from the last commit, in two clean trees: the same bytes; as root on Debian.
image-twice:
	"$(PYTHON)" systemd/image/twice $(ARGS)

# That card in an emulated Raspberry Pi; as root on Debian.
image-test:
	"$(PYTHON)" tests/image/run_card $(ARGS)

# Ratios to yardsticks of the same run, in one table; ARGS="box.py" runs one script alone.
bench: $(VENV)/bench.stamp $(TAB)/node_modules/.package-lock.json
	$(BIN)/python bench/all_rows.py $(ARGS)

# Mana's hints, checked by a search of its own; turning points, judged again with five times the time.
advice: $(VENV)/dev.stamp
	$(BIN)/python bench/advice_mana.py
	$(BIN)/python bench/turning_points.py $(ARGS)

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

# 500 random sheets of every template of the score pad, counted a second time.
pad-sheets: $(VENV)/dev.stamp
	$(BIN)/python bench/sheets_scorepad.py $(ARGS)

# The pages of the rules, from the statements of the rulebooks.
rules: $(VENV)/dev.stamp
	$(BIN)/python bench/rulebook_pages.py

gallery: $(VENV)/dev.stamp
	$(BIN)/python docs/make_gallery.py

# Bring the catalogs up to date with the sentences in the code. ARGS=FILE.json maps old English
# sentences to new ones, whose translations are then kept as they are.
text: $(VENV)/dev.stamp
	$(BIN)/python hatch_build.py $(ARGS)

# The manual page and the completions of bash and zsh, from the parser of the command line.
man: $(VENV)/dev.stamp
	$(BIN)/python docs/make_man.py

# Pin what the box gets, each file by its hash, for Python 3.11 to 3.13 on any 64-bit Linux.
# spidev has no wheels: it comes with the system, as python3-spidev.
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
  --no-header --no-annotate --no-emit-package spidev
lock: $(VENV)/lock.stamp
	$(LOCK) pyproject.toml --extra pi --extra club --extra ratings --output-file systemd/box.lock
	$(BIN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' | \
	  $(LOCK) - --output-file systemd/build.lock

# What systemd/install --wheels dist needs, for a box with this Python and this processor.
wheels: $(VENV)/dev.stamp
	$(BIN)/python -m pip download --quiet --require-hashes --no-deps --only-binary :all: --dest dist -r systemd/box.lock
	$(BIN)/python -m hatchling build -t wheel -d dist

# Sdist and wheel. With URL=https://..., the address of the repository, they name it, and the pictures
# and links of the README lead there.
dist: export TABLEMATE_URL = $(URL)
dist: $(VENV)/dev.stamp
	$(BIN)/python -m hatchling build -d dist

# That wheel in fresh environments of each Python here, with a match of every game.
dist-test: dist
	$(BIN)/python bench/dist_smoke.py $(ARGS)

# A signed update with this version, for boxes that update themselves: make update KEY=~/release.key
BOX_PYTHON ?= 3.13
BOX_MACHINE ?= aarch64
PLATFORMS = $(foreach glibc,2_17 2_28 2_34,--platform manylinux_$(glibc)_$(BOX_MACHINE)) --platform manylinux2014_$(BOX_MACHINE)
update: $(VENV)/dev.stamp
	@test -n "$(KEY)" || { echo "Name the private key: make update KEY=FILE (make release-key KEY=FILE makes one)"; exit 1; }
	rm -rf build/update
	$(BIN)/python -m pip download --quiet --require-hashes --no-deps --only-binary :all: $(PLATFORMS) \
	  --python-version $(BOX_PYTHON) --dest build/update -r systemd/box.lock
	$(BIN)/python -m hatchling build -t wheel -d build/update
	$(BIN)/python systemd/make_update --key $(KEY) --wheels build/update --python $(BOX_PYTHON) --machine $(BOX_MACHINE) \
	  $(if $(TRUST),--trust $(TRUST))

# A private key for updates, into a file of your own; the public half is printed.
release-key: $(VENV)/dev.stamp
	@test -n "$(KEY)" || { echo "Say where it shall lie, outside of the project: make release-key KEY=FILE"; exit 1; }
	@$(BIN)/python systemd/make_update --new-key $(KEY)

# Everything that a release consists of, built twice and signed: make release KEY=~/release.key
# URL=https://... CARD=dist/card. RELEASE.md has the steps around it.
release: $(VENV)/dev.stamp $(TAB)/node_modules/.package-lock.json
	@test -n "$(KEY)" || { echo "Name the private key: make release KEY=FILE (make release-key KEY=FILE makes one)"; exit 1; }
	$(BIN)/python systemd/make_release --key $(KEY) $(if $(URL),--url $(URL)) $(if $(CARD),--card $(CARD)) $(ARGS)

# The site, with the box in a tab, into build/site: files for any web server. With URL=https://..., the
# address of the repository, links to other files lead there.
site: export TABLEMATE_URL = $(URL)
site: $(VENV)/dev.stamp $(TAB)/node_modules/.package-lock.json
	$(BIN)/python docs/make_site.py build/site

# 200 kills in the middle of updates.
update-soak: $(VENV)/dev.stamp
	$(BIN)/python bench/update_soak.py $(ARGS)

# The same under the real units of a real systemd, in a container: as root on Debian.
update-units:
	"$(PYTHON)" tests/vm/kill_updates $(ARGS)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*

$(VENV)/bin/python:
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tablemate needs Python 3.11 or later; $(PYTHON) is $$("$(PYTHON)" --version 2>&1). Try: make PYTHON=python3.11"; exit 1; }
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

# What checks the modules of the page; no node is needed to run or to build Tablemate.
$(PAGE_CHECKS)/node_modules/.package-lock.json: $(PAGE_CHECKS)/package-lock.json
	@command -v npm >/dev/null || \
	  { echo "The modules of the page are checked with node. Install it with: sudo apt install nodejs npm"; exit 1; }
	@npm ci --silent --no-audit --no-fund --prefix $(PAGE_CHECKS)
	@touch $@

# Python for the browser.
$(TAB)/node_modules/.package-lock.json: $(TAB)/package-lock.json
	@command -v npm >/dev/null || \
	  { echo "Python for the browser comes from npm. Install it with: sudo apt install nodejs npm"; exit 1; }
	@npm ci --silent --no-audit --no-fund --prefix $(TAB)
	@touch $@

$(VENV)/bench.stamp: $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --quiet --group bench
	@touch $@

$(VENV)/lock.stamp: $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --quiet --group lock
	@touch $@
