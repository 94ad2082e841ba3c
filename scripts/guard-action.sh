#!/usr/bin/env bash
# What action.yml does, as a script: brings the packed command line, holds a run against its baseline, hands on what was found.
# Its inputs are GUARD_*; GUARD_CLI names a command line that is there already. Without GitHub's folders it writes into a new one.
set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=${RUNNER_TEMP:-$(mktemp -d)}/boilerscope-guard
mkdir -p "$place"
# A runner of one's own keeps its folders: what an earlier run found is not ours.
rm -f "$place/junit.xml" "$place/summary.md"

# Prints the path of the command line.
bring() {
  if [ -n "${GUARD_CLI:-}" ]; then
    echo "$GUARD_CLI"
    return
  fi
  local package=${GUARD_PACKAGE:-}
  if [ -z "$package" ]; then
    (cd "$checkout" && ELECTRON_SKIP_BINARY_DOWNLOAD=1 npm ci --no-audit --no-fund && node scripts/pack-cli.mjs) >&2
    package=$(ls "$checkout"/dist/boilerscope-*.tgz)
  fi
  # npm reads a relative path from the folder that it installs into.
  [ ! -f "$package" ] || package=$(cd "$(dirname "$package")" && pwd)/$(basename "$package")
  npm install --prefix "$place/program" --no-save --no-audit --no-fund "$package" >&2
  echo "$place/program/node_modules/boilerscope/out/main/cli.js"
}

arguments=(evaluate --corpus "$GUARD_CORPUS" --extractors "$GUARD_EXTRACTORS" --quiet)
# Adds each line of $2 that is not empty, behind the option $1 where there is one.
add_lines() {
  local line
  while IFS= read -r line; do
    line=${line%$'\r'}
    [ -n "${line//[[:space:]]/}" ] || continue
    [ -z "$1" ] || arguments+=("$1")
    arguments+=("$line")
  done <<< "$2"
}
[ -z "${GUARD_BASELINE:-}" ] || arguments+=(--baseline "$GUARD_BASELINE")
add_lines --fail-if "${GUARD_FAIL_IF:-}"
add_lines --fail-if-page "${GUARD_FAIL_IF_PAGE:-}"
[ "${GUARD_REQUIRE_SNIPPETS:-false}" != true ] || arguments+=(--require-snippets)
add_lines '' "${GUARD_ARGUMENTS:-}"

cli=$(bring)
cd "${GUARD_FOLDER:-.}"
status=0
node "$cli" "${arguments[@]}" --junit "$place/junit.xml" --summary "$place/summary.md" || status=$?

if [ -n "${GITHUB_OUTPUT:-}" ]; then
  printf 'status=%s\njunit=%s\nsummary=%s\n' "$status" "$place/junit.xml" "$place/summary.md" >> "$GITHUB_OUTPUT"
fi
if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$place/summary.md" ]; then
  cat "$place/summary.md" >> "$GITHUB_STEP_SUMMARY"
fi
exit "$status"
