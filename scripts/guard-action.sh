#!/usr/bin/env bash
# Script of action.yml: installs the command line, compares a run with its baseline, and reports the result. GUARD_* are the inputs.
set -euo pipefail

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=${RUNNER_TEMP:-$(mktemp -d)}/boilerscope-guard
mkdir -p "$place"
# A self-hosted runner keeps its folders, so remove the reports of an earlier run.
rm -f "$place/junit.xml" "$place/summary.md"

install_cli() {
  if [ -n "${GUARD_CLI:-}" ]; then
    echo "$GUARD_CLI"
    return
  fi
  local package=${GUARD_PACKAGE:-}
  if [ -z "$package" ]; then
    (cd "$checkout" && ELECTRON_SKIP_BINARY_DOWNLOAD=1 npm ci --no-audit --no-fund && node scripts/pack-cli.mjs) >&2
    package=$(ls "$checkout"/dist/boilerscope-*.tgz)
  fi
  # npm resolves a relative path in the folder of --prefix.
  [ ! -f "$package" ] || package=$(cd "$(dirname "$package")" && pwd)/$(basename "$package")
  npm install --prefix "$place/program" --no-save --no-audit --no-fund "$package" >&2
  echo "$place/program/node_modules/boilerscope/out/main/cli.js"
}

arguments=(evaluate --corpus "$GUARD_CORPUS" --extractors "$GUARD_EXTRACTORS" --quiet)
# Adds each non-empty line of $2 to the arguments. A non-empty $1 is the option before each line.
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

cli=$(install_cli)
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
