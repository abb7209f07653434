//! Texts of the honest site: each sentence with the ids of the facts that it cites.

/// A block: kind of element and its sentences.
pub(crate) type Text = (&'static str, &'static [(&'static str, &'static [&'static str])]);

pub(crate) const HOME: &[Text] = &[
    ("h1", &[("Water in a Tulsa house: what to do first", &[])]),
    (
        "p",
        &[
            (
                "Shut the main valve before anything else, because a supply line keeps filling the room until somebody closes it.",
                &[],
            ),
            ("The valve is usually near the meter box by the street or where the pipe enters the utility closet.", &[]),
            (
                "Switch off the circuits of the wet rooms at the panel, and stay out of standing water until that is done.",
                &[],
            ),
        ],
    ),
    ("h2", &[("Dry the room from the middle outwards", &[])]),
    (
        "p",
        &[
            (
                "Lift rugs and loose furniture out of the wet area, and put foil or wooden blocks under legs that must stay.",
                &[],
            ),
            ("Open closets and drawers so that air reaches the wood inside them.", &[]),
            (
                "Run fans across the floor rather than straight at a wall, and empty the bucket of the dehumidifier before you sleep.",
                &[],
            ),
            ("Take pictures of every room before you move things, since an adjuster asks for them later.", &[]),
        ],
    ),
    ("h2", &[("Why homes here get wet", &[])]),
    (
        "p",
        &[
            ("Tulsa gets about 42 inches of rain a year, most of it in late spring.", &["rain"]),
            ("Mingo Creek flooded whole streets before the city built its detention ponds.", &["creek"]),
            (
                "The clay soil around the foundations swells when it is wet, and cracks let the water through.",
                &["clay"],
            ),
            ("Older bungalows near the center often still have galvanized pipes, which rust from the inside.", &[]),
        ],
    ),
    ("h2", &[("When a professional should come", &[])]),
    (
        "p",
        &[
            (
                "Call somebody when the water came from a drain, when drywall is soft above the baseboard, or when a ceiling sags.",
                &[],
            ),
            ("Dirty water carries bacteria, and a household fan only spreads them.", &[]),
            (
                "A restoration crew brings pumps, meters that read moisture inside the wall, and machines that dry a room in days instead of weeks.",
                &[],
            ),
            (
                "Ask the crew to write down the readings of every visit, so that you can see the wall getting drier.",
                &[],
            ),
        ],
    ),
];

pub(crate) const COST: &[Text] = &[
    ("h1", &[("What drying a flooded room costs in Tulsa", &[])]),
    (
        "p",
        &[
            ("The bill depends on how dirty the water was, how large the area is, and how long the machines run.", &[]),
            ("Clean water from a burst pipe is the simplest case, because carpet and padding can often stay.", &[]),
            ("Sewage is the hardest, since everything porous that it touched has to go.", &[]),
        ],
    ),
    ("h2", &[("Prices to compare", &[])]),
    (
        "p",
        &[
            ("A contractor in Tulsa quotes $1,300 to $3,800 for drying a clean basement.", &["price"]),
            ("Electricity at the local tariff adds a little, as machines run day and night.", &[]),
            ("Debris goes to the landfill, which charges by weight.", &["landfill"]),
        ],
    ),
    ("h2", &[("What the city asks for", &[])]),
    (
        "p",
        &[
            (
                "The Tulsa permit center wants an application before anybody replaces wiring or pipes behind a wall.",
                &["permit"],
            ),
            ("Drying alone needs no paper, and neither does painting.", &[]),
            ("Keep the receipt of the application with your claim, because a buyer of the house will ask for it.", &[]),
        ],
    ),
    ("h2", &[("How to keep the bill small", &[])]),
    (
        "p",
        &[
            ("Start early: padding that stays wet overnight is usually lost, and mold begins to grow soon after.", &[]),
            ("Move boxes, books and electronics yourself, since crews charge by the hour for packing.", &[]),
            (
                "Ask for a written scope that lists rooms, machines and days, and compare the scope of each company rather than the total.",
                &[],
            ),
            ("Read what your policy says about gradual leaks, which many carriers exclude.", &[]),
            ("Ask who pays for the final moisture test, and whether cleaning the machines is part of the price.", &[]),
            (
                "Some owners hire a plumber for the pipe and a separate crew for the drying, which makes each invoice easier to check.",
                &[],
            ),
            ("Others prefer a single contract, because nobody can then blame somebody else for a delay.", &[]),
            (
                "Either way, pay in parts: a share at the start, another when the machines leave, and the rest after the test.",
                &[],
            ),
        ],
    ),
];

pub(crate) const CHOOSE: &[Text] = &[
    ("h1", &[("How to choose a restoration company", &[])]),
    (
        "p",
        &[
            ("A good company listens before it sends machines.", &[]),
            (
                "It asks where the water came from, what the floor is made of, and whether children or elderly people live in the house.",
                &[],
            ),
            ("Somebody who names a total on the phone without these answers is guessing.", &[]),
        ],
    ),
    ("h2", &[("Papers to look at", &[])]),
    (
        "p",
        &[
            (
                "Oklahoma registers contractors of roofing, and it keeps the list where everybody can search it.",
                &["register"],
            ),
            ("Tulsa County records show whether a firm was sued over unpaid work.", &["court"]),
            ("Neighbors in Brookside share the names of crews on their bulletin board.", &["brookside"]),
            ("Ask for the certificate of the technician who will be in your rooms, not for that of the owner.", &[]),
        ],
    ),
    ("h2", &[("Signs of trouble", &[])]),
    (
        "p",
        &[
            ("Walk away from anybody who wants the whole sum in cash before work begins.", &[]),
            (
                "Be careful with a form that hands your claim to the contractor, since you give up your say in the settlement.",
                &[],
            ),
            (
                "A van without a name, a mailbox for an office and a contract with blank lines are reasons to call somebody else.",
                &[],
            ),
        ],
    ),
    ("h2", &[("Questions for the first visit", &[])]),
    (
        "p",
        &[
            ("Which rooms will you seal, and how will you keep dust out of the others?", &[]),
            ("Where do you measure, how often, and may I have the numbers in writing?", &[]),
            ("Who moves the furniture, and who answers for a scratch?", &[]),
            ("What happens if the wall is still wet on the day that you planned to leave?", &[]),
            ("Which part of the work do you hand to another firm, and what is its name?", &[]),
            ("How loud are the machines, and can they run in a bedroom at night?", &[]),
            ("Do you test for asbestos before you open an old ceiling?", &[]),
            ("Write the replies down while you talk, and read them back before you hang up.", &[]),
            ("People who do careful work like careful customers, and they will gladly repeat a sentence.", &[]),
        ],
    ),
];

pub(crate) const ABOUT: &[Text] = &[
    ("h1", &[("About this guide", &[])]),
    ("h2", &[("How we made this page", &[])]),
    (
        "p",
        &[
            (
                "Software put the first version together from public records, and a person read every sentence before it went online.",
                &[],
            ),
            ("Jane Miller checks the pages again when a price or a rule changes.", &[]),
        ],
    ),
];

pub(crate) const CONTACT: &[Text] =
    &[("h1", &[("Contact", &[])]), ("p", &[("Describe what happened, and a business from the area answers.", &[])])];

pub(crate) const PRIVACY: &[Text] = &[
    ("h1", &[("Privacy policy", &[])]),
    ("p", &[("We keep your request for 24 months and share it with the business that answers.", &[])]),
];

pub(crate) const TERMS: &[Text] = &[
    ("h1", &[("Terms of use", &[])]),
    ("p", &[("We do not guarantee the work of any business. You agree on price and time with them.", &[])]),
];

/// Facts: id, kind, value, detail, place, source.
pub(crate) const FACTS: &[(&str, &str, &str, &str, &str, &str)] = &[
    ("rain", "climate", "Tulsa gets about 42 inches of rain a year", "", "Tulsa", "NOAA climate normals"),
    (
        "creek",
        "statement",
        "Mingo Creek flooded whole streets before the detention ponds",
        "",
        "Tulsa",
        "City of Tulsa",
    ),
    ("clay", "statement", "The clay soil around foundations swells when it is wet", "", "Tulsa", "USDA soil survey"),
    ("price", "price", "$1,300 to $3,800", "drying a clean basement", "Tulsa", "quotes of June 2026"),
    ("landfill", "statement", "The landfill charges by weight", "", "Tulsa", "City of Tulsa"),
    (
        "permit",
        "permit",
        "The permit center wants an application for wiring or pipes",
        "",
        "Tulsa, OK",
        "City of Tulsa",
    ),
    (
        "register",
        "statement",
        "Oklahoma registers contractors of roofing",
        "",
        "Tulsa",
        "Construction Industries Board",
    ),
    ("court", "statement", "Tulsa County records show suits over unpaid work", "", "Tulsa", "Tulsa County"),
    ("brookside", "neighbourhood", "Brookside", "", "Tulsa", "City of Tulsa"),
];
