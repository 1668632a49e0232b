/** Where the shop's consumers are, as shop.config.ts says: what follows is in src/shop/legal/rules.ts. */
import { law } from "./config.ts";
import { isInEu } from "./eu.ts";

/** Whether consumers in the European Union buy here. */
export const sellsToEu = law.regions.includes("eu");

/** Parts of the Union with codes of their own (Treaty on the Functioning of the European Union, Article 355(1) and (4)). */
const partsOfUnion: readonly string[] = ["AX", "GF", "GP", "MF", "MQ", "RE", "YT"];

/**
 * Whether the Union's rules for consumers are told of what is delivered to a country, by its code; empty if it is not known
 * yet. They follow who is delivered to (Regulation (EC) No 593/2008, Article 6).
 */
export function isForEu(country: string): boolean {
	return sellsToEu && (country === "" || isInEu(country) || partsOfUnion.includes(country));
}
