/** Seeds a local database and bucket with the demo shop. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import type { D1Database, D1PreparedStatement, R2Bucket } from "@cloudflare/workers-types";
import { recordPast } from "@cogsmith/stand-in-for-stripe/past";
import { hashPassword } from "better-auth/crypto";
import * as v from "valibot";
import type { FurtherImage } from "../src/db/tool-tables.ts";
import { type CapabilityInput, capabilitySchema } from "../src/shop/fit/capabilities.ts";
import { toCapabilityRows } from "../src/shop/fit/capability-rows.ts";
import { imageKey } from "../src/values/images.ts";
import { type Bindings, runBatch, withBindings } from "./bindings.ts";
import { demoAccounts } from "./demo/accounts.ts";
import { type DemoBundle, demoBundles } from "./demo/bundles.ts";
import { demoCapabilities } from "./demo/capabilities.ts";
import { demoCategories, demoReviews, demoTools } from "./demo/data.ts";
import { demoDetails, demoMaker } from "./demo/details.ts";
import { type DemoFamily, type DemoVariant, demoFamilies, demoVariants } from "./demo/families.ts";
import {
	demoGiftCards,
	giftCardCategory,
	giftCardFamily,
	giftCardLinks,
} from "./demo/gift-cards.ts";
import { canHaveHistory, createHistory } from "./demo/history/history.ts";
import {
	bundleDrawing,
	categoryDrawing,
	firstImageWidths,
	galleryDrawing,
	galleryWidths,
	type ImageFiles,
	imageSize,
	renderImage,
	reviewDrawing,
	toolDrawing,
} from "./demo/images.ts";
import { type DemoQuestion, demoQuestions, questionsWithoutHistory } from "./demo/questions.ts";
import { type DemoSupplier, demoSuppliers } from "./demo/suppliers.ts";
import { writeStamp } from "./state.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** What a shop is filled with beside its accounts. */
export interface Filling {
	/** The demo's tools and reviews. */
	demo: boolean;
	/** The file of the stand-in for Stripe, which gets the payments of six months of orders; without it there are none. */
	stripeFile?: string | undefined;
}

/** Seeds the shop of a state folder. Can be repeated. */
export async function seed(state: string, filling: Filling): Promise<void> {
	await withBindings(state, (bindings) => insertRows(bindings, filling));
	writeStamp(state, { seeded: true });
}

/** Inserts the rows of a shop that is seeded, and stores the images. */
export async function insertRows(
	{ DB, MEDIA }: Bindings,
	{ demo, stripeFile }: Filling,
): Promise<void> {
	const accounts = await accountRows(DB);
	if (!demo) return runBatch(DB, accounts);
	const images = await storeDemoImages(MEDIA);
	const findOrder = async () => (await DB.prepare("select 1 from orders limit 1").first()) !== null;
	const hasOrders = await findOrder();
	const statements = [
		...accounts,
		...demoRows(DB, images),
		...(stripeFile === undefined || hasOrders || !canHaveHistory()
			? [
					...demoReviews.map((review, index) => reviewRow(DB, review, index, images)),
					...demoQuestions
						.slice(-questionsWithoutHistory)
						.map((one, index) => questionRow(DB, one, index)),
				]
			: [
					...(await historyRows(DB, images, stripeFile)),
					// After the history, which has sold their parts.
					...demoBundles.flatMap((bundle, index) =>
						bundleRows(DB, bundle, index * olderThanTools, images),
					),
					...giftCardRows(DB, images),
					...demoSuppliers.flatMap((supplier) => supplierRows(DB, supplier)),
				]),
	];
	// Without a history they can be run twice.
	await runBatch(DB, statements, async () => !hasOrders && (await findOrder()));
}

/** In days: older than every other tool, so that the home page shows tools and one kit. */
const olderThanTools = 1000;

/** The statements that insert a kit: what it is made of comes once it is there. */
function bundleRows(
	db: D1Database,
	{ parts, ...bundle }: DemoBundle,
	age: number,
	{ bundles }: DemoImages,
): D1PreparedStatement[] {
	const tool = { ...bundle, quantity: 0, drawing: "" };
	return [
		...[...bundles.values()].map((image) => imageRow(db, image)),
		toolRow(db, tool, age, imageUrl(bundles, bundle.slug)),
		db
			.prepare("update tools set made_of = ? where id = ?")
			.bind(JSON.stringify(parts), bundle.slug),
	];
}

