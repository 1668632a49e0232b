/** The shop as a caller of its API meets it: routes, people, tools, a card. */
import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { vi } from "vitest";

type Route = Partial<Record<string, APIRoute>>;

const routes = import.meta.glob<Route>("../../src/pages/api/**/*.ts", { eager: true });

/** Route files by pattern, the most exact first, as Astro orders them. */
const routeTable = Object.entries(routes)
	.map(([file, route]) => ({ route, ...patternOf(file) }))
	.sort((first, second) => first.precedence - second.precedence);

function patternOf(file: string): { pattern: RegExp; precedence: number } {
	const path = file.replace(/^.*\/pages/, "").replace(/\.ts$/, "");
	const pattern = path
		.replace(/\[\.\.\.(\w+)\]/g, "(?<$1>.+)")
		.replace(/\[(\w+)\]/g, "(?<$1>[^/]+)");
	// A path without parameters goes first, a rest parameter last, of two of those the longer first.
	const precedence = path.includes("[...") ? 1000 - path.length : path.includes("[") ? 1 : 0;
	return { pattern: new RegExp(`^${pattern}$`), precedence };
}

export const origin = new URL(env.SHOP_ORIGIN).origin;

export interface ApiResponse {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: what came back, to be looked at by the test
	body: any;
}

/** Makes a call to the API; `path` begins after /api. Gives status, headers and the JSON body. */
export async function callApi(
	method: string,
	path: string,
	{
		token,
		body,
		headers,
	}: { token?: string | undefined; body?: unknown; headers?: HeadersInit } = {},
): Promise<ApiResponse> {
	const allHeaders = new Headers(headers);
	if (token) allHeaders.set("Authorization", `Bearer ${token}`);
	if (body !== undefined && !allHeaders.has("Content-Type"))
		allHeaders.set("Content-Type", "application/json");
	const request = new Request(`${origin}/api${path}`, {
		method,
		headers: allHeaders,
		...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
	});
	const response = await dispatch(request);
	const text = await response.text();
	const json = response.headers.get("content-type")?.includes("json");
	return {
		status: response.status,
		headers: response.headers,
		body: json && text ? JSON.parse(text) : text,
	};
}

/** Every page of a list, walked by its Link headers. */
export async function listAllPages(path: string, token?: string): Promise<ApiResponse["body"][][]> {
	const pages: ApiResponse["body"][][] = [];
	let next: string | undefined = path;
	while (next) {
		if (pages.length === 1000) throw new Error(`${path} has no last page`);
		const page: ApiResponse = await callApi("GET", next, { token });
		if (page.status !== 200) throw new Error(`${next} answered ${page.status}`);
		pages.push(page.body);
		next = page.headers.get("Link")?.match(/^<\/api(\/.+)>; rel="next"$/)?.[1];
	}
	return pages;
}

/** Sends a request to the route it belongs to. */
export async function dispatch(request: Request): Promise<Response> {
	const url = new URL(request.url);
	for (const { route, pattern } of routeTable) {
		if (!pattern.test(url.pathname)) continue;
		const handler = route[request.method] ?? route.ALL;
		if (!handler) break;
		// A route of ours reads no more of Astro's context than this.
		return (await handler({
			request,
			url,
		} as unknown as Parameters<APIRoute>[0])) as Response;
	}
	throw new Error(`no route answers ${request.method} ${url.pathname}`);
}

export interface Person {
	id: string;
	email: string;
	name: string;
	cookie: string;
	token: string;
}

/** An address of a documentation range (RFC 3849): each its own rate limit. */
export function newIpAddress(): string {
	const parts = crypto.getRandomValues(new Uint16Array(4));
	return `2001:db8:${[...parts].map((part) => part.toString(16)).join(":")}::1`;
}

