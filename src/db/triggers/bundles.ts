/** The triggers that keep what a bundle has of its parts: its stock, their prices together, and what its page shows. */
import { type Trigger, trigger } from "../trigger.ts";

const ofBundle = (bundle: string) =>
	`FROM bundle_parts JOIN tools AS part ON part.id = part_id WHERE bundle_id = ${bundle}`;

/** Selects the parts of a bundle as `tools.parts` has them; null for any other tool. */
export const selectParts = (bundle: string) =>
	`(SELECT nullif(json_group_array(json_object('id', part.id, 'quantity', bundle_parts.quantity, 'name', part.name, 'slug', part.slug, 'image', part.image, 'priceCents', part.price_cents, 'minOrderQuantity', part.min_order_quantity) ORDER BY position, part.id), '[]') ${ofBundle(bundle)})`;
/** Selects the rows of a bundle's parts as `tools.made_of` has them. */
export const selectMadeOf = (bundle: string) =>
	`(SELECT json_group_array(json_object('toolId', part_id, 'quantity', quantity) ORDER BY position) FROM bundle_parts WHERE bundle_id = ${bundle})`;
/** Selects what the parts of a bundle cost together; null for any other tool. */
export const selectPartsCents = (bundle: string) =>
	`(SELECT sum(part.price_cents * bundle_parts.quantity) ${ofBundle(bundle)})`;
/** Selects how many of a bundle its parts allow: none if one of them is no longer sold. */
export const selectBundleStock = (bundle: string) =>
	`coalesce((SELECT min(iif(part.archived_at IS NULL, part.quantity / bundle_parts.quantity, 0)) ${ofBundle(bundle)}), 0)`;

const bundlesOf = (part: string) => `(SELECT bundle_id FROM bundle_parts WHERE part_id = ${part})`;
const copyParts = (where: string) =>
	`UPDATE tools SET parts = ${selectParts("tools.id")}, parts_cents = ${selectPartsCents("tools.id")} WHERE ${where}`;
/** No order has a line of a bundle itself, so that all that was ever stocked of it is what can be sold. */
const copyStock = (where: string) =>
	`UPDATE tools SET quantity = ${selectBundleStock("tools.id")}, stocked = ${selectBundleStock("tools.id")} WHERE ${where} AND (quantity <> ${selectBundleStock("tools.id")} OR stocked <> quantity)`;

/** Takes over what staff have said that a tool is made of. In one statement, so that no price comes between the old one and the new. */
const takeOver = [
	"DELETE FROM bundle_parts WHERE bundle_id = new.id",
	"INSERT INTO bundle_parts (bundle_id, part_id, quantity, position) SELECT new.id, value ->> 'toolId', value ->> 'quantity', key FROM json_each(new.made_of)",
	copyParts("id = new.id"),
	copyStock("id = new.id"),
];

/** What of a part the row of its bundle has. Prices are generated from two of them. */
const shownColumns = [
	"name",
	"slug",
	"image",
	"regular_price_cents",
	"sale_price_cents",
	"min_order_quantity",
];
const differ = (columns: readonly string[]) =>
	columns.map((column) => `new.${column} IS NOT old.${column}`).join(" OR ");
const isPart = "EXISTS (SELECT 1 FROM bundle_parts WHERE part_id = new.id)";

export const bundleTriggers: Trigger[] = [
	trigger(
		"bundle_parts_checked",
		"BEFORE INSERT ON bundle_parts",
		"SELECT RAISE(ABORT, 'a part of a bundle is a bundle') WHERE EXISTS (SELECT 1 FROM bundle_parts WHERE bundle_id = new.part_id OR part_id = new.bundle_id)",
		"SELECT RAISE(ABORT, 'the tool was ordered as one piece') WHERE EXISTS (SELECT 1 FROM order_lines WHERE tool_id = new.bundle_id)",
		"SELECT RAISE(ABORT, 'a gift card is neither a bundle nor a part of one') WHERE EXISTS (SELECT 1 FROM tools WHERE id IN (new.bundle_id, new.part_id) AND is_gift_card)",
	),
	trigger("tools_made_of_added", "AFTER INSERT ON tools WHEN new.made_of <> '[]'", ...takeOver),
	trigger(
		"tools_made_of_changed",
		"AFTER UPDATE OF made_of ON tools WHEN new.made_of <> old.made_of",
		...takeOver,
	),
	trigger(
		"tools_part_shown",
		`AFTER UPDATE OF ${shownColumns.join(", ")} ON tools WHEN (${differ(shownColumns)}) AND ${isPart}`,
		copyParts(`id IN ${bundlesOf("new.id")}`),
	),
	trigger(
		"tools_part_stock",
		`AFTER UPDATE OF quantity, archived_at ON tools WHEN (${differ(["quantity", "archived_at"])}) AND ${isPart}`,
		copyStock(`id IN ${bundlesOf("new.id")}`),
	),
	trigger(
		"tools_bundle_stock",
		`BEFORE UPDATE OF quantity, stocked ON tools WHEN new.parts_cents IS NOT NULL AND (new.quantity <> ${selectBundleStock("new.id")} OR new.stocked <> new.quantity)`,
		"SELECT RAISE(ABORT, 'the stock of a bundle is what its parts allow')",
	),
];