/** The statements that insert the gift cards, and the link to them. */
function giftCardRows(db: D1Database, { giftCards }: DemoImages): D1PreparedStatement[] {
	return [
		...[...giftCards.values()].map((image) => imageRow(db, image)),
		categoryRow(
			db,
			giftCardCategory,
			demoCategories.length,
			imageUrl(giftCards, demoGiftCards[0]?.drawing ?? ""),
		),
		...familyRows(db, giftCardFamily, imageUrl(giftCards, demoGiftCards[0]?.drawing ?? "")),
		// Adds them as the oldest: the home page shows tools.
		...demoGiftCards.map((tool, index) =>
			toolRow(db, tool, olderThanTools + index, imageUrl(giftCards, tool.drawing)),
		),
		db
			.prepare("update tools set is_gift_card = 1, maker = null where family_id = ?")
			.bind(giftCardFamily.slug),
		db
			.prepare(
				"insert or ignore into settings (topic, value, version, changed_at) values ('navigation', ?, 1, ?)",
			)
			.bind(giftCardLinks, Date.now()),
	];
}

/** The statements that insert a supplier, and say of its tools that it delivers them, and what they cost. */
function supplierRows(
	db: D1Database,
	{ categories, costPercent, ...supplier }: DemoSupplier,
): D1PreparedStatement[] {
	const { name, mail, leadDays, reviewDays, minOrderCents, note } = supplier;
	return [
		db
			.prepare(
				"insert or ignore into suppliers (name, mail, lead_days, review_days, min_order_cents, note, updated_at) values (?, ?, ?, ?, ?, ?, ?)",
			)
			.bind(name, mail, leadDays, reviewDays, minOrderCents, note, Date.now()),
		db
			.prepare(
				"update tools set supplier = ?1, cost_cents = regular_price_cents * ?2 / 100 where parts is null and category_slug in (select value from json_each(?3))",
			)
			.bind(name, costPercent, JSON.stringify(categories)),
	];
}

/** Records the payments of the demo's orders and returns the statements that insert these. */
async function historyRows(
	db: D1Database,
	images: DemoImages,
	stripeFile: string,
): Promise<D1PreparedStatement[]> {
	const addresses = addressesOf(images);
	const { statements, payments } = createHistory(Date.now(), (name) => {
		const address = addresses.get(name);
		if (address === undefined) throw new Error(`The demo shop has no image ${name}.`);
		return address;
	});
	// What an interrupted start has left there pays no order of this shop.
	for (const suffix of ["", "-wal", "-shm"]) rmSync(stripeFile + suffix, { force: true });
	await recordPast(stripeFile, payments);
	return statements.map(({ sql, values }) => db.prepare(sql).bind(...values));
}

/** The addresses of images by the names that the history has for them. */
function addressesOf({ tools, gallery, reviews }: DemoImages): Map<string, string> {
	return new Map(
		Object.entries({ tools, gallery, reviews }).flatMap(([folder, images]) =>
			[...images.keys()].map((name) => [`${folder}/${name}`, imageUrl(images, name)] as const),
		),
	);
}

/** Draws the demo's images, and returns the names that the history has for them by their addresses. */
export async function imageNames(): Promise<Map<string, string>> {
	const addresses = addressesOf(await storeDemoImages({ put: async () => null }));
	return new Map([...addresses].map(([name, address]) => [address, name]));
}

const drawingOf = (slug: string) => demoTools.find((tool) => tool.slug === slug)?.drawing ?? "";

/** The further images of the demo's tools, by name. */
const demoGallery = demoTools.flatMap(({ slug, drawing }) =>
	(demoDetails[slug]?.images ?? []).map((image, index) => ({
		slug,
		alt: image.alt,
		name: `${slug}, image ${index + 1}`,
		drawSvg: () => galleryDrawing(drawing, image),
	})),
);

/** Stores the demo shop's images. */
async function storeDemoImages(bucket: Bucket) {
	return {
		tools: await storeImages(
			bucket,
			demoTools.map(({ drawing }) => [drawing, toolDrawing(drawing)]),
			firstImageWidths,
		),
		categories: await storeImages(
			bucket,
			demoCategories.map(({ slug }) => [slug, categoryDrawing(slug)]),
			firstImageWidths,
		),
		gallery: await storeImages(
			bucket,
			demoGallery.map(({ name, drawSvg }) => [name, drawSvg()]),
			galleryWidths,
		),
		giftCards: await storeImages(
			bucket,
			[["gift-card", toolDrawing("gift-card")]],
			firstImageWidths,
		),
		bundles: await storeImages(
			bucket,
			demoBundles.map(({ slug, parts }) => [
				slug,
				bundleDrawing(parts.map(({ toolId }) => toolId)),
			]),
			firstImageWidths,
		),
		reviews: await storeImages(
			bucket,
			demoReviews.map(({ drawing }) => [drawing, reviewDrawing(drawing)]),
			firstImageWidths,
		),
	};
}
type DemoImages = Awaited<ReturnType<typeof storeDemoImages>>;

