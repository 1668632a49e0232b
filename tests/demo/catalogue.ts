/** The demo's tools, which come into the shop as a file of products does: by its import. */

import { type DemoBundle, demoBundles } from "../../local/demo/bundles.ts";
import { demoCapabilities } from "../../local/demo/capabilities.ts";
import {
	type DemoCategory,
	type DemoTool,
	demoCategories,
	demoTools,
} from "../../local/demo/data.ts";
import { demoDetails, demoMaker } from "../../local/demo/details.ts";
import {
	type DemoFamily,
	type DemoVariant,
	demoFamilies,
	demoVariants,
} from "../../local/demo/families.ts";
import {
	demoGiftCards,
	giftCardCategory,
	giftCardFamily,
	giftCardLinks,
} from "../../local/demo/gift-cards.ts";
import { csvLine } from "../../src/shop/csv/csv.ts";
import type { CapabilityInput } from "../../src/shop/fit/capabilities.ts";
import { createImport } from "../../src/shop/imports/imports.server.ts";
import { toolCells, toolHeadings } from "../../src/shop/imports/tool-columns.ts";
import { saveMaker } from "../../src/shop/tools/makers.server.ts";
import type { ManagedTool } from "../../src/shop/tools/tool-fields.ts";
import { loadProductPage } from "../../src/shop/tools/tools.server.ts";
import { work } from "../helpers/import-queue.ts";
import { call, callerOf } from "./people.ts";
import { picture } from "./pictures.ts";
import { setMoment } from "./set-clock.ts";

/** Who maintains the tools. */
const admin = "demo-admin";
const dayMs = 24 * 60 * 60_000;

/** The ids that the shop has given to the tools and families, by the demo's names for them. */
export const ids = new Map<string, string>();
export const idOf = (slug: string): string => ids.get(slug) ?? slug;

export type NewTool = DemoTool & Partial<DemoVariant> & { folder?: string };

/** Adds a tool by a file of one line. It has the fields of the demo's data; `more` are others. */
async function importTool(
	{ slug, ...tool }: NewTool,
	family: DemoFamily | undefined,
	more: Partial<ManagedTool> = {},
): Promise<void> {
	const { specifications, images = [], warnings } = demoDetails[slug] ?? { specifications: {} };
	const shown = [
		{ image: await picture(`${tool.folder ?? "tools"}/${tool.drawing}`, admin), alt: "" },
		...(await Promise.all(
			images.map(async ({ alt }, index) => ({
				image: await picture(`gallery/${slug}, image ${index + 1}`, admin),
				alt,
			})),
		)),
	];
	const line = toolCells(
		{
			_id: "",
			name: tool.name,
			address: slug,
			description: tool.description,
			cardLine: tool.cardLine,
			maker: demoMaker.name,
			sku: tool.sku ?? null,
			gtin: null,
			mpn: null,
			price: tool.priceCents / 100,
			quantity: tool.quantity,
			minOrderQuantity: tool.minOrderQuantity,
			cost: null,
			lowStock: null,
			weight: tool.weightGrams ?? null,
			category: tool.category || null,
			images: shown,
			specifications: Object.entries(tool.specifications ?? specifications).map(
				([name, value]) => ({ name, value }),
			),
			capabilities: capabilitiesOf(tool.capabilities ?? demoCapabilities[slug]),
			parts: [],
			state: "listed",
			publishAt: null,
			shelf: null,
			contents: null,
			warnings: warnings ?? null,
			giftCard: false,
			supplier: null,
			createdAt: "",
			updatedAt: "",
			...more,
		},
		family && {
			slug: family.slug,
			options: family.options.map(({ name, key }) => ({ name, key })),
			values: family.values[slug] ?? null,
		},
	);
	ids.set(slug, await importLine(`${slug}.csv`, line));
	// A file has no texts of pictures.
	if (images.length > 0) await call(admin, "PATCH", `/service/${idOf(slug)}`, { images: shown });
}

const capabilitiesOf = (inputs: readonly CapabilityInput[] = []): ManagedTool["capabilities"] =>
	inputs.map(({ standards = [], except = [], madeFor = true, ...input }) => ({
		...input,
		standards,
		except,
		madeFor,
	}));

