/** Who may make which call: every row of the design's table, as every caller. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { isPermission, may } from "../../src/access/roles.ts";
import { isForAnySite } from "../../src/http/endpoint.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { placePaidLine } from "../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	dispatch,
	insertImage,
	newEmail,
	orderBody,
	origin,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";

/** The callers: no token, a user's own token, or the cookie of an authorized user without a token. */
const callers = ["nobody", "owner", "other", "admin", "cookie"] as const;
const staff = ["packer", "manager"] as const;
type Caller = (typeof callers)[number] | (typeof staff)[number];

interface Row {
	call: `${string} /${string}`;
	/** The path, created anew for each request. */
	at?: () => Promise<string> | string;
	body?: () => Promise<unknown> | unknown;
	headers?: Record<string, string>;
	/** The statuses for no token, the owner (or a customer), another customer, an administrator, the cookie. */
	statuses: readonly [number, number, number, number, number];
	/**
	 * The statuses for a packer and a manager, where neither the endpoint's permission tells them nor
	 * they are those of another customer.
	 */
	staff?: readonly [number, number];
}

const publicStatuses = [200, 200, 200, 200, 200] as const;
const adminStatuses = [401, 403, 403, 200, 401] as const;
const signedInStatuses = [401, 201, 201, 201, 401] as const;
const forbiddenToOthers = [401, 200, 403, 200, 401] as const;
const hiddenFromOthers = [401, 200, 404, 200, 401] as const;
const hiddenFromAll = [401, 200, 404, 404, 401] as const;

let owner: Person;
let other: Person;
let admin: Person;
let packer: Person;
let manager: Person;

/** A WebP of one pixel, as an upload and as what Images returns: tests/worker/images-upload.test.ts has the rest. */
const webp = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");
Object.assign(env, {
	IMAGES: { input: () => ({ output: async () => ({ response: () => new Response(webp) }) }) },
});

let paidOrder: { _id: string; transactionId: string };

beforeAll(async () => {
	[owner, other, admin, packer, manager] = await Promise.all([
		signUp(),
		signUp(),
		signUp({ role: "admin" }),
		signUp({ role: "packer" }),
		signUp({ role: "manager" }),
	]);
	paidOrder = (await placePaidLine(owner, await addTool())).line;
	await insertImage(image, owner, other, admin);
});

const image = `/images/${"0".repeat(32)}`;
const newTool = { name: "A tool", image, description: "Good.", minOrderQuantity: 1, price: 5 };
const update = { price: 6, quantity: 2, minOrderQuantity: 1 };
const encoded = (person: Person) => encodeURIComponent(person.email);
const tool = (path: string) => async () => path + (await addTool());
const newLine = async () => (await placeLine(owner, await addTool()))._id;
const newPaidLine = async () => (await placePaidLine(owner, await addTool())).line._id;

const newSlug = () => crypto.randomUUID();

/** Inserts a category. Returns its path. */
async function newCategory(): Promise<string> {
	const slug = newSlug();
	await env.DB.prepare("insert into categories (slug, name) values (?, 'Wheels')").bind(slug).run();
	return `/category/${slug}`;
}

/** Inserts an import that adds a tool. Returns its path. */
async function newImport(state = "failed"): Promise<string> {
	const id = crypto.randomUUID();
	await env.DB.prepare(
		"insert into imports (id, file_name, created_at, updated_at, state, new_count) values (?1, 'tools.csv', ?2, ?2, ?3, 1)",
	)
		.bind(id, Date.now(), state)
		.run();
	return `/import/${id}`;
}

/** Ships a paid order. Returns the shipment's id. */
async function newShipment(): Promise<string> {
	const body = { lineIds: [await newPaidLine()] };
	return (await callApi("POST", "/shipment", { token: admin.token, body })).body.insertedId;
}

/** Inserts a user of that role directly. Returns the e-mail encoded for a path. */
async function newUser(role: "user" | "admin"): Promise<string> {
	const email = newEmail();
	await env.DB.prepare(
		"insert into users (id, name, email, email_verified, role, created_at, updated_at) values (?1, 'Somebody', ?1, 1, ?2, 1, 1)",
	)
		.bind(email, role)
		.run();
	return encodeURIComponent(email);
}

/** Inserts a review by the owner. Returns its id. */
async function newReview(): Promise<string> {
	const body = { name: 5, image, description: "Good." };
	return (await callApi("POST", "/rating", { token: owner.token, body })).body.insertedId;
}

