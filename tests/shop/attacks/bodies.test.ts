/** Malformed and hostile request bodies. For POST /order see also order-rejections.test.ts. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import {
	type ApiResponse,
	addTool,
	callApi,
	callAuth,
	countOrders,
	dispatch,
	insertImage,
	newEmail,
	orderBody,
	origin,
	type Person,
	password,
	signUp,
	stockOf,
} from "../../helpers/shop.ts";

let admin: Person;
let rider: Person;
let tool: string;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	tool = await addTool();
	await insertImage(image, rider);
});

/** JSON literals that are not positive whole numbers; undefined omits the field. */
const noQuantities = [
	"-1",
	"1.5",
	'"5"',
	"true",
	"1e309",
	"-1e309",
	"9007199254740993",
	"null",
	"[]",
	"[5]",
	"{}",
	'{"$gt":0}',
	'"0x10"',
	'"NaN"',
	undefined,
] as const;

const image = `/images/${"0".repeat(32)}`;
const newTool = {
	name: "A tool",
	image,
	description: "Good.",
	minOrderQuantity: 1,
	quantity: 5,
	price: 5,
};
const update = { price: 5, quantity: 5, minOrderQuantity: 1 };

/** The body as JSON, with one field replaced by the literal `raw`. */
function withRaw(body: object, field: string, raw: string | undefined): string {
	const rest = Object.entries(body).filter(([name]) => name !== field);
	const fields = rest.map(([name, value]) => `"${name}":${JSON.stringify(value)}`);
	return `{${[...fields, ...(raw === undefined ? [] : [`"${field}":${raw}`])]}}`;
}

const json = { "Content-Type": "application/json" };
const send = (by: Person, method: string, path: string, body: string): Promise<ApiResponse> =>
	callApi(method, path, { token: by.token, headers: json, body });

const numbers = [
	["a new tool's quantity", "POST", "/service", newTool, "quantity"],
	["a new tool's minimum", "POST", "/service", newTool, "minOrderQuantity"],
	["a tool's quantity", "PUT", "/service?id=", update, "quantity"],
	["a tool's minimum", "PUT", "/service?id=", update, "minOrderQuantity"],
	["a tool's stock", "PUT", "/service/", { quantity: 5 }, "quantity"],
] as const;

describe.each(numbers)("%s", (_, method, path, body, field) => {
	it.each([...noQuantities])("rejects %s", async (raw) => {
		const address = path.endsWith("=") || path.endsWith("/") ? path + tool : path;
		const before = await allTools();
		const { status, body: rejected } = await send(
			admin,
			method,
			address,
			withRaw(body, field, raw),
		);
		expect(status).toBe(422);
		expect(Object.keys(rejected.error.fields)).toContain(field);
		expect(await allTools()).toEqual(before);
	});
});

describe.each([
	["a new tool's price", "POST", "/service", newTool],
	["a tool's price", "PUT", "/service?id=", update],
] as const)("%s", (_, method, path, body) => {
	it.each(["-1", "0", "0.001", "1.005", ...noQuantities.filter((raw) => raw !== "1.5")])(
		"rejects %s",
		async (raw) => {
			const before = await allTools();
			const address = path.endsWith("=") ? path + tool : path;
			const { status } = await send(admin, method, address, withRaw(body, "price", raw));
			expect(status).toBe(422);
			expect(await allTools()).toEqual(before);
		},
	);
});

async function allTools(): Promise<unknown[]> {
	return (await env.DB.prepare("select * from tools order by id").all()).results;
}

describe("an invalid expected stock", () => {
	it.each(["1e309", "-1e309", "0.5", "9007199254740993"])("%s changes nothing", async (raw) => {
		const { status } = await send(
			admin,
			"PUT",
			`/service/${tool}`,
			withRaw({ quantity: 7 }, "quantityWas", raw),
		);
		expect([409, 422]).toContain(status);
		expect(await stockOf(tool)).toBe(10);
	});
});

