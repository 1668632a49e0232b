/** The triggers that write down the prices of tools, keep sales apart and end those of archived tools, and count the uses of codes. */
import { type Trigger, trigger } from "../trigger.ts";

/** What visitors can buy the tool for; null if they can't. */
const soldAt = (row: string) => `iif(${row}.archived_at IS NULL, ${row}.price_cents, NULL)`;
const addPrice = "INSERT INTO price_history (tool_id, price_cents, since)";

export const priceHistoryTriggers: Trigger[] = [
	trigger(
		"price_history_added",
		"AFTER INSERT ON tools WHEN new.archived_at IS NULL",
		`${addPrice} VALUES (new.id, new.price_cents, new.created_at)`,
	),
	trigger(
		"price_history_changed",
		`AFTER UPDATE OF regular_price_cents, sale_price_cents, parts_cents, archived_at ON tools WHEN ${soldAt("new")} IS NOT ${soldAt("old")}`,
		`${addPrice} VALUES (new.id, ${soldAt("new")}, CAST(unixepoch('subsec') * 1000 AS INTEGER))`,
	),
];

export const saleTriggers: Trigger[] = [
	trigger(
		"sale_tools_overlap",
		"BEFORE INSERT ON sale_tools WHEN EXISTS (SELECT 1 FROM sale_tools AS other JOIN sales AS theirs ON theirs.id = other.sale_id JOIN sales AS own ON own.id = new.sale_id WHERE other.tool_id = new.tool_id AND other.ended_at IS NULL AND theirs.starts_at < own.ends_at AND own.starts_at < theirs.ends_at)",
		"SELECT RAISE(ABORT, 'the tool is in another sale at that time')",
	),
	trigger(
		"tools_archive_sale",
		"AFTER UPDATE OF archived_at ON tools WHEN new.archived_at IS NOT NULL AND old.archived_at IS NULL",
		"UPDATE sale_tools SET ended_at = new.archived_at WHERE tool_id = new.id AND ended_at IS NULL",
		"UPDATE tools SET sale_price_cents = NULL, sale_ends_at = NULL, prior_price_cents = NULL WHERE id = new.id AND sale_price_cents IS NOT NULL",
	),
];

/** The orders that have a code and hold or have paid for it. */
export const selectCodeUses: string =
	"(SELECT count(*) FROM order_offers JOIN orders ON orders.id = order_offers.order_id WHERE order_offers.offer_id = offer_codes.offer_id AND order_offers.code = offer_codes.code AND orders.closed_at IS NULL)";

const countUse = (change: string) => `UPDATE offer_codes SET uses = uses ${change}`;

export const codeTriggers: Trigger[] = [
	trigger(
		"offer_codes_used",
		"AFTER INSERT ON order_offers WHEN new.code IS NOT NULL",
		`${countUse("+ 1")} WHERE code = new.code`,
	),
	trigger(
		"offer_codes_returned",
		"AFTER UPDATE OF closed_at ON orders WHEN new.closed_at IS NOT NULL AND old.closed_at IS NULL",
		`${countUse("- 1")} WHERE code IN (SELECT code FROM order_offers WHERE order_id = new.id)`,
	),
];

/** The sale price that a tool should have: of the row that has started and not ended. */
export const selectSalePrice: string =
	"(SELECT price_cents FROM sale_tools WHERE tool_id = tools.id AND started_at IS NOT NULL AND ended_at IS NULL)";
/** The last price that was written down of a tool. */
export const selectLastPrice: string =
	"(SELECT price_cents FROM price_history WHERE tool_id = tools.id ORDER BY since DESC, number DESC LIMIT 1)";
export const soldAtNow: string = soldAt("tools");
