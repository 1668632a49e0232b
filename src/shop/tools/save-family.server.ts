/** Saves a family: its name and options, the tools in it, those that join it as new tools, and those that leave. */
import { and, eq, gte, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { families, familyPictures } from "../../db/family-tables.ts";
import { ShopError } from "../../errors.ts";
import { kitInFamily } from "../../messages/bundles.ts";
import * as productTexts from "../../messages/products.ts";
import * as texts from "../../messages/variants.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { batch, database, insertFrom, newId } from "../../platform/database/database.ts";
import { maxLengths } from "../../values/fields.ts";
import { imageUrl } from "../../values/images.ts";
import { totalOutOfBounds } from "../../values/money.ts";
import { codeKey } from "../../values/pasted.ts";
import type { Capability } from "../fit/capabilities.ts";
import { leavesOf, type Vocabulary } from "../fit/standards.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import { imageNotOwned, touchImages } from "../images/images.server.ts";
import { firstFreeAddress, skuOwnersQuery } from "./addresses.server.ts";
import { addressCandidates, slugOf } from "./addresses.ts";
import { familyQueries, toManagedFamily } from "./families.server.ts";
import {
	axesOf,
	type FamilyInput,
	type ManagedFamily,
	notChargeable,
	type VariantInput,
} from "./families.ts";
import { planChange, planNew, type ToolWrite } from "./plan-tools.server.ts";
import { type OptionAxis, ofNoFamily } from "./stored-options.ts";
import { salePriceError, type ToolRow, toManagedTool } from "./tool-columns.server.ts";
import type { ToolImage } from "./tool-fields.ts";
import { storedTool } from "./tools.server.ts";
import { nameWithOptions } from "./variants.ts";
import { untilWritten, writeTools } from "./write-tools.server.ts";

/**
 * Saves the family of a tool, or makes one of it. Without tools the family is deleted. Throws ShopError `not_found`,
 * `invalid` by field, or `stock_changed` if more pieces are taken out of stock than there are.
 */
export async function saveFamily(
	caller: Caller,
	toolId: string,
	input: FamilyInput,
): Promise<ManagedFamily | null> {
	const changed = await untilWritten(() => changeFamily(caller, toolId, input));
	purge("tools", "reviews", ...new Set(changed.map((id) => `tool:${id}` as const)));
	if (input.variants.length === 0) return null;
	const {
		family: [family],
		members,
		pictures,
	} = await batch(familyQueries(changed.at(-1) ?? ""));
	return family ? toManagedFamily(family, members, pictures) : null;
}

/** Returns the ids of the tools that were in the family, then those that are; undefined if somebody has changed one meanwhile. */
async function changeFamily(
	caller: Caller,
	toolId: string,
	input: FamilyInput,
): Promise<string[] | undefined> {
	const skus = input.variants.flatMap(({ sku }) => sku ?? []);
	const {
		stored: [template],
		family: [family],
		members,
		pictures,
		skuOwners,
		touched,
	} = await batch({
		stored: storedTool(toolId),
		...familyQueries(toolId),
		skuOwners: skuOwnersQuery(skus),
		touched: touchImages(input.images?.map(({ image }) => image) ?? []),
	});
	if (!template) throw new ShopError("not_found");
	const rows = new Map([template, ...members].map((row) => [row.id, row]));
	rejectRows(
		input,
		template,
		rows,
		new Map(skuOwners.map(({ sku, toolId: id }) => [codeKey(sku), id])),
	);
	const images = input.images ?? pictures;
	const usable = new Set([
		...touched.map(({ key }) => imageUrl(key)),
		...pictures.map(({ image }) => image),
	]);
	if (images.some(({ image }) => !usable.has(image))) throw imageNotOwned();
	const axes = axesOf(input.options, family?.options ?? []);
	const vocabulary = await readVocabulary();
	const now = new Date();
	const familyId = family?.id ?? newId();
	const axesWas = family?.options ?? [];
	const known = { familyId, axes, axesWas, now, template, vocabulary, images };
	// Names new ones only: the others keep theirs.
	const names = input.variants.map(({ _id, values }) =>
		_id === undefined ? nameWithOptions(input.name, values, maxLengths.name) : "",
	);
	const addresses = addressCandidates(names);
	const saved = input.variants.map((variant, index) => {
		const row = variant._id === undefined ? undefined : rows.get(variant._id);
		return row
			? changeVariant(variant, row, known)
			: addVariant(variant, names[index] ?? "", addresses[index] ?? [], known);
	});
	const ids = new Set(saved.map(({ id }) => id));
	const leaving = members.filter(({ id }) => !ids.has(id)).map((row) => leave(row, now));
	const isEmpty = saved.length === 0;
	const changed = [...saved.filter(({ event }) => event), ...leaving];
	const isLate = await writeTools(changed, {
		actorId: caller.id,
		before: isEmpty
			? {}
			: { family: storeFamily(familyId, input, axes, now), ...storePictures(familyId, images) },
		after: isEmpty ? { gone: database().delete(families).where(eq(families.id, familyId)) } : {},
		refused: () => true,
	});
	return isLate ? undefined : [...rows.keys(), ...ids];
}

/** Throws ShopError for rows of tools that are not of the family, SKUs of others, and prices that can't be charged. */
function rejectRows(
	input: FamilyInput,
	template: ToolRow,
	rows: ReadonlyMap<string, ToolRow>,
	skuOwners: ReadonlyMap<string, string>,
): void {
	const ids = new Set(input.variants.map(({ _id }) => _id));
	const fields: Record<string, string> = {};
	for (const index of notChargeable(input, template.minOrderQuantity))
		fields[`variants.${index}.price`] = totalOutOfBounds();
	for (const [index, { _id, sku, price }] of input.variants.entries()) {
		const row = _id === undefined ? undefined : rows.get(_id);
		if (row?.parts) fields[`variants.${index}.values.0`] = kitInFamily;
		if (_id !== undefined && !row) fields[`variants.${index}.values.0`] = texts.notOfFamily;
		const owner = sku === null ? undefined : skuOwners.get(codeKey(sku));
		// One of the family may give its SKU to another.
		if (owner !== undefined && owner !== _id && !ids.has(owner))
			fields[`variants.${index}.sku`] = productTexts.skuTaken;
		const belowSale = row && salePriceError(row, price);
		if (belowSale) fields[`variants.${index}.price`] = belowSale;
	}
	if (Object.keys(fields).length > 0) throw new ShopError("invalid", { fields });
}

function storeFamily(
	id: string,
	{ name, description }: FamilyInput,
	options: OptionAxis[],
	now: Date,
) {
	const slug = slugOf(name) || "family";
	const candidates = [slug, `${slug}s`, ...[2, 3, 4, 5, 6].map((number) => `${slug}-${number}`)];
	const free = firstFreeAddress(
		sql`${JSON.stringify([...candidates, `family-${id.toLowerCase()}`])}`,
	);
	return database()
		.insert(families)
		.values({
			id,
			name,
			description,
			options,
			createdAt: now,
			updatedAt: now,
			slug: sql`coalesce((select slug from families where id = ${id}), ${free})`,
		})
		.onConflictDoUpdate({
			target: families.id,
			set: { name, description, options, updatedAt: now },
		});
}

/** Replaces the pictures. The first is changed in its place, so that the tools that have it follow. */
function storePictures(familyId: string, images: readonly ToolImage[]) {
	return {
		pictures: insertFrom(
			familyPictures,
			{
				familyId: sql`${familyId}`,
				position: sql`json_each.key`,
				image: sql`json_each.value ->> 'image'`,
				alt: sql`json_each.value ->> 'alt'`,
			},
			sql`from json_each(${JSON.stringify(images)}) where true`,
		).onConflictDoUpdate({
			target: [familyPictures.familyId, familyPictures.position],
			set: { image: sql`excluded.image`, alt: sql`excluded.alt` },
		}),
		picturesGone: database()
			.delete(familyPictures)
			.where(
				and(eq(familyPictures.familyId, familyId), gte(familyPictures.position, images.length)),
			),
	};
}

/** What rows are saved with. */
interface Known {
	familyId: string;
	axes: readonly OptionAxis[];
	/** The options before, in whose order names have their values. */
	axesWas: readonly OptionAxis[];
	now: Date;
	/** The tool that new ones are made from. */
	template: ToolRow;
	vocabulary: Vocabulary;
	/** The pictures of the family. */
	images: readonly ToolImage[];
}

/** The family that the tool of a row is in, with a value for each option. */
const memberOf = ({ familyId, axes }: Known, { values }: VariantInput) => ({
	familyId,
	optionValues: Object.fromEntries(axes.map(({ key }, index) => [key, values[index] ?? ""])),
});

/** The fields of a row that are a tool's. */
function fieldsOf({ sku, gtin, mpn, price, weight }: VariantInput) {
	return { sku, gtin, mpn, price, weight };
}

function changeVariant(variant: VariantInput, row: ToolRow, known: Known): ToolWrite {
	const tool = toManagedTool(row);
	const valuesWas = known.axesWas.flatMap(({ key }) => row.optionValues?.[key] ?? []);
	const next = {
		...tool,
		...fieldsOf(variant),
		name: nameWithOptions(tool.name, variant.values, maxLengths.name, valuesWas),
		// The pieces that were added or taken out, whatever orders have taken since.
		quantity: tool.quantity + variant.quantity - (variant.quantityWas ?? row.quantity),
	};
	if (next.quantity < 0) throw new ShopError("stock_changed");
	return planChange(row, next, { now: known.now, member: memberOf(known, variant) });
}

/** Plans that a tool leaves the family, which no line of the history tells. */
function leave(row: ToolRow, now: Date): ToolWrite {
	const { event: _, ...write } = planChange(row, toManagedTool(row), { now, member: ofNoFamily });
	return write;
}

/**
 * Plans a new tool: like the one that it is made from, but for its row, what it fits by its options, and the picture, which is
 * that of the family if it has one.
 */
function addVariant(
	variant: VariantInput,
	name: string,
	addresses: readonly string[],
	known: Known,
): ToolWrite {
	const { axes, now, template, vocabulary, images: shared } = known;
	const { address: _, ...like } = toManagedTool(template);
	const tool = {
		...like,
		...fieldsOf(variant),
		name,
		quantity: variant.quantity,
		capabilities: fittedTo(like.capabilities, axes, variant.values, vocabulary),
		images: shared.length > 0 ? shared.slice(0, 1) : like.images,
		state: template.archivedAt === null ? "listed" : "draft",
		publishAt: null,
	} as const;
	return planNew(newId(), tool, { now, addresses, member: memberOf(known, variant) });
}

/** What a tool can do, with the standard of its value in the place of others, where an option has those of a dimension. */
function fittedTo(
	capabilities: readonly Capability[],
	axes: readonly OptionAxis[],
	values: readonly string[],
	vocabulary: Vocabulary,
): Capability[] {
	return axes.reduce<Capability[]>(
		(before, { dimension }, index) => {
			const known = dimension === undefined ? undefined : vocabulary.dimensions[dimension];
			if (!known) return before;
			const value = values[index]?.toLowerCase();
			const standard = leavesOf(known).find(
				({ id, name }) => id.toLowerCase() === value || name.toLowerCase() === value,
			);
			return before.flatMap((one) => {
				if (one.dimension !== dimension) return one;
				return standard ? { ...one, standards: [standard.id], except: [] } : [];
			});
		},
		[...capabilities],
	);
}