const rows: Row[] = [
	{ call: "GET /service", statuses: publicStatuses },
	{ call: "GET /service", at: tool("/service?id="), statuses: publicStatuses },
	{
		call: "POST /service",
		body: () => ({ ...newTool, quantity: 3 }),
		statuses: [401, 403, 403, 201, 401],
	},
	{ call: "PUT /service", at: tool("/service?id="), body: () => update, statuses: adminStatuses },
	{
		call: "PUT /service/{id}",
		at: tool("/service/"),
		body: () => ({ quantity: 0 }),
		statuses: adminStatuses,
	},
	{ call: "GET /service/{id}", at: tool("/service/"), statuses: adminStatuses },
	{
		call: "PATCH /service/{id}",
		at: tool("/service/"),
		body: () => ({ name: "Another name" }),
		statuses: adminStatuses,
	},
	{
		call: "POST /service/{id}/copy",
		at: async () => `/service/${await addTool()}/copy`,
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "PUT /service/{id}/family",
		at: async () => `/service/${await addTool()}/family`,
		body: () => ({ name: "Keys", description: "", options: [{ name: "Size" }], variants: [] }),
		statuses: adminStatuses,
	},
	{ call: "DELETE /service", at: tool("/service?id="), statuses: adminStatuses },
	{
		call: "PUT /service/{id}/alert",
		at: async () => `/service/${await addTool({ quantity: 0 })}/alert`,
		statuses: [401, 409, 409, 200, 401],
	},
	{
		call: "DELETE /service/{id}/alert",
		at: async () => `/service/${await addTool()}/alert`,
		statuses: [401, 200, 200, 200, 401],
	},
	{ call: "GET /category", statuses: publicStatuses },
	{
		call: "POST /category",
		body: () => ({ name: "Wheels", slug: newSlug() }),
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "PATCH /category/{slug}",
		at: newCategory,
		body: () => ({ name: "Hubs" }),
		statuses: adminStatuses,
	},
	{ call: "DELETE /category/{slug}", at: newCategory, statuses: adminStatuses },
	{
		call: "POST /cart",
		body: async () => ({ lines: [{ toolId: await addTool(), quantity: 1, price: 25.99 }] }),
		statuses: publicStatuses,
	},
	{ call: "GET /shipping", statuses: publicStatuses },
	{
		call: "POST /cart/offers",
		body: async () => ({ toolIds: [await addTool()] }),
		// Without a token it must come from the shop's own page.
		statuses: [403, 200, 200, 200, 200],
	},
	{
		call: "PUT /setting/{topic}",
		at: () => "/setting/holiday",
		body: () => ({ value: null, version: 0 }),
		statuses: [401, 403, 403, 200, 401],
	},
	{ call: "GET /bought", statuses: [401, 200, 200, 200, 401] },
	{ call: "GET /purchase/{id}", at: tool("/purchase/"), statuses: publicStatuses },
	{ call: "GET /rating", statuses: publicStatuses },
	{
		call: "POST /rating",
		body: () => ({ name: 5, image, description: "Good." }),
		statuses: signedInStatuses,
	},
	{ call: "GET /rating/queue", statuses: adminStatuses },
	{
		call: "PATCH /rating/{id}",
		at: async () => `/rating/${await newReview()}`,
		body: () => ({ seen: true }),
		statuses: adminStatuses,
	},
	{
		call: "DELETE /rating",
		at: async () => `/rating?id=${await newReview()}`,
		statuses: [401, 200, 403, 200, 401],
		staff: [403, 200],
	},
	{ call: "POST /order", body: async () => orderBody(await addTool()), statuses: signedInStatuses },
	{
		call: "PUT /order/{id}/packed",
		at: async () => `/order/${(await placePaidLine(owner, await addTool())).line._id}/packed`,
		body: () => ({ packed: true }),
		statuses: adminStatuses,
	},
	{
		call: "POST /order/{id}/note",
		at: async () => `/order/${await newLine()}/note`,
		body: () => ({ text: "Rings first" }),
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "PATCH /order/{id}/delivery",
		at: async () => `/order/${await newLine()}/delivery`,
		body: () => ({ name: "Ada" }),
		statuses: adminStatuses,
	},
	{
		call: "POST /order/{id}/line",
		at: async () => `/order/${await newLine()}/line`,
		body: async () => ({ toolId: await addTool(), quantity: 1 }),
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "POST /order/{id}/mail",
		at: async () => `/order/${await newLine()}/mail`,
		body: () => ({ mail: "order.placed" }),
		statuses: adminStatuses,
	},
	{
		call: "POST /order/phone",
		body: async () => ({
			lines: [{ toolId: await addTool(), quantity: 1, price: 25.99 }],
			email: newEmail(),
			name: "Ada",
			phone: "1",
			address: "Here",
		}),
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "POST /shipment",
		body: async () => ({ lineIds: [(await placePaidLine(owner, await addTool())).line._id] }),
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "POST /shipments",
		body: async () => ({
			parcels: [{ lineIds: [(await placePaidLine(owner, await addTool())).line._id] }],
		}),
		statuses: adminStatuses,
	},
	// Without a service of labels.
	{
		call: "POST /label",
		body: () => ({ lineIds: ["none"] }),
		statuses: [401, 403, 403, 404, 401],
	},
	{
		call: "PUT /label/{id}",
		at: () => "/label/none",
		body: () => ({ rate: "none" }),
		statuses: [401, 403, 403, 404, 401],
	},
	{ call: "DELETE /label/{id}", at: () => "/label/none", statuses: [401, 403, 403, 404, 401] },
	{
		call: "POST /shipments/file",
		body: () => ({ file: "Order,Tracking\n1,2" }),
		statuses: adminStatuses,
	},
	{
		call: "PATCH /shipment/{id}",
		at: async () => `/shipment/${await newShipment()}`,
		body: () => ({ carrier: "UPS" }),
		statuses: adminStatuses,
	},
	{
		call: "DELETE /shipment/{id}",
		at: async () => `/shipment/${await newShipment()}`,
		statuses: adminStatuses,
	},
	{
		call: "POST /checkout",
		body: async () => ({
			lines: [{ toolId: await addTool(), quantity: 1, price: 25.99 }],
			phone: "1",
			address: "Here",
		}),
		// Without a token it is a guest's, who must come from the shop's own page and give an e-mail.
		statuses: [403, 201, 201, 201, 422],
	},
	{ call: "GET /checkout", statuses: [401, 200, 200, 200, 401] },
	{
		call: "GET /order",
		at: () => `/order?email=${encoded(owner)}`,
		statuses: forbiddenToOthers,
		staff: [403, 200],
	},
	{ call: "GET /order", statuses: adminStatuses, staff: [403, 200] },
	{
		call: "GET /order/{id}",
		at: async () => `/order/${await newLine()}`,
		statuses: hiddenFromOthers,
		staff: [404, 200],
	},
	{
		call: "PUT /order",
		at: () => `/order?id=${paidOrder._id}`,
		body: () => ({ status: "Shipped" }),
		statuses: adminStatuses,
	},
	{
		call: "PATCH /order/{id}",
		at: () => `/order/${paidOrder._id}`,
		body: () => ({ transactionId: paidOrder.transactionId }),
		statuses: hiddenFromAll,
	},
	{
		call: "PATCH /order/{id}",
		at: async () => `/order/${await newLine()}`,
		body: () => ({ transactionId: "pi_unknown" }),
		statuses: [401, 409, 404, 404, 401],
	},
	{
		call: "GET /order/{id}/refund",
		at: async () => `/order/${await newPaidLine()}/refund`,
		statuses: adminStatuses,
	},
	{
		call: "POST /order/{id}/refund",
		at: async () => `/order/${await newPaidLine()}/refund`,
		body: () => ({ reason: "other" }),
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "POST /order/{id}/refund/retry",
		at: async () => `/order/${await newPaidLine()}/refund/retry`,
		statuses: [401, 403, 403, 409, 401],
	},
	{
		call: "POST /order/{id}/cancel",
		at: async () => `/order/${await newPaidLine()}/cancel`,
		statuses: hiddenFromOthers,
		staff: [404, 200],
	},
	{
		call: "DELETE /order",
		at: async () => `/order?id=${await newLine()}`,
		statuses: hiddenFromOthers,
		staff: [404, 200],
	},
	{
		call: "PUT /user/{email}",
		at: () => `/user/${encoded(owner)}`,
		body: () => ({ email: owner.email, name: owner.name }),
		headers: { Origin: origin },
		statuses: [401, 401, 401, 401, 200],
	},
	{
		call: "PUT /user/{email}",
		at: () => `/user/${encoded(owner)}`,
		body: () => ({ email: owner.email }),
		headers: { Origin: "https://elsewhere.test" },
		statuses: [403, 403, 403, 403, 403],
	},
	{ call: "GET /user", at: () => `/user?email=${encoded(owner)}`, statuses: forbiddenToOthers },
	{ call: "GET /user", statuses: adminStatuses, staff: [403, 403] },
	{
		call: "PUT /user/update/{email}",
		at: () => `/user/update/${encoded(owner)}`,
		body: () => ({ phone: "+1 555 0101" }),
		statuses: [401, 200, 403, 403, 401],
	},
	{
		call: "PUT /user/admin/{email}",
		at: async () => `/user/admin/${await newUser("user")}`,
		statuses: adminStatuses,
	},
	{
		call: "PUT /user/admin/{email}",
		at: () => `/user/admin/${encoded(owner).replace("%40", "%40no.")}`,
		statuses: [401, 403, 403, 404, 401],
	},
	{
		call: "PUT /user/removeAdmin/{email}",
		at: async () => `/user/removeAdmin/${await newUser("admin")}`,
		statuses: adminStatuses,
	},
	{ call: "GET /admin/{email}", at: () => `/admin/${encoded(owner)}`, statuses: forbiddenToOthers },
	{
		call: "POST /create-payment-intent",
		body: async () => ({ orderId: await newLine() }),
		statuses: hiddenFromAll,
	},
	{ call: "POST /images", statuses: [401, 200, 200, 200, 401] },
	{
		call: "POST /stripe/webhook",
		body: () => ({ id: "evt_1" }),
		statuses: [400, 400, 400, 400, 400],
	},
	{
		call: "PUT /customer/{id}/block",
		at: async () => `/customer/${decodeURIComponent(await newUser("user"))}/block`,
		body: () => ({ blocked: true, reason: "Spam" }),
		statuses: adminStatuses,
	},
	{
		call: "POST /customer/{id}/note",
		at: async () => `/customer/${decodeURIComponent(await newUser("user"))}/note`,
		body: () => ({ text: "Writes spam" }),
		statuses: [401, 403, 403, 201, 401],
	},
	{
		call: "PUT /customer/{id}/role",
		at: async () => `/customer/${decodeURIComponent(await newUser("user"))}/role`,
		body: () => ({ role: "packer" }),
		statuses: adminStatuses,
	},
	{ call: "POST /import", statuses: [401, 403, 403, 201, 401] },
	{ call: "GET /import/{id}", at: async () => newImport(), statuses: adminStatuses },
	{
		call: "GET /import/{id}/line",
		at: async () => `${await newImport()}/line?state=wrong`,
		statuses: adminStatuses,
	},
	{
		call: "POST /import/{id}/start",
		at: async () => `${await newImport("ready")}/start`,
		body: () => ({ mode: "good" }),
		statuses: adminStatuses,
	},
	{
		call: "POST /import/{id}/pictures",
		at: async () => `${await newImport("done")}/pictures`,
		statuses: adminStatuses,
	},
	{
		call: "POST /import/{id}/revert",
		at: async () => `${await newImport("done")}/revert`,
		statuses: adminStatuses,
	},
	{ call: "GET /find", at: () => "/find?q=wrench", statuses: adminStatuses },
	{ call: "GET /audit", statuses: adminStatuses },
	{ call: "GET /health", statuses: publicStatuses },
];

