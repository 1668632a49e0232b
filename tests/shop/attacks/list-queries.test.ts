/** Hostile list queries: limits, cursors, duplicate parameters and injection in ids and searches. */
import { beforeAll, describe, expect, it } from "vitest";
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

/** Every list and its caller; `own` contains only the rider's orders. */
const lists: [string, () => { path: string; token?: string }][] = [
	["tools", () => ({ path: "/service?" })],
	["tools by name", () => ({ path: "/service?sort=name&" })],
	["tools by price", () => ({ path: "/service?sort=price&" })],
	["tools that match", () => ({ path: "/service?q=tool&" })],
	["tools that match, by name", () => ({ path: "/service?q=tool&sort=name&" })],
	["reviews", () => ({ path: "/rating?" })],
	["all orders", () => ({ path: "/order?", token: admin.token })],
	["orders that match", () => ({ path: "/order?q=person&", token: admin.token })],
	["orders by total", () => ({ path: "/order?sort=-totalPrice&", token: admin.token })],
	["one's own orders", () => own()],
	["users", () => ({ path: "/user?", token: admin.token })],
	["users that match", () => ({ path: "/user?q=person&", token: admin.token })],
	["the history", () => ({ path: "/audit?", token: admin.token })],
];
const own = () => ({
	path: `/order?email=${encodeURIComponent(rider.email)}&`,
	token: rider.token,
});

const cursor = (json: string) =>
	btoa(String.fromCharCode(...new TextEncoder().encode(json)))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");

const limits: [string, number, string?][] = [
	["1e9", 400],
	["1000000000", 200],
	["-1", 200],
	["-9999999999999999999999", 200],
	["four hundred nines", 200, "9".repeat(400)],
	["0", 200],
	["NaN", 400],
	["Infinity", 400],
	["", 400],
	["1 or 1=1", 400],
	["1;--", 400],
	["%2B1", 400],
	["١", 400],
	["1%00", 400],
];

const cursors: [string, string, readonly number[]][] = [
	["that is SQL", cursor(`["' or 1=1 --","' or 1=1 --"]`), [200]],
	["of another type", cursor('["zzzz","zzzz"]'), [200]],
	["of a number", cursor('[0,""]'), [200]],
	["before all time", cursor('[-1e308,"a"]'), [200]],
	["after all time", cursor('[1e308,"a"]'), [200]],
	["beyond whole numbers", cursor('[9007199254740993,"a"]'), [200]],
	["of a fraction", cursor('[0.1,"a"]'), [200]],
	["beyond numbers", cursor('[1e309,"a"]'), [400]],
	["of true", cursor('[true,"a"]'), [400]],
	["with a null character", cursor('["a\\u0000b","a\\u0000b"]'), [200]],
	["of half a surrogate", cursor('["\\ud800","\\udfff"]'), [200]],
	["of an object", cursor('[{"$gt":""},"a"]'), [400]],
	["of too many", cursor('[1,"a",1]'), [200, 400]],
	["of 700 levels", cursor("[".repeat(700)), [400]],
	["of two thousand letters", "a".repeat(2000), [422]],
	["that is no base64", "%F0%9F%9A%B2", [400]],
	["that is no UTF-8", "_____w", [400]],
];

const queryList = (
	list: () => { path: string; token?: string },
	query: string,
): Promise<ApiResponse> => {
	const { path, token } = list();
	return callApi("GET", path + query, { token });
};

describe.each(lists)("the list of %s", (name, list) => {
	// One function reads the limit of every list.
	const isFirst = name === lists[0]?.[0];
	it.each(isFirst ? limits : limits.slice(0, 3))(
		"answers a limit of %j with %d",
		async (limit, status, digits = limit) => {
			const { status: given, body } = await queryList(list, `limit=${digits}`);
			expect(given).toBe(status);
			if (status === 200) expect(body.length).toBeLessThanOrEqual(100);
		},
	);

	it.each(cursors)("handles a cursor %s without a server error", async (_, forged, statuses) => {
		const { status, body } = await queryList(list, `limit=1&cursor=${forged}`);
		expect(statuses).toContain(status);
		expect(JSON.stringify(body)).not.toMatch(/SQLITE|D1_|syntax|stack/i);
	});

	it.each(["limit=1&limit=100", "cursor=a&cursor=b", "x=1&x=2", "limit=1&%6cimit=2"])(
		"rejects the duplicate parameters %s",
		async (query) => {
			expect((await queryList(list, query)).status).toBe(400);
		},
	);
});

describe("a forged cursor", () => {
	it.each(cursors)("%s shows a customer no other customer's orders", async (_, forged) => {
		const { path, token } = own();
		const { status, body } = await callApi("GET", `${path}cursor=${forged}`, { token });
		if (status !== 200) return;
		for (const line of body) expect(line.email).toBe(rider.email);
	});
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

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

describe.each(injections)("%j", (text) => {
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

	it.each<[string, () => { path: string; token?: string }]>([
		["tools", () => ({ path: "/service?" })],
		["tools by name", () => ({ path: "/service?sort=name&" })],
		["orders", () => ({ path: "/order?", token: admin.token })],
		["orders by total", () => ({ path: "/order?sort=-totalPrice&", token: admin.token })],
		["one's own orders", own],
		["users", () => ({ path: "/user?", token: admin.token })],
	])("is searched literally in %s", async (_, list) => {
		const { status, body } = await queryList(list, `q=${encoded(text)}`);
		expect(status).toBe(200);
		const visible = text.toWellFormed().trim().toLowerCase();
		for (const row of body) {
			expect(JSON.stringify(Object.values(row)).toLowerCase()).toContain(
				JSON.stringify(visible).slice(1, -1),
			);
		}
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
