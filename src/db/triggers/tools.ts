/** The triggers that make rows of what a tool can do, and that keep its addresses and alerts. */
import { type Trigger, trigger } from "../trigger.ts";

/** Returns the UPDATE that sets what capabilities have of their tool. */
const copyTool = (toolId: string) =>
	`UPDATE tool_capabilities SET (unavailable, price_cents) = (SELECT quantity < min_order_quantity, price_cents FROM tools WHERE id = ${toolId}) WHERE tool_id = ${toolId}`;
/** The SQL condition that a tool has less stock than its minimum order. */
export const isUnavailable = (row: string) => `(${row}.quantity < ${row}.min_order_quantity)`;

/** The names of a `StoredCapability`, in the order of its columns. */
const names = ["action", "dimension", "standard", "fits", "from", "to", "also"];
const values = names.map((name) => `value ->> '${name}'`).join(", ");
/** Inserts the rows of what a tool can do: none if it is not listed, because nobody looks for it then. */
const addCapabilities = (tool: "new" | "tools") =>
	`INSERT INTO tool_capabilities (tool_id, action, dimension, standard, fits, range_from, range_to, also, unavailable, price_cents) SELECT ${tool}.id, ${values}, ${isUnavailable(tool)}, ${tool}.price_cents FROM ${tool === "tools" ? "tools, " : ""}json_each(${tool}.capabilities) WHERE ${tool}.archived_at IS NULL`;
const dropCapabilities = (toolId: string) =>
	`DELETE FROM tool_capabilities WHERE tool_id = ${toolId}`;

// Most orders change neither price nor availability: they leave more than the minimum order.
export const capabilityTriggers: Trigger[] = [
	trigger(
		"tools_capabilities_added",
		"AFTER INSERT ON tools WHEN new.capabilities <> '[]'",
		addCapabilities("new"),
	),
	trigger(
		"tools_capabilities_changed",
		"AFTER UPDATE OF capabilities, archived_at ON tools WHEN new.capabilities <> old.capabilities OR (new.archived_at IS NULL) <> (old.archived_at IS NULL)",
		dropCapabilities("new.id"),
		addCapabilities("new"),
	),
	trigger(
		"tools_change_capabilities",
		`AFTER UPDATE OF regular_price_cents, sale_price_cents, parts_cents, quantity, min_order_quantity ON tools WHEN new.price_cents <> old.price_cents OR ${isUnavailable("new")} <> ${isUnavailable("old")}`,
		copyTool("new.id"),
	),
];

/** What a tool has in a column and as rows of another table, by which others find it. */
export interface ToolRows {
	column: string;
	table: string;
	/** The condition that a tool has other rows than its column says. */
	differs: string;
	/** The statements that make its rows anew. */
	restore: (toolId: string) => string[];
}

/** A value of a capability as its row has it: limits are REAL. */
const numberOf = (name: string) =>
	name === "from" || name === "to" ? `CAST(value ->> '${name}' AS REAL)` : `value ->> '${name}'`;
export const toolRows: ToolRows[] = [
	{
		column: "capabilities",
		table: "tool_capabilities",
		differs: `iif(archived_at IS NULL, (SELECT json_group_array(json_array(${names.map(numberOf).join(", ")}) ORDER BY value ->> 'action', value ->> 'dimension', value ->> 'standard') FROM json_each(capabilities)), '[]') <> (SELECT json_group_array(json_array(action, dimension, standard, fits, range_from, range_to, also) ORDER BY action, dimension, standard) FROM tool_capabilities WHERE tool_id = tools.id)`,
		restore: (toolId) => [
			dropCapabilities(toolId),
			`${addCapabilities("tools")} AND tools.id = ${toolId}`,
		],
	},
	{
		column: "further_images",
		table: "tool_pictures",
		differs:
			"further_images <> (SELECT json_group_array(json_object('image', image, 'alt', alt) ORDER BY position) FROM tool_pictures WHERE tool_id = tools.id)",
		restore: (toolId) => [
			`DELETE FROM tool_pictures WHERE tool_id = ${toolId}`,
			`INSERT INTO tool_pictures (tool_id, position, image, alt) SELECT tools.id, key + 1, value ->> 'image', value ->> 'alt' FROM tools, json_each(tools.further_images) WHERE tools.id = ${toolId}`,
		],
	},
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