/** Returns the statements that insert the demo's images, categories and tools. */
function demoRows(
	db: D1Database,
	{ tools, categories, gallery, reviews }: DemoImages,
): D1PreparedStatement[] {
	return [
		...[tools, categories, gallery, reviews].flatMap((images) =>
			[...images.values()].map((image) => imageRow(db, image)),
		),
		...demoCategories.map((category, index) =>
			categoryRow(db, category, index, imageUrl(categories, category.slug)),
		),
		makerRow(db),
		...demoFamilies.flatMap((family) => {
			const drawing = Object.keys(family.values).map(drawingOf).find(Boolean) ?? "";
			return familyRows(db, family, imageUrl(tools, drawing));
		}),
		// Oldest first: searches sort by rowid, so the last inserted row is the newest.
		...[...demoTools, ...demoVariants]
			.map((tool, index) => toolRow(db, tool, index, imageUrl(tools, tool.drawing)))
			.reverse(),
		...demoTools.map(({ slug }) => capabilities(db, slug, demoCapabilities[slug])),
		...demoVariants.map((variant) => capabilities(db, variant.slug, variant.capabilities)),
		...[...Map.groupBy(demoGallery, ({ slug }) => slug)].flatMap(([slug, shown]) =>
			galleryRows(
				db,
				slug,
				shown.map(({ name, alt }) => ({ image: imageUrl(gallery, name), alt })),
			),
		),
	];
}

/** The part of R2 that stores images. */
interface Bucket {
	put(...object: Parameters<R2Bucket["put"]>): Promise<unknown>;
}

interface StoredImage {
	key: string;
	bytes: number;
}

function imageUrl(images: Map<string, StoredImage>, name: string): string {
	const image = images.get(name);
	if (!image) throw new Error(`The demo shop has no image ${name}.`);
	return `/images/${image.key}`;
}

/** Stores images as an upload does: the key is the hash of the stored bytes. */
async function storeImages(
	bucket: Bucket,
	drawings: readonly (readonly [name: string, svg: Promise<string>])[],
	widths: readonly number[],
): Promise<Map<string, StoredImage>> {
	const stored = drawings.map(async ([name, svg]) => {
		return [name, await storeImage(bucket, await renderImage(await svg, widths))] as const;
	});
	return new Map(await Promise.all(stored));
}

/** Stores an image and its variants under the names that src/platform/services/images.ts reads. */
async function storeImage(bucket: Bucket, files: ImageFiles): Promise<StoredImage> {
	const original = files.get("") ?? new Uint8Array();
	const key = imageKey(createHash("sha256").update(original).digest("hex"));
	for (const [name, bytes] of files) {
		const contentType = `image/${name.split(".")[1] ?? "webp"}`;
		await bucket.put(name ? `variants/${key}/${name}` : key, bytes.slice().buffer, {
			httpMetadata: { contentType },
		});
	}
	return { key, bytes: original.byteLength };
}

async function accountRows(db: D1Database): Promise<D1PreparedStatement[]> {
	const now = Date.now();
	const rows = await Promise.all(
		demoAccounts.map(async ({ id, name, email, password, role, phone, address }) => [
			db
				.prepare(
					"insert or ignore into users (id, name, email, email_verified, phone, address, role, created_at, updated_at) values (?, ?, ?, 1, ?, ?, ?, ?, ?)",
				)
				.bind(id, name, email, phone, address, role, now, now),
			db
				.prepare(
					"insert or ignore into accounts (id, account_id, provider_id, user_id, password, created_at, updated_at) values (?, ?, 'credential', ?, ?, ?, ?)",
				)
				.bind(`${id}-password`, id, id, await hashPassword(password), now, now),
		]),
	);
	return rows.flat();
}

function imageRow(db: D1Database, image: StoredImage): D1PreparedStatement {
	return db
		.prepare(
			"insert or ignore into images (key, type, bytes, width, height, created_at) values (?, 'image/webp', ?, ?, ?, ?)",
		)
		.bind(image.key, image.bytes, imageSize, imageSize, Date.now());
}

type DemoCategory = (typeof demoCategories)[number];

function categoryRow(
	db: D1Database,
	{ slug, name, description }: DemoCategory,
	index: number,
	image: string,
): D1PreparedStatement {
	return db
		.prepare(
			"insert or ignore into categories (slug, name, position, description, image) values (?, ?, ?, ?, ?)",
		)
		.bind(slug, name, index + 1, description, image);
}

