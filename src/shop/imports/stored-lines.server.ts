/** Reads lines of an import as they are stored, and what decides whether they can be saved or reverted. */
import { and, asc, eq, sql } from "drizzle-orm";
import { importImages, importLines, imports } from "../../db/import-tables.ts";
import { categories, tools } from "../../db/tool-tables.ts";
import { batch, database, inList, insertFrom } from "../../platform/database/database.ts";
import { imageUrl } from "../../values/images.ts";
import { codeKey } from "../../values/pasted.ts";
import { touchImages } from "../images/images.server.ts";
import { ownersQuery, skuOwnersQuery } from "../tools/addresses.server.ts";
import { addressCandidates } from "../tools/addresses.ts";
import type { MadeFamily } from "./family-columns.ts";
import { familyContext } from "./family-facts.server.ts";
import { partFacts } from "./part-facts.server.ts";
import type { LineFields } from "./tool-columns.ts";

/**
 * What a line has changed: the values before, and the pieces ever stocked, which orders do not change. Of a new
 * tool also the addresses that it could get; and the family that the file makes.
 */
export type Before = Partial<LineFields> & {
	stocked?: number;
	addresses?: string[];
	makes?: MadeFamily;
	wanted?: Wanted;
};

/** What a line that was saved without a picture still wants, and the pictures that its tool had then. */
export interface Wanted {
	images: string[];
	state?: "listed";
	imagesWere: string[];
}

/** A good line. */
export interface StoredLine {
	line: number;
	kind: "new" | "changed";
	toolId: string;
	name: string;
	fields: Partial<LineFields>;
	was: Before;
}

/**
 * Lines that one query reads or writes: few, so that customers' queries wait for milliseconds, and a parameter
 * stays below D1's 2 MB.
 */
export const linesAtOnce = 50;

/** Returns the statements that insert lines, each some of them. Lines that are there already stay. */
export function insertLines(importId: string, lines: readonly object[], atOnce: number) {
	const insert = (some: readonly object[]) =>
		insertFrom(
			importLines,
			{
				importId: sql`${importId}`,
				line: sql`value ->> 'line'`,
				kind: sql`value ->> 'kind'`,
				state: sql`value ->> 'state'`,
				toolId: sql`value ->> 'toolId'`,
				name: sql`value ->> 'name'`,
				fields: sql`coalesce(value -> 'fields', '{}')`,
				was: sql`coalesce(value -> 'was', '{}')`,
				errors: sql`coalesce(value -> 'errors', '[]')`,
			},
			sql`from json_each(${JSON.stringify(some)}) where true`,
		).onConflictDoNothing();
	const starts = Array.from({ length: Math.ceil(lines.length / atOnce) }, (_, n) => n * atOnce);
	return starts.map((start) => insert(lines.slice(start, start + atOnce)));
}

/** Reads the next lines in a state, with their tools and what else decides whether they can be saved. */
export async function readLines(importId: string, state: "waiting" | "saved") {
	const db = database();
	const stored = await db
		.select()
		.from(importLines)
		.where(and(eq(importLines.importId, importId), eq(importLines.state, state)))
		.orderBy(asc(importLines.line))
		.limit(linesAtOnce);
	// `readFile` has stored them like this.
	const asRead = stored as unknown as StoredLine[];
	const lines = state === "waiting" ? await inChosenCategories(importId, asRead) : asRead;
	const shown = lines.flatMap(({ fields, was }) => was.wanted?.images ?? fields.images ?? []);
	const paths = new Set([...shown, ...lines.flatMap(({ was }) => was.images ?? [])]);
	const { found, fetched, known, owners, skuOwners, touched } = await batch({
		found: db
			.select()
			.from(tools)
			.where(
				inList(
					tools.id,
					lines.map(({ toolId }) => toolId),
				),
			),
		fetched: db
			.select()
			.from(importImages)
			.where(
				and(eq(importImages.importId, importId), inList(importImages.address, new Set(shown))),
			),
		known: db.select({ slug: categories.slug }).from(categories).limit(1000),
		owners: ownersQuery(
			lines
				.flatMap(({ fields, was }) => [fields.address, was.address])
				.filter((address) => address !== undefined),
		),
		skuOwners: skuOwnersQuery(
			lines
				.flatMap(({ fields, was }) => [fields.sku, was.sku])
				.filter((sku) => typeof sku === "string"),
		),
		// So that the sweep does not delete them meanwhile.
		touched: touchImages(paths),
	});
	const rows = new Map(found.map((row) => [row.id, row]));
	// The values that the lines set now: when they are reverted, those from before.
	const set = (line: StoredLine) => (state === "waiting" ? line.fields : line.was);
	const wanted = lines.flatMap((line) => {
		const row = rows.get(line.toolId);
		const { family = row?.familyId, options = row?.optionValues ?? null } = set(line);
		const isSet = set(line).family !== undefined || set(line).options !== undefined;
		return family && isSet ? [{ toolId: line.toolId, family, options }] : [];
	});
	return {
		lines,
		rows,
		families: await familyContext(importId, state, wanted),
		parts: await partFacts(
			lines.flatMap((line) => set(line).parts?.map(({ toolId }) => toolId) ?? []),
			lines.map(({ toolId }) => toolId),
		),
		/** The tools that are parts, or kits, by what lines before have changed. */
		newParts: new Set<string>(),
		newKits: new Set<string>(),
		fetched: new Map(fetched.map((one) => [one.address, one])),
		categories: new Set(known.map(({ slug }) => slug)),
		addresses: new Map(owners.map(({ address, toolId }) => [address, toolId])),
		skus: new Map(skuOwners.map(({ sku, toolId }) => [codeKey(sku), toolId])),
		candidates: candidatesOf(lines),
		images: new Set(touched.map(({ key }) => imageUrl(key))),
	};
}

/** Lines with the categories that were chosen for those that the shop did not have. */
async function inChosenCategories(
	importId: string,
	lines: readonly StoredLine[],
): Promise<StoredLine[]> {
	const [found] = await database()
		.select({ chosen: imports.newCategories })
		.from(imports)
		.where(eq(imports.id, importId));
	const chosen = new Map(found?.chosen.map(({ slug, target }) => [slug, target]));
	return lines.map((line) => {
		const { category, ...others } = line.fields;
		const target = category ? chosen.get(category) : undefined;
		if (target === undefined) return line;
		// Without one a tool keeps what it has, and a new one has none.
		const none = line.kind === "new" ? { category: null } : {};
		return { ...line, fields: { ...others, ...(target === "" ? none : { category: target }) } };
	});
}

/** The addresses that each new tool can have, by its line. */
function candidatesOf(lines: readonly StoredLine[]): Map<number, string[]> {
	const added = lines.filter(({ kind, fields }) => kind === "new" && fields.address === undefined);
	const lists = addressCandidates(
		added.map(({ name }) => name),
		lines.flatMap(({ fields }) => fields.address ?? []),
	);
	return new Map(added.map(({ line }, index) => [line, lists[index] ?? []]));
}

/** Lines, and what the shop has of what they name. */
export type Context = Awaited<ReturnType<typeof readLines>>;
