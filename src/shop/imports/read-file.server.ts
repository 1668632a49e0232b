/** Reads the file of an import: what each line would change, and what is wrong with it. Changes no tool. */
import { and, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { images } from "../../db/image-tables.ts";
import { importImages, importLines, importMappings, imports } from "../../db/import-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import * as texts from "../../messages/imports.ts";
import { fieldLabel } from "../../messages/products.ts";
import { batch, database, inList, insertFrom } from "../../platform/database/database.ts";
import { withPause } from "../../platform/services/background.ts";
import { readImportFile } from "../../platform/services/import-files.ts";
import { imageUrl } from "../../values/images.ts";
import { codeKey } from "../../values/pasted.ts";
import { maxCategories } from "../catalogue/catalogue.ts";
import { categoryNamesQuery } from "../catalogue/categories.server.ts";
import { type CsvRecord, MalformedCsv, parseCsv } from "../csv/parse-csv.server.ts";
import type { Vocabulary } from "../fit/standards.ts";
import { readVocabulary } from "../fit/vocabulary.server.ts";
import { isUploaded } from "../images/images.server.ts";
import { ownersQuery } from "../tools/addresses.server.ts";
import { type ToolRow, toManagedTool } from "../tools/tool-columns.server.ts";
import { type KnownCategories, knownCategories, newCategories } from "./category-names.ts";
import { chosenColumns, headerKey, isColumnTarget, maxColumns, readHeadings } from "./columns.ts";
import type { PlannedFamily } from "./family-columns.ts";
import { familyPlan } from "./family-plan.server.ts";
import { maxImportLines } from "./imports.ts";
import { codesIn } from "./part-cells.ts";
import { partFacts } from "./part-facts.server.ts";
import { insertLines, linesAtOnce } from "./stored-lines.server.ts";
import {
	type CellField,
	type FileColumns,
	idHeading,
	idOf,
	imagesNamed,
	isAddress,
	namedIn,
	type ReadLine,
	readLine,
	resolveZipImages,
} from "./tool-columns.ts";
import { gtinIn, toolOf } from "./which-tool.ts";
import { type ZipImage, ZipNames } from "./zip-images.ts";

/**
 * Lines that are read at once. 10,000 take 50 parts with 14 queries each, and some 130 for their families: D1 runs 1,000
 * for an invocation (Cloudflare docs: D1, Limits).
 */
const readAtOnce = 200;

/** The records of the file, its headings first, or what is wrong with the file as a whole. */
async function openFile(importId: string): Promise<CsvRecord[] | string> {
	const file = await readImportFile(importId);
	if (!file) return texts.fileRequired;
	try {
		return parseCsv(textOf(file));
	} catch (error) {
		return error instanceof MalformedCsv ? texts.notCsv(error.line) : texts.notUtf8;
	}
}

/**
 * The text of a file: UTF-8, or else windows-1252, in which spreadsheets save "CSV" on Windows. Throws for other encodings,
 * which have null characters, as UTF-16 has.
 */
function textOf(file: BufferSource): string {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(file);
	} catch (error) {
		const text = new TextDecoder("windows-1252").decode(file);
		if (text.includes("\0")) throw error;
		return text;
	}
}

/** What the columns of a file are, or what is wrong with it as a whole; undefined if somebody has to be asked. */
async function columnsOf(
	row: typeof imports.$inferSelect,
	[heading, ...lines]: CsvRecord[],
): Promise<FileColumns | string | undefined> {
	const headings = heading?.cells ?? [];
	const columns = readHeadings(headings);
	const isKnown = typeof columns !== "string" && columns.ignored.length === 0;
	const isOfShop = headings.every((one) => one.trim() === "") || headings.length > maxColumns;
	if (!isKnown && !isOfShop) {
		const chosen = row.columns ? row : await rememberedColumns(headings);
		const targets = chosen?.columns?.filter(isColumnTarget) ?? [];
		const { supplier } = chosen ?? row;
		await keepHeader(row.id, { headings, lines, columns: chosen?.columns ?? null, supplier });
		if (chosen) return withLines(chosenColumns(headings, targets, supplier), lines);
		if (row.asksColumns) return undefined;
	}
	return typeof columns === "string" ? columns : withLines(columns, lines);
}

function withLines(columns: FileColumns, lines: readonly CsvRecord[]): FileColumns | string {
	if (lines.length === 0) return texts.noLines;
	return lines.length > maxImportLines ? texts.tooManyLines(maxImportLines) : columns;
}

