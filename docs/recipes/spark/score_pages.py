"""Scores the pages of a folder with Boilerscope on a Spark cluster and writes one table of all scores.

    spark-submit score_pages.py --input pages/ --output scores/ --table table.md -- --extractors cectd-ds,bte

The folder contains JSON Lines (.jsonl, .jsonl.gz) with `html` and gold text in each record, or web archives (.warc, .warc.gz),
one task per archive. Options after `--` are options of `boilerscope evaluate`. The output is one JSON line per page, with an
error if the page could not be scored.
"""

import argparse
import os
import shlex
import subprocess
import sys
import threading
from collections import deque
from typing import Iterable, Iterator, List

from pyspark import SparkContext

# 3: some records failed; their lines contain the reason.
ACCEPTED = (0, 3)


def lines_through(command: List[str], lines: Iterable[str]) -> Iterator[str]:
    """Pipes lines through a program. If the program fails, the task fails and Spark repeats it."""
    # Bytes, because lines end only at \n; Python's text mode has more line ends.
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    complaints: deque = deque(maxlen=20)
    failed: List[BaseException] = []

    def feed() -> None:
        try:
            for line in lines:
                child.stdin.write(line.encode("utf-8") + b"\n")
        except BrokenPipeError:
            pass  # The exit code reports the failure.
        except BaseException as thrown:
            failed.append(thrown)
        finally:
            try:
                child.stdin.close()
            except BrokenPipeError:
                pass

    threads = [threading.Thread(target=feed, daemon=True), threading.Thread(target=lambda: complaints.extend(child.stderr), daemon=True)]
    for thread in threads:
        thread.start()
    try:
        for line in child.stdout:
            yield line.decode("utf-8").rstrip("\n")
        code = child.wait()
        for thread in threads:
            thread.join()
        if failed:
            raise failed[0]
        if code not in ACCEPTED:
            raise RuntimeError(f"{shlex.join(command)} ended with {code}:\n{b''.join(complaints).decode('utf-8', 'replace')}")
    finally:
        child.kill()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--input", required=True, help="folder that every worker can read")
    parser.add_argument("--output", required=True, help="new folder for the score lines")
    parser.add_argument("--table", help="file for the merged table; .csv, .jsonl, .tex or Markdown by its name")
    parser.add_argument("--command", default="boilerscope", help="command that starts Boilerscope on the workers")
    parser.add_argument("--partitions", type=int, default=0, help="tasks for records; default four per core")
    parser.add_argument("options", nargs="*", help="options of evaluate, after --")
    args = parser.parse_args()

    context = SparkContext(appName="boilerscope")
    folder = os.path.abspath(args.input)
    names = sorted(os.listdir(folder))
    archives = [os.path.join(folder, name) for name in names if name.endswith((".warc", ".warc.gz"))]
    lists = [os.path.join(folder, name) for name in names if name.endswith((".jsonl", ".jsonl.gz"))]
    if not archives and not lists:
        print(f"{folder} holds neither .jsonl nor .warc files.", file=sys.stderr)
        return 1
    # One core per task, so one thread.
    evaluate = [*shlex.split(args.command), "evaluate", *args.options, "--jobs", "1"]
    partitions = args.partitions or 4 * context.defaultParallelism
    parts = []
    if lists:
        records = context.textFile(",".join(lists)).repartition(partitions)
        parts.append(records.mapPartitions(lambda lines: lines_through([*evaluate, "--stdin"], lines)))
    if archives:
        paths = context.parallelize(archives, len(archives))
        parts.append(paths.flatMap(lambda path: lines_through([*evaluate, "--corpus", path, "--lines"], [])))
    context.union(parts).saveAsTextFile(args.output)
    context.stop()

    if args.table is None:
        return 0
    formats = {".csv": "csv", ".jsonl": "jsonl", ".tex": "latex"}
    format = formats.get(os.path.splitext(args.table)[1], "md")
    merge = [*shlex.split(args.command), "evaluate", "--merge", args.output, "--format", format, "--out", args.table]
    code = subprocess.call(merge)
    return 0 if code in ACCEPTED else code


if __name__ == "__main__":
    sys.exit(main())
