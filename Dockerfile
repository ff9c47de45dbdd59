# Ibid in a container: the `ibid` program, what it needs, and Node. Nothing is compiled on the machine that runs it.
#
#   docker build -t ibid .
#   docker run --rm -v ibid:/var/lib/ibid -v "$PWD/docs:/work/docs:ro" ibid index docs --site-url https://docs.example.org
#   docker run --rm -v ibid:/var/lib/ibid -p 127.0.0.1:3210:3210 ibid
#
# The base is pinned by version. Pin it by digest too where your builds must repeat byte for byte: replace the tag below by
# `node:24.21.0-bookworm-slim@sha256:…`, with the digest that `docker buildx imagetools inspect` prints. It was not known where this was written.
# Every RUN names relative paths alone, so that `scripts/deploy/run-image-steps.ts` can take the same steps without an engine.
ARG NODE_VERSION=24.21.0
ARG DEBIAN=bookworm

FROM node:${NODE_VERSION}-${DEBIAN}-slim AS base

# Packages of others, exactly as the lock file has them.
FROM base AS installed
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/cli/package.json packages/cli/
COPY packages/core/package.json packages/core/
COPY packages/drivers/package.json packages/drivers/
COPY packages/server/package.json packages/server/
COPY packages/widget/package.json packages/widget/
COPY packages/wire/package.json packages/wire/
RUN npm ci --omit=dev --omit=peer --ignore-scripts --workspace packages/cli

# Compiles the packages of this repository and puts the program together.
FROM base AS built
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages/cli/package.json packages/cli/
COPY packages/core/package.json packages/core/
COPY packages/drivers/package.json packages/drivers/
COPY packages/server/package.json packages/server/
COPY packages/widget/package.json packages/widget/
COPY packages/wire/package.json packages/wire/
RUN npm ci --ignore-scripts --include-workspace-root --workspace packages/cli --workspace packages/widget
COPY LICENSE ./
COPY scripts scripts
COPY packages packages
COPY --from=installed /build production
RUN node scripts/deploy/make-app.ts --installed production --out app
# Where the program may write. It is handed over with its owner, who has no name in the image.
RUN mkdir -p state/ibid

FROM base AS image
LABEL org.opencontainers.image.title="Ibid" \
      org.opencontainers.image.description="Answers from your documentation, every sentence proved." \
      org.opencontainers.image.licenses="MIT"
# Nothing is installed in a running container: npm, yarn and the headers go, and with them whatever is found wrong with them one day.
WORKDIR /usr/local
RUN rm -rf include lib/node_modules bin/npm bin/npx bin/corepack bin/yarn bin/yarnpkg ../../opt/yarn-* \
    && ln -s ../../../app/node_modules/ibid/bin/ibid.js bin/ibid
COPY --from=built /build/app /app
COPY deploy/healthcheck.mjs /app/
COPY --from=built --chown=10001:10001 /build/state /var/lib
# Mount pages and `ibid.config.json` here, read-only.
WORKDIR /work
ENV NODE_ENV=production \
    HOME=/tmp \
    IBID_INDEX=/var/lib/ibid/index.db \
    PORT=3210
USER 10001:10001
VOLUME /var/lib/ibid
EXPOSE 3210
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 CMD ["node", "/app/healthcheck.mjs"]
ENTRYPOINT ["ibid"]
CMD ["serve", "--host", "0.0.0.0"]
