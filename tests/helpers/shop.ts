/** The shop's API as a caller sees it: requests, users, tools, orders. */

import { env } from "cloudflare:workers";
import type { APIRoute } from "astro";
import { hashPassword, makeSignature } from "better-auth/crypto";
import { vi } from "vitest";
import type { Caller } from "../../src/access/caller.ts";
import type { Role } from "../../src/access/roles.ts";
import { issueToken } from "../../src/platform/auth/access-token.ts";
import { newIpAddress } from "./ip-address.ts";

type Route = Partial<Record<string, APIRoute>>;

/** Loaded when they are called: a test file calls a few of them. */
const routes = import.meta.glob<Route>("../../src/pages/api/**/*.ts");

/** Route files by pattern, the most specific first, as Astro sorts them. */
const routeTable = Object.entries(routes)
	.map(([file, load]) => ({ load, ...patternOf(file) }))
	.sort((first, second) => first.precedence - second.precedence);

function patternOf(file: string): { pattern: RegExp; precedence: number } {
	const path = file.replace(/^.*\/pages/, "").replace(/\.ts$/, "");
	const pattern = path
		.replace(/\[\.\.\.(\w+)\]/g, "(?<$1>.+)")
		.replace(/\[(\w+)\]/g, "(?<$1>[^/]+)");
	// Static paths come first and rest parameters last; of two rest parameters the longer path wins.
	const precedence = path.includes("[...") ? 1000 - path.length : path.includes("[") ? 1 : 0;
	return { pattern: new RegExp(`^${pattern}$`), precedence };
}

export const origin = new URL(env.SHOP_ORIGIN).origin;

export interface ApiResponse {
	status: number;
	headers: Headers;
	// biome-ignore lint/suspicious/noExplicitAny: the response body, checked by the test
	body: any;
}

/** Calls the API; `path` starts after /api. Returns status, headers and the JSON body. */
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

/** The ids of a list that the API has returned. */
export const idsOf = (list: { _id: string }[]): string[] => list.map(({ _id }) => _id);

/** Every page of a list, followed by its Link headers. */
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

