/** The demo's kits, which the shop with a history has. */
import type { Part } from "../../src/shop/tools/stored-part.ts";
import type { DemoTool } from "./data.ts";

export interface DemoBundle extends Omit<DemoTool, "quantity" | "drawing"> {
	/** The slugs of its parts, whose drawings its picture shows. */
	parts: readonly Part[];
}

export const demoBundles: readonly DemoBundle[] = [
	{
		slug: "chain-care-kit",
		name: "Chain care kit",
		cardLine: "Everything for fitting a new chain, in one box",
		description:
			"Everything for fitting a new chain, in one box: measure the old one, open its link, cut the new one to length. For 8- to 12-speed chains. A gift for someone who rides a lot.",
		minOrderQuantity: 1,
		priceCents: 5900,
		category: "chain-and-cassette",
		parts: [
			{ toolId: "chain-checker", quantity: 1 },
			{ toolId: "master-link-pliers", quantity: 1 },
			{ toolId: "chain-breaker", quantity: 1 },
		],
	},
	{
		slug: "ride-home-kit",
		name: "Ride-home kit",
		cardLine: "Levers, patches and a multi-tool for the saddle bag",
		description:
			"What gets you home after a flat: three tire levers, a patch kit and a multi-tool. It fits a saddle bag. A first gift for a beginner whose tires have tubes.",
		minOrderQuantity: 1,
		priceCents: 3700,
		category: "tires-and-tubes",
		parts: [
			{ toolId: "tire-levers", quantity: 1 },
			{ toolId: "patch-kit", quantity: 1 },
			{ toolId: "multi-tool", quantity: 1 },
		],
	},
	{
		slug: "first-workshop-kit",
		name: "First workshop kit",
		cardLine: "Hex keys and a torque wrench, for any bike",
		description:
			"Hex keys from 1.5 to 10 mm and a torque wrench: the bolts of almost any bike, tight enough and no tighter. A gift that fits whatever they ride.",
		minOrderQuantity: 1,
		priceCents: 11900,
		category: "hex-and-torx",
		parts: [
			{ toolId: "hex-key-set", quantity: 1 },
			{ toolId: "torque-wrench", quantity: 1 },
		],
	},
];
