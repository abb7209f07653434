#!/usr/bin/env python3
"""Makes the bundled sample data: what exports, a crawl, a rank tracker and a table of payouts would say of a site that
does not exist.

Every figure comes from the seeded model below; nothing is measured. The same model fills both files, so that their
tables agree: what the bulk export lists by day is part of what the tables sum up.

    python3 make_sample.py            writes both archives beside this file
    python3 make_sample.py --check    fails unless the archives hold exactly what the model gives
"""

import csv
import datetime
import io
import json
import math
import pathlib
import random
import sys
import zipfile

HERE = pathlib.Path(__file__).parent
SITE = "https://www.sample.example/"
FIRST_DAY = datetime.date(2026, 8, 3)
DAYS = 90
SEED = 20261031
# Queries that the bulk export lists by day; the rest are in the tables only.
DAILY_QUERIES = 64

SERVICES = {
    "drain cleaning": 34, "water heater repair": 30, "water heater installation": 22, "leak detection": 14,
    "toilet repair": 12, "sewer line repair": 11, "sump pump installation": 8, "ac repair": 52,
    "furnace repair": 24, "heat pump installation": 18, "duct cleaning": 16, "panel upgrade": 10,
    "ev charger installation": 15, "roof repair": 28, "gutter cleaning": 20,
}
CITIES = {"austin": 1.0, "round rock": 0.42, "cedar park": 0.34, "georgetown": 0.28, "pflugerville": 0.2}
GUIDES = {
    "how to unclog a kitchen sink": 40, "how to reset a water heater": 26, "why is my ac blowing warm air": 44,
    "how often should gutters be cleaned": 18, "how to find a water leak": 22, "why is my toilet running": 36,
    "how long does a water heater last": 28, "what size heat pump do i need": 16, "how to shut off water main": 20,
    "signs of a sewer line break": 12, "does homeowners insurance cover roof leaks": 17, "how to relight a pilot light": 21,
    "what is a level 2 ev charger": 19, "how to clean ac coils": 23, "why is my water bill so high": 25,
    "when to replace a furnace": 15, "how to stop a dripping faucet": 27, "tankless vs tank water heater": 24,
}
BRAND = {"sample home services": 9, "sample home services austin": 5, "sample home services reviews": 3, "sample.example": 2}
WEEKDAY = [1.08, 1.06, 1.02, 1.0, 0.96, 0.92, 0.96]

# The effects that an analysis should find, by query.
CTR_GAPS = {"ac repair austin", "water heater installation cost", "gutter cleaning austin", "leak detection near me", "duct cleaning cost"}
DECAYS = {"water heater repair austin", "furnace repair austin", "roof repair near me", "how to reset a water heater", "sump pump installation cost", "roof repair austin"}
RISES = {"ev charger installation austin", "ev charger installation cost", "heat pump installation austin", "what is a level 2 ev charger", "heat pump installation cost", "what size heat pump do i need"}
RIVAL_PAGES = {
    "drain cleaning austin": ("services/drain-cleaning", "austin/drain-cleaning"),
    "water heater repair round rock": ("services/water-heater-repair", "round-rock"),
    "tankless vs tank water heater": ("guides/tankless-vs-tank-water-heater", "services/water-heater-installation"),
    "toilet repair near me": ("services/toilet-repair", "guides/why-is-my-toilet-running"),
    "duct cleaning austin": ("services/duct-cleaning", "austin"),
}
COUNTRIES = [("United States", 0.936), ("Canada", 0.021), ("India", 0.014), ("United Kingdom", 0.011), ("Mexico", 0.008),
             ("Philippines", 0.006), ("Germany", 0.004)]
DEVICES = [("Mobile", "MOBILE", 0.63, -0.6), ("Desktop", "DESKTOP", 0.33, 0.9), ("Tablet", "TABLET", 0.04, 0.4)]


def slug(text):
    return text.replace(" ", "-")


def page(path):
    return SITE + (path + "/" if path else "")


