/** Seeds a local database and bucket with the demo shop. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import type { D1Database, D1PreparedStatement, R2Bucket } from "@cloudflare/workers-types";
import { recordPast } from "@cogsmith/stand-in-for-stripe/past";
import { hashPassword } from "better-auth/crypto";
import { imageKey } from "../src/values/images.ts";
import { type Bindings, runBatch, withBindings } from "./bindings.ts";
import { demoAccounts } from "./demo/accounts.ts";
import { demoBundles } from "./demo/bundles.ts";
import { demoCategories, demoReviews, demoTools } from "./demo/data.ts";
import { demoDetails } from "./demo/details.ts";
import { canHaveHistory, historyFile, paymentsOf } from "./demo/history/history.ts";
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
import { type Rows, readRows, statementsOf } from "./demo/rows.ts";
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
	const findTool = async () => (await DB.prepare("select 1 from tools limit 1").first()) !== null;
	// An earlier start was interrupted after it.
	if (await findTool()) return;
	const images = await storeDemoImages(MEDIA);
	const addresses = addressesOf(images);
	const imageOf = (name: string) => {
		const address = addresses.get(name);
		if (address === undefined) throw new Error(`The demo shop has no image ${name}.`);
		return address;
	};
	const hasHistory = stripeFile !== undefined && canHaveHistory();
	const rows = readRows(hasHistory ? historyFile : toolsFile, Date.now(), imageOf);
	if (hasHistory) await recordPayments(stripeFile, rows);
	const statements = [
		...Object.values(images).flatMap((stored) =>
			[...stored.values()].map((image) => imageRow(DB, image)),
		),
		...statementsOf(rows).map(({ sql, values }) => DB.prepare(sql).bind(...values)),
		...accounts,
		...(hasHistory
			? []
			: [
					...demoReviews.map((review, index) => reviewRow(DB, review, index, images)),
					...demoQuestions
						.slice(-questionsWithoutHistory)
						.map((one, index) => questionRow(DB, one, index)),
				]),
	];
	await runBatch(DB, statements, findTool);
}

/** The tools as the shop's import has left them, without a history. */
const toolsFile = new URL("demo/tools.jsonl", import.meta.url);

async function recordPayments(stripeFile: string, rows: Rows): Promise<void> {
	// What an interrupted start has left there pays no order of this shop.
	for (const suffix of ["", "-wal", "-shm"]) rmSync(stripeFile + suffix, { force: true });
	await recordPast(stripeFile, paymentsOf(rows));
}

/** The addresses of images by the names that files of rows have for them. */
function addressesOf(stored: DemoImages): Map<string, string> {
	return new Map(
		Object.entries(stored).flatMap(([folder, images]) =>
			[...images.keys()].map((name) => [`${folder}/${name}`, imageUrl(images, name)] as const),
		),
	);
}

/** The further images of the demo's tools, by name. */
const demoGallery = demoTools.flatMap(({ slug, drawing }) =>
	(demoDetails[slug]?.images ?? []).map((image, index) => ({
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

type DemoReview = (typeof demoReviews)[number];

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
