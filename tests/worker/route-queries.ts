/**
 * Sends a request to every route of the built shop, runs every job and delivers a message to every queue,
 * in one scenario. Records their round trips to D1.
 */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { inject, vi } from "vitest";
import { sweepAuth } from "../../src/platform/auth-sweep.ts";
import { createGuestToken } from "../../src/platform/guest-token.ts";
import { createStopToken } from "../../src/platform/stop-token.ts";
import { widgetsMajor } from "../../src/shop/embeds/widget-script.server.ts";
import { sweepDeadLetters } from "../../src/shop/health/dead-letters.server.ts";
import { checkRows } from "../../src/shop/health/row-checks.server.ts";
import { checkService } from "../../src/shop/health/service-checks.server.ts";
import { sweepImages } from "../../src/shop/images/sweep.server.ts";
import { sweepImports } from "../../src/shop/imports/imports.server.ts";
import { dispatchOutbox, sweepOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { encodeCursor } from "../../src/shop/paging.ts";
import { readBalance } from "../../src/shop/payments/balance.server.ts";
import { sweepEvents } from "../../src/shop/payments/events.server.ts";
import { reconcile } from "../../src/shop/payments/reconcile.server.ts";
import { sweepToolSales } from "../../src/shop/sales/overview.server.ts";
import { publishDrafts } from "../../src/shop/tools/drafts.server.ts";
import { syncLowStock } from "../../src/shop/tools/low-stock.server.ts";
import { consent } from "../helpers/google-consent.ts";
import {
	beginPayment,
	closeOrderDirectly,
	createForeignIntent,
	eventOf,
	expireReservation,
	failRefundAtStripe,
	type Order,
	payByCard,
	paymentOf,
	placePaidOrder,
	refundAtStripe,
	signatureOf,
} from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import {
	type ApiResponse,
	addCapability,
	addTool,
	cookieOf,
	newEmail,
	newIpAddress,
	orderBody,
	origin,
	type Person,
	password,
	placeOrder,
	signUpByApi,
} from "../helpers/shop.ts";
import { backgroundWorkEnds } from "../setup/background-work.ts";
import { redAndBlue } from "./image-bytes.ts";
import { realDatabase, recordTrips, type Trip } from "./record-statements.ts";

/** Files of all routes, such as /tools/[id].astro. */
export const routeFiles = Object.keys(import.meta.glob("../../src/pages/**/*.{astro,ts}")).map(
	(file) => file.replace(/^.*\/src\/pages/, ""),
);

/** The path of a route, such as /tools/[id]. */
export const routeOf = (file: string): string =>
	file.replace(/\.(astro|ts)$/, "").replace(/\/index$/, "") || "/";

/** Routes, the most specific first, as Astro sorts them. */
const routes = routeFiles
	.map(routeOf)
	.map((route) => {
		const pattern = route
			.replaceAll(".", "\\.")
			.replace(/\[\\.\\.\\.\w+\]/g, ".+")
			.replace(/\[\w+\]/g, "[^/]+");
		const precedence = route.includes("[...") ? 2 : Number(route.includes("["));
		return { route, pattern: new RegExp(`^${pattern}$`), precedence };
	})
	.sort((one, other) => one.precedence - other.precedence || other.route.length - one.route.length);

type BuiltWorker = { default: Required<Pick<ExportedHandler<Env>, "fetch">> };

const [builtWorker] = Object.values(import.meta.glob<BuiltWorker>("../../dist/server/entry.mjs"));

async function loadBuiltWorker(): Promise<BuiltWorker> {
	if (!builtWorker) throw new Error("The shop is not built: npm run build");
	return builtWorker();
}

const isRedirect = (response: Response | undefined) => [302, 303].includes(response?.status ?? 0);

/** What a route, job or queue sends to D1, by its name. */
export type RouteQueries = Map<string, Trip[]>;

interface SendOptions {
	/** What this request shows, if a route has several. */
	note?: string;
	/** Signs a page's visitor in, and an API's caller unless `cookie` is set. */
	as?: Person;
	method?: string;
	/** The status of a request that is rejected. */
	rejected?: number;
	body?: BodyInit | object;
	headers?: Record<string, string>;
}

const dayMs = 24 * 60 * 60 * 1000;
const daysFromNow = (days: number) => new Date(Date.now() + days * dayMs);

/** Replaces random ids by counted ones: text with an id in it has as many letters to index each time. */
function countIds(): void {
	let count = 0;
	const nextByte = () => {
		// A linear congruential generator (Numerical Recipes).
		count = (Math.imul(count, 1664525) + 1013904223) >>> 0;
		return count >>> 24;
	};
	vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
		if (array)
			new Uint8Array(array.buffer, array.byteOffset, array.byteLength).forEach((_, n, bytes) => {
				bytes[n] = nextByte();
			});
		return array;
	});
	vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
		const hex = Array.from({ length: 16 }, () => nextByte().toString(16).padStart(2, "0")).join("");
		return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
	});
}

