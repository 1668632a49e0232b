/**
 * The lines of a cart, and their text in local storage. Public pages load this module, so it imports
 * neither valibot nor messages.
 */

/** One tool in a cart. */
export interface CartLine {
	toolId: string;
	quantity: number;
	/** The unit price that the customer has seen, as a decimal number. */
	price: number;
}

export const maxCartLines = 50;

/** Maximum pieces of a line: no tool has more in stock. */
export const maxLineQuantity = 1_000_000;

/** Maximum length of a tool's id, in characters. */
export const maxToolIdLength = 64;

/** The key in local storage. */
export const cartKey = "cogsmith-cart";

/** The key of the lines that are saved for later. */
export const savedKey = "cogsmith-saved";

/** The event on `window` after this page has changed the cart. Other tabs get a storage event. */
export const cartEvent = "shop-cart";

/** How many pieces these lines have together. */
export function piecesOf(lines: readonly CartLine[]): number {
	return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Returns the lines with each tool once, in the order of their first line: quantities are added, and the
 * price is the one seen last.
 */
export function mergeLines(lines: readonly CartLine[]): CartLine[] {
	const merged = new Map<string, CartLine>();
	for (const { toolId, quantity, price } of lines) {
		const sum = (merged.get(toolId)?.quantity ?? 0) + quantity;
		merged.set(toolId, { toolId, quantity: Math.min(sum, maxLineQuantity), price });
	}
	return [...merged.values()];
}

/** Parses the text in local storage. Any script of the page may write there: what is no line is left out. */
export function parseCart(text: string | null | undefined): CartLine[] {
	try {
		const parsed: CartLine[] = JSON.parse(String(text));
		return mergeLines(parsed.filter(isLine)).slice(0, maxCartLines);
	} catch {
		// No JSON, or no list.
		return [];
	}
}

function isLine(value: CartLine | null | undefined): boolean {
	if (typeof value?.toolId !== "string") return false;
	const { toolId, quantity, price } = value;
	return (
		toolId !== "" &&
		toolId.length <= maxToolIdLength &&
		Number.isInteger(quantity) &&
		quantity > 0 &&
		quantity <= maxLineQuantity &&
		Number.isFinite(price) &&
		price >= 0
	);
}
