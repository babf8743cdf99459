# One image for all processes: the command says which one. See docs/operations.md.
# A release pins both bases by digest: see docs/releasing.md.
ARG BUILD_BASE=python:3.11-bookworm
ARG BASE=python:3.11-slim-bookworm

# The table in the browser: Node comes as a wheel, everything else by npm's lock file.
FROM ${BUILD_BASE} AS table
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /build
COPY requirements/web.txt requirements/
RUN pip install --require-hashes --no-deps --only-binary :all: --requirement requirements/web.txt
COPY sdk/typescript/package.json sdk/typescript/package-lock.json sdk/typescript/
COPY web/package.json web/package-lock.json web/
RUN for package in sdk/typescript web; do npm ci --omit=dev --ignore-scripts --no-audit --no-fund --prefix $package || exit 1; done
COPY web/build.mjs web/tsconfig.json web/
COPY sdk/typescript/tsconfig.json sdk/typescript/
COPY sdk/typescript/src sdk/typescript/src
COPY web/src web/src
COPY web/worker web/worker
COPY web/pictures web/pictures
RUN node web/build.mjs

FROM ${BUILD_BASE} AS builder
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
WORKDIR /build
COPY requirements/run.txt requirements/compile.txt requirements/
# Every package by the hash in the lock file; here, what builds ours is needed too.
RUN pip wheel --require-hashes --no-deps --wheel-dir /wheels \
        --requirement requirements/run.txt --requirement requirements/compile.txt \
 && pip install --no-index --no-deps /wheels/*.whl
COPY pyproject.toml setup.py README.md LICENSE ./
COPY engine engine
COPY service service
COPY workers workers
COPY hamlet hamlet
COPY examples/orchard examples/orchard
COPY --from=table /build/service/http/web_ui/static service/http/web_ui/static
COPY tools/check_installed.py tools/
# The compiled engine, and the table. Then, from these wheels alone, what Hamlet needs to run: neither build tools nor a Redis.
# Finally, what was installed is checked.
# hadolint ignore=DL3013
RUN HAMLET_COMPILE=1 pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
 && python -m venv --without-pip /opt/hamlet \
 && pip --python /opt/hamlet/bin/python install --no-index --find-links /wheels hamlet-games \
 && /opt/hamlet/bin/python -I tools/check_installed.py

FROM ${BASE}
ARG BASE
ARG VERSION=unknown
ARG REVISION=unknown
ARG SOURCE=unknown
ARG URL=unknown
LABEL org.opencontainers.image.title="Hamlet" \
      org.opencontainers.image.description="Village-building board games as a service, with AI opponents" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.url="${URL}" \
      org.opencontainers.image.base.name="${BASE}"
RUN groupadd --gid 10001 hamlet \
 && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin hamlet
COPY --from=builder /opt/hamlet /opt/hamlet
# It writes to /tmp only: everything else may be read-only.
ENV PATH="/opt/hamlet/bin:${PATH}" \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    HAMLET_HOST=0.0.0.0 \
    PORT=8000
USER 10001:10001
WORKDIR /
# For clients, and for Prometheus.
EXPOSE 8000 9464
# Whichever process is started, a signal that comes before it can handle one waits instead of being lost.
ENTRYPOINT ["env", "--block-signal=INT,TERM"]
# Of the web server; start the other processes with --no-healthcheck.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen('http://127.0.0.1:' + os.environ['PORT'] + '/healthz', timeout=4)"]
CMD ["gunicorn", "--config", "python:service.gunicorn_conf", "service.wsgi:app"]