const bodies: readonly (readonly [string, string, number])[] = [
	["30,000 levels of lists", `${"[".repeat(30_000)}${"]".repeat(30_000)}`, 422],
	["10,000 levels of objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`, 422],
	["100,000 levels", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, 413],
	["30,000 levels without an end", "[".repeat(30_000), 400],
	["a megabyte of a name", JSON.stringify({ name: "n".repeat(1024 * 1024) }), 413],
	["a number of 60,000 digits", `{"quantity":${"9".repeat(60_000)}}`, 422],
	["two values", "{}{}", 400],
	["a comment", '{"quantity":1/**/}', 400],
	["NaN", '{"quantity":NaN}', 400],
	["a raw null character", '{"quantity":1}\u0000', 400],
	["UTF-16", "\u007b\u0000\u007d\u0000", 400],
];

describe.each([
	["POST", "/order"],
	["POST", "/rating"],
	["POST", "/service"],
	["PUT", "/service?id=any"],
	["PUT", "/order?id=any"],
	["POST", "/create-payment-intent"],
] as const)("%s %s", (method, path) => {
	it.each(bodies)("rejects %s", async (_, body, status) => {
		const rejected = await send(admin, method, path, body);
		expect(rejected.status).toBe(status);
		expect(JSON.stringify(rejected.body)).not.toMatch(/stack|SyntaxError|position|at \w+ \(/);
	});

	it.each(["text/plain", "application/x-www-form-urlencoded", "text/json", "application/jsonp"])(
		"rejects the type %s, which a cross-site form can send",
		async (type) => {
			const { status } = await callApi(method, path, {
				token: admin.token,
				headers: { "Content-Type": type },
				body: JSON.stringify({ ...newTool, ...orderBody(tool), lineId: "x" }),
			});
			expect(status).toBe(415);
		},
	);
});

describe("a body with a duplicate key", () => {
	it.each([
		[`{"productCode":"TOOL","quantity":1,"phone":"1","address":"a","quantity":-1}`, 422],
		[`{"productCode":"TOOL","quantity":-1,"phone":"1","address":"a","quantity":1}`, 201],
	])("uses the last value: %s", async (body, status) => {
		const own = await addTool({ quantity: 5 });
		const placed = await send(rider, "POST", "/order", body.replace("TOOL", own));
		expect(placed.status).toBe(status);
		expect(await stockOf(own)).toBe(status === 201 ? 4 : 5);
	});
});

describe("prototype pollution", () => {
	const polluting = (inner: object) =>
		JSON.stringify({ ...inner, PLACE: { role: "admin", isAdmin: true, price: 0.01 } });

	it.each(["__proto__", "constructor", "prototype"])(
		"in a body through %s changes nothing",
		async (name) => {
			const own = await addTool({ quantity: 5 });
			const line = await send(
				rider,
				"POST",
				"/order",
				polluting(orderBody(own)).replace("PLACE", name),
			);
			expect([line.status, line.body.order.price]).toEqual([201, 25.99]);
			const profile = await send(
				rider,
				"PUT",
				`/user/update/${encodeURIComponent(rider.email)}`,
				polluting({ phone: crypto.randomUUID().slice(0, 8) }).replace("PLACE", name),
			);
			expect(profile.body).toEqual({ success: true });
			expect((await callApi("GET", "/user", { token: rider.token })).status).toBe(403);
			expect(Object.keys(Object.prototype)).toEqual([]);
			expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
		},
	);

	it.each(["__proto__", "constructor", "hasOwnProperty", "toString"])(
		"through a parameter named %s is rejected",
		async (name) => {
			const { status, body } = await callApi("GET", `/service?${name}=1&limit=1`);
			expect(status).toBe(400);
			expect(Object.keys(body.error.fields)).toEqual([name]);
		},
	);

	it("at sign-up gives no administrator role", async () => {
		for (const name of ["__proto__", "constructor"]) {
			const account = { name: "Somebody", email: newEmail(), password };
			const made = await callAuth("sign-up/email", polluting(account).replace("PLACE", name), json);
			expect(made.status).toBe(200);
			expect(made.body.user.role ?? "user").toBe("user");
		}
	});
});

describe("the encoding of a body", () => {
	const raw = async (body: Uint8Array<ArrayBuffer>, type: string) => {
		const headers = { Authorization: `Bearer ${rider.token}`, "Content-Type": type };
		return (await dispatch(new Request(`${origin}/api/order`, { method: "POST", headers, body })))
			.status;
	};
	const bytes = (text: string) => new TextEncoder().encode(text);

	it.each(["application/json", "application/json; charset=utf-16", "application/json;charset=x"])(
		"is UTF-8 even with the type %s",
		async (type) => {
			const own = await addTool({ quantity: 5 });
			expect(await raw(bytes(JSON.stringify(orderBody(own))), type)).toBe(201);
			const wide = new Uint8Array(
				[...JSON.stringify(orderBody(own))].flatMap((letter) => [letter.charCodeAt(0), 0]),
			);
			expect(await raw(wide, type)).toBe(400);
			expect(await countOrders(own)).toBe(1);
		},
	);

	it.each([
		["a byte order mark", [0xef, 0xbb, 0xbf], 201],
		["two of them", [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], 400],
		["the mark of UTF-16", [0xff, 0xfe], 400],
		["an overlong slash", [0xc0, 0xaf], 400],
		["half a surrogate", [0xed, 0xa0, 0x80], 400],
	])("is checked with %s in front", async (_, before, status) => {
		const own = await addTool({ quantity: 5 });
		const body = new Uint8Array([...before, ...bytes(JSON.stringify(orderBody(own)))]);
		expect(await raw(body, "application/json")).toBe(status);
	});
});
