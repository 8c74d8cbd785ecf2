# See docs/deploy/container.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
# Node's compile cache is valid for one user and one version of Node: those that run the server below.
RUN chown node:node /app
USER node
COPY --chown=node:node package.json package-lock.json ./
RUN npm ci
COPY --chown=node:node . .
RUN npm run build && node --max-semi-space-size=16 scripts/compile-cache.mjs

FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 PORT=3000
ENV DATABASE_URL=file:/data/app.db
ENV NODE_COMPILE_CACHE=/app/.output/cache NODE_COMPILE_CACHE_PORTABLE=1
RUN mkdir /data && chown node:node /data
COPY --from=build /app/.output /app/.output
WORKDIR /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + ((process.env.PORT ?? '').replace(/\\D/g, '') || 3000) + '/api/health').then((response) => process.exit(response.ok ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=16", ".output/server/index.mjs"]