/** Imports a file of one tool, and returns the id of the tool. */
async function importLine(fileName: string, cells: ReturnType<typeof toolCells>): Promise<string> {
	const file = new TextEncoder().encode([toolHeadings, cells].map(csvLine).join(""));
	const { insertedId } = await createImport(await callerOf(admin), fileName, file);
	await work();
	await call(admin, "POST", `/import/${insertedId}/start`, { mode: "all" });
	await work();
	const { counts, problem } = await call(admin, "GET", `/import/${insertedId}`);
	if (counts.saved !== 1)
		throw new Error(
			`${fileName}: ${problem} ${JSON.stringify(await call(admin, "GET", `/import/${insertedId}/line?state=wrong`))}`,
		);
	return `${insertedId}-2`;
}

/** Says of a family what a file has no columns for, and gives its tools their names again, which the import has made longer. */
async function saveFamily(
	{ name, description, options, values }: DemoFamily,
	named: readonly NewTool[],
	image: string,
): Promise<void> {
	const [first = ""] = Object.keys(values);
	const page = await loadProductPage(idOf(first));
	await call(admin, "PUT", `/service/${idOf(first)}/family`, {
		name,
		description,
		images: [{ image, alt: name }],
		options: options.map((option) => ({
			name: option.name,
			...(option.dimension && { dimension: option.dimension }),
		})),
		variants: page?.family?.variants.map(({ name: _, state: __, ...variant }) => variant),
	});
	for (const tool of named.filter(({ slug }) => values[slug]))
		await call(admin, "PATCH", `/service/${idOf(tool.slug)}`, { name: tool.name });
}

const addCategory = async ({ slug, name, description }: DemoCategory, image: string) =>
	call(admin, "POST", "/category", { slug, name, description, image: await picture(image, admin) });

/** Adds the categories and the maker of the demo's tools. */
export async function addCategories(): Promise<void> {
	for (const category of demoCategories) await addCategory(category, `categories/${category.slug}`);
	const { responsible, ...maker } = demoMaker;
	await saveMaker(
		await callerOf(admin),
		{
			...maker,
			responsibleName: responsible.name,
			responsibleAddress: responsible.address,
			responsibleContact: responsible.contact,
		},
		"",
	);
}

/**
 * Adds the demo's tools until `now`, one a day: the first of the list is the newest. `more` says what the shop with a
 * history knows of a tool.
 */
export async function addTools(
	now: number,
	more: (tool: DemoTool, index: number) => Partial<ManagedTool> = () => ({}),
): Promise<void> {
	for (const [age, tool] of [...[...demoTools, ...demoVariants].entries()].reverse()) {
		setMoment(now - age * dayMs, tool.slug);
		const family = demoFamilies.find(({ values }) => values[tool.slug]);
		await importTool(
			tool,
			family && { ...family, slug: capitalized(family.slug) },
			more(tool, age),
		);
	}
	for (const family of demoFamilies) {
		const drawing = demoTools.find(({ slug }) => family.values[slug])?.drawing ?? "";
		await saveFamily(
			family,
			[...demoTools, ...demoVariants],
			await picture(`tools/${drawing}`, admin),
		);
	}
}

/** A new family gets its address from its name. */
const capitalized = (slug: string) =>
	slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll("-", " ");

const kitOf = ({ parts: _, ...kit }: DemoBundle): NewTool => ({
	...kit,
	quantity: 0,
	folder: "bundles",
	drawing: kit.slug,
});

/** Adds what the shop with a history sells beside tools: gift cards, and kits that get their parts later. */
export async function addGifts(): Promise<void> {
	await addCategory(giftCardCategory, "giftCards/gift-card");
	const family = { ...giftCardFamily, slug: capitalized(giftCardFamily.slug) };
	for (const card of [...demoGiftCards].reverse()) {
		await importTool({ ...card, folder: "giftCards" }, family, { maker: null });
		await call(admin, "PATCH", `/service/${idOf(card.slug)}`, { giftCard: true });
	}
	await saveFamily(giftCardFamily, demoGiftCards, await picture("giftCards/gift-card", admin));
	await call(admin, "PUT", "/setting/navigation", { value: giftCardLinks, version: 0 });
	for (const kit of demoBundles.slice(1).reverse()) await importTool(kitOf(kit), undefined);
}

/** Gives the kits their parts. The first is the newest of all: the home page shows one. */
export async function assembleKits(): Promise<void> {
	const [first, ...others] = demoBundles;
	const partsOf = ({ parts }: DemoBundle) =>
		parts.map(({ toolId, quantity }) => ({ toolId: idOf(toolId), quantity }));
	for (const kit of others)
		await call(admin, "PATCH", `/service/${idOf(kit.slug)}`, { parts: partsOf(kit) });
	if (first) await importTool(kitOf(first), undefined, { parts: partsOf(first) });
}
