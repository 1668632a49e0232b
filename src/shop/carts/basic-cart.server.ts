/** The cart of a browser without JavaScript: in a cookie that only its pages get, changed by their forms. */
import * as v from "valibot";
import { ownCookie } from "../../platform/own-cookie.ts";
import { sitePaths } from "../../site-paths.ts";
import { codePattern, normalCode } from "../offers/codes.ts";
import { unavailableReason } from "../tools/availability.ts";
import { addLine } from "./add-line.ts";
import { type BasicCartNote, changes } from "./basic-cart.ts";
import { type CartLine, maxCartLines, maxLineQuantity, maxToolIdLength } from "./cart-lines.ts";
import { readCart } from "./carts.server.ts";
import { type CartItem, lineNotes } from "./carts.ts";
import { lineTextPattern, parseLineTexts, toLineText } from "./line-texts.ts";

const cookie = ownCookie({
	name: "cart",
	path: sitePaths.cart,
	pattern: lineTextPattern,
	maxTexts: maxCartLines,
	maxAgeS: 30 * 24 * 60 * 60,
});

/** Returns the lines in the request's cookie. */
export function basicCartLines(headers: Headers): CartLine[] {
	return parseLineTexts(cookie.read(headers));
}

/** The code that was typed, for as long as the browser is open to guess with it: nothing else is in it. */
const codeCookie = ownCookie({
	name: "code",
	path: sitePaths.cart,
	pattern: codePattern,
	maxTexts: 1,
	maxAgeS: 24 * 60 * 60,
});

/** Returns the code in the request's cookie; empty without one. */
export const basicCartCode = (headers: Headers): string => codeCookie.read(headers)[0] ?? "";

/** Returns the Set-Cookie header with a code as it was typed; an empty one removes it. */
export function basicCodeCookie(typed: string): string {
	const code = normalCode(typed);
	return codeCookie.write(codePattern.test(code) ? [code] : []);
}

/** Returns the Set-Cookie header with these lines. */
export function basicCartCookie(lines: readonly CartLine[]): string {
	return cookie.write(lines.map(toLineText));
}

/** What a form sends. The quantity is missing where a tool's minimum order is added. */
const changeSchema = v.object({
	tool: v.pipe(v.optional(v.string(), ""), v.maxLength(maxToolIdLength)),
	change: v.optional(v.picklist(changes), "add"),
	quantity: v.optional(
		v.pipe(
			v.string(),
			v.trim(),
			v.digits(),
			v.transform(Number),
			v.minValue(1),
			v.maxValue(maxLineQuantity),
		),
	),
});

interface ChangedCart {
	lines: CartLine[];
	/** What the cart's page says. */
	note?: BasicCartNote;
}

/** Returns the lines after what a form asks for, and what to say of it. Nothing changes if the form is no such one. */
export async function changeBasicCart(
	lines: CartLine[],
	form: URLSearchParams,
): Promise<ChangedCart> {
	const parsed = v.safeParse(changeSchema, Object.fromEntries(form));
	if (!parsed.success) return { lines, note: "quantity" };
	const { tool: toolId, change, quantity } = parsed.output;
	if (change === "moved") return { lines: [] };
	if (change === "code") return { lines };
	if (change === "remove") return { lines: lines.filter((line) => line.toolId !== toolId) };
	const [item] = await readCart([{ toolId }]);
	if (change === "add") return addTool(lines, item, quantity);
	return {
		lines: lines.map((line) =>
			line.toolId === toolId ? { ...line, ...changeOf(line, item, change, quantity) } : line,
		),
	};
}

function addTool(lines: CartLine[], item: CartItem | undefined, quantity?: number): ChangedCart {
	if (!item?.tool || item.gone || unavailableReason(item.tool))
		return { lines, note: "unavailable" };
	const { minOrderQuantity, price, quantity: available } = item.tool;
	const added = { toolId: item.toolId, quantity: quantity ?? minOrderQuantity, price };
	const changed = addLine(lines, added, available);
	return typeof changed === "string" ? { lines, note: changed } : { lines: changed, note: "added" };
}

/** What changes in a line: its quantity as typed or as is possible, or the price that the customer accepts. */
function changeOf(
	line: CartLine,
	item: CartItem | undefined,
	change: "quantity" | "adjust" | "price",
	quantity = line.quantity,
): Partial<CartLine> {
	if (change === "quantity") return { quantity };
	if (change === "price") return { price: item?.tool?.price ?? line.price };
	return { quantity: (item && lineNotes(line, item).adjust?.quantity) ?? line.quantity };
}