async function send(row: Row, caller: Caller): Promise<ApiResponse> {
	const [method = "", path = ""] = row.call.split(" ");
	const headers = new Headers({ Origin: "https://elsewhere.test", ...row.headers });
	const person = { owner, other, admin, packer, manager }[caller as string];
	if (person) headers.set("Authorization", `Bearer ${person.token}`);
	if (caller === "cookie") {
		const entitled = row.statuses[1] < 300 || row.call.startsWith("PUT /user/{") ? owner : admin;
		headers.set("Cookie", entitled.cookie);
		if (!row.headers) headers.set("Origin", origin);
	}
	if (row.call === "POST /images") return upload("/images", "image", headers);
	if (row.call === "POST /import") return upload("/import", "file", headers);
	const body = await row.body?.();
	return callApi(method, (await row.at?.()) ?? path, { headers, ...(row.body && { body }) });
}

async function upload(path: string, field: string, headers: Headers): Promise<ApiResponse> {
	const body = new FormData();
	body.set(field, new File([webp], "image.webp", { type: "image/webp" }));
	const response = await dispatch(
		new Request(`${origin}/api${path}`, { method: "POST", headers, body }),
	);
	return { status: response.status, headers: response.headers, body: await response.json() };
}

const named = rows.map((row) => [row.call, row.statuses.join(" "), row] as const);

