# The portal and its API in one image: build with `docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) .`
# Pass the tag with its digest to pin it: docs/operations.md, Containers.
ARG NODE_IMAGE=node:24-slim
FROM ${NODE_IMAGE} AS built
WORKDIR /app
ARG COMMIT
COPY package.json package-lock.json ./
COPY packages/contract/package.json packages/contract/
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
COPY apps/api/package.json apps/api/
COPY apps/portal/package.json apps/portal/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && node scripts/compile-server.mjs server \
  && npm prune --omit=dev --no-audit --no-fund && rm -r node_modules/@volume \
  # Documents use one weight of the Chinese typeface; the others are 34 MB.
  && find node_modules/@embedpdf/fonts-sc/fonts -type f ! -name '*-Regular.otf' -delete

FROM ${NODE_IMAGE}
ENV NODE_ENV=production LOCAL=false SAMPLE_PAYMENTS=0 HOST=0.0.0.0 PORT=4000
WORKDIR /app
# All its user may write: the embedded database, where no DATABASE_URL is given.
RUN mkdir .data && chown node:node .data
# JavaScript without sources and tests; the files have the places that they have in the repository.
COPY --from=built /app/server ./
COPY --from=built /app/node_modules ./node_modules
COPY --from=built /app/apps/portal/dist ./apps/portal/dist
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/api/src/main.js"]
