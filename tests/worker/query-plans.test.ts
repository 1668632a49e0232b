/**
 * SQLite's query plan of every statement the shop runs: none scans a whole table, and no list is sorted
 * that an index has sorted. The statements are recorded while every call, page and job runs, so that
 * none can be forgotten.
 */

import { beforeAll, describe, expect, it } from "vitest";
import { recordFailedMail } from "../../src/platform/failed-mails.ts";
import { sweepIdentity } from "../../src/platform/identity-sweep.ts";
import { listAudit } from "../../src/shop/audit/audit.server.ts";
import { auditKinds } from "../../src/shop/audit/audit-actions.ts";
import { getToolData, listReviewData } from "../../src/shop/embeds/embeds.server.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { sweepImages } from "../../src/shop/images/sweep.server.ts";
import { findOwnOrder, listOrders, paidTools } from "../../src/shop/orders/orders.server.ts";
import { orderSorts } from "../../src/shop/orders/orders.ts";
import { encodeCursor } from "../../src/shop/paging.ts";
import {
	partnerSalesForCsv,
	partnerSalesPage,
} from "../../src/shop/partners/partner-sales.server.ts";
import { sweepEvents } from "../../src/shop/payments/events.server.ts";
import { loadHomePage, loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { listOwnReviews, listPublicReviews } from "../../src/shop/reviews/reviews.server.ts";
import { findTool, listCatalogue, listTools } from "../../src/shop/tools/tools.server.ts";
import { toolSorts } from "../../src/shop/tools/tools.ts";
import { accountState, listUsers } from "../../src/shop/users/users.server.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	callAuth,
	callerOf,
	insertPicture,
	orderBody,
	type Person,
	password,
	placeOrder,
	signUp,
	tokenOf,
} from "./helpers.ts";
import { reconcile } from "./payment-jobs.ts";
import {
	beginPayment,
	closeOrderDirectly,
	createForeignIntent,
	deliverEvent,
	eventOf,
	expireReservation,
	payByCard,
	reportPayment,
} from "./payments.ts";
import { realDatabase, recorded } from "./record-statements.ts";
import { png, upload } from "./uploads.ts";

const image = `/images/${"0123456789abcdef".repeat(4)}`;
const calledRoutes = new Set<string>();

/** Makes a call that must succeed, and records its route. */
async function callAndNote(method: string, path: string, options?: Parameters<typeof callApi>[2]) {
	const answer = await callApi(method, path, options);
	if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}`);
	return recordRoute(method, path, answer);
}

function recordRoute(method: string, path: string, answer?: ApiResponse): ApiResponse["body"] {
	const [pathname = ""] = path.split("?");
	for (const { endpoint } of endpoints) {
		const pattern = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`);
		if (endpoint.method === method && pattern.test(pathname))
			calledRoutes.add(endpoint.path + method);
	}
	return answer?.body;
}

/** Reads a list's first page, and a page after a cursor of either kind. */
async function list(path: string, token?: string) {
	const also = path.includes("?") ? "&" : "?";
	await callAndNote("GET", path, { token });
	for (const value of [7, "seven"]) {
		await callAndNote("GET", `${path}${also}cursor=${encodeCursor({ value, id: "x" })}`, { token });
	}
}

async function runSaleStatements(admin: Person, rider: Person) {
	const { token } = admin;
	const id = (
		await callAndNote("POST", "/service", {
			token,
			body: {
				name: "Planned",
				image,
				description: "A",
				minOrderQuantity: 1,
				quantity: 9,
				price: 5,
			},
		})
	).insertedId;
	await callAndNote("PUT", `/service/${id}`, { token, body: { quantity: 8, quantityWas: 9 } });
	const update = { price: 6, quantity: 7, minOrderQuantity: 1, image };
	await callAndNote("PUT", `/service?id=${id}`, { token, body: update });
	await callAndNote("GET", `/service?id=${id}`);
	await callAndNote("GET", `/purchase/${id}`);
	const headers = { "Idempotency-Key": "planned" };
	const { order } = await callAndNote("POST", "/order", {
		token: rider.token,
		body: { ...orderBody(id), partner: "planned" },
		headers,
	});
	const payment = await beginPayment(rider, order);
	recordRoute("POST", "/create-payment-intent");
	await payByCard(payment);
	expect((await reportPayment(rider, order, payment.id)).status).toBe(200);
	recordRoute("PATCH", "/order/x");
	expect((await deliverEvent(await eventOf(payment.id))).status).toBe(200);
	recordRoute("POST", "/stripe/webhook");
	await callAndNote("PUT", `/order?id=${order._id}`, { token, body: { status: "Shipped" } });
	const review = { name: 5, image, description: "Good", productCode: id };
	await callAndNote("POST", "/rating", { token: rider.token, body: review });
	const { insertedId } = await callAndNote("POST", "/rating", { token: rider.token, body: review });
	await callAndNote("DELETE", `/rating?id=${insertedId}`, { token: rider.token });
	await callAndNote("DELETE", `/service?id=${id}`, { token });
	return order;
}