const accessByCall = new Map(
	endpoints.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.access]),
);

/** The calls that only some roles may make, with the statuses of a packer and of a manager. */
const forStaff = rows.flatMap((row) => {
	const access = accessByCall.get(row.call) ?? "";
	if (row.staff) return [[row.call, ...row.staff, row] as const];
	if (!isPermission(access)) return [];
	const [toPacker = 0, toManager = 0] = staff.map((role) =>
		may(role, access) ? row.statuses[3] : 403,
	);
	return [[row.call, toPacker, toManager, row] as const];
});

describe("who may make a call", () => {
	it.each(named)("%s gives %s", async (_, __, row) => {
		const answers: ApiResponse[] = [];
		for (const caller of callers) answers.push(await send(row, caller));
		expect(answers.map(({ status }) => status)).toEqual(row.statuses);
		if (row.statuses[0] < 300) return;
		for (const { headers } of answers) {
			expect(headers.get("Cache-Control")).toBe("no-store");
			const open = [...headers.keys()].filter((name) => name.startsWith("access-control-"));
			expect(open).toEqual([]);
		}
	});

	it.each(forStaff)("%s gives a packer %i, a manager %i", async (_, toPacker, toManager, row) => {
		const answers: ApiResponse[] = [];
		for (const caller of staff) answers.push(await send(row, caller));
		expect(answers.map(({ status }) => status)).toEqual([toPacker, toManager]);
		for (const { status, body } of answers) {
			if (status === 403)
				expect(body).toEqual({ error: expect.objectContaining({ code: "forbidden" }) });
		}
	});

	it.each(
		endpoints.map(({ endpoint: { method, path, access } }) => [method, path, access] as const),
	)(
		"rejects a query parameter that the call does not have: %s %s",
		async (method, path, access) => {
			const headers = new Headers({ Authorization: `Bearer ${admin.token}` });
			if (access === "session") {
				headers.set("Cookie", admin.cookie);
				headers.set("Origin", origin);
			}
			const at = `${path.replaceAll(/\{\w+\}/g, "a%40b.test")}?updatedsince=1`;
			const { status, body } = await callApi(method, at, { headers });
			expect(status).toBe(400);
			expect(body.error).toMatchObject({
				code: "malformed",
				fields: { updatedsince: expect.any(String) },
			});
		},
	);

	it("covers every call of the API", () => {
		const described = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
		expect(new Set(rows.map(({ call }) => call))).toEqual(new Set(described));
	});

	it.each([...new Set(rows.map(({ call }) => call.split(" ")[1] ?? ""))])(
		"allows other origins to read what is public alone: %s",
		async (path) => {
			const { status, headers } = await callApi("OPTIONS", path.replaceAll(/\{\w+\}/g, "any"), {
				headers: { Origin: "https://elsewhere.test", "Access-Control-Request-Method": "PUT" },
			});
			expect(status).toBe(204);
			const isPublic = endpoints.some(
				({ endpoint }) => endpoint.path === path && isForAnySite(endpoint),
			);
			expect(headers.get("Access-Control-Allow-Origin")).toBe(isPublic ? "*" : null);
			expect(headers.get("Access-Control-Allow-Methods")).toBe(isPublic ? "GET, HEAD" : null);
			expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
		},
	);
});