/** What was chosen last for a file with these headings. */
async function rememberedColumns(headings: readonly string[]) {
	const { supplier, columns, updatedAt } = importMappings;
	const [found] = await database()
		.select({ supplier, columns })
		.from(importMappings)
		.where(eq(importMappings.headings, headerKey(headings)))
		.orderBy(desc(updatedAt))
		.limit(1);
	return found;
}

/** How many lines of the file are shown beside its headings, and the longest cell of them. */
const samples = 3;
const maxSampleLength = 60;

async function keepHeader(
	importId: string,
	{
		headings,
		lines,
		...chosen
	}: { headings: string[]; lines: CsvRecord[]; columns: string[] | null; supplier: string | null },
): Promise<void> {
	const cut = (cells: readonly string[]) =>
		headings.map((_, place) => (cells[place] ?? "").trim().slice(0, maxSampleLength));
	const header = {
		headings: cut(headings),
		samples: lines.slice(0, samples).map((one) => cut(one.cells)),
	};
	await database()
		.update(imports)
		.set({ header, ...chosen })
		.where(eq(imports.id, importId));
}

/** What is kept from one part of the file to the next. */
interface Reading {
	importId: string;
	columns: FileColumns;
	zipNames: ZipNames;
	/** The shop's, and those that the file makes. */
	categories: KnownCategories;
	vocabulary: Vocabulary;
	/** What its lines make of families. */
	families: ReadonlyMap<number, PlannedFamily>;
	/** The cells of all lines, which those of the same family take over from its first one. */
	cells: ReadonlyMap<number, string[]>;
	/** The first line with each id, with each address, each SKU and each GTIN alone, and about each tool. */
	idLines: Map<string, number>;
	gtinLines: Map<string, number>;
	toolLines: Map<string, number>;
	addressLines: Map<string, number>;
	skuLines: Map<string, number>;
	counts: Record<"lineCount" | `${ReadLine["kind"]}Count`, number>;
}

/** Reads the file. A message that is delivered again starts over, because the shop may have changed meanwhile. */
export async function readFile(importId: string): Promise<void> {
	const db = database();
	const thisImport = eq(imports.id, importId);
	await db.delete(importLines).where(eq(importLines.importId, importId));
	const [row] = await db.select().from(imports).where(thisImport);
	if (!row) return;
	const file = await openFile(importId);
	const columns = typeof file === "string" ? file : await columnsOf(row, file);
	if (typeof columns === "string") {
		await db
			.update(imports)
			.set({ state: "failed", problem: columns, updatedAt: new Date() })
			.where(thisImport);
		return;
	}
	if (!columns || typeof file === "string") {
		await db.update(imports).set({ state: "mapping", updatedAt: new Date() }).where(thisImport);
		return;
	}
	const records = file.slice(1);
	const known = await categoryNamesQuery();
	const inShop = knownCategories(known);
	const named = records.map(({ cells }) => namedIn("category", cells, columns)).filter(Boolean);
	const made = newCategories(named, inShop, maxCategories - known.length);
	await db.update(imports).set({ newCategories: made }).where(thisImport);
	const reading: Reading = {
		importId,
		columns,
		zipNames: new ZipNames(await zipImagesOf(importId)),
		vocabulary: await readVocabulary(),
		categories: new Map([...knownCategories(made), ...inShop]),
		families: await familyPlan(importId, columns, records, (line) => newToolId(importId, line)),
		cells: new Map(records.map(({ line, cells }) => [line, cells])),
		idLines: new Map(),
		gtinLines: new Map(),
		toolLines: new Map(),
		addressLines: new Map(),
		skuLines: new Map(),
		counts: { lineCount: 0, newCount: 0, changedCount: 0, unchangedCount: 0, wrongCount: 0 },
	};
	for (let start = 0; start < records.length; start += readAtOnce) {
		const part = records.slice(start, start + readAtOnce);
		await withPause(() => readPart(reading, part));
	}
	const { ignored } = columns;
	const problem = ignored.length > 0 ? texts.columnsNotRead(ignored) : "";
	await db
		.update(imports)
		.set({ state: "fetching", problem, updatedAt: new Date() })
		.where(thisImport);
}

