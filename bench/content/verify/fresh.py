"""Writes the fourth set of the sentence check: python3 fresh.py.

Written by hand before the check was changed, and not read while it was changed. Other trades than the other sets. `advice` addresses
the reader and claims nothing of the business.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent

SHEETS = {
    "tree-service": {
        "facts": [
            ("biz", "business", "Hollis Tree Care"), ("svc", "service", "tree removal"), ("place", "place", "Dayton, OH"),
            ("small", "price", "$450 to $700", "removing a small tree"), ("stump", "price", "$150", "grinding a stump"),
            ("chip", "price", "$90 an hour", "chipping branches"), ("job", "duration", "one day", "removing a small tree"),
            ("hours", "hours", "Monday to Saturday, 7 a.m. to 5 p.m."), ("tel", "phone", "937-555-0118"), ("since", "experience", "since 2011"),
            ("ins", "insurance", "General liability of $2 million"), ("back", "guarantee", "Ninety days on stump grinding"),
            ("s1", "statement", "A dead ash becomes brittle within two years."),
            ("s2", "statement", "The climber lowers heavy limbs on a rope so that they do not hit the roof."),
            ("s3", "statement", "Firewood is left at the curb only if the owner asks for it."),
            ("s4", "statement", "Some cities require a permit to cut a street tree."),
            ("s5", "statement", "Roots of a silver maple can lift a sidewalk."),
        ],
        "true": [
            "Removing a small tree costs between $450 and $700.", "Hollis Tree Care grinds a stump for $150.", "Stump grinding is $150.",
            "Chipping branches is billed at $90 per hour.", "A small tree is down in one day.", "The crew needs one day to remove a small tree.",
            "You can reach Hollis Tree Care Monday to Saturday from 7 a.m. to 5 p.m.", "Call 937-555-0118 to ask about tree removal in Dayton.",
            "Hollis Tree Care has been in business since 2011.", "We carry $2 million in general liability insurance.",
            "Stump grinding comes with a guarantee of ninety days.", "Dead ash trees turn brittle within two years.",
            "Within two years, a dead ash is brittle.", "Heavy limbs are lowered on a rope to keep them off the roof.",
            "The climber uses a rope to lower heavy limbs.", "If the owner asks for it, firewood is left at the curb.",
            "In some cities, you need a permit to cut a street tree.", "A silver maple can raise a sidewalk with its roots.",
        ],
        "advice": ["Ask for the price in writing before you sign.", "Move your car before the crew arrives."],
        "planted": {
            "substitution": ["A dead oak becomes brittle within two years.", "The climber lowers heavy limbs on a rope so that they do not hit the fence.",
                "Firewood is left at the porch only if the owner asks for it.", "Roots of a silver maple can lift a foundation."],
            "number": ["Grinding a stump costs $115.", "Removing a small tree takes three days.", "A dead ash becomes brittle within two months."],
            "addition": ["Hollis Tree Care removes trees and cleans gutters.", "Chipping branches costs $90 an hour and includes hauling.",
                "A dead ash becomes brittle within two years and attracts termites.", "An arborist visits every site first."],
            "praise": ["Dayton homeowners choose Hollis Tree Care first.", "Hollis Tree Care leaves yards spotless."],
            "polarity": ["Firewood is always left at the curb.", "No city requires a permit to cut a street tree.", "Roots of a silver maple cannot lift a sidewalk."],
            "role": ["A sidewalk can lift the roots of a silver maple.", "Every city requires a permit to cut a street tree."],
            "name": ["Brennan Tree Care grinds a stump for $150.", "Oakwood has been in business since 2011."],
        },
    },
    "locksmith": {
        "facts": [
            ("biz", "business", "Fairmount Lock & Key"), ("svc", "service", "locksmith services"), ("place", "place", "Spokane, WA"),
            ("open", "price", "$95", "opening a locked car"), ("key", "price", "$4 a key", "copying a house key"),
            ("rekey", "price", "$25 per lock", "rekeying"), ("arrive", "duration", "30 minutes", "arriving in Spokane"),
            ("hours", "hours", "every day, 6 a.m. to 11 p.m."), ("tel", "phone", "509-555-0190"), ("lic", "licence", "Washington contractor FAIRML8821"),
            ("rate", "rating", "4.7 of 5 from 86 reviews"), ("back", "guarantee", "Two years on new locks"),
            ("s1", "statement", "Rekeying changes the pins inside the lock, so the old key no longer works."),
            ("s2", "statement", "The locksmith asks for a photo ID before opening a door."),
            ("s3", "statement", "Most car keys made after 2000 contain a chip."),
            ("s4", "statement", "A deadbolt resists force better than a spring latch."),
            ("s5", "statement", "Graphite keeps a lock from sticking in cold weather."),
        ],
        "true": [
            "Opening a locked car costs $95.", "Expect to pay $95 if your car is locked and must be opened.", "House keys are copied for $4 each.",
            "Rekeying costs $25 for each lock.", "We charge $25 per lock for rekeying.", "In Spokane, the locksmith arrives in 30 minutes.",
            "The phone is answered every day from 6 a.m. to 11 p.m.", "Reach us at 509-555-0190.",
            "Fairmount Lock & Key holds Washington contractor licence FAIRML8821.", "Customers rate Fairmount Lock & Key 4.7 of 5 in 86 reviews.",
            "New locks are guaranteed for two years.", "New locks carry a two-year warranty.", "After rekeying, the old key no longer works.",
            "The pins inside the lock are changed when it is rekeyed.", "Before a door is opened, the locksmith asks to see a photo ID.",
            "Car keys made after 2000 usually have a chip.", "A spring latch resists force less well than a deadbolt.", "In cold weather, graphite stops a lock from sticking.",
        ],
        "advice": ["Have your ID ready when the locksmith comes.", "Check every door before you leave for a trip."],
        "planted": {
            "substitution": ["Oil keeps a lock from sticking in cold weather.", "The locksmith asks for a deposit before opening a door.",
                "A padlock resists force better than a spring latch.", "Most house keys made after 2000 contain a chip."],
            "number": ["Copying a house key costs $25.", "The locksmith arrives in 15 minutes.", "Most car keys made after 1990 contain a chip."],
            "addition": ["Fairmount Lock & Key also opens safes.", "Rekeying costs $25 per lock, and the first lock is free.",
                "A deadbolt resists force better than a spring latch and lowers insurance premiums.", "The locksmith drives an unmarked van."],
            "praise": ["Fairmount Lock & Key is a name Spokane knows.", "Our locksmiths are friendly and honest."],
            "polarity": ["After rekeying, the old key still works.", "The locksmith never asks for a photo ID.", "A spring latch resists force better than a deadbolt."],
            "order": ["The locksmith opens the door before he asks for a photo ID."],
            "quantifier": ["All car keys made after 2000 contain a chip.", "Every car key contains a chip."],
            "name": ["Sentry Locksmith opens a locked car for $95.", "Ask for Dana when you call 509-555-0190.", "Walmart recommends Fairmount Lock & Key."],
        },
    },
    "piano-tuning": {
        "facts": [
            ("biz", "business", "Northshore Piano"), ("svc", "service", "piano tuning"), ("place", "place", "Duluth, MN"),
            ("tune", "price", "$160", "tuning an upright piano"), ("pitch", "price", "$75 to $120", "a pitch raise"),
            ("visit", "duration", "90 minutes", "tuning an upright piano"), ("hours", "hours", "Monday to Friday, 9 a.m. to 4 p.m."),
            ("tel", "phone", "218-555-0127"), ("since", "experience", "since 1996"), ("award", "award", "Duluth Small Business Award 2019"),
            ("s1", "statement", "Dry winter air shrinks the soundboard and lowers the pitch."),
            ("s2", "statement", "The tuner mutes two of the three strings of a note before tuning the third."),
            ("s3", "statement", "Makers usually advise two tunings a year."),
            ("s4", "statement", "A piano that was moved needs two weeks to settle before it is tuned."),
            ("s5", "statement", "Broken strings are replaced at extra cost."),
            ("s6", "statement", "The tuner brings the tools; you only need to clear the lid."),
        ],
        "true": [
            "Tuning an upright piano costs $160.", "An upright piano is tuned for $160.", "A pitch raise costs from $75 to $120.",
            "Allow 90 minutes for tuning an upright piano.", "The tuner spends 90 minutes on an upright piano.", "Call Northshore Piano at 218-555-0127, Monday to Friday from 9 a.m. to 4 p.m.",
            "Northshore Piano has tuned pianos in Duluth since 1996.", "Northshore Piano won the Duluth Small Business Award in 2019.",
            "In winter, dry air lowers the pitch because the soundboard shrinks.", "The soundboard shrinks in dry winter air.",
            "Before the third string of a note is tuned, the other two are muted.", "Most makers recommend tuning twice a year.",
            "After a move, a piano needs two weeks to settle before tuning.", "Wait two weeks before you tune a piano that was moved.",
            "Replacing broken strings costs extra.", "You pay extra if broken strings must be replaced.", "You only have to clear the lid.",
            "The tools are brought by the tuner.",
        ],
        "advice": ["Write down which keys sound wrong.", "Choose a day when the house is quiet."],
        "planted": {
            "substitution": ["Dry winter air shrinks the keys and lowers the pitch.", "Broken pedals are replaced at extra cost.",
                "Teachers usually advise two tunings a year.", "The tuner brings the tools; you only need to clear the room."],
            "number": ["A piano that was moved needs two days to settle before it is tuned.", "A pitch raise costs from $75 to $210.", "Northshore Piano has tuned pianos since 1969."],
            "addition": ["Northshore Piano tunes pianos and buys old ones.", "The tuner brings the tools and wears slippers.",
                "Tuning an upright piano costs $160, parking included.", "A pitch raise doubles the life of the strings."],
            "praise": ["Music teachers in Duluth swear by Northshore Piano.", "Our tuning sounds warm and rich."],
            "polarity": ["Broken strings are replaced at no extra cost.", "Dry winter air raises the pitch.", "A piano that was moved needs no time to settle."],
            "order": ["The tuner tunes the third string before muting the other two.", "A moved piano should be tuned before it settles."],
            "quantifier": ["Makers always advise two tunings a year."],
            "name": ["Steinway advises two tunings a year.", "Lakehead Piano tunes an upright for $160.", "Juilliard trained our tuner."],
        },
    },
    "pool-maintenance": {
        "facts": [
            ("biz", "business", "Cactus Wren Pools"), ("svc", "service", "pool maintenance"), ("place", "place", "Mesa, AZ"),
            ("month", "price", "$130 a month", "weekly service"), ("green", "price", "$300 to $550", "clearing a green pool"),
            ("drain", "duration", "two days", "draining and refilling"), ("hours", "hours", "Monday to Friday, 6 a.m. to 2 p.m."),
            ("tel", "phone", "480-555-0166"), ("ins", "insurance", "General liability of $1 million"), ("since", "experience", "since 2015"),
            ("back", "guarantee", "One year on pump repairs"),
            ("s1", "statement", "Chlorine breaks down faster in direct sun."),
            ("s2", "statement", "The technician tests the water before adding acid."),
            ("s3", "statement", "Many pool pumps last eight to ten years."),
            ("s4", "statement", "Chemicals are included in the monthly price."),
            ("s5", "statement", "A dirty filter makes the pump work harder."),
            ("s6", "statement", "The city of Mesa does not allow pool water to drain into the street."),
        ],
        "true": [
            "Weekly service costs $130 per month.", "For weekly service you pay $130 a month.", "Clearing a green pool costs $300 to $550.",
            "Draining and refilling takes two days.", "It takes two days to drain and refill a pool.", "The office is open Monday to Friday from 6 a.m. to 2 p.m.",
            "Questions are answered at 480-555-0166.", "Cactus Wren Pools is insured for $1 million.", "Cactus Wren Pools has served Mesa since 2015.",
            "Pump repairs are guaranteed for one year.", "There is a one-year guarantee on pump repairs.", "Direct sun breaks chlorine down faster.",
            "Before acid is added, the technician tests the water.", "Many pumps run for eight to ten years.", "The monthly price includes chemicals.",
            "A pump works harder when the filter is dirty.", "In Mesa, pool water may not be drained into the street.", "Pool water must not drain into the street in Mesa.",
        ],
        "advice": ["Keep children away from the pool while acid is in use.", "Compare two offers before you decide."],
        "planted": {
            "substitution": ["Bromine breaks down faster in direct sun.", "The technician tests the pump before adding acid.",
                "Repairs are included in the monthly price.", "A dirty filter makes the heater work harder."],
            "number": ["Weekly service costs $130 a week.", "Many pool pumps last eighteen years.", "Cactus Wren Pools is insured for $10 million."],
            "addition": ["Chemicals are included in the monthly price, and so are new filters.", "Cactus Wren Pools builds pools and spas.",
                "The technician tests the water and sends a text before adding acid.", "Cactus Wren Pools belongs to the chamber of commerce."],
            "praise": ["Mesa families love Cactus Wren Pools.", "You will enjoy the cleanest water in town."],
            "polarity": ["Chemicals are not included in the monthly price.", "The city of Mesa allows pool water to drain into the street.", "Chlorine breaks down slower in direct sun."],
            "order": ["The technician adds acid before testing the water."],
            "quantifier": ["Most pool pumps last eight to ten years.", "Pool pumps last eight to ten years."],
            "name": ["Desert Oasis Pools has served Mesa since 2015.", "Hayward pumps last eight to ten years."],
        },
    },
}


def main():
    rows, truth = [], []
    for name, sheet in SHEETS.items():
        facts = [
            {"id": fact[0], "kind": fact[1], "value": fact[2], "detail": fact[3] if len(fact) > 3 else None, "source": "owner", "isOwnerSupplied": True}
            for fact in sheet["facts"]
        ]
        said = [(text, True, "true") for text in sheet["true"] + sheet["advice"]]
        said += [(text, False, kind) for kind, texts in sheet["planted"].items() for text in texts]
        rows.append({"id": name, "facts": facts, "sentences": [{"text": text, "factIds": []} for text, _, _ in said]})
        truth.append({"id": name, "labels": [{"isTrue": is_true, "kind": kind} for _, is_true, kind in said]})
    for path, lines in (("fresh.jsonl", rows), ("fresh.truth.jsonl", truth)):
        (HERE / path).write_text("".join(json.dumps(line) + "\n" for line in lines))


if __name__ == "__main__":
    main()
