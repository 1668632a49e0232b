/** The triggers that copy to a tool what it can do and its images, and that keep its addresses and alerts. */
import { type Trigger, trigger } from "../trigger.ts";

/** Returns the UPDATE that sets what capabilities have of their tool. */
const copyTool = (toolId: string) =>
	`UPDATE tool_capabilities SET (unavailable, price_cents) = (SELECT quantity < min_order_quantity, price_cents FROM tools WHERE id = ${toolId}) WHERE tool_id = ${toolId}`;
/** Selects what a tool can do as its column has it. */
export const selectCapabilities = (toolId: string) =>
	`(SELECT json_group_array(json_array(action, dimension, standard, fits, range_from, range_to, also) ORDER BY action, dimension, standard) FROM tool_capabilities WHERE tool_id = ${toolId})`;
/** Copies what a tool can do to its column, in the order of `StoredCapability`. */
const copyCapabilities = (toolId: string) =>
	`UPDATE tools SET capabilities = ${selectCapabilities(toolId)} WHERE id = ${toolId}`;
/** The SQL condition that a tool has less stock than its minimum order. */
export const isUnavailable = (row: string) => `(${row}.quantity < ${row}.min_order_quantity)`;

// Most orders change neither price nor availability: they leave more than the minimum order.
export const capabilityTriggers: Trigger[] = [
	trigger(
		"tool_capabilities_added",
		"AFTER INSERT ON tool_capabilities",
		`${copyTool("new.tool_id")} AND action = new.action AND dimension = new.dimension AND standard = new.standard`,
		copyCapabilities("new.tool_id"),
	),
	trigger(
		"tool_capabilities_changed_in_tool",
		"AFTER UPDATE OF action, dimension, standard, fits, range_from, range_to, also ON tool_capabilities",
		copyCapabilities("new.tool_id"),
	),
	trigger(
		"tool_capabilities_removed_from_tool",
		"AFTER DELETE ON tool_capabilities",
		copyCapabilities("old.tool_id"),
	),
	trigger(
		"tools_change_capabilities",
		`AFTER UPDATE OF regular_price_cents, sale_price_cents, parts_cents, quantity, min_order_quantity ON tools WHEN new.price_cents <> old.price_cents OR ${isUnavailable("new")} <> ${isUnavailable("old")}`,
		copyTool("new.id"),
	),
	// Kept for the day it is listed again. Nobody looks for the tool by its rows meanwhile.
	trigger(
		"tools_archive_capabilities",
		"AFTER UPDATE OF archived_at ON tools WHEN new.archived_at IS NOT NULL AND old.archived_at IS NULL",
		"UPDATE tools SET unlisted_capabilities = new.capabilities WHERE id = new.id",
		"DELETE FROM tool_capabilities WHERE tool_id = new.id",
	),
	trigger(
		"tools_list_capabilities",
		"AFTER UPDATE OF archived_at ON tools WHEN new.archived_at IS NULL AND old.archived_at IS NOT NULL",
		`INSERT INTO tool_capabilities (tool_id, action, dimension, standard, fits, range_from, range_to, also) SELECT new.id, ${[0, 1, 2, 3, 4, 5, 6].map((place) => `one.value ->> ${place}`).join(", ")} FROM json_each(new.unlisted_capabilities) AS one`,
		"UPDATE tools SET unlisted_capabilities = NULL WHERE id = new.id",
	),
];

/** Selects a tool's further images as its column has them. */
export const selectFurtherImages = (toolId: string) =>
	`(SELECT json_group_array(json_array(image, alt) ORDER BY position) FROM tool_pictures WHERE tool_id = ${toolId})`;
/** Copies a tool's further images to its column, in the order of `FurtherImage`. */
const copyFurtherImages = (toolId: string) =>
	`UPDATE tools SET further_images = ${selectFurtherImages(toolId)} WHERE id = ${toolId}`;

export const furtherImageTriggers: Trigger[] = [
	trigger(
		"tool_pictures_added_to_tool",
		"AFTER INSERT ON tool_pictures",
		copyFurtherImages("new.tool_id"),
	),
	trigger(
		"tool_pictures_changed_in_tool",
		"AFTER UPDATE ON tool_pictures",
		copyFurtherImages("new.tool_id"),
	),
	trigger(
		"tool_pictures_removed_from_tool",
		"AFTER DELETE ON tool_pictures",
		copyFurtherImages("old.tool_id"),
	),
];

const isAddressOfAnother = [
	"EXISTS (SELECT 1 FROM tools WHERE id = new.slug AND id <> new.id)",
	"EXISTS (SELECT 1 FROM tool_addresses WHERE slug = new.slug AND tool_id <> new.id)",
	"EXISTS (SELECT 1 FROM families WHERE slug = new.slug)",
].join(" OR ");
const rejectAddress = "SELECT RAISE(ABORT, 'the address is of another tool')";

// An address that a tool takes back is no former one any more.
export const addressTriggers: Trigger[] = [
	trigger(
		"tools_address_added",
		"BEFORE INSERT ON tools",
		`${rejectAddress} WHERE new.slug IS NOT NULL AND (${isAddressOfAnother})`,
		"SELECT RAISE(ABORT, 'the id is the address of another tool') WHERE EXISTS (SELECT 1 FROM tools WHERE slug = new.id) OR EXISTS (SELECT 1 FROM tool_addresses WHERE slug = new.id) OR EXISTS (SELECT 1 FROM families WHERE slug = new.id)",
	),
	trigger(
		"tools_address_checked",
		`BEFORE UPDATE OF slug ON tools WHEN new.slug IS NOT old.slug AND new.slug IS NOT NULL AND (${isAddressOfAnother})`,
		rejectAddress,
	),
	trigger(
		"tools_address_changed",
		"AFTER UPDATE OF slug ON tools WHEN new.slug IS NOT old.slug",
		"DELETE FROM tool_addresses WHERE slug = new.slug",
		"INSERT INTO tool_addresses (slug, tool_id) SELECT old.slug, new.id WHERE old.slug IS NOT NULL AND old.slug <> new.id",
	),
];

export const backInStockTrigger = trigger(
	"tools_back_in_stock",
	"AFTER UPDATE OF quantity, min_order_quantity ON tools WHEN old.quantity < old.min_order_quantity AND new.quantity >= new.min_order_quantity AND new.archived_at IS NULL AND EXISTS (SELECT 1 FROM stock_alerts WHERE tool_id = new.id)",
	"INSERT INTO outbox (id, kind, subject_id, payload, created_at, available_at, due_at) VALUES (lower(hex(randomblob(16))), 'stock.back', new.id, '{}', new.updated_at, new.updated_at, new.updated_at)",
);
