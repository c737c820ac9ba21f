"""Ratios that must hold, each of two things measured in the same run, so that no machine matters.

    python -m tests.bench [NAME...]     from the project's folder; all, or those named

Every function `bench_...` in a file `bench_*.py` here is one: it returns `ratio`, `limit` and whatever
else is worth saying. One JSON object a line; exit status 1 where a ratio is over its limit.
"""

import importlib
import json
import sys
from pathlib import Path


def benches():
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        module = importlib.import_module(f"tests.bench.{path.stem}")
        for name, function in list(vars(module).items()):
            if name.startswith("bench_"):
                yield name.removeprefix("bench_"), function


def main(names):
    known = dict(benches())
    if strange := set(names) - set(known):
        sys.exit(f"There is no bench {', '.join(sorted(strange))}. There are: {', '.join(known)}")
    failed = False
    for name, function in known.items():
        if not names or name in names:
            result = function()
            print(json.dumps({"bench": name, **result}), flush=True)
            failed = failed or result["ratio"] > result["limit"]
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