/** Orders that end in other ways: deleted, expired, paid twice. */
async function closeAndRefund(rider: Person) {
	const tool = await addTool({ quantity: 50 });
	const [deleted, expired, awaited, closed] = [
		await placeOrder(rider, tool),
		await placeOrder(rider, tool),
		await placeOrder(rider, tool),
		await placeOrder(rider, tool),
	];
	await callAndNote("DELETE", `/order?id=${deleted._id}`, { token: rider.token });
	await expireReservation(expired._id);
	await beginPayment(rider, awaited);
	await closeOrderDirectly(closed._id);
	const late = await createForeignIntent(closed._id, Math.round(closed.totalPrice * 100));
	await payByCard(late);
	await deliverEvent(await eventOf(late.id));
	return tool;
}

async function lists(admin: Person, rider: Person) {
	const searches = ["", "&q=wrench", "&q=wr", "&q=w", "&q=%22AND*"];
	for (const sort of toolSorts) {
		for (const q of searches) await list(`/service?sort=${sort}${q}`);
	}
	for (const sort of orderSorts) {
		for (const q of searches) {
			await list(`/order?sort=${sort}${q}`, admin.token);
			await list(`/order?sort=${sort}${q}&email=${rider.email}`, admin.token);
			await list(`/order?sort=${sort}${q}&email=${rider.email}`, rider.token);
		}
	}
	for (const q of searches) await list(`/user?limit=9${q}`, admin.token);
	for (const kind of auditKinds) await list(`/audit?kind=${kind}`, admin.token);
	await list("/audit", admin.token);
	await list("/audit?subject=x", admin.token);
	await list("/rating");
}

async function people(admin: Person, rider: Person) {
	const { token } = rider;
	await callAndNote("GET", `/user?email=${rider.email}`, { token });
	await callAndNote("PUT", `/user/update/${rider.email}`, {
		token,
		body: { name: "Renamed", phone: "1234567", address: "Here" },
	});
	await callAndNote("GET", `/admin/${rider.email}`, { token });
	await callAndNote("PUT", `/user/admin/${rider.email}`, { token: admin.token });
	await callAndNote("PUT", `/user/removeAdmin/${rider.email}`, { token: admin.token });
	const someone = await signUp();
	await tokenOf(someone.email, someone.cookie);
	recordRoute("PUT", "/user/x");
	const headers = { Cookie: someone.cookie };
	await callAuth("sign-in/email", { email: someone.email, password });
	await callAuth("sign-in/email", { email: someone.email, password: "a wrong one" });
	await callAuth(
		"change-password",
		{ currentPassword: password, newPassword: `${password}!`, revokeOtherSessions: true },
		headers,
	);
	await callAuth("sign-out", {}, headers);
}

/** The functions that pages and jobs call, by name. */
function pageFunctions(rider: Person, orderId: string, tool: string) {
	const caller = callerOf(rider);
	const place = encodeCursor({ value: 7, id: "x" });
	const first = { limit: 6, cursor: undefined };
	return {
		loadHomePage,
		loadToolPage: () => loadToolPage(tool),
		listCatalogue: async () => [await listCatalogue(null), await listCatalogue(place)],
		listPublicReviews: async () => [await listPublicReviews(null), await listPublicReviews(place)],
		findTool: () => findTool(tool),
		listTools: () => listTools(first),
		listOrders: () => listOrders(caller, { ...first, email: caller.email }),
		listUsers: () => listUsers({ ...caller, role: "admin" }, first),
		listAudit: () => listAudit(first),
		getToolData: () => getToolData(tool),
		listReviewData: () => listReviewData(6),
		partnerSalesPage: async () => [await partnerSalesPage(null), await partnerSalesPage(place)],
		partnerSalesForCsv,
		findOwnOrder: () => findOwnOrder(caller, orderId),
		accountState: () => accountState(caller),
		paidTools: () => paidTools(caller),
		listOwnReviews: () => listOwnReviews(caller),
		reconcile,
		sweepImages: async () => {
			await upload(png);
			recordRoute("POST", "/images");
			return sweepImages(new Date(Date.now() + 3 * 24 * 60 * 60 * 1000));
		},
		sweepIdentity: () => sweepIdentity(),
		sweepEvents: () => sweepEvents(),
		recordFailedMail: () =>
			recordFailedMail("1", { kind: "reset", to: "a@example.test", path: "/" }, "retries"),
	};
}

let named: string[] = [];

/** Making every call takes a while on a busy machine, in milliseconds. */
const timeoutMs = 120_000;