/** Asks better-auth as the shop's own pages do: from this origin, each time from a new address. */
export function callAuth(
	path: string,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<ApiResponse> {
	return callApi("POST", `/auth/${path}`, {
		body,
		headers: { Origin: origin, "CF-Connecting-IP": newIpAddress(), ...headers },
	});
}

export const password = "a long enough one";

/** An e-mail nobody has yet. */
export function newEmail(): string {
	return `person-${crypto.randomUUID()}@example.test`;
}

let personCount = 0;

/** Signs up a new person, whose e-mail is verified only where that is asked for, and gets their access token. */
export async function signUp(
	options: { role?: "admin"; verified?: boolean } = {},
): Promise<Person> {
	personCount += 1;
	const name = `Person ${personCount}`;
	const email = newEmail();
	const signedUp = await callAuth("sign-up/email", { name, email, password });
	if (signedUp.status !== 200)
		throw new Error(`sign-up answered ${signedUp.status}: ${JSON.stringify(signedUp.body)}`);
	const id: string = signedUp.body.user.id;
	if (options.role)
		await env.DB.prepare("update users set role = ? where id = ?").bind(options.role, id).run();
	if (options.verified || options.role)
		await env.DB.prepare("update users set email_verified = 1 where id = ?").bind(id).run();
	const cookie = cookieOf(signedUp);
	return { id, email, name, cookie, token: await tokenOf(email, cookie) };
}

/** Does something while the database refuses every new row of `accounts`, and that alone. */
export async function withFailingAccounts<T>(work: () => Promise<T>): Promise<T> {
	const prepare = env.DB.prepare.bind(env.DB);
	const prepareSpy = vi
		.spyOn(env.DB, "prepare")
		.mockImplementation((sql) =>
			prepare(sql.replace('insert into "accounts"', "insert into none")),
		);
	try {
		return await work();
	} finally {
		prepareSpy.mockRestore();
	}
}

/** The cookies an answer set, as the browser sends them back. */
export function cookieOf(response: ApiResponse): string {
	return response.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
}

/** The access token for a cookie's session. */
export async function tokenOf(email: string, cookie: string): Promise<string> {
	const issued = await callApi("PUT", `/user/${encodeURIComponent(email)}`, {
		body: { email },
		headers: { Origin: origin, Cookie: cookie },
	});
	if (issued.status !== 200) throw new Error(`the token call answered ${issued.status}`);
	return issued.body.token;
}

let toolCount = 0;

/** How many pieces each tool had when it was put on the wall: what the books must add up to. */
export const initialStock = new Map<string, number>();

/** Puts a tool on the wall, straight into the database. Gives its id. */
export async function addTool(
	tool: Partial<{
		id: string;
		name: string;
		quantity: number;
		minOrderQuantity: number;
		priceCents: number;
		createdAt: number;
	}> = {},
): Promise<string> {
	toolCount += 1;
	const { id = `tool-${crypto.randomUUID()}`, name = `Tool ${toolCount}` } = tool;
	const { quantity = 10, minOrderQuantity = 1, priceCents = 2599 } = tool;
	const { createdAt = Date.now() + toolCount } = tool;
	await env.DB.prepare(
		"insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, price_cents, created_at, updated_at) values (?, ?, 'A tool for the tests.', '/images/none', ?, ?, ?, ?, ?, ?)",
	)
		.bind(id, name, minOrderQuantity, quantity, quantity, priceCents, createdAt, createdAt)
		.run();
	initialStock.set(id, quantity);
	return id;
}

/** Notes a picture as one these people have uploaded, without storing anything. */
export async function insertPicture(
	address: string,
	...people: Pick<Person, "id">[]
): Promise<void> {
	const key = address.slice("/images/".length);
	const insertSql =
		"insert or ignore into images (key, type, bytes, width, height, created_at) values (?, 'image/webp', 7, 1, 1, ?)";
	await env.DB.batch([
		env.DB.prepare(insertSql).bind(key, Date.now()),
		...people.map(({ id }) =>
			env.DB.prepare("insert or ignore into image_uploaders (key, user_id) values (?, ?)").bind(
				key,
				id,
			),
		),
	]);
}

/** Takes a tool off the wall as deleting one that has orders does. */
export async function archiveTool(toolId: string): Promise<void> {
	await env.DB.prepare("update tools set archived_at = ? where id = ?")
		.bind(Date.now(), toolId)
		.run();
}

/** What is left of a tool. */
export async function stockOf(toolId: string): Promise<number> {
	const row = await env.DB.prepare("select quantity from tools where id = ?")
		.bind(toolId)
		.first<{ quantity: number }>();
	return row?.quantity ?? Number.NaN;
}

/** How many orders of a tool there are, whatever became of them. */
export async function countOrders(toolId: string): Promise<number> {
	const row = await env.DB.prepare("select count(*) as n from orders where tool_id = ?")
		.bind(toolId)
		.first<{ n: number }>();
	return row?.n ?? Number.NaN;
}

/** A body for POST /order that is complete and right, with what the test wants different. */
export function orderBody(
	productCode: string,
	changes: Record<string, unknown> = {},
): Record<string, unknown> {
	return { productCode, quantity: 1, phone: "+1 555 0100", address: "1 Test Street", ...changes };
}

/** Orders a tool and gives the order. */
export async function placeOrder(
	person: Person,
	toolId: string,
	quantity = 1,
): Promise<ApiResponse["body"]> {
	const response = await callApi("POST", "/order", {
		token: person.token,
		body: orderBody(toolId, { quantity }),
	});
	if (response.status !== 201)
		throw new Error(`ordering answered ${response.status}: ${JSON.stringify(response.body)}`);
	return response.body.order;
}
