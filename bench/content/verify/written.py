"""Writes the third set of the sentence check: python3 written.py.

All sentences are written by hand, on trades of neither half: what a language model says too much. The planted ones keep most words of
a fact and put another thing, another person, another order or another degree in; or they add or praise.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent

SHEETS = {
    "chimney-sweeping": {
        "facts": [
            ("biz", "business", "Larkfield Chimney"), ("svc", "service", "chimney sweeping"), ("place", "place", "Bangor, ME"),
            ("sweep", "price", "$210", "sweeping one flue"), ("cap", "price", "$320 to $450", "a stainless steel cap"),
            ("look", "duration", "60 minutes", "sweeping one flue"), ("hours", "hours", "Monday to Friday, 8 a.m. to 5 p.m."),
            ("tel", "phone", "207-555-0144"), ("since", "experience", "since 1998"),
            ("ins", "insurance", "General liability of $1 million"), ("back", "guarantee", "One year on masonry"),
            ("s1", "statement", "Creosote builds up faster when the wood is wet."),
            ("s2", "statement", "A damper keeps warm air inside while the fireplace is cold."),
            ("s3", "statement", "The sweep covers the floor with cloths before he opens the flue."),
            ("s4", "statement", "Many liners crack after a chimney fire."),
            ("s5", "statement", "Some towns ask for a permit for a new liner."),
            ("s6", "statement", "Birds build nests in chimneys without a cap."),
        ],
        "true": [
            "Sweeping one flue costs $210.", "Larkfield Chimney charges $210 to sweep one flue.", "A stainless steel cap costs between $320 and $450.",
            "Sweeping a flue takes 60 minutes.", "Plan on 60 minutes to sweep one flue.", "The office is open from 8 a.m. to 5 p.m., Monday to Friday.",
            "The office is open on weekdays from 8 to 5.", "Call 207-555-0144.", "Larkfield Chimney has swept chimneys in Bangor since 1998.",
            "The business carries $1 million of general liability insurance.", "Masonry is guaranteed for one year.",
            "Wet wood makes creosote build up faster.", "Creosote builds up more quickly when wood is wet.", "While the fireplace is cold, a damper keeps warm air inside.",
            "Before he opens the flue, the sweep covers the floor with cloths.", "The floor is covered with cloths before the flue is opened.",
            "After a chimney fire, many liners crack.", "Some towns require a permit for a new liner.", "A new liner needs a permit in some towns.",
            "Without a cap, birds build nests in chimneys.", "Birds can nest in a chimney that has no cap.",
        ],
        "planted": {
            "substitution": [
                "A damper keeps cold air inside while the fireplace is cold.", "The sweep covers the furniture with cloths before he opens the flue.",
                "Squirrels build nests in chimneys without a cap.", "Some towns ask for a drawing for a new liner.", "Many liners crack after a storm.",
                "The sweep covers the floor with plastic before he opens the flue.", "Creosote builds up faster when the wood is painted.",
            ],
            "addition": [
                "A damper keeps warm air inside while the fireplace is cold and saves fuel.", "Many liners crack after a chimney fire and leak gas.",
                "Birds build nests in chimneys without a cap, and the nests catch fire.", "Larkfield Chimney also repairs gutters.",
                "Creosote builds up faster when the wood is wet, as every neighbor knows.", "Larkfield Chimney sweeps at weekends.",
            ],
            "praise": [
                "Families in Bangor love Larkfield Chimney.", "Larkfield Chimney does careful work.", "Larkfield Chimney takes pride in its sweeping.",
                "Bangor counts on Larkfield Chimney.", "Larkfield Chimney treats every home with respect.",
            ],
            "role": [
                "The liner burns many fires in a chimney.", "Chimneys build nests in birds without a cap.", "Towns ask a new liner for some permits.",
                "Warm air keeps a damper inside while the fireplace is cold.", "The floor covers the sweep with cloths before he opens the flue.",
            ],
            "order": ["The sweep opens the flue before he covers the floor with cloths.", "Many chimney fires start after liners crack."],
            "quantifier": ["Most liners crack after a chimney fire.", "Most towns ask for a permit for a new liner.", "Towns ask for a permit for a new liner."],
            "name": ["Hale Chimney is insured for $1 million.", "Harper has swept chimneys since 1998.", "Harper Chimney charges $210 to sweep one flue."],
        },
    },
    "carpet-cleaning": {
        "facts": [
            ("biz", "business", "Bluestem Carpet Care"), ("svc", "service", "carpet cleaning"), ("place", "place", "Salina, KS"),
            ("room", "price", "$60", "one room"), ("stairs", "price", "$75 to $95", "a flight of stairs"), ("dry", "duration", "6 hours", "drying a wool carpet"),
            ("tel", "phone", "785-555-0177"), ("lic", "licence", "Kansas business 55120"), ("rate", "rating", "4.8 of 5 from 210 reviews"),
            ("s1", "statement", "Hot water lifts grease out of nylon fibers."), ("s2", "statement", "The technician tests a hidden corner before the cleaning begins."),
            ("s3", "statement", "Wool shrinks if the water is too hot."), ("s4", "statement", "Pet stains often reach the pad below the carpet."),
            ("s5", "statement", "Furniture goes back into place after the carpet is dry."), ("s6", "statement", "A few makers ask for a yearly cleaning."),
        ],
        "true": [
            "One room costs $60.", "Bluestem Carpet Care cleans one room for $60.", "A flight of stairs costs $75 to $95.", "Expect to pay from $75 to $95 for a flight of stairs.",
            "Drying a wool carpet takes 6 hours.", "A wool carpet dries in 6 hours.", "You can call us at 785-555-0177.", "Bluestem Carpet Care is licensed in Kansas under number 55120.",
            "Customers give Bluestem Carpet Care 4.8 of 5 in 210 reviews.", "Grease is lifted out of nylon fibers by hot water.", "Hot water removes grease from nylon fibers.",
            "Before the cleaning starts, the technician tests a hidden corner.", "Water that is too hot shrinks wool.", "If the water is too hot, wool shrinks.",
            "Pet stains frequently reach the pad under the carpet.", "The pad below the carpet is often reached by pet stains.",
            "Once the carpet is dry, the furniture goes back into place.", "A few makers want a cleaning every year.", "A yearly cleaning is asked for by a few makers.",
        ],
        "planted": {
            "substitution": [
                "Hot water lifts paint out of nylon fibers.", "Hot water lifts grease out of cotton fibers.", "The technician tests a hidden corner before the invoice is written.",
                "Silk shrinks if the water is too hot.", "Pet stains often reach the boards below the carpet.", "Furniture goes into storage after the carpet is dry.",
            ],
            "addition": [
                "Hot water lifts grease out of nylon fibers and kills mites.", "The technician tests a hidden corner and explains the result before the cleaning begins.",
                "Pet stains often reach the pad below the carpet and rot the floor.", "Bluestem Carpet Care also cleans leather sofas.", "Bluestem Carpet Care calls ahead.",
            ],
            "praise": [
                "Bluestem Carpet Care is loved in Salina.", "Customers praise Bluestem Carpet Care.", "Bluestem Carpet Care works with great care.",
                "Bluestem Carpet Care never leaves a mess.", "Salina is proud of Bluestem Carpet Care.",
            ],
            "role": [
                "Nylon fibers lift hot water out of grease.", "A hidden corner tests the technician before the cleaning begins.", "The pad often reaches pet stains below the carpet.",
                "A yearly cleaning asks for a few makers.",
            ],
            "order": ["The technician tests a hidden corner after the cleaning begins.", "The carpet is dry after the furniture goes back into place.", "The cleaning begins before the technician tests a hidden corner."],
            "quantifier": ["Many makers ask for a yearly cleaning.", "Pet stains usually reach the pad below the carpet.", "All makers ask for a yearly cleaning.", "Makers ask for a yearly cleaning."],
            "name": ["Sterling Carpet Care is licensed in Kansas under number 55120.", "Crown cleans one room for $60."],
        },
    },
    "tax-preparation": {
        "facts": [
            ("biz", "business", "Penrose Tax Office"), ("svc", "service", "tax preparation"), ("place", "place", "Yakima, WA"),
            ("return", "price", "$240", "a simple return"), ("state", "price", "$80", "an extra state return"), ("meet", "duration", "45 minutes", "a first meeting"),
            ("hours", "hours", "Tuesday to Saturday, 9 a.m. to 6 p.m."), ("tel", "phone", "509-555-0161"), ("since", "experience", "since 2009"),
            ("s1", "statement", "Freelancers pay estimated tax four times a year."), ("s2", "statement", "The preparer signs the return before the client receives it."),
            ("s3", "statement", "Most refunds arrive within 21 days."), ("s4", "statement", "A landlord deducts repairs in the year of payment."),
            ("s5", "statement", "Late filing can lead to a penalty."), ("s6", "statement", "The office stores copies of returns in a locked room."),
        ],
        "true": [
            "A simple return costs $240.", "Penrose Tax Office charges $80 for an extra state return.", "The first meeting lasts 45 minutes.", "Allow 45 minutes for a first meeting.",
            "Penrose Tax Office is open Tuesday to Saturday from 9 a.m. to 6 p.m.", "Reach the office at 509-555-0161.", "We have prepared taxes in Yakima since 2009.",
            "Estimated tax is paid by freelancers four times a year.", "Four times a year, freelancers pay estimated tax.", "Before the client receives the return, the preparer signs it.",
            "The return is signed by the preparer before the client gets it.", "Within 21 days, most refunds arrive.", "Repairs are deducted by a landlord in the year of payment.",
            "Late filing may lead to a penalty.", "A penalty can follow late filing.", "Copies of returns are stored in a locked room.", "We store copies of returns in a locked room.",
        ],
        "planted": {
            "substitution": [
                "Freelancers pay property tax four times a year.", "The manager signs the return before the client receives it.", "A landlord deducts furniture in the year of payment.",
                "Late filing can lead to a discount.", "The office stores copies of passports in a locked room.", "The office stores copies of returns in a locked garage.",
            ],
            "addition": [
                "The preparer signs the return and mails it before the client receives it.", "Late filing can lead to a penalty and an audit.", "Penrose Tax Office also writes wills.",
                "Penrose Tax Office helps with divorce.", "The office stores copies of returns in a locked room with cameras.",
            ],
            "praise": [
                "Penrose Tax Office finds the largest refunds.", "Penrose Tax Office knows the law by heart.", "Teachers recommend Penrose Tax Office.", "Penrose Tax Office listens to you.",
                "Yakima respects Penrose Tax Office.",
            ],
            "role": ["The client signs the return before the preparer receives it.", "Repairs deduct a landlord in the year of payment.", "A penalty can lead to late filing.", "Returns store copies of the office in a locked room."],
            "order": ["The client receives the return before the preparer signs it.", "The preparer signs the return after the client receives it."],
            "quantifier": ["All refunds arrive within 21 days.", "Every refund arrives within 21 days.", "Late filing always leads to a penalty."],
            "name": ["Baxter Tax Office charges $80 for an extra state return.", "Mercer signs the return before the client receives it."],
        },
    },
}


def main():
    with (HERE / "written.jsonl").open("w") as cases, (HERE / "written.truth.jsonl").open("w") as truth:
        for trade, sheet in SHEETS.items():
            facts = [
                {"id": id, "kind": kind, "value": value, "detail": rest[0] if rest else None, "source": "owner", "isOwnerSupplied": True}
                for id, kind, value, *rest in sheet["facts"]
            ]
            said = [(text, "true") for text in sheet["true"]]
            said += [(text, kind) for kind, texts in sheet["planted"].items() for text in texts]
            cases.write(json.dumps({"id": trade, "facts": facts, "sentences": [{"text": text, "factIds": []} for text, _ in said]}) + "\n")
            labels = [{"isTrue": kind == "true", "kind": kind} for _, kind in said]
            truth.write(json.dumps({"id": trade, "labels": labels}) + "\n")


if __name__ == "__main__":
    main()
