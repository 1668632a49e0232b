/** The demo's kit, which the shop with a history has. */
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
			"Everything for fitting a new chain, in one box: measure the old one, open its link, cut the new one to length. For 8- to 12-speed chains.",
		minOrderQuantity: 1,
		priceCents: 5900,
		category: "chain-and-cassette",
		parts: [
			{ toolId: "chain-checker", quantity: 1 },
			{ toolId: "master-link-pliers", quantity: 1 },
			{ toolId: "chain-breaker", quantity: 1 },
		],
	},
];
