/**
 * What a browser may have stored for the shop, beside a session. Pages are looked at with all of it: the tests of all public
 * pages (layout shift, axe, scrolling sideways) and the contact sheets.
 */
import type { Page } from "@playwright/test";
import { type CartLine, cartKey, savedKey } from "../../src/shop/carts/cart-lines.ts";

const line = (toolId: string, quantity: number, price: number): CartLine => ({
	toolId,
	quantity,
	price,
});

/** The lines of a cart, two of the specification's tools at their prices. */
export const storedCart: readonly CartLine[] = [
	line("torque-wrench", 1, 89),
	line("chain-breaker", 2, 34.5),
];

/** Local storage by its keys: a chosen bike with a long name, a filled cart, a line saved for later, a code that is refused, an order that waits to be paid. */
const stored: Readonly<Record<string, string>> = {
	bikes: JSON.stringify([
		["The long name of a road bike from 2019", "cassette=hg&chain=11&bottom-bracket=hollowtech-ii"],
		["Another", "cassette=xd"],
	]),
	[cartKey]: JSON.stringify(storedCart),
	[savedKey]: JSON.stringify([line("cassette-lockring-tool", 1, 36)]),
	"cogsmith-code": "NO-SUCH-CODE",
	unpaid: JSON.stringify({ orders: [["l1d5ry2nsxcg7z5i11uxel", "1420", 1e15]], at: 1e15 }),
};

/** The partner of this visit, in the storage of the tab: see partner-storage.ts. */
const seenOn = ["cogsmith-seen-on", "bike-blog"] as const;

/** Stores all of it, from the next page on. What a page has changed stays. */
export async function storeStates(page: Page): Promise<void> {
	await page.addInitScript(
		([local, [partnerKey, partner]]) => {
			if (!location.protocol.startsWith("http")) return;
			for (const [key, value] of Object.entries(local))
				if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
			sessionStorage.setItem(partnerKey, partner);
		},
		[stored, seenOn] as const,
	);
}

/** Public pages that show some of it. */
export const pathsWithStates = [
	"/",
	"/tools",
	"/tools/c/wheels",
	"/tools/torque-wrench",
	"/tools/inner-tubes",
	"/tools?q=chain",
	"/jobs/replace-chain?chain=11",
	"/fit",
	"/cart",
	"/compare?tool=torque-wrench&tool=y-hex-key&tool=chain-breaker",
] as const;