/** The message of an outbox row of a kind. The query is not recorded. */
async function outboxMessage(kind: string): Promise<{ outbox: string }> {
	const row = await realDatabase
		.prepare("select id from outbox where kind = ?")
		.bind(kind)
		.first<{ id: string }>();
	if (!row) throw new Error(`the outbox has no ${kind}`);
	return { outbox: row.id };
}

/** Runs the scenario. */
export async function recordRouteQueries(): Promise<RouteQueries> {
	env.STRIPE_API_URL = inject("queriesStripeUrl");
	countIds();
	const { default: shop } = await loadBuiltWorker();
	const queries: RouteQueries = new Map();
	/** Bodies of messages that the shop has sent to its queue of mails. */
	const mails: { kind: string; to: string; path: string }[] = [];
	vi.spyOn(env.MAILS, "sendBatch").mockResolvedValue(undefined as never);
	vi.spyOn(env.MAILS, "send").mockImplementation(async (mail) => {
		mails.push(mail as (typeof mails)[number]);
		return undefined as never;
	});
	for (const queue of [env.PURGES, env.PAYMENTS, env.EVENTS, env.IMPORTS]) {
		vi.spyOn(queue, "send").mockResolvedValue(undefined as never);
		vi.spyOn(queue, "sendBatch").mockResolvedValue(undefined as never);
	}
	env.MAIL = {
		send: async () => ({ messageId: "<1@example.test>" }),
	} as unknown as typeof env.MAIL;
	// Work after the response begins at once.
	vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);

	async function record(name: string, work: () => Promise<unknown>): Promise<void> {
		if (queries.has(name)) throw new Error(`${name} is recorded twice`);
		queries.set(
			name,
			await recordTrips(async () => {
				await work();
				await backgroundWorkEnds();
			}),
		);
	}

	/** The path in the newest mail of a kind. */
	function mailed(kind: string): string {
		const path = mails.findLast((mail) => mail.kind === kind)?.path;
		if (!path) throw new Error(`no mail ${kind} was sent`);
		return path;
	}

	const sendEvent = (note: string, event: Stripe.Event) => {
		const body = JSON.stringify(event);
		return send("/api/stripe/webhook", {
			note,
			body,
			headers: { "Stripe-Signature": signatureOf(body) },
		});
	};

	/** Sends a request and records its queries. Throws if the status is not as expected. */
	async function send(path: string, options: SendOptions = {}): Promise<ApiResponse> {
		const { as, body, note, method = body === undefined ? "GET" : "POST", rejected } = options;
		const isApi = path.startsWith("/api/") && !path.startsWith("/api/docs");
		const isForm = body instanceof FormData;
		const request = new Request(origin + path, {
			method,
			redirect: "manual",
			headers: {
				Accept: isApi ? "application/json" : "text/html",
				Origin: origin,
				"CF-Connecting-IP": newIpAddress(),
				...(as && (isApi ? { Authorization: `Bearer ${as.token}` } : { Cookie: as.cookie })),
				...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
				...options.headers,
			},
			...(body !== undefined && {
				body: isForm ? body : typeof body === "string" ? body : JSON.stringify(body),
			}),
		});
		const { pathname } = new URL(path, origin);
		const route = pathname.startsWith("/api/auth/")
			? pathname
			: (routes.find(({ pattern }) => pattern.test(pathname))?.route ?? "/404");
		const name = `${method} ${route}${note ? ` (${note})` : ""}`;
		let response: Response | undefined;
		let text = "";
		await record(name, async () => {
			const context = createExecutionContext();
			response = await shop.fetch(request as Parameters<typeof shop.fetch>[0], env, context);
			text = new TextDecoder().decode(await response.clone().arrayBuffer());
			await waitOnExecutionContext(context);
		});
		const isExpected = rejected
			? response?.status === rejected
			: response?.ok || isRedirect(response);
		if (!response || !isExpected) {
			throw new Error(`${name} answered ${response?.status}: ${text.slice(0, 500)}`);
		}
		const isJson = response.headers.get("content-type")?.includes("json");
		return {
			status: response.status,
			headers: response.headers,
			body: isJson && text ? JSON.parse(text) : text,
		};
	}

	// Astro asks here for files, which are served before the Worker runs.
	Object.assign(env, { ASSETS: { fetch: async () => new Response(null, { status: 404 }) } });

	const cursor = encodeCursor({ value: Date.now() + 1_000_000, id: "x" });
	const admin = await signUpByApi({ role: "admin" });
	const rider = await signUpByApi({ verified: true });
	const tool = await addTool({ name: "Torque wrench", quantity: 50 });
	const otherTool = await addTool({ name: "Chain breaker" });
	const soldOut = await addTool({ name: "Cone spanner", quantity: 0 });
	await realDatabase.batch([
		realDatabase.prepare("insert into categories (slug, name) values ('wheels', 'Wheels')"),
		realDatabase.prepare("update tools set category_slug = 'wheels' where id = ?").bind(tool),
	]);
	const { payment: settled } = await placePaidOrder(rider, tool);
	const unpaid = await placeOrder(rider, tool);

	// Images.
	const form = new FormData();
	form.set("image", new File([await redAndBlue()], "image.png", { type: "image/png" }));
	const uploaded = await send("/api/images", { as: admin, body: form });
	const image: string = uploaded.body.data.url;
	await send(image);
	await send(`${image}?w=160`, { note: "smaller" });
	await send(`${image}?w=1200x630`, { note: "for links" });
	const ownForm = new FormData();
	ownForm.set("image", new File([await redAndBlue(65, 32)], "image.png", { type: "image/png" }));
	const own = await send("/api/images", {
		as: rider,
		body: ownForm,
		note: "of a customer",
	});
	const ownImage: string = own.body.data.url;

	// Reviews.
	const review = { name: 5, image: ownImage, description: "Good" };
	await send("/api/rating", { as: rider, body: review, note: "of the shop" });
	const rated = await send("/api/rating", {
		as: rider,
		body: { ...review, productCode: tool },
	});

	// Pages for everybody. None is cached yet.
	await send("/");
	await send("/tools");
	await send(`/tools?cursor=${cursor}`, { note: "further on" });
	await send("/tools?q=wrench", { note: "a search" });
	await send("/tools?q=wrnech+under+100", { note: "a search with a word to correct" });
	await send("/tools?q=wrench&in-stock=1&sort=price", { note: "a search, filtered and sorted" });
	await send("/tools?fits=chain:11", { note: "that fit a bike" });
	await send("/suggest?q=wre");
	await send("/tools?in-stock=1&price-to=100&sort=newest", { note: "filtered" });
	await send("/tools/c");
	await send("/tools/c/wheels", { note: "of a category" });
	await send("/tools/c/unknown", { rejected: 404, note: "unknown" });
	await send("/api/category");
	const category = { name: "Hubs", slug: "hubs" };
	await send("/api/category", { as: admin, body: category });
	await send("/api/category/hubs", { as: admin, method: "PATCH", body: { place: 1 } });
	await send("/api/category/hubs", { as: admin, method: "DELETE" });
	await send(`/tools/${tool}`);
	await send("/tools/unknown", { rejected: 404, note: "unknown" });
	await addCapability(tool, { action: "torque", from: 2, to: 25 });
	await addCapability(otherTool, { action: "remove", dimension: "chain", standard: "11" });
	await send("/jobs/replace-chain");
	await send("/jobs/fit-handlebar", { note: "with a torque" });
	await send("/fit");
	await send("/fit?chain=11", { note: "of a bike" });
	await send(`/fit?tool=${otherTool}&chain=11`, { note: "whether a tool fits" });
	await send(`/fit/marks.json?chain=11&tools=${[otherTool, tool].sort()}`);
	await send("/jobs/unknown", { rejected: 404, note: "unknown" });
	await send("/review");
	await send(`/review?cursor=${cursor}`, { note: "further on" });
	const reportPath = `/review/${rated.body.insertedId}/report`;
	await send(reportPath);
	const formType = { "Content-Type": "application/x-www-form-urlencoded" };
	await send(reportPath, { body: "reason=spam", headers: formType });
	await send("/blogs");
	await send("/portfolio");
	await send("/jobs");
	await send("/fit/cassette");
	await send("/fit/unknown", { rejected: 404, note: "unknown" });
	await send("/legal/unknown", { rejected: 404 });
	await send("/widgets");

	// What other programs read.
	for (const path of ["/robots.txt", "/llms.txt", "/sitemap.xml", "/feeds/products.xml"])
		await send(path);
	await send("/sitemap/pages.xml", { note: "pages" });
	await send("/sitemap/tools-1.xml", { note: "tools" });
	await send("/sitemap/tools-999.xml", { rejected: 404, note: "unknown" });
	for (const name of ["tools", "reviews"]) await send(`/feeds/${name}.atom`);
	await send("/login");
	await send("/login", { as: rider, note: "signed in" });
	await send("/signup");
	await send("/forgot");
	await send("/reset?token=x");
	await send("/login/google", {
		body: "",
		headers: { "Content-Type": "application/x-www-form-urlencoded" },
	});
	await send("/nowhere", { rejected: 404 });
	await send("/api/nowhere", { rejected: 404 });
	await send("/api/docs");
	await send("/api/openapi.json");
	await send("/api/health");

	// Embeds.
	for (const embed of [`tools/${tool}`, "reviews/6"]) {
		for (const extension of ["", ".html", ".json"]) await send(`/embed/v1/${embed}${extension}`);
	}
	await send(`/oembed?url=${encodeURIComponent(`${origin}/tools/${tool}`)}`);
	await send(`/w/${widgetsMajor}/widgets.js`);

	// Alerts.
	const alertPath = `/tools/${soldOut}/alert`;
	const asForm = { "Content-Type": "application/x-www-form-urlencoded" };
	await send(alertPath, { as: rider });
	await send(alertPath, { as: rider, body: "", headers: asForm });
	await send(`${alertPath}?remove`, { as: rider, body: "", headers: asForm, note: "withdrawn" });
	await send(`/api/service/${soldOut}/alert`, { as: rider, method: "PUT" });
	await send(`/api/service/${soldOut}/alert`, { as: rider, method: "DELETE" });
	const stopPath = `/alerts/stop?token=${await createStopToken(rider.id)}`;
	await send(stopPath);
	await send(stopPath, { body: "", headers: asForm });
	const digestToken = await createStopToken("merchant@example.test", "digest");
	const stopDigestPath = `/alerts/stop?token=${digestToken}`;
	await send(stopDigestPath, { body: "", headers: asForm, note: "of the digest" });
	await send(`${stopDigestPath}&again`, { body: "", headers: asForm, note: "undone" });

	// Pages of customers.
	await send(`/purchase/${tool}`, { note: "signed out" });
	await send(`/purchase/${tool}`, { as: rider });
	await send("/checkout", { as: rider });
	await send(`/payment/${unpaid._id}`, { as: rider });
	await send(`/orders/${unpaid._id}`, { as: rider });
	await send("/dashboard", { as: rider });
	await send("/dashboard/myprofile", { as: rider });
	await send("/dashboard/myorders", { as: rider });
	await send("/dashboard/addreview", { as: rider });

	// Pages of administrators.
	await send("/manageTools", { as: rider });
	await send(`/update/${tool}`, { as: admin });
	for (const page of [
		"manageOrders",
		"manageProducts",
		"addProducts",
		"products",
		`products/${tool}`,
		"makeAdmin",
		"categories",
		"history",
		"partners",
		"partners.csv",
		"overview",
		"health",
		"shipping",
		"customers",
		`customers/${rider.id}`,
	]) {
		await send(`/dashboard/${page}`, { as: admin });
	}
	const tryAgain = "do=mail&id=x";
	await send("/dashboard/health", { as: admin, body: tryAgain, headers: formType, note: "mail" });
	const row = new URLSearchParams({
		...{ do: "row", table: "tools", subject: tool },
		message: "has a sold that is not what its rows say",
	});
	await send("/dashboard/health", { as: admin, body: String(row), headers: formType, note: "row" });
	await send("/dashboard/overview?days=365", { as: admin, note: "of a year" });
	await send(`/dashboard/partners?cursor=${encodeCursor({ value: 7, id: "x" })}`, {
		as: admin,
		note: "further on",
	});
	await send("/dashboard/products?list=low", { as: admin, note: "low stock" });
	await send("/dashboard/products?list=listed", { as: admin, note: "listed" });
	const many = new URLSearchParams({ change: "price", percent: "5", tool });
	await send("/dashboard/products", {
		as: admin,
		body: String(many),
		headers: formType,
		note: "many",
	});
	await send("/dashboard/history?kind=order", { as: admin, note: "of a kind" });
	await send(`/dashboard/history?subject=${tool}`, { as: admin, note: "of a subject" });
	for (const tab of ["toShip", "unpaid", "shipped", "refunded", "all"])
		await send(`/dashboard/orders?tab=${tab}`, { as: admin, note: tab });
	await send("/dashboard/orders?q=wrench&from=2026-01-01&to=2099-12-31", {
		as: admin,
		note: "search by days",
	});
	await send("/dashboard/orders?tab=toShip&q=wrench", { as: admin, note: "search in a tab" });
	await send(`/dashboard/packing?order=${unpaid._id}`, { as: admin, note: "of many" });
	await send(`/dashboard/shipping?cursor=${encodeCursor({ value: 7, id: "x" })}`, {
		as: admin,
		note: "further on",
	});
	await send("/dashboard/shipping?q=wrench", { as: admin, note: "search" });
	await send("/dashboard/shipping?view=shipped", { as: admin, note: "shipped" });
	await send("/dashboard/customers?sort=spent", { as: admin, note: "by spend" });
	await send(`/dashboard/customers?sort=spent&cursor=${encodeCursor({ value: 7, id: "x" })}`, {
		as: admin,
		note: "by spend, further on",
	});
	await send("/dashboard/customers?q=person", { as: admin, note: "search" });
	await send("/dashboard/manageOrders?q=wrench&sort=-totalPrice", {
		as: admin,
		note: "search, sorted",
	});
	// Signs the customer out.
	const stranger = await signUpByApi();
	await send("/dashboard/makeAdmin", {
		as: stranger,
		note: "by a customer",
		headers: { "Sec-Fetch-Site": "none" },
	});

	// Tools.
	const newTool = {
		name: "Spoke key",
		image,
		description: "Fits",
		minOrderQuantity: 1,
		quantity: 9,
		price: 5,
	};
	const added = await send("/api/service", { as: admin, body: newTool });
	const id: string = added.body.insertedId;
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PUT",
		body: { quantity: 8, quantityWas: 9 },
	});
	await send(`/api/service?id=${id}`, {
		as: admin,
		method: "PUT",
		body: { price: 6, quantity: 7, minOrderQuantity: 1, image },
	});
	const shown = await send(`/api/service/${id}`, { as: admin });
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PATCH",
		body: {
			...{ name: "Spoke wrench", images: [{ image, alt: "In a hand" }] },
			specifications: [{ name: "Weight", value: "60 g" }],
			capabilities: [{ action: "turn", dimension: "spoke-nipple", standards: ["square-323"] }],
			was: shown.body,
		},
	});
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PATCH",
		body: { state: "draft", publishAt: "2100-01-01T00:00:00.000Z" },
		note: "by state",
	});
	await send(`/api/service/${id}/copy`, { as: admin, method: "POST" });
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PATCH",
		body: { state: "listed" },
		note: "listed",
	});
	await send(`/api/service?id=${id}`, { note: "one" });
	await send(`/api/purchase/${id}`);
	const toLine = (toolId: string) => ({ toolId, quantity: 1, price: 5 });
	await send("/api/cart", { body: { lines: [id, tool, "unknown"].map(toLine) } });
	await send("/api/service?limit=5");
	await send(`/api/service?limit=5&cursor=${cursor}`, { note: "further on" });
	await send("/api/service?limit=5&q=wrench", { note: "search" });
	await send("/api/service?limit=5&q=wr", { note: "search, two letters" });
	await send("/api/service?limit=5&q=wrench&sort=price", { note: "search, sorted" });
	await send(`/api/service?id=${id}`, { as: admin, method: "DELETE" });
	const sold = await addTool({ name: "Sold once", quantity: 5 });
	await placePaidOrder(rider, sold);
	await send(`/api/service?id=${sold}`, { as: admin, method: "DELETE", note: "that was sold" });

	// Imports.
	const imported = await addTool({ name: "Cup tool" });
	const importForm = new FormData();
	importForm.set(
		"file",
		new File(
			[
				`ID,Name,Description,Price,Stock,Minimum order,Images\r\n${imported},Cup wrench,Turns,5,9,1,${image}\r\n,Cone key,Turns,6,9,1,${image}\r\n,Wrong,,,,,\r\n`,
			],
			"tools.csv",
		),
	);
	const created = await send("/api/import?name=tools.csv", { as: admin, body: importForm });
	const importId: string = created.body.insertedId;
	const importMessage = { id: importId };
	await record("queue cogsmith-imports (a file)", () =>
		deliver("cogsmith-imports", [importMessage]),
	);
	await send("/dashboard/import", { as: admin });
	await send(`/dashboard/import?id=${importId}`, { as: admin, note: "one" });
	await send(`/api/import/${importId}`, { as: admin });
	await send(`/api/import/${importId}/line?state=waiting`, { as: admin });
	await send(`/api/import/${importId}/start`, { as: admin, body: { mode: "good" } });
	await record("queue cogsmith-imports (its lines)", () =>
		deliver("cogsmith-imports", [importMessage]),
	);
	await send(`/api/import/${importId}/revert`, { as: admin, method: "POST" });
	await record("queue cogsmith-imports (reverted)", () =>
		deliver("cogsmith-imports", [importMessage]),
	);

	// Exports.
	await send("/dashboard/export", { as: admin });
	for (const kind of ["tools", "orders", "customers", "reviews", "accounting"])
		await send(`/dashboard/export/${kind}.csv?from=2020-01-01`, { as: admin, note: kind });

	// Reviews.
	await send("/api/rating?limit=5");
	await send(`/api/rating?limit=5&cursor=${cursor}`, { note: "further on" });
	await send("/dashboard/reviews", { as: admin });
	for (const view of ["queue", "reported", "hidden", "all"]) {
		const list = `/api/rating/queue?view=${view}&limit=25`;
		await send(list, { as: admin, note: view });
		await send(`${list}&tool=${tool}&cursor=${cursor}`, {
			as: admin,
			note: `${view} of a tool, further on`,
		});
	}
	for (const [body, note] of [
		[{ hidden: "spam" }, "hidden"],
		[{ hidden: null }, "shown again"],
		[{ answer: "Thank you." }, "answered"],
		[{ seen: true }, "seen"],
	] as const)
		await send(`/api/rating/${rated.body.insertedId}`, { as: admin, method: "PATCH", body, note });
	await send(`/api/rating?id=${rated.body.insertedId}`, { as: rider, method: "DELETE" });

	// Orders and payments.
	const placed = await send("/api/order", {
		as: rider,
		body: { ...orderBody(tool), partner: "club" },
		headers: { "Idempotency-Key": "one" },
	});
	const order: Order = placed.body.order;
	await send("/api/order", {
		as: rider,
		body: { ...orderBody(tool), partner: "club" },
		headers: { "Idempotency-Key": "one" },
		note: "repeated",
	});
	await send("/api/order", {
		as: rider,
		body: orderBody(tool, { quantity: 1000 }),
		rejected: 409,
		note: "more than in stock",
	});
	const line = { productCode: tool, quantity: 1, price: 25.99 };
	const cart = { lines: [line, { ...line, productCode: otherTool }] };
	await send("/api/checkout", { as: rider, body: cart });
	await send("/api/checkout", {
		as: rider,
		body: { lines: cart.lines.map((one) => ({ ...one, quantity: 1000 })) },
		rejected: 409,
		note: "more than in stock",
	});
	const ofGuest = await send("/api/checkout", {
		body: {
			...cart,
			email: newEmail(),
			name: "Grace",
			phone: "1",
			line1: "1 Spoke Street",
			city: "Portland",
			region: "OR",
			postalCode: "97201",
			country: "US",
		},
		note: "of a guest",
	});
	const guestCheckout: string = ofGuest.body.insertedId;
	const asGuest = { headers: { Cookie: cookieOf(ofGuest) }, note: "of a guest" };
	const guestToken = await createGuestToken(guestCheckout);
	await send(`/payment/${guestCheckout}?token=${guestToken}`, { note: "by a guest's link" });
	await send(`/payment/${guestCheckout}`, asGuest);
	await send(`/orders/${guestCheckout}`, asGuest);
	const intentOfGuest = await send("/api/create-payment-intent", {
		...asGuest,
		body: { orderId: guestCheckout },
	});
	const paymentOfGuest = paymentOf(intentOfGuest.body.clientSecret);
	await payByCard(paymentOfGuest);
	await send(`/api/order/${ofGuest.body.checkout.orders[0]._id}`, {
		...asGuest,
		method: "PATCH",
		body: { transactionId: paymentOfGuest.id },
	});
	await send(`/api/order/${ofGuest.body.checkout.orders[0]._id}/cancel`, {
		...asGuest,
		method: "POST",
	});
	const intent = await send("/api/create-payment-intent", {
		as: rider,
		body: { orderId: order._id, totalPrice: order.totalPrice },
	});
	const payment = paymentOf(intent.body.clientSecret);
	await payByCard(payment);
	await send(`/api/order/${order._id}`, {
		as: rider,
		method: "PATCH",
		body: { transactionId: payment.id },
	});
	await sendEvent("already settled", await eventOf(payment.id));
	const second = await placeOrder(rider, tool);
	const byWebhook = await beginPayment(rider, second);
	await payByCard(byWebhook);
	await sendEvent("a payment", await eventOf(byWebhook.id));
	await closeOrderDirectly(unpaid._id);
	const late = await createForeignIntent(unpaid._id, Math.round(unpaid.totalPrice * 100));
	await payByCard(late);
	await sendEvent("a payment of a closed order", await eventOf(late.id));
	await refundAtStripe(settled.id);
	await sendEvent("a refund", await eventOf(settled.id, "charge.refunded"));
	await send(`/api/order/${order._id}`, { as: rider });
	await send(`/api/order?id=${order._id}`, {
		as: admin,
		method: "PUT",
		body: { status: "Shipped" },
	});
	await send(`/api/order/${second._id}/note`, { as: admin, body: { text: "Rings first" } });
	await send(`/orders/${second._id}`, { as: admin, note: "to an administrator" });
	await send(`/api/order/${second._id}/packed`, {
		as: admin,
		method: "PUT",
		body: { packed: true },
	});
	const parcel = { orderIds: [second._id], carrier: "UPS", trackingNumber: "1Z9" };
	const shipped = await send("/api/shipment", { as: admin, body: parcel });
	const shipmentPath = `/api/shipment/${shipped.body.insertedId}`;
	const correction = { carrier: "DHL", trackingNumber: "77", notify: true };
	await send(shipmentPath, { as: admin, method: "PATCH", body: correction });
	await send(`/api/order?checkoutId=${second._id}`, { as: admin, note: "of a checkout" });
	await send(`/dashboard/packing/${second._id}`, { as: admin });
	await send(`/orders/${second._id}`, { as: rider, note: "shipped" });
	await send(shipmentPath, { as: admin, method: "DELETE" });
	await send(`/api/order/${order._id}/refund`, {
		as: admin,
		body: { reason: "damaged", amount: 1 },
	});
	const refundOnce = { amount: 1, reason: "other", restock: true };
	const withRestock = await placePaidOrder(rider, tool);
	await send(`/api/order/${withRestock.order._id}/refund`, {
		as: admin,
		body: refundOnce,
		note: "with restock",
	});
	await failRefundAtStripe(withRestock.payment.id);
	await sendEvent("a refund that failed", await eventOf(withRestock.payment.id, "refund.failed"));
	await send(`/api/order/${withRestock.order._id}/refund/retry`, { as: admin, method: "POST" });
	const { order: toCancel } = await placePaidOrder(rider, tool);
	await send(`/api/order/${toCancel._id}/cancel`, { as: rider, method: "POST" });
	const deleted = await placeOrder(rider, tool);
	await send(`/api/order?id=${deleted._id}`, { as: rider, method: "DELETE" });
	await send("/api/checkout?limit=5", { as: rider });
	await send(`/api/checkout?limit=5&cursor=${cursor}`, { as: rider, note: "further on" });
	await send("/api/bought", { as: rider });
	await send("/api/order?limit=5", { as: admin, note: "all" });
	await send("/api/order?limit=5&q=wrench", { as: admin, note: "search" });
	await send(`/api/order?limit=5&email=${rider.email}`, { as: rider });
	await send(`/api/order?limit=5&cursor=${cursor}&email=${rider.email}`, {
		as: rider,
		note: "further on",
	});

	// People.
	await send(`/api/user?email=${rider.email}`, { as: rider });
	await send("/api/user?limit=5", { as: admin, note: "all" });
	await send("/api/user?limit=5&q=person", { as: admin, note: "search" });
	await send(`/api/user/update/${rider.email}`, {
		as: rider,
		method: "PUT",
		body: { name: "Renamed", phone: "1234567", address: "Here" },
	});
	await send(`/api/admin/${rider.email}`, { as: rider });
	await send(`/api/user/admin/${rider.email}`, { as: admin, method: "PUT" });
	await send(`/api/user/removeAdmin/${rider.email}`, { as: admin, method: "PUT" });
	const { id: strangerId } = stranger;
	const setRole = (role: string, note?: string) =>
		send(`/api/customer/${strangerId}/role`, {
			as: admin,
			method: "PUT",
			body: { role },
			...(note && { note }),
		});
	await realDatabase
		.prepare("update users set email_verified = 1 where id = ?")
		.bind(strangerId)
		.run();
	await setRole("manager");
	await setRole("packer", "to a lower one");
	const setBlocked = (blocked: boolean, note: string) =>
		send(`/api/customer/${strangerId}/block`, {
			as: admin,
			method: "PUT",
			body: { blocked, ...(blocked && { reason: "Spam" }) },
			note,
		});
	await send(`/api/customer/${strangerId}/note`, { as: admin, body: { text: "Writes spam" } });
	await setBlocked(true, "block");
	await setBlocked(false, "unblock");
	await send("/api/find?q=wrench", { as: admin });
	await send("/api/audit?limit=5", { as: admin });
	await send("/api/audit?limit=5&kind=order", { as: admin, note: "of a kind" });

	// Auth.
	const email = newEmail();
	const signedUp = await send("/api/auth/sign-up/email", {
		body: { name: "Newcomer", email, password },
	});
	let Cookie = cookieOf(signedUp);
	await send("/api/auth/get-session", { headers: { Cookie } });
	await send(`/api/user/${email}`, { method: "PUT", body: { email }, headers: { Cookie } });
	await send("/api/auth/send-verification-email", { body: { email }, headers: { Cookie } });
	await send(mailed("verify"), { headers: { Cookie } });
	await send("/api/auth/sign-out", { body: {}, headers: { Cookie } });
	await send("/api/auth/sign-in/email", {
		body: { email, password: "a wrong one" },
		rejected: 401,
		note: "rejected",
	});
	Cookie = cookieOf(await send("/api/auth/sign-in/email", { body: { email, password } }));
	await send("/api/auth/change-password", {
		body: { currentPassword: password, newPassword: `${password}!`, revokeOtherSessions: true },
		headers: { Cookie },
	});
	await send("/api/auth/request-password-reset", { body: { email } });
	const token = new URL(mailed("reset"), origin).searchParams.get("token");
	await send("/api/auth/reset-password", { body: { token, newPassword: `${password}?` } });
	const callbackURL = "/login?by=google&from=%2Freview";
	const started = await send("/api/auth/sign-in/social", {
		body: { provider: "google", callbackURL, errorCallbackURL: callbackURL },
	});
	const callback = new URL(await consent(started.body.url, { email: newEmail() }));
	await send(callback.pathname + callback.search, {
		headers: { Cookie: cookieOf(started) },
	});

	// The scheduled job and the queues.
	// Changing a role has ended the sessions of the other customer.
	const buyer = await signUpByApi();
	const [expired, awaited] = [await placeOrder(buyer, tool), await placeOrder(buyer, tool)];
	await expireReservation(expired._id);
	await beginPayment(buyer, awaited);
	await record("job reconcile", () => reconcile());
	const dispatchedAt = daysFromNow(2).getTime();
	await record("job readBalance", () => readBalance());
	await record("job dispatchOutbox", () => dispatchOutbox(dispatchedAt));
	await record("job sweepAuth", () => sweepAuth(daysFromNow(2)));
	await record("job sweepImages", () => sweepImages(daysFromNow(2)));
	await record("job publishDrafts", () => publishDrafts());
	await record("job checkRows", () => checkRows({ slices: 20, now: true }));
	await record("job comparePayments", () => checkService("payments", { now: true }));
	await record("job compareImages", () => checkService("images", { now: true }));
	await record("job syncLowStock", syncLowStock);
	await record("job sweepEvents", () => sweepEvents(daysFromNow(31).getTime()));
	await record("job sweepOutbox", () => sweepOutbox(daysFromNow(31).getTime()));
	await record("job sweepToolSales", () => sweepToolSales(daysFromNow(31).getTime()));
	await record("job sweepDeadLetters", () => sweepDeadLetters(daysFromNow(31).getTime()));
	await record("job sweepImports", () => sweepImports(daysFromNow(31).getTime()));
	const task = (kind: string, of: string) => deliver("cogsmith-payments", [{ task: kind, id: of }]);
	await record("queue cogsmith-payments (an expired checkout)", () =>
		task("checkout", expired._id),
	);
	await record("queue cogsmith-payments (an order with a payment)", () =>
		task("checkout", awaited._id),
	);
	// Handles what was missed so far, in any order, so that one payment alone is recorded.
	await deliver("cogsmith-events", [{ since: Date.now() - 600_000, until: Date.now() }]);
	const missed = await placeOrder(buyer, tool);
	const missedPayment = await beginPayment(buyer, missed);
	await payByCard(missedPayment);
	const pollWindow = { since: Date.now() - 600_000, until: Date.now() };
	await record("queue cogsmith-events", () => deliver("cogsmith-events", [pollWindow]));
	const refunded = await placeOrder(buyer, tool);
	await closeOrderDirectly(refunded._id);
	const cents = Math.round(refunded.totalPrice * 100);
	const unexpected = await createForeignIntent(refunded._id, cents);
	await payByCard(unexpected);
	await env.DB.prepare(
		"insert into refunds (intent_id, order_id, amount_cents, created_at) values (?, ?, ?, 1)",
	)
		.bind(unexpected.id, refunded._id, cents)
		.run();
	await record("queue cogsmith-payments (a refund)", () => task("refund", unexpected.id));
	const toRefund = await placePaidOrder(buyer, tool);
	await env.DB.prepare(
		"insert into order_refunds (id, order_id, checkout_id, intent_id, amount_cents, reason, restock, status, request_key, created_at, retry_at) values ('due', ?1, ?1, ?2, 100, 'other', 0, 'due', 'due', 1, 1)",
	)
		.bind(toRefund.order._id, toRefund.payment.id)
		.run();
	await record("queue cogsmith-payments (a refund of an order)", () => task("order_refund", "due"));
	const { id: eventId } = await eventOf(missedPayment.id);
	await record("queue cogsmith-payments (a failed event)", () => task("event", eventId));
	await record("queue cogsmith-purges", () => deliver("cogsmith-purges", [{ tags: ["tools"] }]));
	const [mail] = mails;
	await record("queue cogsmith-mails", () => deliver("cogsmith-mails", [mail]));
	const [receipt] = mails.filter((body) => Object.hasOwn(body, "outbox"));
	await record("queue cogsmith-mails (a receipt)", () => deliver("cogsmith-mails", [receipt]));
	await env.DB.batch([
		env.DB.prepare(
			"insert into stock_alerts (user_id, tool_id, created_at) values (?1, ?2, 1)",
		).bind(rider.id, soldOut),
		env.DB.prepare("update tools set quantity = 9, stocked = 9, updated_at = 1 where id = ?").bind(
			soldOut,
		),
	]);
	await record("queue cogsmith-mails (back in stock)", async () =>
		deliver("cogsmith-mails", [await outboxMessage("stock.back")]),
	);
	await record("queue cogsmith-mails (an alert)", async () =>
		deliver("cogsmith-mails", [await outboxMessage("stock.alert")]),
	);
	const digest = { outbox: `digest-${Math.floor(dispatchedAt / 3_600_000)}` };
	await env.DB.prepare("update outbox set available_at = 1 where id = ?").bind(digest.outbox).run();
	await record("queue cogsmith-mails (a digest)", () => deliver("cogsmith-mails", [digest]));
	await record("queue cogsmith-mails-failed", () => deliver("cogsmith-mails-failed", [mail]));
	for (const name of ["events", "imports", "payments", "purges"]) {
		const queue = `cogsmith-${name}-failed`;
		await record(`queue ${queue}`, () => deliver(queue, [{ id: "x" }], { prefix: name }));
	}
	const dismissed = "do=dismiss&id=imports0";
	await send("/dashboard/health", {
		as: admin,
		body: dismissed,
		headers: formType,
		note: "a dead letter",
	});
	return queries;
}
