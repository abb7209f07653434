#!/usr/bin/env python3
"""site.py FOLDER PACKAGE...: copies the HTML pages of documentation packages to a folder with a start page that leads to
them. Prints the number of pages that the start page reaches."""
import os, re, shutil, subprocess, sys
from html import unescape
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

folder, packages = sys.argv[1], sys.argv[2:]
shutil.rmtree(folder, ignore_errors=True)
starts = []
for package in packages:
    files = subprocess.run(["dpkg", "-L", package], capture_output=True, text=True, check=True).stdout.split("\n")
    pages = [os.path.realpath(file) for file in files if file.endswith(".html") and os.path.isfile(file)]
    indexes = sorted((page for page in pages if page.endswith("/index.html")), key=len)
    top = os.path.dirname(indexes[0])
    for page in {page for page in pages if page.startswith(top + "/")}:
        target = os.path.join(folder, package, os.path.relpath(page, top))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(page, target)
    starts.append(f"/{package}/index.html")
with open(os.path.join(folder, "index.html"), "w") as file:
    file.write("<title>Documentation</title>" + "".join(f"<a href={start}>{start}</a>\n" for start in starts))
seen, queue = {"/index.html"}, ["/index.html"]
while queue:
    path = queue.pop()
    with open(folder + path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    for href in re.findall(r"<a\s[^>]*?href\s*=\s*[\"']?([^\"'\s>]+)", text, re.I):
        url = urlsplit(urldefrag(urljoin("http://site" + path, unescape(href)))[0])
        target = unquote(url.path)
        if url.netloc == "site" and target not in seen and os.path.isfile(folder + target):
            seen.add(target)
            queue.append(target)
print(len(seen))