/** Reads some lines, and stores what they would change. */
async function readPart(reading: Reading, records: readonly CsvRecord[]): Promise<void> {
	const { importId, columns, zipNames, counts } = reading;
	// First: it puts paths in the place of names.
	const imageProblems = new Map(
		records.map(({ line, cells }) => [line, resolveZipImages(cells, columns, zipNames)[0]]),
	);
	for (const { line, cells } of records) completeFromFamily(reading, line, cells);
	const shop = await readShop(reading, records);
	const parts = await partFacts(
		records.flatMap(({ cells }) => codesIn(namedIn("parts", cells, columns))),
		[...shop.rows.keys()],
	);
	const lines = records.map(({ line, cells }): LineOfFile => {
		// A supplier's file has no ids: its SKUs and GTINs tell which tools it means.
		const meant = toolOf(cells, columns, shop);
		const id = "id" in meant ? meant.id : "";
		const row = shop.rows.get(id);
		const family = reading.families.get(line);
		const tool = row && toManagedTool(row);
		const read =
			readRepeated(reading, { line, cells, id: row?.id ?? "" }, imageProblems.get(line)) ??
			("error" in meant
				? wrongLine(meant.error.column, meant.error.message)
				: readLine(cells, columns, {
						...shop,
						tool,
						member: row,
						family,
						partTools: parts.byCode,
						notKit: row && parts.notKits.get(row.id),
					}));
		counts[`${read.kind}Count`] += 1;
		return { line, read, row, id: read.kind === "new" ? newToolId(importId, line) : id };
	});
	counts.lineCount += lines.length;
	await storeLines(reading, lines);
}

/** The columns of a new tool that it has from the first line of its family where its own cell is empty. */
const takenOver: readonly CellField[] = ["description", "images", "category", "maker"];

function completeFromFamily({ columns, families, cells }: Reading, line: number, own: string[]) {
	const family = families.get(line);
	if (!family || !("first" in family) || family.first === line || !family.isNew) return;
	const first = cells.get(family.first) ?? [];
	for (const [field, place] of columns.fields)
		if (takenOver.includes(field) && !own[place]?.trim()) own[place] = first[place] ?? "";
}

/** Returns what the shop has of what these lines name. */
async function readShop(
	{ columns, categories, vocabulary }: Reading,
	records: readonly CsvRecord[],
) {
	const db = database();
	const ids = new Set(records.map(({ cells }) => idOf(cells, columns)));
	const named = (column: "address" | "sku") =>
		records.map(({ cells }) => namedIn(column, cells, columns)).filter(Boolean);
	const { found, ofSkus, ofGtins, uploaded, owners } = await batch({
		found: db.select().from(tools).where(inList(tools.id, ids)),
		ofSkus: db
			.select()
			.from(tools)
			.where(inList(tools.sku, new Set(named("sku")))),
		uploaded: db
			.select({ key: images.key })
			.from(images)
			.where(and(inList(images.key, keysNamed(records, columns)), isNull(images.deletingAt))),
		owners: ownersQuery(named("address")),
		ofGtins: db
			.select()
			.from(tools)
			.where(inList(tools.gtin, new Set(records.map(({ cells }) => gtinIn(cells, columns)))))
			.limit(maxToolsByGtin),
	});
	return {
		rows: new Map([...found, ...ofSkus, ...ofGtins].map((row) => [row.id, row])),
		gtins: Map.groupBy(ofGtins, ({ gtin }) => gtin ?? ""),
		categories,
		vocabulary,
		images: new Set(uploaded.map(({ key }) => imageUrl(key))),
		addresses: new Map(owners.map(({ address, toolId }) => [address, toolId])),
		skus: new Map(ofSkus.map(({ sku, id }) => [codeKey(sku ?? ""), id])),
	};
}

/** The most tools that one part reads by their GTINs, of which several can have the same. */
const maxToolsByGtin = 2 * readAtOnce;

