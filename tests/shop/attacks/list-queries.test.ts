/** Hostile list queries: limits, cursors, duplicate parameters and injection in ids and searches. */
import { beforeAll, describe, expect, it } from "vitest";
import { encodeCursor } from "../../../src/values/paging.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	callAuth,
	insertImage,
	type Person,
	placeLine,
	signUp,
	stockOf,
} from "../../helpers/shop.ts";

let admin: Person;
let rider: Person;
let tool: string;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	tool = await addTool({ quantity: 1000 });
	await insertImage(`/images/${"0".repeat(32)}`, rider);
	const other = await signUp();
	for (const person of [rider, other]) await placeLine(person, tool);
	await addTool();
});

/** Text with a meaning in SQL, LIKE, full-text search, JSON, a path or a shell. */
const injections = [
	"' or '1'='1",
	"'; drop table tools; --",
	'" or ""="',
	"1) union select * from users --",
	"%",
	"_",
	"%' escape '",
	"*",
	'"',
	'""',
	"a OR b",
	"NEAR(a b)",
	"name:a",
	"a* NOT b",
	"-a",
	"^a + b",
	"(((",
	"{a}",
	'{"$ne":null}',
	"[object Object]",
	"../../users",
	"..%2f..%2fusers",
	"\\",
	"$(id)`id`",
	"\u0000",
	"abc\u0000def",
	"\ud800",
	"%F0%9F",
	"\u202eabc",
	"a".repeat(100),
	"null",
	"undefined",
	"__proto__",
];

/** A value as it is read: a search ignores marks of direction, so an id may match without one. */
const visible = (value: unknown) =>
	JSON.stringify(value)
		.toLowerCase()
		.replace(/\p{Cf}/gu, "");

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** Lists of each kind: found by the search tables and sorted by a column, found among one person's rows, and along an index. */
const lists: [string, () => { path: string; token?: string }][] = [
	["tools by name", () => ({ path: "/service?sort=name&" })],
	["one's own orders", () => own()],
	["users", () => ({ path: "/user?", token: admin.token })],
];
const own = () => ({
	path: `/order?email=${encodeURIComponent(rider.email)}&`,
	token: rider.token,
});

/** Cursors that are read (src/values/paging.test.ts has what is not), of values that no row has. */
const forgedCursors = [
	encodeCursor({ value: "' or 1=1 --", id: "' or 1=1 --" }),
	encodeCursor({ value: 1e308, id: "a" }),
	encodeCursor({ value: "a\u0000b", id: "\ud800" }),
];

const queryList = (
	list: () => { path: string; token?: string },
	query: string,
): Promise<ApiResponse> => {
	const { path, token } = list();
	return callApi("GET", path + query, { token });
};

describe.each(lists)("the list of %s", (_, list) => {
	it("has at most a hundred rows, and takes numbers and whole cursors once", async () => {
		for (const [query, expected] of [
			["limit=1000000000", 200],
			["limit=1e9", 400],
			["cursor=_____w", 400],
			[`cursor=${"a".repeat(2000)}`, 422],
			["limit=1&limit=100", 400],
			["cursor=a&cursor=b", 400],
			["x=1&x=2", 400],
			["limit=1&%6cimit=2", 400],
		] as const) {
			const { status, body } = await queryList(list, query);
			expect([query, status]).toEqual([query, expected]);
			if (status === 200) expect(body.length).toBeLessThanOrEqual(100);
		}
	});

	it("goes on at a forged cursor in the rows that its reader may see", async () => {
		for (const cursor of forgedCursors) {
			const { status, body } = await queryList(list, `limit=100&cursor=${cursor}`);
			expect([cursor, status]).toEqual([cursor, 200]);
			if (list().token === rider.token)
				for (const line of body) expect(line.email).toBe(rider.email);
		}
	});

	it("is searched literally", async () => {
		for (const text of injections) {
			const { status, body } = await queryList(list, `q=${encoded(text)}`);
			expect([text, status]).toEqual([text, 200]);
			const searched = visible(text.toWellFormed().trim()).slice(1, -1);
			for (const row of body) expect(visible(Object.values(row))).toContain(searched);
		}
	});
});

/** What ends a text, an index or a word in SQL, JSON or a path. A bound id has no meaning of its own. */
const hostileIds = ["' or '1'='1", '{"$ne":null}', "../../users", "abc\u0000def", "\ud800"];

describe.each(hostileIds)("%j", (text) => {
	it.each<[string, () => Promise<ApiResponse>]>([
		["a tool by query", () => callApi("GET", `/service?id=${encoded(text)}`)],
		["a tool by path", () => callApi("GET", `/purchase/${encoded(text)}`)],
		["an order", () => callApi("GET", `/order/${encoded(text)}`, { token: admin.token })],
		[
			"an order to delete",
			() => callApi("DELETE", `/order?id=${encoded(text)}`, { token: admin.token }),
		],
		[
			"a tool to delete",
			() => callApi("DELETE", `/service?id=${encoded(text)}`, { token: admin.token }),
		],
		[
			"a tool to stock",
			() =>
				callApi("PUT", `/service/${encoded(text)}`, { token: admin.token, body: { quantity: 0 } }),
		],
		[
			"an order to pay",
			() =>
				callApi("POST", "/create-payment-intent", { token: rider.token, body: { orderId: text } }),
		],
		[
			"a tool to review",
			() =>
				callApi("POST", "/rating", {
					token: rider.token,
					body: {
						name: 5,
						image: `/images/${"0".repeat(32)}`,
						description: "Good.",
						productCode: text,
					},
				}),
		],
	])("matches no id: %s", async (what, attack) => {
		const { status, body } = await attack();
		if (what === "a tool by query") expect([status, body]).toEqual([200, []]);
		else expect([404, 422]).toContain(status);
		expect(await stockOf(tool)).toBe(998);
	});

	it.each<[string, () => Promise<ApiResponse>]>([
		["orders", () => callApi("GET", `/order?email=${encoded(text)}`, { token: admin.token })],
		["a profile", () => callApi("GET", `/user?email=${encoded(text)}`, { token: admin.token })],
		["a role", () => callApi("PUT", `/user/admin/${encoded(text)}`, { token: admin.token })],
		["a flag", () => callApi("GET", `/admin/${encoded(text)}`, { token: admin.token })],
		["a sign-in", () => callAuth("sign-in/email", { email: text, password: "x".repeat(9) })],
		["a reset", () => callAuth("request-password-reset", { email: text })],
	])("matches no e-mail: %s", async (_, attack) => {
		const { status } = await attack();
		expect([400, 401, 404, 422]).toContain(status);
	});
});
