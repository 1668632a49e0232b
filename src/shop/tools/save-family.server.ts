/** Saves a family: its name and options, the tools in it, those that join it as new tools, and those that leave. */
import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { families, familyPictures } from "../../db/family-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import { kitInFamily } from "../../messages/bundles.ts";
import * as productTexts from "../../messages/products.ts";
import * as texts from "../../messages/variants.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database, inList, insertFrom, newId } from "../../platform/database/database.ts";
import { maxLengths } from "../../values/fields.ts";
import { imageUrl } from "../../values/images.ts";
import { totalOutOfBounds } from "../../values/money.ts";
import { codeKey } from "../../values/pasted.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import type { Capability } from "../fit/capabilities.ts";
import { toCapabilityRows } from "../fit/capability-rows.ts";
import { leavesOf, type Vocabulary } from "../fit/standards.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import { imageNotOwned, touchImages } from "../images/images.server.ts";
import { firstFreeAddress, newAddress, skuOwnersQuery } from "./addresses.server.ts";
import { slugOf } from "./addresses.ts";
import { familyQueries, toManagedFamily } from "./families.server.ts";
import {
	axesOf,
	type FamilyInput,
	type ManagedFamily,
	notChargeable,
	type VariantInput,
} from "./families.ts";
import type { OptionAxis, OptionValues } from "./stored-options.ts";
import {
	auditDetail,
	replaceCapabilities,
	replaceImages,
	salePriceError,
	type ToolRow,
	toColumns,
	toManagedTool,
} from "./tool-columns.server.ts";
import { fieldList, isSame, type ManagedTool, pickFields, type ToolImage } from "./tool-fields.ts";
import { storedTool } from "./tools.server.ts";
import { nameWithOptions } from "./variants.ts";

type Statement = Parameters<typeof batch>[0][string];

/**
 * Saves the family of a tool, or makes one of it. Without tools the family is deleted. Throws ShopError `not_found`,
 * `invalid` by field, or `stock_changed` if more pieces are taken out of stock than there are.
 */
