#!/bin/sh
# The steps of the image, one by one: Containerfile runs them in its stages, packaging/image/try in a bare Debian folder. Only Node and npm
# are needed, no compiler.
set -eu

usage() { echo "install.sh: build, manifest, modules, sources or user" >&2; exit 1; }

# The packages that trying needs beside those of production (docs/decisions/0053).
demo_packages='@electric-sql/pglite'
# Traces: the image has them, since nobody can add a package to it.
trace_packages='@fastify/otel @opentelemetry/api @opentelemetry/core @opentelemetry/exporter-trace-otlp-http @opentelemetry/resources @opentelemetry/sdk-trace-base'

# The packages beside those of production, with `demo` those for trying too.
more_packages() { echo "$trace_packages${1:+ $demo_packages}"; }

# Reads names. They are development packages of the sources, and npm leaves such out even where its command line names them.
make_production() {
  node -e '
    const { readFileSync, writeFileSync } = require("node:fs")
    const manifest = JSON.parse(readFileSync("package.json", "utf8"))
    for (const name of readFileSync(0, "utf8").trim().split(" ")) {
      // Some are a part of production already where a step that failed is done again.
      manifest.dependencies[name] ??= manifest.devDependencies[name]
      if (!manifest.dependencies[name]) throw new Error(`package.json has no ${name}`)
      delete manifest.devDependencies[name]
    }
    writeFileSync("package.json", JSON.stringify(manifest))
  '
}

case "${1:-}" in
  # install.sh build <sources>: every package, then what is served and loaded from dist/, and a list of all that is in the image (CycloneDX).
  build)
    cd "$2"
    npm ci --ignore-scripts --no-audit --no-fund
    # npm's link to the runtime of the packages is empty without their scripts: the image brings its own.
    node app/build/build-if-changed.ts --always
    # shellcheck disable=SC2086 -- one word for each package
    node app/build/bill.ts $trace_packages > dist/sbom.cdx.json
    ;;
  # install.sh manifest <folder> [demo]: makes what the image has beside production a part of production, in the package file of that folder.
  manifest)
    cd "$2"
    more_packages "${3:-}" | make_production
    ;;
  # install.sh modules <folder> [demo]: what the image needs, from the package files in that folder.
  modules)
    cd "$2"
    more_packages "${3:-}" | make_production
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund
    for name in $(more_packages "${3:-}"); do
      [ -d "node_modules/$name" ] || { echo "install.sh: $name has not been installed" >&2; exit 1; }
    done
    # Never loaded: the runtime that the image has itself, links to commands, maps for debuggers and types for editors.
    rm -rf node_modules/node node_modules/.bin
    find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
    ;;
  # install.sh sources <sources> <target>: what the server runs, without the page's sources, tests and what builds.
  sources)
    cd "$2"
    mkdir -p "$3"
    tar -c --exclude='*.test.ts' --exclude='*.test.tsx' --exclude='test-*.ts' --exclude='*-fixture.ts' --exclude='*/web' --exclude='app/build' \
      --exclude='vite-page.ts' package.json LICENSE CHANGELOG.md app areas core demo identity platform variants | tar -x -C "$3" --no-same-owner
    # The pages of the embedded sign-in read the page's colours.
    mkdir -p "$3/platform/web/ui"
    cp platform/web/ui/tokens.css "$3/platform/web/ui/"
    mkdir -p "$3/dist"
    cp -R dist/web dist/server "$3/dist/"
    cp dist/sbom.cdx.json "$3/"
    # Where the sources were cloned so that only root may read them, the user who runs this could not.
    chmod -R a+rX "$3"
    ;;
  # install.sh user: the one who runs it, by number, so that a cluster can see that it is not root, and its folder.
  user)
    groupadd --gid 10001 linjen
    useradd --uid 10001 --gid linjen --no-create-home --home-dir /var/lib/linjen --shell /usr/sbin/nologin linjen
    install -d -o linjen -g linjen -m 0750 /var/lib/linjen
    ;;
  *) usage ;;
esac
