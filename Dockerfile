# Ibid in a container: the `ibid` program, run from its sources by the Node that they are tested with.
#
#   docker build -t ibid .
#   docker run --rm -v ibid:/var/lib/ibid -v "$PWD/docs:/work/docs:ro" ibid index docs --site-url https://docs.example.org
#   docker run --rm -v ibid:/var/lib/ibid -p 127.0.0.1:3210:3210 ibid
ARG NODE=24.21.0
FROM node:${NODE}-bookworm-slim AS build
WORKDIR /app
COPY . .
# The second installation leaves what the program needs to run, exactly as the lock file has it.
RUN npm ci --ignore-scripts --include-workspace-root --workspace packages/cli --workspace packages/widget \
    && node scripts/build.ts widget \
    && npm ci --ignore-scripts --omit=dev --omit=peer --workspace packages/cli \
    && mkdir -p /state/ibid

FROM node:${NODE}-bookworm-slim
COPY --from=build /app /app
# The volume is handed over with its owner, who has no name in the image.
COPY --from=build --chown=10001:10001 /state /var/lib
RUN ln -s /app/packages/cli/bin/ibid.js /usr/local/bin/ibid
# Mount pages and `ibid.config.json` here, read-only.
WORKDIR /work
ENV NODE_ENV=production HOME=/tmp IBID_INDEX=/var/lib/ibid/index.db PORT=3210
USER 10001:10001
VOLUME /var/lib/ibid
EXPOSE 3210
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "/app/deploy/healthcheck.mjs"]
ENTRYPOINT ["ibid"]
CMD ["serve", "--host", "0.0.0.0"]