def pages():
    """All addresses of the site, about sixty."""
    services = [f"services/{slug(service)}" for service in SERVICES]
    locals_ = [f"austin/{slug(service)}" for service in list(SERVICES)[:14]]
    fixed = ["", "about", "contact", "reviews", "financing", "emergency", "maintenance-plans"]
    return fixed + services + locals_ + [slug(city) for city in CITIES] + [f"guides/{slug(guide)}" for guide in GUIDES]


def queries():
    """Query -> (daily impressions at the start, position, path of its page)."""
    known = set(pages())
    found = {}
    for service, weight in SERVICES.items():
        own = f"services/{slug(service)}"
        found[service] = (weight * 0.9, 33.0, own)
        found[f"{service} near me"] = (weight * 1.1, 9.4, own)
        found[f"{service} cost"] = (weight * 0.7, 6.8, own)
        found[f"emergency {service}"] = (weight * 0.35, 11.2, "emergency")
        found[f"best {service} company"] = (weight * 0.25, 27.0, own)
        found[f"24 hour {service}"] = (weight * 0.18, 21.0, "emergency")
        found[f"{service} estimate"] = (weight * 0.14, 8.3, own)
        for city, share in CITIES.items():
            local = f"{slug(city)}/{slug(service)}"
            target = local if local in known else slug(city)
            found[f"{service} {city}"] = (weight * share * 0.8, 2.9 if local in known else 8.8, target)
            if share > 0.25:
                found[f"{city} {service}"] = (weight * share * 0.3, 3.1 if local in known else 16.0, target)
            if share > 0.4:
                found[f"{service} cost {city}"] = (weight * share * 0.2, 7.2, target)
    for guide, weight in GUIDES.items():
        found[guide] = (weight, 5.6, f"guides/{slug(guide)}")
    for brand, weight in BRAND.items():
        found[brand] = (weight, 1.2, "reviews" if "reviews" in brand else "")
    return found


def poisson(rng, mean):
    """A draw by inversion, the same on every platform."""
    limit, count, product = math.exp(-min(mean, 600.0)), 0, rng.random()
    while product > limit:
        count, product = count + 1, product * rng.random()
    return count


def click_share(position):
    """A smooth curve of clicks by position: 0.28 at the first, 0.02 at the tenth, little beyond."""
    return 0.28 * position ** -1.1 if position <= 10 else 0.013 * math.exp(-(position - 10) / 9)


