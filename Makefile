# Tasks for contributors. `make` alone lists them.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help up build test check lint format gen bench attack fuzz dev clean

## up: build changes, start everything in one process, print the address (ARGS="--port 4000")
up:
	@scripts/up $(ARGS)

## build: the release binary, at bin/motherlode
build:
	@scripts/prerequisites
	@mkdir -p bin
	@install -m 755 "$$(scripts/build-app release)" bin/motherlode
	@ls -lh bin/motherlode

## test: all checks: formatting, lints, unit, contract, API, web, generated files, browser (STEPS="rust e2e" for some)
test:
	@scripts/test $(STEPS)

## check: fast checks: formatting, web checks and lints
check:
	@scripts/test format web lint

## lint: lints of Rust and TypeScript, and the glossary check
lint:
	@scripts/test lint
	@scripts/build-web --packages-only
	@cd web && npm run --silent lint

## format: format all code
format:
	@scripts/build-web --packages-only
	@cargo fmt --all
	@cd web && npm run --silent format

## gen: regenerate files: OpenAPI document, web types, configuration page
gen:
	@scripts/gen

## bench: benchmark the queue against other queues
bench:
	@bench/queue/run $(ARGS)

## attack: attack a server with half-sent requests, clients that never read and handshakes without a token
attack:
	@tests/attack/run $(ARGS)

## fuzz: run the fuzz targets of the crawler, of imports and of providers, a minute each (ARGS="300 page" for others)
fuzz:
	@scripts/fuzz $(ARGS)

## dev: the web app with hot reload, alongside a running `make up`
dev:
	@scripts/build-web --packages-only
	@cd web && npm run --silent dev

## clean: remove build output; keep data
clean:
	@rm -rf bin target web/dist/assets web/dist/index.html web/dist/shared.html web/node_modules/.motherlode-build

## help: this list
help:
	@echo "Motherlode. Tasks:"
	@sed -n 's/^## \([a-z0-9-]*\): \(.*\)/  make \1\t\2/p' Makefile | expand -t 16
