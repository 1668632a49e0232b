/** The demo's families: tools of data.ts with those that differ from them by a size or the number of sprockets. */
import type { CapabilityInput } from "../../src/shop/fit/capabilities.ts";
import type { DemoTool } from "./data.ts";

export interface DemoFamily {
	slug: string;
	name: string;
	description: string;
	options: readonly { key: string; name: string; dimension?: string }[];
	/** The values of its tools, by their slugs. */
	values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A tool that only differs by options from one of data.ts, which has the same drawing. */
export interface DemoVariant extends DemoTool {
	sku: string;
	weightGrams: number;
	specifications: Readonly<Record<string, string>>;
	capabilities: readonly CapabilityInput[];
}

export const demoFamilies: readonly DemoFamily[] = [
	{
		slug: "chains",
		name: "Chain",
		description:
			"Nickel-plated, with one master link in the bag. A chain has the width of its cassette, so count the sprockets of yours.",
		options: [{ key: "speed", name: "Speeds", dimension: "chain" }],
		values: {
			"chain-10": { speed: "10" },
			chain: { speed: "11" },
			"chain-12": { speed: "12, Eagle" },
		},
	},
	{
		slug: "inner-tubes",
		name: "Inner tube",
		description:
			"Butyl, with a 48 mm Presta valve. The size is printed on the side of your tire: choose a tube whose range includes it.",
		options: [{ key: "size", name: "Size" }],
		values: {
			"inner-tube": { size: "700 x 25 to 32" },
			"inner-tube-700-35": { size: "700 x 35 to 43" },
			"inner-tube-26": { size: "26 x 1.75 to 2.4" },
			"inner-tube-29": { size: "29 x 1.9 to 2.4" },
		},
	},
];

const chain = {
	minOrderQuantity: 1,
	drawing: "chain",
	category: "drivetrain-parts",
};

const innerTube = {
	minOrderQuantity: 5,
	drawing: "inner-tube",
	category: "tires-and-tubes",
};

const tubeFor = (wheel: string, from: number, to: number): CapabilityInput[] => [
	{ action: "part", dimension: "wheel", standards: [wheel] },
	{ action: "part", dimension: "valve", standards: ["presta"] },
	{ action: "part", dimension: "tire-width", from, to },
];

export const demoVariants: readonly DemoVariant[] = [
	{
		...chain,
		slug: "chain-10",
		name: "Chain, 10-speed, 116 links",
		cardLine: "Nickel-plated, with a master link in the bag",
		description:
			"Nickel-plated 10-speed chain, 116 links, 5.9 mm wide, with one master link in the bag. Shortens with any chain breaker. It is 0.3 mm wider than an 11-speed chain, which is why it shifts badly on one.",
		quantity: 38,
		priceCents: 3900,
		sku: "CH-10-116",
		weightGrams: 264,
		specifications: { Speeds: "10", Links: "116", Width: "5.9 mm" },
		capabilities: [{ action: "part", dimension: "chain", standards: ["10"] }],
	},
	{
		...chain,
		slug: "chain-12",
		name: "Chain, 12-speed, Eagle, 126 links",
		cardLine: "For SRAM Eagle, with a master link in the bag",
		description:
			"Nickel-plated 12-speed chain for SRAM Eagle, 126 links, 5.3 mm wide, with one master link in the bag. Its inner links are shaped for Eagle's chainrings: on Shimano's it is noisy and wears fast.",
		quantity: 0,
		priceCents: 5200,
		sku: "CH-12E-126",
		weightGrams: 271,
		specifications: { Speeds: "12", Links: "126", Width: "5.3 mm" },
		capabilities: [
			{
				action: "part",
				dimension: "chain",
				standards: ["12-eagle"],
				except: ["12-shimano", "12-flattop", "12-campagnolo"],
			},
		],
	},
	{
		...innerTube,
		slug: "inner-tube-700-35",
		name: "Inner tube, 700 x 35 to 43",
		cardLine: "Butyl tube for gravel and touring tires",
		description:
			"Butyl tube for 622 mm rims and tires from 35 to 43 mm, with a 48 mm Presta valve and a removable core. 156 g. For gravel and touring tires; in a narrower one it folds.",
		quantity: 140,
		priceCents: 690,
		sku: "IT-700-35",
		weightGrams: 156,
		specifications: { Rim: "622 mm", Tires: "35 to 43 mm", Valve: "Presta, 48 mm, removable core" },
		capabilities: tubeFor("622", 35, 43),
	},
	{
		...innerTube,
		slug: "inner-tube-26",
		name: "Inner tube, 26 x 1.75 to 2.4",
		cardLine: "Butyl tube for older mountain bikes",
		description:
			"Butyl tube for 559 mm rims and tires from 44 to 61 mm, with a 48 mm Presta valve and a removable core. 182 g. The rims of older mountain bikes have a wide valve hole: a grommet makes it tight.",
		quantity: 90,
		priceCents: 690,
		sku: "IT-26-175",
		weightGrams: 182,
		specifications: { Rim: "559 mm", Tires: "44 to 61 mm", Valve: "Presta, 48 mm, removable core" },
		capabilities: tubeFor("559", 44, 61),
	},
	{
		...innerTube,
		slug: "inner-tube-29",
		name: "Inner tube, 29 x 1.9 to 2.4",
		cardLine: "Butyl tube for 29-inch mountain bikes",
		description:
			"Butyl tube for 622 mm rims and tires from 48 to 61 mm, with a 48 mm Presta valve and a removable core. 210 g. Light for its size, so check the pressure once a week.",
		quantity: 110,
		priceCents: 750,
		sku: "IT-29-190",
		weightGrams: 210,
		specifications: { Rim: "622 mm", Tires: "48 to 61 mm", Valve: "Presta, 48 mm, removable core" },
		capabilities: tubeFor("622", 48, 61),
	},
];