beforeAll(async () => {
	const [admin, rider] = [await signUp({ role: "admin" }), await signUp({ verified: true })];
	await insertPicture(image, rider);
	const order = await runSaleStatements(admin, rider);
	await callAndNote("GET", `/order/${order._id}`, { token: rider.token });
	const tool = await closeAndRefund(rider);
	await callAndNote("DELETE", `/service?id=${await addTool()}`, { token: admin.token });
	await lists(admin, rider);
	await callAndNote("GET", "/health");
	const functions = pageFunctions(rider, order._id, tool);
	for (const run of Object.values(functions)) await run();
	named = Object.keys(functions);
	// Last, as it ends the rider's sessions.
	await people(admin, rider);
}, timeoutMs);

describe("the recorded statements", () => {
	it("cover every call of the API", () => {
		const missed = endpoints
			.map(({ endpoint }) => endpoint.path + endpoint.method)
			.filter((one) => !calledRoutes.has(one));
		expect(missed).toEqual([]);
	});

	it("cover every function that pages and jobs call", () => {
		const sources = import.meta.glob<string>(
			[
				"../../src/pages/**/*",
				"!../../src/pages/api/**",
				"../../src/{components,layouts}/**/*.astro",
				"../../src/worker.ts",
			],
			{ eager: true, query: "?raw", import: "default" },
		);
		const imports = Object.values(sources).flatMap((source) =>
			[...source.matchAll(/import \{([^}]*)\} from "[^"]*\.server\.ts"/g)].flatMap(
				([, names = ""]) => names.split(",").map((name) => name.trim()),
			),
		);
		expect(imports.length).toBeGreaterThan(10);
		const withoutDatabase =
			/^(|elementStyle|frameResponse|errorFrameResponse|markupResponse|widgets(Script|Integrity|Major|Version))$/;
		const missed = imports.filter((name) => !withoutDatabase.test(name) && !named.includes(name));
		expect(missed).toEqual([]);
	});
});

/** The statements that may scan a table or sort, and why. */
const allowed: [statement: RegExp, plan: RegExp, why: string][] = [
	[
		/^insert into "(users|orders)"/,
		/SCAN (audit|reviews)$/,
		"the foreign key check of a new row: never run, as no row refers to a missing one (OP_FkIfZero)",
	],
	[
		/with recursive bought/,
		/SCAN bought|TEMP B-TREE FOR ORDER BY/,
		"one user's purchased tools, a hundred at most",
	],
	[
		/as at_row from .* limit \?\) as found cross join /,
		/TEMP B-TREE FOR ORDER BY/,
		"sorts the newest results, 250 at most (platform/list-query)",
	],
];

async function planOf(sql: string, values: unknown[]): Promise<string[]> {
	const plan = await realDatabase
		.prepare(`explain query plan ${sql}`)
		.bind(...values)
		.all<{ detail: string }>();
	return plan.results.map(({ detail }) => detail);
}

/**
 * The steps of a plan without the scans of its co-routines' results, one per co-routine: a co-routine
 * may have the name of a table.
 */
function withoutCoroutines(steps: string[]): string[] {
	const given = steps.flatMap((step) => /^CO-ROUTINE (\w+)$/.exec(step)?.[1] ?? []);
	return steps.filter((step) => {
		const place = given.findIndex((name) => step === `SCAN ${name}`);
		if (place >= 0) given.splice(place, 1);
		return place < 0;
	});
}

/** Whether the cost of a plan's step grows with the number of rows. */
function scansGrowingTable(sql: string, step: string): boolean {
	if (step.includes("USE TEMP B-TREE FOR ORDER BY")) return true;
	// A unique index may contain any number of nulls.
	const unique = /_unique \((\w+)=\?\)/.exec(step)?.[1];
	if (unique && sql.includes(`"${unique}" is null`)) return true;
	if (!step.startsWith("SCAN ")) return false;
	// A list of values, rows already found, the one row of a select without a table, a search by trigrams.
	if (
		/^SCAN (json_each|\(subquery|CONSTANT ROW|\d+ CONSTANT|\w+_(search|letters) VIRTUAL TABLE INDEX \d+:M)/.test(
			step,
		)
	) {
		return false;
	}
	// Along an index, up to the limit.
	return !(step.includes(" INDEX ") && /\blimit\b/.test(sql));
}

it(
	"scans no whole table and sorts no list",
	async () => {
		expect(recorded.size).toBeGreaterThan(80);
		const offences: string[] = [];
		for (const [sql, values] of recorded) {
			for (const step of withoutCoroutines(await planOf(sql, values))) {
				const may = allowed.some(([one, plan]) => one.test(sql) && plan.test(step));
				if (scansGrowingTable(sql, step) && !may) offences.push(`${step}\n    in ${sql}`);
			}
		}
		expect(offences).toEqual([]);
	},
	timeoutMs,
);
