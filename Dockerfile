# syntax=docker/dockerfile:1
# One image for every process: `up` (the default), `api`, `worker`, `migrate` and the tools.

FROM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json ./
RUN --mount=type=cache,target=/var/cache/npm npm ci --cache /var/cache/npm --no-audit --no-fund
COPY web/ ./
COPY api/openapi.json /src/api/openapi.json
COPY docs/engines /src/docs/engines
COPY docs/guide /src/docs/guide
COPY docs/images/guide /src/docs/images/guide
RUN npm run build

FROM rust:1.95-bookworm AS binary
WORKDIR /src
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY api api
COPY cli cli
COPY crawler crawler
COPY documents documents
COPY edits edits
COPY engines engines
COPY gate gate
COPY markets markets
COPY migrations migrations
COPY net net
COPY providers providers
COPY reports reports
COPY editorial editorial
COPY shared shared
COPY sites sites
COPY targets targets
COPY theme theme
COPY bench bench
COPY workers workers
COPY --from=web /src/web/dist web/dist
RUN --mount=type=cache,target=/usr/local/cargo/registry --mount=type=cache,target=/src/target \
    cargo build --locked --release -p cli --features otel && install -m 755 target/release/motherlode /motherlode

FROM debian:bookworm-slim
# Websites in Git repositories are changed with git, over SSH with ssh.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git openssh-client \
    && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin motherlode \
    && install -d -o motherlode -g motherlode -m 700 /data
COPY --from=binary /motherlode /usr/local/bin/motherlode
COPY LICENSE /usr/share/doc/motherlode/LICENSE
USER 10001
WORKDIR /data
VOLUME /data
# In a container only published ports are reachable; the first account needs the setup code from the log.
ENV MOTHERLODE_DATA_DIR=/data MOTHERLODE_LISTEN=0.0.0.0
EXPOSE 3000 5001
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["motherlode", "ping", "http://127.0.0.1:3000/healthz"]
ENTRYPOINT ["motherlode"]
CMD ["up"]
