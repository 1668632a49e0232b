/** The demo shop: tools and reviews. All of it is made-up demo data. */

export type DemoCategory = {
	slug: string;
	name: string;
	description: string;
};

export type DemoTool = {
	slug: string;
	name: string;
	cardLine: string;
	description: string;
	minOrderQuantity: number;
	quantity: number;
	priceCents: number;
	/** The drawing: `drawings/<drawing>.svg`. */
	drawing: string;
	/** The slug of its category; empty for none. */
	category: string;
};

export type DemoReview = {
	author: string;
	rating: 1 | 2 | 3 | 4 | 5;
	description: string;
	/** The drawing: `drawings/reviews/<drawing>.svg`. */
	drawing: string;
	/** The reviewed tool; absent if the review is about the shop. */
	toolSlug?: string;
	daysAgo: number;
};

/** In the order of the menus. */
export const demoCategories: readonly DemoCategory[] = [
	{
		slug: "torque",
		name: "Torque wrenches",
		description: "For bolts with a number beside them: stems, seatposts, rotors and carbon.",
	},
	{
		slug: "hex-and-torx",
		name: "Hex and Torx keys",
		description: "Keys and multi-tools for the sockets that hold most of a bicycle together.",
	},
	{
		slug: "chain-and-cassette",
		name: "Chain and cassette tools",
		description: "To measure, open, shorten and close a chain, and to change a cassette.",
	},
	{
		slug: "drivetrain-parts",
		name: "Drivetrain parts",
		description: "What wears out first: chains and cassettes.",
	},
	{
		slug: "bottom-bracket",
		name: "Bottom bracket and headset",
		description: "For the bearings in the frame. Measure yours before you order.",
	},
	{
		slug: "pedals",
		name: "Pedals",
		description: "Long levers for the tightest threads on a bicycle.",
	},
	{
		slug: "wheels",
		name: "Wheels and hubs",
		description: "To true a wheel, turn its spoke nipples and adjust its hub.",
	},
	{
		slug: "tires-and-tubes",
		name: "Tires and tubes",
		description: "Pumps, levers, tubes and patches, for the workshop and the roadside.",
	},
	{
		slug: "brakes-and-cables",
		name: "Brakes and cables",
		description: "To cut wire and housing cleanly, and the pads that wear down.",
	},
	{
		slug: "measuring",
		name: "Measuring",
		description: "To know the size before you choose the tool.",
	},
];