/** Sends a request to its route. */
export async function dispatch(request: Request): Promise<Response> {
	const url = new URL(request.url);
	for (const { load, pattern } of routeTable) {
		if (!pattern.test(url.pathname)) continue;
		const route = await load();
		const handler = route[request.method] ?? route.ALL;
		if (!handler) break;
		// Our routes read only these parts of Astro's context.
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

/** A user as the shop's export functions take them. */
export function callerOf({ id, email, name }: Person): Caller {
	return {
		id,
		email,
		name,
		phone: "",
		address: "",
		role: "user",
		verified: false,
		sessionId: "none",
	};
}

/** Calls better-auth as the shop's own pages do: same origin, each time from a new IP address. */
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

/** An unused e-mail. */
export function newEmail(): string {
	return `person-${crypto.randomUUID()}@example.test`;
}

declare global {
	/** The hash of `password`. Hashing takes a tenth of a second, so that all fixtures share it. */
	var passwordHash: string | undefined;
}

let personCount = 0;

interface NewUser {
	role?: Exclude<Role, "user">;
	verified?: boolean;
}

/**
 * Inserts a new user with `password`, a session and an access token, as after signing up; verified only
 * with `verified`.
 */
export async function signUp({
	role,
	verified = role !== undefined,
}: NewUser = {}): Promise<Person> {
	personCount += 1;
	const [id, sessionId, sessionToken] = [newId(), newId(), newId()];
	const [name, email] = [`Person ${personCount}`, newEmail()];
	const [now, later] = [Date.now(), Date.now() + 7 * 86_400_000];
	globalThis.passwordHash ??= await hashPassword(password);
	await env.DB.batch([
		env.DB.prepare(
			"insert into users (id, name, email, email_verified, role, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)",
		).bind(id, name, email, verified ? 1 : 0, role ?? "user", now, now),
		env.DB.prepare(
			"insert into accounts (id, account_id, provider_id, user_id, password, created_at, updated_at) values (?, ?, 'credential', ?, ?, ?, ?)",
		).bind(newId(), id, id, globalThis.passwordHash, now, now),
		env.DB.prepare(
			"insert into sessions (id, token, user_id, expires_at, created_at, updated_at) values (?, ?, ?, ?, ?, ?)",
		).bind(sessionId, sessionToken, id, later, now, now),
	]);
	const signature = await makeSignature(sessionToken, env.AUTH_SECRET);
	const cookie = `cogsmith.session_token=${encodeURIComponent(`${sessionToken}.${signature}`)}`;
	const { token } = await issueToken({ id, email, name, role: role ?? "user", sessionId });
	return { id, email, name, cookie, token };
}

const newId = () => crypto.randomUUID();

/** Signs up a new user as the shop's page does, with the e-mail and the counted attempt, which `signUp` skips. */
export async function signUpByApi({
	role,
	verified = role !== undefined,
}: NewUser = {}): Promise<Person> {
	personCount += 1;
	const [name, email] = [`Person ${personCount}`, newEmail()];
	const signedUp = await callAuth("sign-up/email", { name, email, password });
	if (signedUp.status !== 200)
		throw new Error(`sign-up answered ${signedUp.status}: ${JSON.stringify(signedUp.body)}`);
	const id: string = signedUp.body.user.id;
	await env.DB.prepare("update users set role = ?, email_verified = ? where id = ?")
		.bind(role ?? "user", verified ? 1 : 0, id)
		.run();
	const cookie = cookieOf(signedUp);
	return { id, email, name, cookie, token: await tokenOf(email, cookie) };
}

/** Runs `work` while every insert into `accounts` fails. */
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

/** The cookies a response set, as the browser sends them back. */
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

/** The initial stock of each tool, which stock + reserved + sold must equal. */
export const initialStock = new Map<string, number>();

/** Inserts a listed tool directly. Returns its id. */
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
	// Each is newer than the one before, and none is of the future.
	const { createdAt = Date.now() - 60_000 + toolCount } = tool;
	await env.DB.prepare(
		"insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) values (?, ?, 'A tool for the tests.', '/images/none', ?, ?, ?, ?, ?, ?)",
	)
		.bind(id, name, minOrderQuantity, quantity, quantity, priceCents, createdAt, createdAt)
		.run();
	initialStock.set(id, quantity);
	return id;
}

/** Inserts a tool whose pieces become gift cards. Returns its id. */
export async function addGiftCard(tool: Parameters<typeof addTool>[0] = {}): Promise<string> {
	const id = await addTool(tool);
	await env.DB.prepare("update tools set is_gift_card = 1 where id = ?").bind(id).run();
	return id;
}

/** Inserts a bundle of so many pieces of these tools. Returns its id. */
export async function addBundle(
	parts: readonly [partId: string, quantity: number][],
	tool: Parameters<typeof addTool>[0] = {},
): Promise<string> {
	const id = await addTool({ ...tool, quantity: 0 });
	const madeOf = parts.map(([toolId, quantity]) => ({ toolId, quantity }));
	await env.DB.prepare("update tools set made_of = ? where id = ?")
		.bind(JSON.stringify(madeOf), id)
		.run();
	initialStock.delete(id);
	return id;
}

/** Inserts what a tool can do to a standard. */
export async function addCapability(
	toolId: string,
	capability: {
		action: string;
		dimension?: string;
		standard?: string;
		from?: number;
		to?: number;
		fits?: boolean;
		also?: boolean;
	},
): Promise<void> {
	const { action, dimension = "", standard = "", from = null, to = null } = capability;
	const { fits = true, also = false } = capability;
	const row = { action, dimension, standard, fits: Number(fits), from, to, also: Number(also) };
	await env.DB.prepare(
		"update tools set capabilities = json_insert(capabilities, '$[#]', json(?)) where id = ?",
	)
		.bind(JSON.stringify(row), toolId)
		.run();
}

/** Inserts the row of an image these users have uploaded, without storing a file. */
export async function insertImage(address: string, ...people: Pick<Person, "id">[]): Promise<void> {
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

/** Inserts tools as `addTool` does, each with this stock. Returns their ids. */
export const addTools = (count: number, quantity = 5): Promise<string[]> =>
	Promise.all(Array.from({ length: count }, () => addTool({ quantity })));

/** Archives a tool, as deleting one with orders does. */
export async function archiveTool(toolId: string): Promise<void> {
	// Later than it was added: what was archived in that very moment was never listed.
	await env.DB.prepare("update tools set archived_at = max(?, created_at + 1) where id = ?")
		.bind(Date.now(), toolId)
		.run();
}

/** Inserts a review of four stars directly. Returns its id. */
export async function addReview(
	author: Person,
	{
		description = "Works.",
		createdAt = Date.now(),
		toolId = null,
		lineId = null,
	}: {
		description?: string;
		createdAt?: number;
		toolId?: string | null;
		lineId?: string | null;
	} = {},
): Promise<string> {
	const id = `review-${crypto.randomUUID()}`;
	await env.DB.prepare(
		"insert into reviews (id, user_id, author, rating, image, description, tool_id, line_id, created_at) values (?, ?, ?, 4, '/images/none', ?, ?, ?, ?)",
	)
		.bind(id, author.id, author.name, description, toolId, lineId, createdAt)
		.run();
	return id;
}

/** The stock of a tool. */
export async function stockOf(toolId: string): Promise<number> {
	const row = await env.DB.prepare("select quantity from tools where id = ?")
		.bind(toolId)
		.first<{ quantity: number }>();
	return row?.quantity ?? Number.NaN;
}

/** Marks an order as shipped by the specification's call. */
export const shipLine = ({ token }: Person, lineId: string): Promise<ApiResponse> =>
	callApi("PUT", `/order?id=${lineId}`, { token, body: { status: "Shipped" } });

/** The number of orders of a tool, in any state. */
export async function countOrders(toolId: string): Promise<number> {
	const row = await env.DB.prepare("select count(*) as n from order_lines where tool_id = ?")
		.bind(toolId)
		.first<{ n: number }>();
	return row?.n ?? Number.NaN;
}

/** A valid body for POST /order, with the test's changes. */
export function orderBody(
	productCode: string,
	changes: Record<string, unknown> = {},
): Record<string, unknown> {
	return { productCode, quantity: 1, phone: "+1 555 0100", address: "1 Test Street", ...changes };
}

/** Orders a tool and returns the order. */
export async function placeLine(
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