export async function saveFamily(
	caller: Caller,
	toolId: string,
	input: FamilyInput,
): Promise<ManagedFamily | null> {
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
	const named = new Set(input.variants.flatMap(({ _id }) => _id ?? []));
	const leaving = members.filter(({ id }) => !named.has(id)).map(({ id }) => id);
	const axesWas = family?.options ?? [];
	const known = { caller, familyId, axes, axesWas, now, template, vocabulary, images };
	const saved = input.variants.map((variant) => {
		const row = variant._id === undefined ? undefined : rows.get(variant._id);
		return row ? changeVariant(variant, row, known) : addVariant(variant, input.name, known);
	});
	const isEmpty = input.variants.length === 0;
	const statements: Statement[] = [
		...(isEmpty
			? []
			: [storeFamily(familyId, input, axes, now), ...storePictures(familyId, images)]),
		// So that two tools can change their SKUs with each other.
		database()
			.update(tools)
			.set({ sku: null })
			.where(
				inList(
					tools.id,
					saved.flatMap(({ newSkuOf }) => newSkuOf ?? []),
				),
			),
		...saved.flatMap((one) => one.statements),
		database()
			.update(tools)
			.set({ familyId: null, optionValues: null, updatedAt: now })
			.where(inList(tools.id, leaving)),
		...(isEmpty ? [database().delete(families).where(eq(families.id, familyId))] : []),
	];
	await commit({
		guard: saved.flatMap(({ guard }) => guard ?? []),
		write: Object.fromEntries(statements.map((one, index) => [`s${index}`, one])),
		refused: () => {
			throw new ShopError("stock_changed");
		},
	});
	const changed = [...rows.keys(), ...saved.map(({ id }) => id)];
	purge("tools", "reviews", ...new Set(changed.map((id) => `tool:${id}` as const)));
	if (isEmpty) return null;
	const [first = ""] = saved.map(({ id }) => id);
	const {
		family: [after],
		members: all,
		pictures: stored,
	} = await batch(familyQueries(first));
	return after ? toManagedFamily(after, all, stored) : null;
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
		if (row?.parts) fields[`variants.${index}.values`] = kitInFamily;
		if (_id !== undefined && !row) fields[`variants.${index}.values`] = texts.notOfFamily;
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
): Statement {
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
function storePictures(familyId: string, images: readonly ToolImage[]): Statement[] {
	const db = database();
	return [
		insertFrom(
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
		db
			.delete(familyPictures)
			.where(
				and(eq(familyPictures.familyId, familyId), gte(familyPictures.position, images.length)),
			),
	];
}

/** What rows are saved with. */
interface Known {
	caller: Caller;
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

interface Saved {
	id: string;
	/** The tool that gets another SKU. */
	newSkuOf?: string;
	/** What is taken from its stock is there. */
	guard?: SQL;
	statements: Statement[];
}

const valuesOf = (axes: readonly OptionAxis[], values: readonly string[]): OptionValues =>
	Object.fromEntries(axes.map(({ key }, index) => [key, values[index] ?? ""]));

/** The fields of a row that are a tool's. */
function fieldsOf({ sku, gtin, mpn, price, weight }: VariantInput) {
	return { sku, gtin, mpn, price, weight };
}

function changeVariant(
	variant: VariantInput,
	row: ToolRow,
	{ caller, familyId, axes, axesWas, now }: Known,
): Saved {
	const tool = toManagedTool(row);
	const added = variant.quantity - (variant.quantityWas ?? row.quantity);
	const valuesWas = axesWas.flatMap(({ key }) => row.optionValues?.[key] ?? []);
	const next: ManagedTool = {
		...tool,
		...fieldsOf(variant),
		name: nameWithOptions(tool.name, variant.values, maxLengths.name, valuesWas),
		quantity: tool.quantity + added,
	};
	const changed = fieldList.filter((field) => !isSame(next[field], tool[field]));
	const optionValues = valuesOf(axes, variant.values);
	const isMoved = row.familyId !== familyId || !isSame(row.optionValues, optionValues);
	if (changed.length === 0 && !isMoved) return { id: row.id, statements: [] };
	const updated = database()
		.update(tools)
		.set({
			...toColumns(
				row.id,
				pickFields(
					next,
					changed.filter((field) => field !== "quantity"),
				),
			),
			familyId,
			optionValues,
			updatedAt: now,
			...(added !== 0 && {
				quantity: sql`${tools.quantity} + ${added}`,
				stocked: sql`${tools.stocked} + ${added}`,
			}),
		})
		.where(eq(tools.id, row.id));
	const detail = {
		...auditDetail(tool, next, changed),
		...(isMoved && { changed: texts.variants }),
	};
	const event = { action: "tool.changed", actorId: caller.id, subject: row.id, detail } as const;
	return {
		id: row.id,
		...(changed.includes("sku") && { newSkuOf: row.id }),
		...(added < 0 && {
			guard: hasRow(tools, sql`${tools.id} = ${row.id} and ${tools.quantity} + ${added} >= 0`),
		}),
		statements: [updated, insertAuditEvent(event)],
	};
}

/**
 * A new tool is like the one that it is made from, but for its row, what it fits by its options, and the picture, which is
 * that of the family if it has one.
 */
function addVariant(
	variant: VariantInput,
	familyName: string,
	{ caller, familyId, axes, now, template, vocabulary, images: shared }: Known,
): Saved {
	const id = newId();
	const like = toManagedTool(template);
	const name = nameWithOptions(familyName, variant.values, maxLengths.name);
	const { quantity } = variant;
	const capabilities = fittedTo(like.capabilities, axes, variant.values, vocabulary);
	const rows = toCapabilityRows(capabilities);
	const isListed = template.archivedAt === null;
	const images = shared.length > 0 ? shared.slice(0, 1) : like.images;
	const { address: _, ...fields } = { ...like, ...fieldsOf(variant), name, quantity, images };
	const added = database()
		.insert(tools)
		.values({
			...toColumns(id, fields),
			id,
			slug: newAddress(name),
			stocked: quantity,
			publishAt: null,
			createdAt: now,
			updatedAt: now,
			familyId,
			optionValues: valuesOf(axes, variant.values),
			...(!isListed && { archivedAt: now, draft: true, unlistedCapabilities: rows }),
		});
	const isAdded = eq(tools.id, id);
	const { minOrderQuantity } = like;
	const detail = { name, priceCents: sql`${tools.priceCents}`, quantity, minOrderQuantity };
	const event = { action: "tool.added", actorId: caller.id, subject: id, detail } as const;
	return {
		id,
		statements: [
			added,
			...(images.length > 1 ? [replaceImages(id, images).imagesAdded] : []),
			...(isListed && rows.length > 0
				? [replaceCapabilities(id, JSON.stringify(rows)).capabilitiesAdded]
				: []),
			insertAuditEvent(event, sql`from ${tools} where ${isAdded}`),
		],
	};
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
