/** The cart of a browser without JavaScript: in a cookie that only its pages get, changed by their forms. */
import * as v from "valibot";
import { sitePaths } from "../../paths/site.ts";
import { ownCookie } from "../../platform/auth/own-cookie.ts";
import { codePattern, codesIn } from "../offers/codes.ts";
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

/** The codes that were typed, of an offer and of a gift card, for as long as the browser is open to guess with it: nothing else is in it. */
const codeCookie = ownCookie({
	name: "code",
	path: sitePaths.cart,
	pattern: codePattern,
	maxTexts: 2,
	maxAgeS: 24 * 60 * 60,
});

/** Returns the codes in the request's cookie, as they are typed; empty without any. */
export const basicCartCode = (headers: Headers): string => codeCookie.read(headers).join(" ");

/** Returns the Set-Cookie header with codes as they were typed; nothing typed removes them. */
export function basicCodeCookie(typed: string): string {
	const { code, giftCode } = codesIn(typed);
	return codeCookie.write([code, giftCode].filter((one) => codePattern.test(one)));
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
	if (change === "again") return addAgain(lines, parseLineTexts(form.getAll("line")));
	if (change === "remove") return { lines: lines.filter((line) => line.toolId !== toolId) };
	const [item] = await readCart([{ toolId }]);
	if (change === "add") return addTool(lines, item, quantity);
	return {
		lines: lines.map((line) =>
			line.toolId === toolId ? { ...line, ...changeOf(line, item, change, quantity) } : line,
		),
	};
}

/** Adds what an order had, at the prices of now. The note is of the last tool that can't be added, if there is one. */
async function addAgain(lines: CartLine[], ordered: CartLine[]): Promise<ChangedCart> {
	const items = new Map((await readCart(ordered)).map((item) => [item.toolId, item]));
	let changed: ChangedCart = { lines };
	let problem: BasicCartNote | undefined;
	for (const { toolId, quantity } of ordered) {
		changed = addTool(changed.lines, items.get(toolId), quantity);
		if (changed.note !== "added") problem = changed.note;
	}
	return problem ? { ...changed, note: problem } : changed;
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
