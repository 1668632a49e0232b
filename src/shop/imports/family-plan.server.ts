/** Reads what the shop has of the families that a file names, and plans what its lines make of them. */
import { sql } from "drizzle-orm";
import { families } from "../../db/family-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { codeKey } from "../../values/pasted.ts";
import type { CsvRecord } from "../csv/parse-csv.server.ts";
import type { Membership } from "../tools/stored-options.ts";
import {
	type FamilyFacts,
	familyIn,
	familyNameOf,
	type KnownFamily,
	type PlannedFamily,
	planFamilies,
} from "./family-columns.ts";
import { type FileColumns, idOf, namedIn } from "./tool-columns.ts";
import { gtinIn, toolOf } from "./which-tool.ts";

/** Lines whose tools and families one batch looks up, and families whose tools one query reads. */
const linesPerBatch = 500;
const familiesPerQuery = 200;

/** The id of the family that a line makes: always the same one. */
const madeFamilyId = (importId: string, line: number) => `${madeFamilyPrefix(importId)}${line}`;

/** What the ids of all families begin with that an import makes. */
export const madeFamilyPrefix = (importId: string) => `${importId}-family-`;

/** Plans the families of a file; empty if it has no column of them. */
export async function familyPlan(
	importId: string,
	columns: FileColumns,
	records: readonly CsvRecord[],
	newToolId: (line: number) => string,
): Promise<ReadonlyMap<number, PlannedFamily>> {
	if (!columns.family) return new Map();
	const known = new Map<string, KnownFamily>();
	const memberships = new Map<string, Membership>();
	const lines = [];
	for (let start = 0; start < records.length; start += linesPerBatch) {
		const part = records.slice(start, start + linesPerBatch);
		const { found, named } = await lookUp(part, columns);
		for (const one of named) known.set(one.id, one);
		for (const { id, ...of } of found) memberships.set(id, of);
		const tools = {
			skus: new Map(found.map(({ sku, id }) => [codeKey(sku ?? ""), id])),
			gtins: Map.groupBy(found, ({ gtin }) => gtin ?? ""),
		};
		tools.skus.delete("");
		tools.gtins.delete("");
		for (const { line, cells } of part) {
			const written = familyIn(cells, columns);
			const meant = toolOf(cells, columns, tools);
			// Its other errors keep it from being saved.
			if (!written || "error" in meant) continue;
			const isNew = meant.id === "";
			lines.push({
				line,
				written,
				isNew,
				toolId: isNew ? newToolId(line) : meant.id,
				name: namedIn("name", cells, columns),
				description: namedIn("description", cells, columns),
			});
		}
	}
	return planFamilies(lines, {
		families: [...known.values()],
		tools: memberships,
		members: await membersOf([...known.keys()]),
		addresses: records.map(({ cells }) => namedIn("address", cells, columns)).filter(Boolean),
		idOf: (line) => madeFamilyId(importId, line),
	});
}

/** The tools of some lines, and the families that they name. */
async function lookUp(records: readonly CsvRecord[], columns: FileColumns) {
	const db = database();
	const setOf = (textOf: (cells: string[]) => string) =>
		new Set(records.map(({ cells }) => textOf(cells)).filter(Boolean));
	const columnsOfTool = {
		id: tools.id,
		sku: tools.sku,
		gtin: tools.gtin,
		name: tools.name,
		familyId: tools.familyId,
		optionValues: tools.optionValues,
	};
	const toolsWith = (
		column: typeof tools.id | typeof tools.sku | typeof tools.gtin,
		values: Set<string>,
	) => db.select(columnsOfTool).from(tools).where(inList(column, values));
	const names = records.flatMap(({ cells }) => {
		const written = familyIn(cells, columns);
		return written?.family
			? [written.family, familyNameOf({ written, name: namedIn("name", cells, columns) })]
			: [];
	});
	const each = sql`json_each(${JSON.stringify([...new Set(names)])}) as one`;
	const { slug, name, id, options } = families;
	const { byId, bySku, byGtin, named } = await batch({
		byId: toolsWith(
			tools.id,
			setOf((cells) => idOf(cells, columns)),
		),
		bySku: toolsWith(
			tools.sku,
			setOf((cells) => namedIn("sku", cells, columns)),
		),
		byGtin: toolsWith(
			tools.gtin,
			setOf((cells) => gtinIn(cells, columns)),
		),
		named: db
			.select({ id, slug, name, options })
			.from(families)
			// A join, because an IN of another collation reads no index.
			.where(
				sql`${id} in (
					select found.id
					from ${each}
					join ${families} as found on found.slug = one.value
					union all select found.id
					from ${each}
					join ${families} as found on found.name = one.value collate nocase
				)`,
			),
	});
	const found = new Map([...byId, ...bySku, ...byGtin].map((row) => [row.id, row]));
	return { found: [...found.values()], named };
}

/** The tools of families. */
async function membersOf(familyIds: readonly string[]): Promise<FamilyFacts["members"]> {
	const found: FamilyFacts["members"][number][] = [];
	const { id, name, familyId, optionValues } = tools;
	for (let start = 0; start < familyIds.length; start += familiesPerQuery) {
		const part = familyIds.slice(start, start + familiesPerQuery);
		found.push(
			...(await database()
				.select({ id, name, familyId, optionValues })
				.from(tools)
				.where(inList(familyId, part))),
		);
	}
	return found;
}