describe("what belongs to something unknown", () => {
	/** Reads of one thing, and of a list below it. */
	const reads = endpoints
		.map(({ endpoint }) => endpoint)
		.filter(({ method, path }) => method === "GET" && path.includes("{"));
	/** What a list can be asked for. */
	const optional = { state: "wrong", after: "9", incomplete: "1" };

	it.each(reads)("$path is 404, whatever else is asked for", async ({ path, query }) => {
		const unknown = path.replace("{email}", "none%40example.test").replaceAll(/\{\w+\}/g, "none");
		const names = Object.entries(optional).filter(([name]) => name in query.entries);
		const asked = `${unknown}?${new URLSearchParams(names)}`;
		expect((await callApi("GET", asked, { token: admin.token })).status).toBe(404);
	});
});

describe("another spelling of a path", () => {
	it.each([
		["PUT", "/service/%69d", { quantity: 1 }],
		["PUT", "/service/%2e%2e%2fservice", { quantity: 1 }],
		["PUT", "/user/admin/..%2f", undefined],
		["PUT", "/user/admin/..%2fupdate%2fa%40b.test", undefined],
		["PUT", "/user/removeAdmin/%2e%2e%2f%2e%2e%2forder", undefined],
		["GET", "/admin/..%2fuser", undefined],
	])("does not bypass the role check: %s %s", async (method, path, body) => {
		const callAs = (token?: string) =>
			callApi(method, path, { token, ...(body !== undefined && { body }) });
		expect((await callAs()).status).toBe(401);
		expect((await callAs(owner.token)).status).toBeGreaterThanOrEqual(403);
		expect([404, 422]).toContain((await callAs(admin.token)).status);
	});
});
