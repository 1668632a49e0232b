/**
 * The made-up customers. Their names are invented, their e-mails are in domains that exist for examples alone (RFC
 * 2606, RFC 6761), and their telephone numbers are those that each country keeps for films: 555-01xx in North
 * America, and what Ofcom, ComReg, the Bundesnetzagentur, Arcep, ACMA and PTS have set apart elsewhere.
 */
import { demoReviews } from "../data.ts";
import type { Person } from "./planned-order.ts";
import type { Random } from "./random.ts";

interface Place {
	country: string;
	/** How many of a hundred customers live there. */
	weight: number;
	phone: (random: Random, area: string) => string;
	street: (random: Random) => string;
	cities: readonly (readonly [city: string, region: string, postalCode: string, area?: string])[];
}

const digits = (random: Random, length: number) =>
	String(random.integer(0, 10 ** length - 1)).padStart(length, "0");

const streetsOf =
	(names: readonly string[], write: (name: string, house: number) => string) => (random: Random) =>
		write(random.pick(names), random.integer(1, 140));

const northAmerican = (random: Random, area: string) => `+1 ${area} 555 01${digits(random, 2)}`;
const englishStreets = streetsOf(
	[
		"Spindle Lane",
		"Quill Street",
		"Copperhook Road",
		"Old Towpath",
		"Larch Row",
		"Millrace Close",
		"Tanner's Rise",
		"Harrow Street",
		"Bellfounder Way",
		"Freewheel Avenue",
		"Saddlers Court",
		"Kiln Road",
		"Orchard Steps",
		"Ferry Slip",
		"Paceline Drive",
	],
	(name, house) => `${house} ${name}`,
);

const places: readonly Place[] = [
	{
		country: "US",
		weight: 52,
		phone: northAmerican,
		street: englishStreets,
		cities: [
			["Portland", "OR", "97214", "503"],
			["Eugene", "OR", "97401", "541"],
			["Seattle", "WA", "98103", "206"],
			["Davis", "CA", "95616", "530"],
			["Oakland", "CA", "94609", "510"],
			["Boulder", "CO", "80302", "303"],
			["Minneapolis", "MN", "55406", "612"],
			["Madison", "WI", "53703", "608"],
			["Chicago", "IL", "60647", "773"],
			["Austin", "TX", "78704", "512"],
			["Asheville", "NC", "28801", "828"],
			["Pittsburgh", "PA", "15201", "412"],
			["Brooklyn", "NY", "11215", "718"],
			["Somerville", "MA", "02143", "617"],
			["Burlington", "VT", "05401", "802"],
			["Bozeman", "MT", "59715", "406"],
		],
	},
	{
		country: "CA",
		weight: 9,
		phone: northAmerican,
		street: englishStreets,
		cities: [
			["Vancouver", "BC", "V5L 2K1", "604"],
			["Victoria", "BC", "V8R 3C4", "250"],
			["Toronto", "ON", "M6J 1H4", "416"],
			["Halifax", "NS", "B3K 2T6", "902"],
		],
	},
	{
		country: "GB",
		weight: 12,
		street: englishStreets,
		phone: (random) => `+44 1632 960${digits(random, 3)}`,
		cities: [
			["Bristol", "", "BS3 1JP"],
			["Sheffield", "", "S7 1RW"],
			["Leeds", "", "LS6 3HN"],
			["Edinburgh", "", "EH9 1QG"],
			["Hebden Bridge", "", "HX7 8AD"],
		],
	},
	{
		country: "IE",
		weight: 3,
		street: englishStreets,
		phone: (random) => `+353 20 91${digits(random, 1)} ${digits(random, 4)}`,
		cities: [
			["Dublin", "", "D08 X2K7"],
			["Galway", "", "H91 T3N2"],
		],
	},
	{
		country: "AU",
		weight: 6,
		street: englishStreets,
		phone: (random, area) => `+61 ${area} 5550 ${digits(random, 4)}`,
		cities: [
			["Fremantle", "WA", "6160", "8"],
			["Brunswick", "VIC", "3056", "3"],
			["Newtown", "NSW", "2042", "2"],
		],
	},
	{
		country: "DE",
		weight: 10,
		street: streetsOf(
			["Speichengasse", "Am Laufrad", "Kettenweg", "Lindenzeile", "Nabenstraße", "Alte Gleise"],
			(name, house) => `${name} ${house}`,
		),
		phone: (random) => `+49 30 23125 ${digits(random, 3)}`,
		cities: [
			["Freiburg", "", "79100"],
			["Leipzig", "", "04229"],
			["Münster", "", "48143"],
			["Berlin", "", "12047"],
		],
	},
	{
		country: "FR",
		weight: 5,
		street: streetsOf(
			["rue du Pédalier", "quai des Rayons", "impasse de la Chaîne", "rue des Guidons"],
			(name, house) => `${house} ${name}`,
		),
		phone: (random) => `+33 1 99 00 ${digits(random, 2)} ${digits(random, 2)}`,
		cities: [
			["Grenoble", "", "38000"],
			["Nantes", "", "44000"],
			["Lyon", "", "69007"],
		],
	},
	{
		country: "SE",
		weight: 3,
		street: streetsOf(
			["Kedjegatan", "Ekervägen", "Sadelgränd"],
			(name, house) => `${name} ${house}`,
		),
		phone: (random) => `+46 8 465 004 ${digits(random, 2)}`,
		cities: [
			["Malmö", "", "211 20"],
			["Uppsala", "", "753 10"],
		],
	},
];