/** Returns the error of a line with a wrong image of the zip, or with the id, the address or the SKU of a line before it. */
function readRepeated(
	{ columns, idLines, addressLines, skuLines, gtinLines, toolLines }: Reading,
	{ line, cells, id }: { line: number; cells: readonly string[]; id: string },
	imageProblem: string | undefined,
): ReadLine | undefined {
	const hasCode = idOf(cells, columns) !== "" || namedIn("sku", cells, columns) !== "";
	const sameGtin = earlierLine(gtinLines, hasCode ? "" : gtinIn(cells, columns), line);
	const sameTool = earlierLine(toolLines, id, line);
	const sameId = earlierLine(idLines, idOf(cells, columns), line);
	const sameAddress = earlierLine(addressLines, namedIn("address", cells, columns), line);
	const sameSku = earlierLine(skuLines, codeKey(namedIn("sku", cells, columns)), line);
	if (imageProblem !== undefined) return wrongLine(fieldLabel("images"), imageProblem);
	if (sameId !== undefined) return wrongLine(idHeading, texts.idTwice(sameId));
	if (sameSku !== undefined) return wrongLine(fieldLabel("sku"), texts.skuTwice(sameSku));
	if (sameGtin !== undefined) return wrongLine(fieldLabel("gtin"), texts.gtinTwice(sameGtin));
	if (sameTool !== undefined) return wrongLine("", texts.toolTwice(sameTool));
	if (sameAddress === undefined) return undefined;
	return wrongLine(fieldLabel("address"), texts.addressTwice(sameAddress));
}

/** Returns the first line with this text, if it is another one. Several lines may have none. */
function earlierLine(lines: Map<string, number>, text: string, line: number): number | undefined {
	if (text === "") return undefined;
	const earlier = lines.get(text);
	if (earlier === undefined) lines.set(text, line);
	return earlier;
}

/** Stores lines, the images that they fetch, and how many there are by now. */
async function storeLines({ importId, counts }: Reading, lines: LineOfFile[]): Promise<void> {
	const stored = lines.flatMap((one) => toStored(one) ?? []);
	const named = lines.flatMap(({ read }) =>
		read.kind === "new" || read.kind === "changed" ? (read.fields.images ?? []) : [],
	);
	await batch({
		lines: insertLines(importId, stored, linesAtOnce),
		fetched: insertFrom(
			importImages,
			{ importId: sql`${importId}`, address: sql`value`, isFetched: sql`1` },
			sql`from json_each(${JSON.stringify(named.filter(isAddress))}) where true`,
		).onConflictDoNothing(),
		// So that the sweep leaves them until the import is saved, which may be days later.
		uploaded: insertFrom(
			importImages,
			{ importId: sql`${importId}`, address: sql`value`, image: sql`value` },
			sql`from json_each(${JSON.stringify(named.filter((image) => !isAddress(image)))}) where ${isUploaded(sql`value`)}`,
		).onConflictDoNothing(),
		progress: database()
			.update(imports)
			.set({ ...counts, updatedAt: new Date() })
			.where(eq(imports.id, importId)),
	});
}

/** The images of the import's zip. Addresses that an earlier delivery has found have neither a path nor a problem yet. */
async function zipImagesOf(importId: string): Promise<ZipImage[]> {
	const found = await database()
		.select({
			name: importImages.address,
			image: importImages.image,
			problem: importImages.problem,
		})
		.from(importImages)
		.where(
			and(
				eq(importImages.importId, importId),
				or(isNotNull(importImages.image), ne(importImages.problem, "")),
				// What an earlier reading has fetched is named by its address.
				eq(importImages.isFetched, false),
			),
		);
	return found.map(({ name, image, problem }) => ({
		name,
		problem,
		...(image !== null && { path: image }),
	}));
}

const wrongLine = (column: string, message: string): ReadLine => ({
	kind: "wrong",
	errors: [{ column, message }],
});

/** The keys of the shop's images that lines name. */
function keysNamed(chunk: readonly CsvRecord[], columns: FileColumns): Set<string> {
	const paths = chunk.flatMap(({ cells }) => imagesNamed(cells, columns));
	return new Set(paths.map((path) => path.slice(imageUrl("").length)));
}

/** The id of a tool that a line adds: always the same one, so that no line adds two. */
const newToolId = (importId: string, line: number) => `${importId}-${line}`;

interface LineOfFile {
	line: number;
	read: ReadLine;
	row: ToolRow | undefined;
	id: string;
}

/** What is stored of a line: nothing if it changes nothing. */
function toStored({ line, read, row, id }: LineOfFile) {
	if (read.kind === "unchanged") return undefined;
	if (read.kind === "wrong") {
		const { errors } = read;
		return { line, kind: "wrong", state: "wrong", toolId: row?.id, name: row?.name ?? "", errors };
	}
	const base = { line, kind: read.kind, state: "waiting", toolId: id };
	const { makes } = read;
	if (read.kind === "new")
		return { ...base, name: read.fields.name, fields: read.fields, was: { makes } };
	return {
		...base,
		name: row?.name ?? "",
		fields: read.fields,
		was: { ...read.was, stocked: row?.stocked, makes },
	};
}
