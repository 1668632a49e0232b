/** Seeds a local database and bucket with the demo shop. */
import { createHash } from "node:crypto";
import type { D1Database, D1PreparedStatement, R2Bucket } from "@cloudflare/workers-types";
import { hashPassword } from "better-auth/crypto";
import { type Bindings, runBatch, withBindings } from "./bindings.ts";
import { demoAccounts } from "./demo/accounts.ts";
import { demoCapabilities } from "./demo/capabilities.ts";
import { demoCategories, demoReviews, demoTools } from "./demo/data.ts";
import { demoDetails } from "./demo/details.ts";
import {
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
import { writeStamp } from "./state.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Seeds the shop of a state folder with accounts and, for a demo, tools, reviews and their images. Can
 * be repeated.
 */
export async function seed(state: string, { demo }: { demo: boolean }): Promise<void> {
	await withBindings(state, (bindings) => insertRows(bindings, { demo }));
	writeStamp(state, { seeded: true });
}

/** Inserts the rows of a shop that is seeded, and stores the images. */
export async function insertRows(
	{ DB, MEDIA }: Bindings,
	{ demo }: { demo: boolean },
): Promise<void> {
	const rows = [...(await accountRows(DB)), ...(demo ? await demoRows(DB, MEDIA) : [])];
	await runBatch(DB, rows);
}

/** Stores the demo shop's images and returns the statements that insert its rows. */
async function demoRows(db: D1Database, bucket: R2Bucket): Promise<D1PreparedStatement[]> {
	const toolImages = await storeImages(
		bucket,
		demoTools.map(({ drawing }) => [drawing, toolDrawing(drawing)]),
		firstImageWidths,
	);
	const categoryImages = await storeImages(
		bucket,
		demoCategories.map(({ slug }) => [slug, categoryDrawing(slug)]),
		firstImageWidths,
	);
	const gallery = demoTools.flatMap(({ slug, drawing }) =>
		(demoDetails[slug]?.images ?? []).map((image, index) => ({
			slug,
			position: index + 1,
			alt: image.alt,
			name: `${slug}, image ${index + 1}`,
			svg: galleryDrawing(drawing, image),
		})),
	);
	const galleryImages = await storeImages(
		bucket,
		gallery.map(({ name, svg }) => [name, svg]),
		galleryWidths,
	);
	const reviewImages = await storeImages(
		bucket,
		demoReviews.map(({ drawing }) => [drawing, reviewDrawing(drawing)]),
		firstImageWidths,
	);
	return [
		...[toolImages, categoryImages, galleryImages, reviewImages].flatMap((images) =>
			[...images.values()].map((image) => imageRow(db, image)),
		),
		...demoCategories.map((category, index) =>
			categoryRow(db, category, index, imageUrl(categoryImages, category.slug)),
		),
		// Oldest first: searches sort by rowid, so the last inserted row is the newest.
		...demoTools
			.map((tool, index) => toolRow(db, tool, index, imageUrl(toolImages, tool.drawing)))
			.reverse(),
		...demoTools.flatMap(({ slug }) => capabilityRows(db, slug)),
		...gallery.map(({ slug, name, position, alt }) =>
			db
				.prepare(
					"insert or ignore into tool_pictures (tool_id, position, image, alt) values (?, ?, ?, ?)",
				)
				.bind(slug, position, imageUrl(galleryImages, name), alt),
		),
		...demoReviews.map((review, index) =>
			reviewRow(db, review, index, imageUrl(reviewImages, review.drawing)),
		),
	];
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
	bucket: R2Bucket,
	drawings: readonly (readonly [name: string, svg: Promise<string>])[],
	widths: readonly number[],
): Promise<Map<string, StoredImage>> {
	const stored = drawings.map(async ([name, svg]) => {
		return [name, await storeImage(bucket, await renderImage(await svg, widths))] as const;
	});
	return new Map(await Promise.all(stored));
}

/** Stores an image and its variants under the names that src/platform/images.ts reads. */
async function storeImage(bucket: R2Bucket, files: ImageFiles): Promise<StoredImage> {
	const original = files.get("") ?? new Uint8Array();
	const key = createHash("sha256").update(original).digest("hex");
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

/** The first tool of the list is the newest, and so the first on the home page. */
function toolRow(
	db: D1Database,
	tool: DemoTool,
	index: number,
	image: string,
): D1PreparedStatement {
	const createdAt = Date.now() - index * dayMs;
	return db
		.prepare(
			"insert or ignore into tools (id, name, description, image, min_order_quantity, quantity, stocked, price_cents, created_at, updated_at, category_slug, specifications) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
			tool.category,
			JSON.stringify(
				Object.entries(demoDetails[tool.slug]?.specifications ?? {}).map(([name, value]) => ({
					name,
					value,
				})),
			),
		);
}

/** A row for each standard of each capability of a tool. */
function capabilityRows(db: D1Database, slug: string): D1PreparedStatement[] {
	return (demoCapabilities[slug] ?? []).flatMap((capability) => {
		const { action, dimension = "", standards = [], except = [], from, to } = capability;
		const isRange = from !== undefined;
		const rows: [standard: string, fits: number][] = [
			...(isRange ? [""] : standards).map((standard): [string, number] => [standard, 1]),
			...except.map((standard): [string, number] => [standard, 0]),
		];
		const also = capability.madeFor === false ? 1 : 0;
		return rows.map(([standard, fits]) =>
			db
				.prepare(
					"insert or ignore into tool_capabilities (tool_id, action, dimension, standard, fits, range_from, range_to, also) values (?, ?, ?, ?, ?, ?, ?, ?)",
				)
				.bind(slug, action, dimension, standard, fits, from ?? null, to ?? null, also),
		);
	});
}

function reviewRow(
	db: D1Database,
	review: DemoReview,
	index: number,
	image: string,
): D1PreparedStatement {
	return db
		.prepare(
			"insert or ignore into reviews (id, author, rating, image, description, tool_id, created_at) values (?, ?, ?, ?, ?, ?, ?)",
		)
		.bind(
			`demo-review-${index + 1}`,
			review.author,
			review.rating,
			image,
			review.description,
			review.toolSlug ?? null,
			Date.now() - review.daysAgo * dayMs,
		);
}
