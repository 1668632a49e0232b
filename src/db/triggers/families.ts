/** The triggers that keep what families have of their tools, and tools of their families. */
import { type Trigger, trigger } from "../trigger.ts";
import { countedStars } from "./reviews.ts";

/** Selects the listed tools of a family as `families.variants` has them. */
export const selectVariants = (family: string) =>
	`(SELECT json_group_array(json_object('id', id, 'slug', slug, 'values', json(option_values), 'priceCents', price_cents, 'inStock', in_stock, 'sku', sku, 'image', image, 'capabilities', json(capabilities), 'contents', contents, 'minOrderQuantity', min_order_quantity) ORDER BY number) FROM tools AS one WHERE one.family_id = ${family} AND archived_at IS NULL)`;

/** Selects the number of the tool that stands for a family in lists: the cheapest that can be ordered. */
const selectLead = (family: string) =>
	`(SELECT one.number FROM tools AS one WHERE one.family_id = ${family} ORDER BY archived_at IS NOT NULL, in_stock DESC, price_cents, one.number LIMIT 1)`;

/** Selects the first picture of a family; null if it has none. */
const selectPicture = (family: string) =>
	`(SELECT image FROM family_pictures WHERE family_id = ${family} AND position = 0)`;

/** Gives the tools of a family that have no picture that of the family, if it has one. */
const sharePicture = (family: string) =>
	`UPDATE tools SET image = ${selectPicture(family)} WHERE family_id = ${family} AND image = '' AND ${selectPicture(family)} IS NOT NULL`;

/** Selects what that tool has of its family: a `StoredFamily`. */
export const selectFamily = (family: string) =>
	`(SELECT json_object('slug', slug, 'name', name, 'description', description, 'words', (SELECT coalesce(group_concat(one.name || coalesce(' ' || sku, '') || coalesce(' ' || mpn, ''), ' ' ORDER BY number), '') FROM tools AS one WHERE one.family_id = families.id AND archived_at IS NULL), 'variants', json(variants), 'image', ${selectPicture("families.id")}) FROM families WHERE families.id = ${family})`;

const copyFamily = (family: string) => {
	const value = `iif(behind, NULL, ${selectFamily(family)})`;
	return `UPDATE tools SET family = ${value} WHERE family_id = ${family} AND family IS NOT ${value}`;
};

/** Returns the statements that look at the tools of a family anew. */
const refresh = (family: string) => [
	`UPDATE families SET variants = ${selectVariants(family)} WHERE id = ${family}`,
	`UPDATE tools SET behind = (number <> ${selectLead(family)}) WHERE family_id = ${family} AND behind <> (number <> ${selectLead(family)})`,
	copyFamily(family),
];

/** What of a tool its family shows. A trigger keeps `in_stock`, and the price is generated from the two. */
const shownColumns = [
	"name",
	"slug",
	"sku",
	"mpn",
	"image",
	"option_values",
	"archived_at",
	"in_stock",
	"capabilities",
	"contents",
	"min_order_quantity",
	"regular_price_cents",
	"sale_price_cents",
];

export const familyTriggers: Trigger[] = [
	trigger(
		"tools_family_added",
		"AFTER INSERT ON tools WHEN new.family_id IS NOT NULL",
		`UPDATE tools SET ${countedStars} WHERE number = new.number`,
		sharePicture("new.family_id"),
		...refresh("new.family_id"),
	),
	trigger(
		"tools_family_changed",
		"AFTER UPDATE OF family_id ON tools WHEN new.family_id IS NOT old.family_id",
		"UPDATE reviews SET subject = coalesce(new.family_id, new.id) WHERE tool_id = new.id",
		`UPDATE tools SET ${countedStars} WHERE number = new.number OR family_id IN (old.family_id, new.family_id)`,
		"UPDATE tools SET behind = 0, family = NULL WHERE number = new.number AND new.family_id IS NULL",
		sharePicture("new.family_id"),
		...refresh("old.family_id"),
		...refresh("new.family_id"),
	),
	trigger(
		"tools_family_refreshed",
		`AFTER UPDATE OF ${shownColumns.join(", ")} ON tools WHEN new.family_id IS NOT NULL AND new.family_id IS old.family_id AND (${shownColumns.map((column) => `new.${column} IS NOT old.${column}`).join(" OR ")})`,
		...refresh("new.family_id"),
	),
	trigger(
		"tools_family_removed",
		"AFTER DELETE ON tools WHEN old.family_id IS NOT NULL",
		...refresh("old.family_id"),
	),
	trigger(
		"families_changed",
		"AFTER UPDATE OF slug, name, description ON families WHEN new.slug <> old.slug OR new.name <> old.name OR new.description <> old.description",
		copyFamily("new.id"),
	),
	trigger(
		"family_pictures_added",
		"AFTER INSERT ON family_pictures WHEN new.position = 0",
		sharePicture("new.family_id"),
		copyFamily("new.family_id"),
	),
	// A tool that has the picture of its family has the next one too.
	trigger(
		"family_pictures_changed",
		"AFTER UPDATE OF image ON family_pictures WHEN new.position = 0 AND new.image <> old.image",
		"UPDATE tools SET image = new.image WHERE family_id = new.family_id AND image = old.image",
		copyFamily("new.family_id"),
	),
	trigger(
		"family_pictures_removed",
		"AFTER DELETE ON family_pictures WHEN old.position = 0",
		copyFamily("old.family_id"),
	),
];

const isOfTool =
	"EXISTS (SELECT 1 FROM tools WHERE slug = new.slug OR id = new.slug) OR EXISTS (SELECT 1 FROM tool_addresses WHERE slug = new.slug)";

/** A family has an address as tools have, and a review belongs to the page that shows it. */
export const familyAddressTriggers: Trigger[] = ["INSERT", "UPDATE OF slug"].map((change) =>
	trigger(
		`families_address_${change === "INSERT" ? "added" : "checked"}`,
		`BEFORE ${change} ON families WHEN ${isOfTool}`,
		"SELECT RAISE(ABORT, 'the address is of a tool')",
	),
);

const pageOf = "(SELECT coalesce(family_id, id) FROM tools WHERE id = new.tool_id)";

export const subjectTriggers: Trigger[] = [
	trigger(
		"reviews_subject_added",
		"AFTER INSERT ON reviews WHEN new.tool_id IS NOT NULL",
		`UPDATE reviews SET subject = ${pageOf} WHERE id = new.id`,
	),
];
