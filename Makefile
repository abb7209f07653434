# Every task that a person runs. `make` alone lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help up build test check lint format gen bench dev clean

## up: build what has changed, start everything in one process, print the address (ARGS="--port 4000")
up:
	@scripts/up $(ARGS)

## build: the release binary, at bin/motherlode
build:
	@scripts/prerequisites
	@mkdir -p bin
	@install -m 755 "$$(scripts/build-app release)" bin/motherlode
	@ls -lh bin/motherlode

## test: everything: formatting, lints, unit, contract, API, web, generated files, browser (STEPS="rust e2e" for some)
test:
	@scripts/test $(STEPS)

## check: what fails soonest: formatting, the web app's checks and the lints
check:
	@scripts/test format web lint

## lint: the lints of both languages
lint:
	@scripts/test lint
	@scripts/build-web --packages-only
	@cd web && npm run --silent lint

## format: bring all code into its format
format:
	@scripts/build-web --packages-only
	@cargo fmt --all
	@cd web && npm run --silent format

## gen: write generated files anew: OpenAPI document, web types, configuration page
gen:
	@scripts/gen

## bench: the queue beside its peers, one table
bench:
	@bench/queue/run $(ARGS)

## dev: the web app with hot reload, beside a running `make up`
dev:
	@scripts/build-web --packages-only
	@cd web && npm run --silent dev

## clean: remove what was built; data stay
clean:
	@rm -rf bin target web/dist/assets web/dist/index.html web/node_modules/.motherlode-build

## help: this list
help:
	@echo "Motherlode. Tasks:"
	@sed -n 's/^## \([a-z0-9-]*\): \(.*\)/  make \1\t\2/p' Makefile | expand -t 16
