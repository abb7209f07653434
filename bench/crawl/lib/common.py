"""common.py FILE FILE: prints how many pages two crawls have in common, and how many only one of them has.

A crawl is a file of JSON lines with `url` and `status`, or of lines with address and status in tab-separated columns.
"""
import json
import sys


def pages(path):
    found = set()
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if path.endswith(".jsonl"):
                record = json.loads(line)
                url, status = record["url"], str(record.get("status"))
            else:
                url, status = line.rstrip("\n").split("\t")[:2]
            if status == "200":
                found.add(url.split("#")[0])
    return found


ours, theirs = pages(sys.argv[1]), pages(sys.argv[2])
print(f"           {len(ours & theirs)} pages in common, {len(ours - theirs)} only ours, {len(theirs - ours)} only theirs")
for url in sorted(ours ^ theirs)[:5]:
    print(f"           {'ours' if url in ours else 'theirs'}: {url}")
