/** The stock that an order takes, and the limits that it keeps: the second of the three steps of placing one. */
import { eq, type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { createGuestToken, hashGuestToken } from "../../platform/auth/guest-token.ts";
import { hashNetwork } from "../../platform/auth/network.ts";
import { database } from "../../platform/database/database.ts";
import { orderHoldMs, phoneOrderHoldMs, unprovedHoldMs } from "../../platform/settings/settings.ts";
import { piecesByTool } from "../offers/bundle-lines.ts";
import { type ResolvedDelivery, toAddressKey } from "./delivery.server.ts";
import { canPlaceOrder } from "./open-order-limits.server.ts";
import type { Ask, Entry, Priced } from "./price-order.server.ts";
import {
	addLowStock,
	canFulfilLine,
	isLineOf,
	pieces,
	rowsOfLines,
	rowsOfRequest,
} from "./requested-lines.server.ts";
import { isWithinShare, withKits } from "./unproved-share.server.ts";

export type Reserved = Awaited<ReturnType<typeof reserveOrder>>;

/** Returns the conditions and the statements that take the stock, and the columns of the order that say for whom and how long. */
export async function reserveOrder(ask: Ask, { lines, known, delivery }: Priced) {
	const { id, now, user, customer, request, from, entry } = ask;
	// The limits are against strangers, not against staff.
	const isUnproved = !entry?.staffId && !customer.verified;
	const network = isUnproved && from ? await networkOf(from) : undefined;
	const guest = user ? undefined : await guestColumns(id, customer.email, delivery);
	const taken = piecesByTool(lines);
	const limited = { ...customer, ...guest, network };
	const ofStock = isUnproved ? withKits(taken, known) : undefined;
	const onlyTool = onlyToolOf(ask, lines);
	const line = rowsOfLines(taken);
	const requested = rowsOfRequest(request.lines, known);
	return {
		guard: [
			sql`(select count(*) from ${requested} join ${tools} on ${isLineOf(tools.id)} where ${canFulfilLine()}) = ${request.lines.length}`,
			// Each bundle is in stock, but maybe not together with what else is ordered of its parts.
			...(known.bundles.size > 0
				? [
						sql`(select count(*) from ${line} join ${tools} on ${isLineOf(tools.id)} where ${tools.quantity} >= json_each.value ->> 'quantity') = ${taken.length}`,
					]
				: []),
			...(entry?.staffId ? [] : [canPlaceOrder(limited, pieces(lines), minimumOf(onlyTool))]),
			...(ofStock ? [isWithinShare(ofStock)] : []),
		],
		write: {
			reserved: database()
				.update(tools)
				.set({
					quantity: sql`${tools.quantity} - (select json_each.value ->> 'quantity' from ${line} where ${isLineOf(tools.id)})`,
					updatedAt: now,
				})
				.where(sql`${tools.id} in (select json_each.value ->> 'toolId' from ${line})`),
			lowStock: addLowStock(line),
		},
		columns: {
			...guest,
			isUnproved,
			network,
			expiresAt: new Date(now.getTime() + holdMs(isUnproved, entry)),
		},
		taken,
		limited,
		ofStock,
		onlyTool,
	};
}

function holdMs(isUnproved: boolean, entry: Entry | undefined): number {
	if (entry?.staffId) return phoneOrderHoldMs();
	return isUnproved ? unprovedHoldMs() : orderHoldMs();
}

/** The keyed hash of a request's network; undefined without Cloudflare, which always says the address. */
const networkOf = async (from: Request) =>
	from.headers.has("cf-connecting-ip") ? hashNetwork(from) : undefined;

/** The columns that only a guest's order has. */
async function guestColumns(id: string, email: string, { address }: ResolvedDelivery) {
	const token = await createGuestToken(id, email);
	return {
		accessTokenHash: await hashGuestToken(token),
		// Orders without an address have none in common.
		...(address.line1 !== "" && { addressKey: toAddressKey(address) }),
	};
}

/** The only tool of an order, and how many pieces one of it has: more than one of a bundle. */
function onlyToolOf({ request }: Ask, lines: Priced["lines"]) {
	const [only, ...others] = request.lines;
	if (!only || others.length > 0) return undefined;
	return { id: only.toolId, pieces: pieces(lines) / only.quantity };
}

/** The pieces that can always be ordered, as an expression: the minimum of a tool that is ordered alone. */
const minimumOf = (only: ReturnType<typeof onlyToolOf>): SQL =>
	only
		? sql`(select ${tools.minOrderQuantity} * ${only.pieces} from ${tools} where ${eq(tools.id, only.id)})`
		: sql`0`;
