# Untried: no container engine runs where this is developed (docs/cluster.md). Debian, because the embedded ClickHouse needs glibc.
# Pin the image by digest: docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts && npm run build && npm prune --omit=dev --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/sextant
WORKDIR /app
RUN useradd --system --user-group --no-create-home sextant && install -d -o sextant -g sextant -m 700 /var/lib/sextant
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
USER sextant
VOLUME /var/lib/sextant
EXPOSE 8080
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "build/app/cli/main.js", "start"]