export const demoTools: readonly DemoTool[] = [
	{
		slug: "torque-wrench",
		name: "Torque wrench, 2 to 25 Nm",
		cardLine: "Click-type, for stems, seatposts and rotor bolts",
		description:
			"Click-type wrench with a 1/4 inch drive for stems, seatposts and rotor bolts. Accurate to 4 percent, 270 mm long, with 3, 4, 5 and 6 mm hex and T25 bits. It clicks clockwise only, so left-hand threads are out. Wind it back to 2 Nm before you hang it up.",
		minOrderQuantity: 1,
		quantity: 18,
		priceCents: 8900,
		drawing: "torque-wrench",
		category: "torque",
	},
	{
		slug: "truing-stand",
		name: "Truing stand, 16 to 29 inch",
		cardLine: "Steady steel stand for wheels from 16 to 29 inches",
		description:
			"Welded steel stand for wheels from 16 to 29 inches, with or without the tire, and axles from 100 to 148 mm. One knob closes both indicators evenly, down to a tenth of a millimeter. At 6.4 kg it stays put on its own, but screw it to the bench anyway.",
		minOrderQuantity: 1,
		quantity: 4,
		priceCents: 32900,
		drawing: "truing-stand",
		category: "wheels",
	},
	{
		slug: "chain-breaker",
		name: "Chain breaker",
		cardLine: "Shortens 8- to 12-speed chains",
		description:
			"Screw-type chain tool for 8- to 12-speed chains. Forged body, sliding handle and a hardened 3.2 mm pin you can replace; a spare is included. The shelf is too narrow for 1/8 inch track chain: measure yours before you order.",
		minOrderQuantity: 1,
		quantity: 42,
		priceCents: 3450,
		drawing: "chain-breaker",
		category: "chain-and-cassette",
	},
	{
		slug: "digital-caliper",
		name: "Digital caliper, 150 mm",
		cardLine: "Reads seatposts, rotors and bearings to 0.01 mm",
		description:
			"Stainless caliper for seatposts, rotors, bearings and spoke lengths. Reads to 0.01 mm, accurate to 0.03 mm, switches between millimeters and inches. Takes one LR44 cell, which lasts about a year if you remember to switch it off.",
		minOrderQuantity: 1,
		quantity: 25,
		priceCents: 4600,
		drawing: "digital-caliper",
		category: "measuring",
	},
	{
		slug: "cone-wrench-set",
		name: "Cone wrench set, 13 to 18 mm",
		cardLine: "Four thin wrenches for cup-and-cone hubs",
		description:
			"Four double-sided wrenches for cup-and-cone hubs: 13 and 14, 15 and 16, two of 17 and 18 mm. The 2 mm blades fit between cone and locknut. Hardened tool steel, but thin is thin: keep them away from pedals and track nuts.",
		minOrderQuantity: 1,
		quantity: 16,
		priceCents: 3800,
		drawing: "cone-wrench-set",
		category: "wheels",
	},
	{
		slug: "cassette-lockring-tool",
		name: "Cassette lockring tool",
		cardLine: "Undoes cassette and center-lock rotor lockrings",
		description:
			"Twelve-spline tool for cassette lockrings and internal center-lock rotor rings. A 5 mm guide pin keeps it centered in quick-release axles and unscrews for thru-axle hubs. The 280 mm handle makes 40 Nm easy. You still need a chain whip to hold the cassette.",
		minOrderQuantity: 1,
		quantity: 30,
		priceCents: 3600,
		drawing: "cassette-lockring-tool",
		category: "chain-and-cassette",
	},
	{
		slug: "chain-whip",
		name: "Chain whip",
		cardLine: "Holds the cassette while you undo the lockring",
		description:
			"Holds the cassette still while you undo the lockring. Fits 8- to 12-speed sprockets from 11 teeth up. 5 mm plate steel, 330 mm long, riveted chain ends and a dipped grip. The free chain is short on purpose, so start it on a middle sprocket.",
		minOrderQuantity: 1,
		quantity: 27,
		priceCents: 2900,
		drawing: "chain-whip",
		category: "chain-and-cassette",
	},
	{
		slug: "cable-cutter",
		name: "Cable and housing cutter",
		cardLine: "Cuts wire and housing cleanly, without crushing",
		description:
			"Cuts inner wire to 2 mm and brake or shift housing to 6 mm without crushing it. Forged and ground blades, and a crimper for end caps behind the pivot. Keep it for cable: one spoke will nick the edge, and a nicked edge frays every cut after that.",
		minOrderQuantity: 1,
		quantity: 21,
		priceCents: 4400,
		drawing: "cable-cutter",
		category: "brakes-and-cables",
	},
	{
		slug: "hex-key-set",
		name: "Hex key set, 1.5 to 10 mm",
		cardLine: "Nine ball-end L-keys in a folding holder",
		description:
			"Nine L-keys in a folding holder: 1.5, 2, 2.5, 3, 4, 5, 6, 8 and 10 mm. Chrome vanadium steel, ball end on the long arm for bolts at an angle. Do the last quarter turn with the short arm; a ball end is for reach, not for torque.",
		minOrderQuantity: 1,
		quantity: 36,
		priceCents: 4200,
		drawing: "hex-key-set",
		category: "hex-and-torx",
	},
	{
		slug: "y-hex-key",
		name: "Y hex key, 4, 5 and 6 mm",
		cardLine: "The three hex sizes you need most, on one handle",
		description:
			"The three sizes that undo most of a bicycle, on one handle. Bits are 6150 tool steel, pressed in and 65 mm long; the molded hub is comfortable to spin. Too short to free a seized pedal, and it will not reach into deep seatpost heads.",
		minOrderQuantity: 1,
		quantity: 64,
		priceCents: 1250,
		drawing: "y-hex-key",
		category: "hex-and-torx",
	},
	{
		slug: "pedal-wrench",
		name: "Pedal wrench, 15 mm",
		cardLine: "Long lever for pedals with 15 mm flats",
		description:
			"A 360 mm lever for 15 mm pedal flats. The opening is offset by 30 degrees, so turning the wrench over finds the next useful position. The head is 7 mm thick and fits between pedal and crank. Pedals with only a hex socket in the axle need an 8 mm key instead.",
		minOrderQuantity: 1,
		quantity: 23,
		priceCents: 3200,
		drawing: "pedal-wrench",
		category: "pedals",
	},
	{
		slug: "bottom-bracket-tool",
		name: "Bottom bracket tool, 44 mm",
		cardLine: "Closed ring for 44 mm cups with 16 notches",
		description:
			"Closed ring for 16-notch outboard cups, 44 mm across, as used with 24 mm crank spindles. It grips every notch, so it does not slip and scar the cups. Smaller 39 and 41 mm cups need a different ring; measure before you order.",
		minOrderQuantity: 1,
		quantity: 19,
		priceCents: 2700,
		drawing: "bottom-bracket-tool",
		category: "bottom-bracket",
	},
	{
		slug: "headset-press",
		name: "Headset press, 1 to 1.5 inch",
		cardLine: "Presses headset cups and bearings in square",
		description:
			"Presses headset cups and most bottom bracket bearings square. 300 mm rolled-thread shaft, two stepped bushings for 1 to 1.5 inch head tubes, quick-release lower handle. Bearing drifts are not included, and carbon frames ask for a slow hand.",
		minOrderQuantity: 1,
		quantity: 0,
		priceCents: 14900,
		drawing: "headset-press",
		category: "bottom-bracket",
	},
	{
		slug: "master-link-pliers",
		name: "Master link pliers",
		cardLine: "Opens and closes master links in one squeeze",
		description:
			"Opens and closes 8- to 12-speed master links in one squeeze: pull the handles apart to lock a link, press them together to free it. The jaws are slim enough to work next to the cassette. A rusted link may still need oil and a second try.",
		minOrderQuantity: 1,
		quantity: 33,
		priceCents: 1950,
		drawing: "master-link-pliers",
		category: "chain-and-cassette",
	},
	{
		slug: "chain-checker",
		name: "Chain wear checker",
		cardLine: "Tells you when your chain needs replacing",
		description:
			"Go or no-go gauge in 2 mm stainless steel. The 0.5 percent side is for 11- and 12-speed chains, the 0.75 percent side for 10-speed and below. If the tip drops in, replace the chain. It tells you when, not how many miles are left.",
		minOrderQuantity: 1,
		quantity: 58,
		priceCents: 1200,
		drawing: "chain-checker",
		category: "chain-and-cassette",
	},
	{
		slug: "spoke-wrench",
		name: "Round spoke wrench",
		cardLine: "Four common nipple sizes in one palm-sized disc",
		description:
			"Four slots in one palm-sized disc for square nipples: 3.2, 3.3, 3.45 and 3.96 mm. Heat-treated steel with a rubber rim that saves your fingers on a full build. For a single wheel size all day, a one-size wrench grips deeper.",
		minOrderQuantity: 1,
		quantity: 75,
		priceCents: 750,
		drawing: "spoke-wrench",
		category: "wheels",
	},
	{
		slug: "multi-tool",
		name: "Multi-tool, 12 functions",
		cardLine: "Pocket tool with hex keys, T25 and a chain tool",
		description:
			"Hex 2 to 8 mm, T25, two screwdrivers and a chain tool for up to 12 speeds, folded between two aluminum plates. 148 g and 84 mm long, so it fits a jersey pocket. A roadside tool: the short levers will not move a tight crank bolt.",
		minOrderQuantity: 1,
		quantity: 47,
		priceCents: 3100,
		drawing: "multi-tool",
		category: "hex-and-torx",
	},
	{
		slug: "floor-pump",
		name: "Floor pump with gauge",
		cardLine: "Up to 160 psi, Presta and Schrader, easy-to-read gauge",
		description:
			"Steel barrel, wooden handle and a 75 mm gauge you can read standing up. Up to 160 psi (11 bar), with a head that takes Presta and Schrader without swapping parts. The 1.2 m hose reaches a bike in a stand. Not the one for seating tubeless tires.",
		minOrderQuantity: 1,
		quantity: 14,
		priceCents: 7495,
		drawing: "floor-pump",
		category: "tires-and-tubes",
	},
	{
		slug: "tire-levers",
		name: "Tire levers, set of three",
		cardLine: "Three strong levers, safe on alloy and carbon rims",
		description:
			"Glass-filled nylon levers, 115 mm long, safe on alloy and carbon rims. The hook holds a spoke while you work the next lever along, and the three clip together. They do bend on a very tight downhill tire before they break.",
		minOrderQuantity: 1,
		quantity: 240,
		priceCents: 590,
		drawing: "tire-levers",
		category: "tires-and-tubes",
	},
	{
		slug: "chain",
		name: "Chain, 11-speed, 118 links",
		cardLine: "Nickel-plated, with a master link in the bag",
		description:
			"Nickel-plated 11-speed chain, 118 links, 5.6 mm wide, with one master link in the bag. Works with all common 11-speed drivetrains and shortens with any chain breaker. It comes in factory grease; wipe the outside before the first ride.",
		minOrderQuantity: 1,
		quantity: 52,
		priceCents: 3800,
		drawing: "chain",
		category: "drivetrain-parts",
	},
	{
		slug: "cassette",
		name: "Cassette, 11-speed, 11 to 32",
		cardLine: "Eleven steel sprockets for the standard spline",
		description:
			"Eleven steel sprockets, 11-12-13-14-16-18-20-22-25-28-32, on an alloy carrier for the large three. Fits the standard 11-speed spline; a 1.85 mm spacer for wider bodies is in the box. 318 g: not the lightest, but it wears slowly.",
		minOrderQuantity: 1,
		quantity: 12,
		priceCents: 7200,
		drawing: "cassette",
		category: "drivetrain-parts",
	},
	{
		slug: "brake-pads",
		name: "Disc brake pads, resin, pair",
		cardLine: "Quiet resin pads, easy on rotors",
		description:
			"One pair of resin pads on steel plates with spring and retaining pin, for two-piston road and gravel calipers. Quiet and kind to rotors. In a wet winter they last about half as long as sintered pads. Sold in twos, front and rear; compare the outline before you order.",
		minOrderQuantity: 2,
		quantity: 24,
		priceCents: 1450,
		drawing: "brake-pads",
		category: "brakes-and-cables",
	},
	{
		slug: "inner-tube",
		name: "Inner tube, 700 x 25 to 32",
		cardLine: "Butyl tube with a 48 mm Presta valve",
		description:
			"Butyl tube for 622 mm rims and tires from 25 to 32 mm, with a 48 mm Presta valve and a removable core. 118 g. Every tube is inflated and left overnight before packing. For rims deeper than 30 mm you need a longer valve or an extender.",
		minOrderQuantity: 5,
		quantity: 180,
		priceCents: 650,
		drawing: "inner-tube",
		category: "tires-and-tubes",
	},
	{
		slug: "patch-kit",
		name: "Patch kit",
		cardLine: "Six patches, cement and sandpaper in a pocket tin",
		description:
			"Six feathered patches, a 5 g tube of vulcanizing cement and a square of sandpaper in a tin that fits a saddle bag. Works on butyl and latex tubes. Once opened, the cement dries out within a season, so date the tin.",
		minOrderQuantity: 1,
		quantity: 320,
		priceCents: 450,
		drawing: "patch-kit",
		category: "tires-and-tubes",
	},
];

