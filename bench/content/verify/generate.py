"""Writes the cases of the sentence check: python3 generate.py HALF, where HALF is `development` or `judging`.

Facts: an invented business and statements of the editorial packs. True sentences paraphrase facts; planted ones are
corrupted in one of 14 ways. The halves have other trades, other businesses, other templates and other corruptions.
The same HALF gives the same files.
"""

import json
import random
import re
import sys
from pathlib import Path

import templates

HERE = Path(__file__).parent
PACKS = HERE.parents[2] / "editorial" / "packs" / "en"
TRUE_PER_TRADE = 40
PLANTED_PER_KIND = 15


def pack_statements(trade):
    """Returns the statements of a pack without questions, each with the publisher of its source."""
    front, body = (PACKS / f"{trade}.md").read_text().split("+++")[1:3]
    publishers = dict(re.findall(r'^(\S+) = \{.*?publisher = "([^"]+)"', front, re.M))
    statements = []
    for section in re.split(r"^# ", body, flags=re.M)[1:]:
        title, _, text = section.partition("\n")
        if title.strip() in ("Questions", "Glossary", "What to ask"):
            continue
        for line in text.split("\n"):
            found = re.match(r"(?:- |\d+\. )(?:\{([^}]*)\} )?(?:\*\*[^*]+\*\* )?(.+)", line.strip())
            if found:
                source = re.search(r"source: ([\w-]+)", found[1] or "")
                publisher = publishers.get(source[1], "editorial pack") if source else "editorial pack"
                statements.append((found[2], publisher))
    return statements


def sentences(text):
    return re.split(r"(?<=[.!?]) (?=[A-Z])", text)


def sheet(trade, half, rng):
    """Returns the facts of a business, and of the trade."""
    words = templates.HALVES[half]
    work = re.search(r'^work = "([^"]+)"', (PACKS / f"{trade}.md").read_text(), re.M)[1]
    city, state, code = rng.choice(words["places"])
    name = f"{rng.choice(words['owners'])} {work.split()[0].capitalize()}"
    low = [rng.randrange(60, 400, 5) for _ in range(3)]
    prices = [f"${a} to ${a + rng.randrange(50, 600, 10)}" for a in low]
    values = {
        "name": name, "work": work, "city": city, "state": state, "code": code,
        "jobs": rng.sample(words["jobs"], 4), "prices": prices,
        "minutes": rng.choice([30, 45, 60, 75, 90]), "days": rng.choice([2, 3, 4, 5, 6]),
        "phone": f"{rng.randrange(201, 989)}-555-0{rng.randrange(100, 199)}",
        "licence": str(rng.randrange(10_000_000, 99_999_999)), "cover": rng.choice([1, 2, 3, 5]),
        "year": rng.randrange(1978, 2016), "back": rng.choice([30, 60, 90]),
        "score": rng.choice(["4.6", "4.7", "4.8", "4.9"]), "count": rng.randrange(80, 900),
        "opens": rng.choice([6, 7, 8]), "closes": rng.choice([4, 5, 6, 7]),
    }
    fact = lambda id, kind, value, detail=None, own=True, source="owner": {
        "id": id, "kind": kind, "value": value, "detail": detail, "source": source, "isOwnerSupplied": own}
    facts = [
        fact("biz", "business", name), fact("svc", "service", work), fact("place", "place", f"{city}, {code}"),
        *(fact(f"price{at}", "price", prices[at], values["jobs"][at]) for at in range(3)),
        fact("look", "duration", f"{values['minutes']} minutes", words["visit"]),
        fact("time", "duration", f"{values['days']} days", values["jobs"][2]),
        fact("hours", "hours", f"Monday to Saturday, {values['opens']} a.m. to {values['closes']} p.m."),
        fact("phone", "phone", values["phone"]),
        fact("licence", "licence", f"{state} contractor {values['licence']}"),
        fact("insurance", "insurance", f"General liability of ${values['cover']} million"),
        fact("since", "experience", f"since {values['year']}"),
        fact("guarantee", "guarantee", f"A second visit is free if the problem returns within {values['back']} days"),
        fact("rating", "rating", f"{values['score']} of 5 from {values['count']} reviews"),
        fact("haul", "statement", words["included"]), fact("deposit", "statement", words["excluded"]),
    ]
    chosen = rng.sample(pack_statements(trade), 22)
    for at, (text, publisher) in enumerate(chosen):
        facts.append(fact(f"pack{at}", "statement", text, None, False, publisher))
    return facts, values