const firstNames = [
	"Abel",
	"Aiko",
	"Alma",
	"Amara",
	"Anouk",
	"Ansel",
	"Arlo",
	"Astrid",
	"Beatriz",
	"Bram",
	"Camille",
	"Cato",
	"Cleo",
	"Cyrus",
	"Dag",
	"Delia",
	"Edda",
	"Elif",
	"Emeka",
	"Enzo",
	"Esme",
	"Farid",
	"Fenna",
	"Flora",
	"Gus",
	"Gwen",
	"Hilde",
	"Ibrahim",
	"Ilse",
	"Imani",
	"Inés",
	"Ivo",
	"Jasper",
	"Jun",
	"Kamala",
	"Kit",
	"Leif",
	"Leila",
	"Linus",
	"Lotte",
	"Magnus",
	"Mei",
	"Milo",
	"Nadim",
	"Nils",
	"Noor",
	"Odette",
	"Olive",
	"Orla",
	"Oskar",
	"Pia",
	"Quentin",
	"Rafi",
	"Ronja",
	"Rufus",
	"Sanna",
	"Selma",
	"Silas",
	"Soren",
	"Suri",
	"Tamsin",
	"Teo",
	"Thora",
	"Tilda",
	"Uma",
	"Vera",
	"Wanda",
	"Wim",
	"Yara",
	"Zeno",
];
const lastNames = [
	"Abernook",
	"Ashquill",
	"Birchmere",
	"Brambleby",
	"Brightspoke",
	"Cobbleford",
	"Copperlane",
	"Dalewick",
	"Dovecrest",
	"Ekernäs",
	"Elmhollow",
	"Felgenau",
	"Fennimoor",
	"Fernsworth",
	"Flintwick",
	"Foxmarrow",
	"Gablethorn",
	"Glenquist",
	"Greywether",
	"Hazelbeck",
	"Heathersby",
	"Ironquill",
	"Juniperly",
	"Kedjeby",
	"Kestlewood",
	"Kettleborn",
	"Larkmoor",
	"Lindenquay",
	"Loamfield",
	"Marlowick",
	"Mossgrave",
	"Nabenhof",
	"Nettlecott",
	"Orchardine",
	"Pebbleford",
	"Pédalin",
	"Pinewhistle",
	"Quarrydale",
	"Quillstone",
	"Ravenlock",
	"Reedmarsh",
	"Rosethwick",
	"Rouevert",
	"Saddlecombe",
	"Sedgewater",
	"Silverlathe",
	"Speichenau",
	"Spokeworth",
	"Tallowmere",
	"Tanglewick",
	"Thistlebury",
	"Thornquist",
	"Umberfield",
	"Vandervelo",
	"Velomar",
	"Wheelwick",
	"Whitterby",
	"Willowmead",
	"Winterquill",
	"Wrenfield",
	"Yarrowby",
];
const mailDomains = ["example.com", "example.org", "example.net", "mail.example", "riders.test"];

/** How many customers there are beside those who wrote the demo's reviews: with an account, and guests. */
const counts = { accounts: 66, guests: 32 };

/** A name in letters that an e-mail may have. */
const plain = (text: string) =>
	text
		.normalize("NFD")
		.replace(/[^a-z]/gi, "")
		.toLowerCase();

/** Returns the customers in the order in which they come, those who wrote the demo's reviews apart. */
export function createPeople(
	random: Random,
	shippedTo: readonly string[],
): { authors: Person[]; others: Person[] } {
	const available = places.filter(({ country }) => shippedTo.includes(country));
	const taken = new Set<string>();
	const newPerson = (kind: "account" | "guest", nameOf: () => [first: string, last: string]) => {
		let [first, last] = nameOf();
		while (taken.has(`${first} ${last}`)) [first, last] = nameOf();
		taken.add(`${first} ${last}`);
		return {
			userId: kind === "guest" ? null : `demo-${plain(first)}-${plain(last)}`,
			name: `${first} ${last}`,
			email: `${plain(first)}.${plain(last)}@${random.pick(mailDomains)}`,
			...contactIn(random, available),
			// A few come back often, and most guests never.
			loyalty: random.next() ** 2 * (kind === "guest" ? 0.3 : 1),
		};
	};
	const anyName = (): [string, string] => [random.pick(firstNames), random.pick(lastNames)];
	const authors = demoReviews.map(({ author }) => {
		const [first = "", initial = ""] = author.split(" ");
		const fitting = lastNames.filter((name) => name.startsWith(initial.charAt(0)));
		const last = () => (fitting.length > 0 ? random.pick(fitting) : `${initial.charAt(0)}orrowby`);
		return newPerson("account", () => [first, last()]);
	});
	const total = counts.accounts + counts.guests;
	const others = Array.from({ length: total }, (_, index) => {
		// Evenly spread: so many guests among so many accounts.
		const isGuest =
			Math.floor(((index + 1) * counts.guests) / total) >
			Math.floor((index * counts.guests) / total);
		return newPerson(isGuest ? "guest" : "account", anyName);
	});
	return { authors, others };
}

function contactIn(random: Random, available: readonly Place[]) {
	const place = random.pickBy(available, ({ weight }) => weight);
	const [city, region, postalCode, area = ""] = random.pick(place.cities);
	const line2 = place.country === "US" && random.chance(0.25) ? `Apt ${random.integer(1, 40)}` : "";
	return {
		phone: place.phone(random, area),
		address: {
			line1: place.street(random),
			line2,
			city,
			region,
			postalCode,
			country: place.country,
		},
	};
}