export const demoReviews: readonly DemoReview[] = [
	{
		author: "Marta K.",
		rating: 5,
		description:
			"Bought the torque wrench after I cracked a seatpost clamp by feel. The click is loud enough to hear over the radio, and the scale is engraved, not printed. My old steel bike now has every bolt done to the number.",
		drawing: "leaning-bike",
		toolSlug: "torque-wrench",
		daysAgo: 3,
	},
	{
		author: "Owen T.",
		rating: 4,
		description:
			"Stand is stiff and the indicators really do close together. I built my first front wheel on it and got it under 0.2 mm. One star off because the base has no rubber feet, so screw it down or it walks.",
		drawing: "wheel",
		toolSlug: "truing-stand",
		daysAgo: 9,
	},
	{
		author: "Priya S.",
		rating: 5,
		description:
			"We keep two cargo bikes going for the school run and flats are a weekly thing. I bought ten patch kits and thought it was a lot. It was not. All six patches from the first tin are still holding.",
		drawing: "cargo-bike",
		toolSlug: "patch-kit",
		daysAgo: 14,
	},
	{
		author: "Jonas B.",
		rating: 3,
		description:
			"The multi-tool is well made, but the 8 mm is only a sleeve over the 6 mm and I lost it in the first week. The hinge is a little stiff as well. It does fit the frame bag on my folding bike, and the chain tool works.",
		drawing: "folding-bike",
		toolSlug: "multi-tool",
		daysAgo: 17,
	},
	{
		author: "Ellen V.",
		rating: 5,
		description:
			"There was a handwritten card in the box with the torque for my rotor bolts, because I had asked by e-mail before ordering. Small thing, but I pinned it above the bench. Delivery took three days.",
		drawing: "note",
		daysAgo: 22,
	},
	{
		author: "Caleb R.",
		rating: 4,
		description:
			"Cuts housing clean and square, no filing needed. The handles open a bit wide for my hands and I wear a size small glove. The crimper is a nice extra that I use more than I thought I would.",
		drawing: "drop-bar",
		toolSlug: "cable-cutter",
		daysAgo: 28,
	},
	{
		author: "Hana M.",
		rating: 2,
		description:
			"Nothing wrong with the pads, they just do not fit my calipers. The page says to compare the outline and I did not, but a drawing with sizes on it would have saved me a return. The refund came within the week.",
		drawing: "helmet",
		toolSlug: "brake-pads",
		daysAgo: 35,
	},
	{
		author: "Luis D.",
		rating: 5,
		description:
			"Third chain checker I have owned and the first one that is flat. I checked it against the caliper from this shop and both tips are within a few hundredths. My chainrings are on their third chain thanks to this habit.",
		drawing: "chainring",
		toolSlug: "chain-checker",
		daysAgo: 41,
	},
	{
		author: "Greta N.",
		rating: 4,
		description:
			"Good heavy pump with a gauge I can read without glasses. The hose could be a touch longer for my tall stand. It has been outside in the shed for one winter now and the handle still looks fine.",
		drawing: "bottle-cage",
		toolSlug: "floor-pump",
		daysAgo: 50,
	},
	{
		author: "Dev A.",
		rating: 5,
		description:
			"I run a two-stand repair corner in a hardware store. The pedal wrench has been under a pipe twice, clamped in the vise once, and the jaws still measure 15.1 mm. That is all I ask of one.",
		drawing: "bench-vise",
		toolSlug: "pedal-wrench",
		daysAgo: 58,
	},
	{
		author: "Sofie L.",
		rating: 4,
		description:
			"The Y key lives in my work bag. It sets saddle, bell and bars, which is everything I ever touch. I would pay a dollar more for a 3 mm version. The orange hub is easy to find at the bottom of a bag.",
		drawing: "pannier",
		toolSlug: "y-hex-key",
		daysAgo: 66,
	},
	{
		author: "Ruth W.",
		rating: 5,
		description:
			"Hex keys that do not round off. The 5 mm has done about two hundred saddle clamps at our volunteer workshop and its edges are still sharp. The holder keeps the small ones from wandering away, which is half the battle.",
		drawing: "saddle",
		toolSlug: "hex-key-set",
		daysAgo: 79,
	},
	{
		author: "Tomas F.",
		rating: 5,
		description:
			"Ordered tubes and levers for the club box late on a Sunday and had them on Wednesday. The order page said plainly that tubes come in fives, so there was no surprise at the checkout. Ding from all of us.",
		drawing: "bell",
		toolSlug: "inner-tube",
		daysAgo: 93,
	},
	{
		author: "Nadia P.",
		rating: 4,
		description:
			"Opened a two-year-old master link on a wet commute chain, at night, by headlamp, on the first squeeze. The spring is a bit strong for long sessions. I carry them on tours now, even at the weight.",
		drawing: "headlight",
		toolSlug: "master-link-pliers",
		daysAgo: 120,
	},
];
