/** The stock that an order takes, and the limits that it keeps: the second of the three steps of placing one. */
import { eq, type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { createGuestToken, hashGuestToken } from "../../platform/auth/guest-token.ts";
import { hashNetwork } from "../../platform/auth/network.ts";
import { orderHoldMs, phoneOrderHoldMs, unprovedHoldMs } from "../../platform/settings/settings.ts";
import { piecesByTool } from "../offers/bundle-lines.ts";
import { type ResolvedDelivery, toAddressKey } from "./delivery.server.ts";
import { keepsOpenOrderLimits } from "./open-order-limits.server.ts";
import type { Ask, Entry, Priced } from "./price-order.server.ts";
import { pieces, takeStock } from "./requested-lines.server.ts";
import { keepsShare } from "./unproved-share.server.ts";

export type Reserved = Awaited<ReturnType<typeof reserveOrder>>;

/** Returns the statements that take the stock, the rules for it, and the columns that say for whom and how long. */
export async function reserveOrder(ask: Ask, { lines, known, delivery }: Priced) {
	const { id, now, user, customer, request, from, entry } = ask;
	// The limits are against strangers, not against staff.
	const isUnproved = !entry?.staffId && !customer.verified;
	const network = isUnproved && from ? await networkOf(from) : undefined;
	const guest = user ? undefined : await guestColumns(id, customer.email, delivery);
	const taken = piecesByTool(lines);
	const { write, ...stock } = takeStock(request.lines, taken, known, now);
	const limits = entry?.staffId
		? undefined
		: keepsOpenOrderLimits(
				{ ...customer, ...guest, network },
				pieces(lines),
				minimumOf(request.lines, pieces(lines)),
			);
	const share = isUnproved ? keepsShare(request.lines, taken, known) : undefined;
	return {
		guard: [...stock.guard, ...(limits?.guard ?? []), ...(share?.guard ?? [])],
		rules: { stock, limits, share },
		write,
		columns: {
			...guest,
			isUnproved,
			network,
			expiresAt: new Date(now.getTime() + holdMs(isUnproved, entry)),
		},
		toolIds: taken.map(({ toolId }) => toolId),
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

/** The pieces that can always be ordered, as an expression: the minimum of a tool that is ordered alone, by its pieces if a kit. */
function minimumOf([only, ...others]: Ask["request"]["lines"], ordered: number): SQL {
	if (!only || others.length > 0) return sql`0`;
	const piecesOfOne = ordered / only.quantity;
	return sql`(select ${tools.minOrderQuantity} * ${piecesOfOne} from ${tools} where ${eq(tools.id, only.toolId)})`;
}