type DemoTool = (typeof demoTools)[number];
type DemoReview = (typeof demoReviews)[number];

/** The statements that insert a family, and the picture that its tools have in common. */
function familyRows(
	db: D1Database,
	{ slug, name, description, options }: DemoFamily,
	image: string,
): D1PreparedStatement[] {
	const now = Date.now();
	return [
		db
			.prepare(
				"insert or ignore into families (id, slug, name, description, options, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)",
			)
			.bind(slug, slug, name, description, JSON.stringify(options), now, now),
		db
			.prepare(
				"insert or ignore into family_pictures (family_id, position, image, alt) values (?, 0, ?, ?)",
			)
			.bind(slug, image, name),
	];
}

/** The first tool of the list is the newest, and so the first on the home page. */
function toolRow(
	db: D1Database,
	tool: DemoTool & Partial<DemoVariant>,
	index: number,
	image: string,
): D1PreparedStatement {
	const createdAt = Date.now() - index * dayMs;
	const family = [...demoFamilies, giftCardFamily].find(({ values }) => values[tool.slug]);
	const { specifications = demoDetails[tool.slug]?.specifications ?? {} } = tool;
	return db
		.prepare(
			"insert or ignore into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at, category_slug, sku, weight_grams, family_id, option_values, specifications, maker, warnings, card_line) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		)
		.bind(
			tool.slug,
			tool.name,
			tool.description,
			image,
			tool.minOrderQuantity,
			tool.quantity,
			tool.quantity,
			tool.priceCents,
			createdAt,
			createdAt,
			tool.category || null,
			tool.sku ?? null,
			tool.weightGrams ?? null,
			family?.slug ?? null,
			family ? JSON.stringify(family.values[tool.slug]) : null,
			JSON.stringify(Object.entries(specifications).map(([name, value]) => ({ name, value }))),
			demoMaker.name,
			demoDetails[tool.slug]?.warnings ?? null,
			tool.cardLine,
		);
}

function makerRow(db: D1Database): D1PreparedStatement {
	const { name, address, contact, country, responsible } = demoMaker;
	return db
		.prepare(
			"insert or ignore into makers (name, address, contact, country, responsible_name, responsible_address, responsible_contact, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
		)
		.bind(
			name,
			address,
			contact,
			country,
			responsible.name,
			responsible.address,
			responsible.contact,
			Date.now(),
		);
}

/** What a tool can do, of which triggers make rows. */
function capabilities(
	db: D1Database,
	slug: string,
	inputs: readonly CapabilityInput[] = [],
): D1PreparedStatement {
	const rows = toCapabilityRows(v.parse(v.array(capabilitySchema), inputs));
	return db
		.prepare("update tools set capabilities = ? where id = ?")
		.bind(JSON.stringify(rows), slug);
}

/** The images of a tool after the first: in its row, and as rows by which they are found. */
function galleryRows(
	db: D1Database,
	slug: string,
	shown: readonly FurtherImage[],
): D1PreparedStatement[] {
	const json = JSON.stringify(shown);
	return [
		db.prepare("update tools set further_images = ? where id = ?").bind(json, slug),
		db
			.prepare(
				"insert or ignore into tool_pictures (tool_id, position, image, alt) select ?, key + 1, value ->> 'image', value ->> 'alt' from json_each(?)",
			)
			.bind(slug, json),
	];
}

function reviewRow(
	db: D1Database,
	review: DemoReview,
	index: number,
	{ reviews }: DemoImages,
): D1PreparedStatement {
	return db
		.prepare(
			"insert or ignore into reviews (id, author, rating, image, description, tool_id, created_at) values (?, ?, ?, ?, ?, ?, ?)",
		)
		.bind(
			`demo-review-${index + 1}`,
			review.author,
			review.rating,
			imageUrl(reviews, review.drawing),
			review.description,
			review.toolSlug ?? null,
			Date.now() - review.daysAgo * dayMs,
		);
}

function questionRow(
	db: D1Database,
	{ tool, author, text, answer, daysAgo }: DemoQuestion,
	index: number,
): D1PreparedStatement {
	const createdAt = Date.now() - daysAgo * dayMs;
	return db
		.prepare(
			"insert or ignore into questions (id, author, tool_id, text, created_at, state, answer, answered_at) values (?, ?, ?, ?, ?, 'published', ?, ?)",
		)
		.bind(
			`demo-question-${index + 1}`,
			author,
			tool,
			text,
			createdAt,
			answer ?? null,
			answer ? createdAt + dayMs / 2 : null,
		);
}