def fill(template, values):
    text, ids = template
    flat = {**values, **{f"job{at}": job for at, job in enumerate(values["jobs"])},
            **{f"price{at}": price for at, price in enumerate(values["prices"])}}
    for at, price in enumerate(values["prices"]):
        flat[f"low{at}"], flat[f"high{at}"] = (int(part.strip("$")) for part in price.split(" to "))
    filled = text.format(**flat)
    return filled[0].upper() + filled[1:], ids


def paraphrase(text, words, rng):
    """Rewords a statement of a pack without changing what it says."""
    ways = [lambda t: t, first_only, lambda t: reworded(t, words), lambda t: fronted(t, words), lambda t: reworded(fronted(t, words), words)]
    return rng.choice(ways)(rng.choice([text, first_only(text)]))


def first_only(text):
    return sentences(text)[0]


def reworded(text, words):
    for old, new in words["synonyms"]:
        text = re.sub(rf"\b{old}\b", new, text)
    return text


def fronted(text, words):
    """Moves the reason to the front: `A because b.` becomes `Because b, a.`"""
    found = re.match(r"^([^,.]+?),? (because|although|unless) ([^,.]+)\.$", first_only(text))
    if not found:
        return words["lead"] + text[0].lower() + text[1:] if text.split()[0] in ("A", "An", "The", "Many", "Some", "Most") else text
    return f"{found[2].capitalize()} {found[3]}, {found[1][0].lower()}{found[1][1:]}."


def true_cases(facts, values, words, rng):
    cases = [fill(template, values) for template in words["true"]]
    packs = [fact for fact in facts if fact["id"].startswith("pack")]
    while len(cases) < TRUE_PER_TRADE:
        fact = rng.choice(packs)
        cases.append((paraphrase(fact["value"], words, rng), [fact["id"]]))
    return [{"text": text, "factIds": ids if rng.random() < 0.7 else [], "truth": True, "kind": "true"} for text, ids in cases]


def substitute(facts, pairs, rng):
    """Applies the first fitting replacement of a shuffled list to a statement of a pack."""
    packs = [fact for fact in facts if fact["id"].startswith("pack")]
    for fact in rng.sample(packs, len(packs)):
        text = rng.choice([fact["value"], first_only(fact["value"])])
        for old, new in rng.sample(pairs, len(pairs)):
            changed, times = re.subn(old, new, text, count=1)
            if times and changed != text:
                return changed[0].upper() + changed[1:], [fact["id"]]
    return None


def planted_cases(trade_sheets, half, rng):
    words, cases = templates.HALVES[half], []
    for kind, made in words["planted"].items():
        left = PLANTED_PER_KIND
        for attempt in range(400):
            if not left:
                break
            at = rng.randrange(len(trade_sheets))
            facts, values = trade_sheets[at]
            choice = rng.choice(made)
            found = substitute(facts, choice, rng) if isinstance(choice, list) else fill(choice, {
                **values, "fact": (fact := first_only(rng.choice([f for f in facts if f["id"].startswith("pack")])["value"])),
                "tail": fact[0].lower() + fact[1:],
                "wrong": values["minutes"] + rng.choice([10, 15, 25]), "year2": values["year"] - rng.choice([3, 7, 10]),
                "phone2": values["phone"][:-1] + str((int(values["phone"][-1]) + 3) % 10),
                "licence2": str(int(values["licence"]) + 9_090), "count2": values["count"] + 140, "back2": values["back"] * 2 + 5,
                "cover2": values["cover"] * 10, "days2": values["days"] + 3})
            if found and all(found[0] != case["text"] for _, case in cases):
                ids = [id for id in found[1] if rng.random() < 0.7]
                cases.append((at, {"text": found[0], "factIds": ids, "truth": False, "kind": kind}))
                left -= 1
    return cases


def main(half):
    words, rng = templates.HALVES[half], random.Random(templates.HALVES[half]["seed"])
    sheets = [sheet(trade, half, rng) for trade in words["trades"]]
    sentences_of = [true_cases(facts, values, words, rng) for facts, values in sheets]
    for at, case in planted_cases(sheets, half, rng):
        sentences_of[at].append(case)
    with (HERE / f"{half}.jsonl").open("w") as cases, (HERE / f"{half}.truth.jsonl").open("w") as truth:
        for trade, (facts, _), own in zip(words["trades"], sheets, sentences_of):
            rng.shuffle(own)
            plain = [{"text": one["text"], "factIds": one["factIds"]} for one in own]
            cases.write(json.dumps({"id": trade, "facts": facts, "sentences": plain}) + "\n")
            labels = [{"isTrue": one["truth"], "kind": one["kind"]} for one in own]
            truth.write(json.dumps({"id": trade, "labels": labels}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
