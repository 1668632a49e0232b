/** Reads the file of an import: what each line would change, and what is wrong with it. Changes no tool. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { images } from "../../db/image-tables.ts";
import { importImages, importLines, imports } from "../../db/import-tables.ts";
import { categories, tools } from "../../db/tool-tables.ts";
import * as texts from "../../messages.imports.ts";
import { withPause } from "../../platform/background.ts";
import { batch, database, inList, insertFrom } from "../../platform/database.ts";
import { readImportFile } from "../../platform/import-files.ts";
import { type CsvRecord, MalformedCsv, parseCsv } from "../csv/parse-csv.server.ts";
import { imageUrl } from "../images/images.ts";
import { ownersQuery } from "../tools/addresses.server.ts";
import { type ToolRow, toManagedTool } from "../tools/managed-tools.server.ts";
import { maxImportLines } from "./imports.ts";
import {
	addressNamed,
	type FileColumns,
	idOf,
	imagesNamed,
	isAddress,
	type ReadLine,
	readHeadings,
	readLine,
	resolveZipImages,
	columns as toolColumns,
} from "./tool-columns.ts";
import { type ZipImage, ZipNames } from "./zip-images.ts";

/**
 * Lines that one query reads or writes: few, so that customers' queries wait for milliseconds, and a parameter
 * stays below D1's 2 MB.
 */
export const linesAtOnce = 50;

/** The text of the file and its parts, or what is wrong with the file as a whole. */
async function openFile(
	importId: string,
): Promise<{ columns: FileColumns; records: CsvRecord[] } | string> {
	const file = await readImportFile(importId);
	if (!file) return texts.fileRequired;
	let records: CsvRecord[];
	try {
		records = parseCsv(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(file));
	} catch (error) {
		return error instanceof MalformedCsv ? texts.notCsv(error.line) : texts.notUtf8;
	}
	const [headings, ...lines] = records;
	const columns = readHeadings(headings?.cells ?? []);
	if (typeof columns === "string") return columns;
	if (lines.length === 0) return texts.noLines;
	if (lines.length > maxImportLines) return texts.tooManyLines(maxImportLines);
	return { columns, records: lines };
}

/** Reads the file. A message that is delivered again starts over, because the shop may have changed meanwhile. */
export async function readFile(importId: string): Promise<void> {
	const db = database();
	const thisImport = eq(imports.id, importId);
	await db.delete(importLines).where(eq(importLines.importId, importId));
	const file = await openFile(importId);
	if (typeof file === "string") {
		await db
			.update(imports)
			.set({ state: "failed", problem: file, updatedAt: new Date() })
			.where(thisImport);
		return;
	}
	const { columns, records } = file;
	const known = await db.select({ slug: categories.slug }).from(categories).limit(1000);
	const names = new ZipNames(await zipImagesOf(importId));
	const categorySlugs = new Set(known.map(({ slug }) => slug));
	const firstLines = new Map<string, number>();
	/** The first line with each address. */
	const addressLines = new Map<string, number>();
	const counts = { lineCount: 0, newCount: 0, changedCount: 0, unchangedCount: 0, wrongCount: 0 };
	for (let start = 0; start < records.length; start += linesAtOnce) {
		const chunk = records.slice(start, start + linesAtOnce);
		const imageProblems = new Map(
			chunk.map(({ line, cells }) => [line, resolveZipImages(cells, columns, names)]),
		);
		await withPause(async () => {
			const { found, uploaded, owners } = await batch({
				found: db
					.select()
					.from(tools)
					.where(inList(tools.id, new Set(chunk.map(({ cells }) => idOf(cells, columns))))),
				uploaded: db
					.select({ key: images.key })
					.from(images)
					.where(and(inList(images.key, keysNamed(chunk, columns)), isNull(images.deletingAt))),
				owners: ownersQuery(chunk.map(({ cells }) => addressNamed(cells, columns)).filter(Boolean)),
			});
			const addresses = new Map(owners.map(({ address, toolId }) => [address, toolId]));
			const rows = new Map(found.map((row) => [row.id, row]));
			const shopImages = new Set(uploaded.map(({ key }) => imageUrl(key)));
			const lines = chunk.map(({ line, cells }) => {
				const id = idOf(cells, columns);
				const row = rows.get(id);
				const twice = id === "" ? undefined : firstLines.get(id);
				if (id !== "") firstLines.set(id, twice ?? line);
				const address = addressNamed(cells, columns);
				const sameAddress = address === "" ? undefined : addressLines.get(address);
				if (address !== "") addressLines.set(address, sameAddress ?? line);
				const [imageProblem] = imageProblems.get(line) ?? [];
				const read: ReadLine =
					imageProblem !== undefined
						? wrongLine(toolColumns.images.heading, imageProblem)
						: twice !== undefined
							? wrongLine("ID", texts.idTwice(twice))
							: sameAddress !== undefined
								? wrongLine("Address", texts.addressTwice(sameAddress))
								: readLine(cells, columns, {
										tool: row && toManagedTool(row),
										categories: categorySlugs,
										images: shopImages,
										addresses,
									});
				counts[`${read.kind}Count`] += 1;
				return { line, read, row, id: read.kind === "new" ? newToolId(importId, line) : id };
			});
			counts.lineCount += lines.length;
			const stored = lines.flatMap((one) => toStored(one) ?? []);
			const fetched = lines.flatMap(({ read }) =>
				read.kind === "new" || read.kind === "changed"
					? (read.fields.images?.filter(isAddress) ?? [])
					: [],
			);
			await batch({
				lines: insertFrom(
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
					sql`from json_each(${JSON.stringify(stored)}) where true`,
				).onConflictDoNothing(),
				images: insertFrom(
					importImages,
					{ importId: sql`${importId}`, address: sql`value` },
					sql`from json_each(${JSON.stringify(fetched)}) where true`,
				).onConflictDoNothing(),
				progress: db
					.update(imports)
					.set({ ...counts, updatedAt: new Date() })
					.where(thisImport),
			});
		});
	}
	await db.update(imports).set({ state: "ready", updatedAt: new Date() }).where(thisImport);
}

/** The images of the import's zip. */
async function zipImagesOf(importId: string): Promise<ZipImage[]> {
	const found = await database()
		.select({
			name: importImages.address,
			image: importImages.image,
			problem: importImages.problem,
		})
		.from(importImages)
		.where(
			and(eq(importImages.importId, importId), sql`${importImages.address} not like 'https:%'`),
		);
	return found.map(({ name, image, problem }) => ({
		...{ name, problem },
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
	if (read.kind === "new") return { ...base, name: read.fields.name, fields: read.fields };
	return {
		...base,
		name: row?.name ?? "",
		fields: read.fields,
		was: { ...read.was, stocked: row?.stocked },
	};
}
