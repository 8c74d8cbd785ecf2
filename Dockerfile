# See docs/deploy/container.md.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 PORT=3000
ENV DATABASE_URL=file:/data/app.db
RUN mkdir /data && chown node:node /data
COPY --from=build /app/.output /app/.output
WORKDIR /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + ((process.env.PORT ?? '').replace(/\\D/g, '') || 3000) + '/api/health').then((response) => process.exit(response.ok ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=16", ".output/server/index.mjs"]