def simulate():
    """Rows of (day, query, path, device, impressions, clicks, sum of positions from zero)."""
    rng = random.Random(SEED)
    rows = []
    for query, (impressions, position, path) in queries().items():
        position = max(1.0, position * math.exp(rng.uniform(-0.45, 0.45)))
        factor = 0.22 if query in CTR_GAPS else 1.0
        if query in CTR_GAPS:
            position = 2.6
        if query in DECAYS:
            position = 3.4
        for day in range(DAYS):
            passed = day / (DAYS - 1)
            demand = impressions * WEEKDAY[day % 7] * (1 + 3.2 * passed ** 2 if query in RISES else 1.0)
            here = position + (7.5 * max(0.0, passed - 0.45) / 0.55 if query in DECAYS else 0.0)
            target = RIVAL_PAGES[query][day // 6 % 2] if query in RIVAL_PAGES else path
            for _, device, share, shift in DEVICES:
                seen = poisson(rng, demand * share)
                if seen == 0:
                    continue
                at = max(1.0, here + shift + rng.gauss(0, 0.35))
                expected = click_share(at) * factor * (1.9 if query in BRAND else 1.0)
                clicks = sum(rng.random() < min(0.85, expected) for _ in range(seen))
                rows.append((day, query, target, device, seen, clicks, round((at - 1) * seen)))
    return rows


def totals(rows, key):
    """Key -> [clicks, impressions, sum of positions]."""
    sums = {}
    for row in rows:
        entry = sums.setdefault(key(row), [0, 0, 0])
        entry[0] += row[5]
        entry[1] += row[4]
        entry[2] += row[6]
    return sums


def with_withheld(sums, rng):
    """Adds what rare queries add: searches that Search Console counts but does not list."""
    return {key: [c + round(c * rng.uniform(0.25, 0.45)), i + round(i * rng.uniform(0.3, 0.5)), s] for key, (c, i, s) in sums.items()}


def decimals(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def figures(clicks, impressions, position):
    return [clicks, impressions, decimals(100 * clicks / impressions) + "%", decimals(position)]


def table(header, lines):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([header, "Clicks", "Impressions", "CTR", "Position"])
    writer.writerows(lines)
    return out.getvalue()


def ranked(header, sums, name=str):
    """A table in the order of Search Console: clicks, then impressions."""
    order = sorted(sums.items(), key=lambda item: (-item[1][0], -item[1][1], str(item[0])))
    return table(header, [[name(key), *figures(c, i, s / i + 1)] for key, (c, i, s) in order if i][:1000])


def split(clicks, impressions, shares):
    """Whole numbers in given shares that add up to what is split."""
    parts, left = [], [clicks, impressions]
    for name, share in shares[:-1]:
        part = [round(clicks * share), round(impressions * share)]
        left = [left[0] - part[0], left[1] - part[1]]
        parts.append((name, *part))
    return parts + [(shares[-1][0], *left)]


def search_console(rows):
    """Name -> text of the files of a Search Console export."""
    rng = random.Random(SEED + 1)
    listed_days = totals(rows, lambda row: row[0])
    days = with_withheld(listed_days, rng)
    clicks, impressions = (sum(day[at] for day in days.values()) for at in (0, 1))
    listed = totals(rows, lambda row: "all")["all"]
    mean = listed[2] / listed[1] + 1
    by_day = [[(FIRST_DAY + datetime.timedelta(day)).isoformat(), *figures(c, i, s / listed_days[day][1] + 1)]
              for day, (c, i, s) in sorted(days.items())]
    rest = [*COUNTRIES, ("Australia", 0.0)]
    countries = [[name, *figures(c, i, mean + at * 0.8)] for at, (name, c, i) in enumerate(split(clicks, impressions, rest)) if i]
    devices = [[name, *figures(c, i, mean + DEVICES[at][3])] for at, (name, c, i)
               in enumerate(split(clicks, impressions, [(name, share) for name, _, share, _ in DEVICES]))]
    appearance = [["Review snippet", *figures(round(clicks * 0.07), round(impressions * 0.05), mean - 1.4)]]
    return {
        "Chart.csv": table("Date", by_day),
        "Countries.csv": table("Country", countries),
        "Devices.csv": table("Device", devices),
        "Filters.csv": "Filter,Value\nSearch type,Web\nDate,Last 3 months\n",
        "Pages.csv": ranked("Top pages", totals(rows, lambda row: row[2]), page),
        "Queries.csv": ranked("Top queries", totals(rows, lambda row: row[1])),
        "Search appearance.csv": table("Search Appearance", appearance),
    }


BULK_HEADER = ["data_date", "site_url", "url", "query", "is_anonymized_query", "is_anonymized_discover", "country", "search_type",
               "device", "is_review_snippet", "impressions", "clicks", "sum_position"]


def bulk_export(rows):
    """The most searched queries by day, with all devices as one row of the device seen most."""
    weight = totals(rows, lambda row: row[1])
    special = [*CTR_GAPS, *DECAYS, *RISES, *RIVAL_PAGES]
    top = sorted(weight, key=lambda query: (query not in special, -weight[query][1], query))[:DAILY_QUERIES]
    chosen = set(top)
    sums = totals([row for row in rows if row[1] in chosen], lambda row: (row[0], row[1], row[2]))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(BULK_HEADER)
    for (day, query, path), (clicks, impressions, positions) in sorted(sums.items()):
        date = (FIRST_DAY + datetime.timedelta(day)).isoformat()
        writer.writerow([date, "sc-domain:sample.example", page(path), query, "false", "false", "usa", "WEB", "MOBILE", "false",
                         impressions, clicks, positions])
    return {"searchdata_url_impression.csv": out.getvalue()}


# Rivals, all on a reserved name that nobody can register, and how strong they are.
RIVALS = {
    "www.directory-of-trades.example": 2.6, "www.neighbours-recommend.example": 2.1, "bright-river-plumbing.example": 1.6,
    "hill-country-home-repair.example": 1.4, "lone-oak-services.example": 1.2, "www.two-brothers-hvac.example": 1.1,
    "capital-roof-and-gutter.example": 0.9, "ask-anything-forum.example": 0.8, "east-side-electric.example": 0.7,
    "northgate-plumbers.example": 0.5, "www.quick-quote-leads.example": 0.4, "old-town-handyman.example": 0.2,
    "house-and-garden-magazine.example": 0.1, "blue-door-maintenance.example": 0.0,
}
# Queries whose ranks and result pages are kept, and how deep was looked.
TRACKED = 40
DEPTH = 30
SENTENCES = [
    "{service} in {place} is done by our own team.", "A call in the morning usually means a visit the same day.",
    "The price is agreed in writing before any work on {service} begins.", "Most {service} jobs take between one and three hours.",
    "Our people are licensed and insured.", "Ask for photographs of earlier {service} work.",
    "If {service} can wait, a visit in the week costs less than one on Sunday.", "Every {service} job has a warranty of one year.",
    "We clean up before we leave.", "Parts are listed on the bill with their price.", "Signs that {service} is needed are easy to miss.",
    "For {service} we serve {place} and its neighbours.", "There is no charge for an estimate.", "Here is what {service} costs and why.",
    "Small repairs are often enough.", "We answer the phone day and night.",
]


def about(query):
    """The service and the city that a query names."""
    service = max((name for name in SERVICES if name in query), key=len, default=query)
    return service, next((city for city in CITIES if city in query), "the area").title()


def tracked(rows):
    """The queries followed, most searched first, those with planted effects before all; guides stay out."""
    weight = totals([row for row in rows if row[1] not in BRAND and row[1] not in GUIDES], lambda row: row[1])
    special = [*CTR_GAPS, *DECAYS, *RISES, *RIVAL_PAGES]
    return sorted(weight, key=lambda query: (query not in special, -weight[query][1], query))[:TRACKED]


def places(rows):
    """Query -> day -> where the site stood: the mean of the day, by impressions."""
    found = {}
    for (query, day), (_, impressions, positions) in totals(rows, lambda row: (row[1], row[0])).items():
        found.setdefault(query, {})[day] = positions / impressions + 1
    return found


def date(day):
    return (FIRST_DAY + datetime.timedelta(day)).isoformat()


def lines(header, found):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(found)
    return out.getvalue()


def rank_history(followed, stood):
    """A rank each day; nothing where the site was not among the first 30, or was not shown."""
    path = {query: target for query, (_, _, target) in queries().items()}
    found = []
    for query in followed:
        for day in range(DAYS):
            place = round(stood[query].get(day, DEPTH + 1))
            is_found = place <= DEPTH
            found.append([date(day), query, "Austin, Texas", "mobile", place if is_found else "",
                          page(path[query]) if is_found else "", DEPTH, "synthetic"])
    return lines(["date", "keyword", "location", "device", "position", "url", "depth", "source"], found)


def result_pages(followed, stood, rng):
    """(query, day, features, [(position, address, title)]) of the first and the last week."""
    path = {query: target for query, (_, _, target) in queries().items()}
    for query in followed:
        service, place = about(query)
        features = ["local_pack"] if "how" not in query.split() else ["people_also_ask"]
        base = {name: strength + rng.gauss(0, 0.8) for name, strength in RIVALS.items()}
        for day in (3, DAYS - 4):
            order = sorted(base, key=lambda name: -(base[name] + rng.gauss(0, 0.25)))
            found = [(f"https://{name}/{slug(service)}/{slug(place.lower())}/", f"{service.title()} in {place}") for name in order]
            own = round(stood[query].get(day, DEPTH))
            if own <= len(found):
                found.insert(own - 1, (page(path[query]), f"{query.title()} | Sample Home Services"))
            yield query, day, features, [(at, *one) for at, one in enumerate(found[:10], 1)]


def text(service, place, rng, most):
    chosen = rng.sample(SENTENCES, rng.randint(6, most))
    return " ".join(sentence.format(service=service, place=place) for sentence in chosen)


def seen_pages(results, rng):
    """The site's own pages, and the first five of every result page of the last week, as a crawl would list them."""
    found = {}
    for path in pages():
        name = (path or "home").split("/")[-1].replace("-", " ")
        service, place = about(name)
        found[page(path)] = {"title": f"{name.title()} | Sample Home Services", "h1": name.title(), "headings": ["Prices", "Where we work"],
                             "text": text(service, place, rng, 12), "links": [page("contact"), page("")]}
    for query, day, _, results_of_day in results:
        for _, address, title in results_of_day[:5] if day > DAYS / 2 else []:
            service, place = about(query)
            found.setdefault(address, {"title": title, "h1": title, "headings": ["What it costs", "Questions"],
                                       "text": text(service, place, rng, 16), "query": query, "links": []})
    entry = {"status": 200, "observedAt": date(DAYS - 4)}
    return "".join(json.dumps({"url": address, **one, **entry}) + "\n" for address, one in found.items())


def payouts(rng):
    """What a lead and a call are paid in each trade, by city."""
    found = []
    for service in SERVICES:
        worth = rng.randint(30, 140)
        for city, share in CITIES.items():
            lead = round(worth * (0.8 + 0.3 * share))
            for unit, amount in (("lead", lead), ("call", round(lead * 0.6))):
                found.append([service, "", "TX", city.title(), unit, f"{amount}.00", "USD", "synthetic", date(0), "", ""])
    return lines(["vertical", "service", "state", "city", "unit", "amount", "currency", "source", "valid_from", "valid_to", "notes"], found)


def observations(rows):
    """Name -> text of what a rank tracker, a crawl and a table of payouts would say; in the market of the other files."""
    rng = random.Random(SEED + 2)
    followed, stood = tracked(rows), places(rows)
    results = list(result_pages(followed, stood, rng))
    listed = [{"query": query, "location": "Austin, Texas", "device": "mobile", "observedAt": date(day), "features": features,
               "results": [{"position": at, "url": address, "title": title} for at, address, title in found]}
              for query, day, features, found in results]
    return {
        "rank-history.csv": rank_history(followed, stood),
        "serp-results.jsonl": "".join(json.dumps(one) + "\n" for one in listed),
        "pages.jsonl": seen_pages(results, rng),
        "payouts.csv": payouts(rng),
    }


def write(name, files):
    with zipfile.ZipFile(HERE / name, "w") as archive:
        for file, text in sorted(files.items()):
            info = zipfile.ZipInfo(file, date_time=(2026, 11, 2, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, text, compresslevel=9)


def same(name, files):
    with zipfile.ZipFile(HERE / name) as archive:
        return {file: archive.read(file).decode() for file in archive.namelist()} == files


def main():
    rows = simulate()
    tables, bulk, others = search_console(rows), bulk_export(rows), observations(rows)
    archives = {"sample-search-console.zip": tables, "sample-bulk-export.zip": bulk, "sample-observations.zip": others,
                "test-site.zip": {**tables, **bulk, **others}}
    if "--check" in sys.argv[1:]:
        stale = [name for name, files in archives.items() if not same(name, files)]
        sys.exit(f"differs from the model: {', '.join(stale)}" if stale else 0)
    for name, files in archives.items():
        write(name, files)


if __name__ == "__main__":
    main()
