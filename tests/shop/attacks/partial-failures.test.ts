/** Failures in the middle of a change: it is atomic, and the response doesn't reveal the cause. Those of an upload: tests/worker/images-rejected.test.ts. */
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { closeOrderDirectly, placePaidLine } from "../../helpers/payments.ts";
import {
	type ApiResponse,
	addTool,
	callApi,
	insertImage,
	orderBody,
	type Person,
	placeLine,
	signUp,
} from "../../helpers/shop.ts";
import { allowConsole } from "../../setup/console-guard.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
	await insertImage(image, rider);
});

/** The database's error message, which must not reach a response. */
const internalMessage = "no such pencil: orders.user_id sk_test_1";

const tables = [
	"tools",
	"order_lines",
	"reviews",
	"users",
	"sessions",
	"images",
	"audit",
	"refunds",
	"payment_events",
];

async function databaseSnapshot(): Promise<Record<string, unknown[]>> {
	const rows: Record<string, unknown[]> = {};
	for (const table of tables) {
		// Counters, such as sign-in attempts, may change.
		const { results } = await env.DB.prepare(`select * from ${table} order by rowid`).all();
		// Using an image protects it from the sweep for a while, even when the change fails.
		rows[table] = table === "images" ? results.map(({ created_at: _, ...row }) => row) : results;
	}
	return rows;
}

async function failWriteTo(when: string, table: string): Promise<void> {
	await env.DB.prepare(
		`create trigger broken_pencil before ${when} on ${table} begin select raise(abort, '${internalMessage}'); end`,
	).run();
}

afterEach(async () => {
	await env.DB.prepare("drop trigger if exists broken_pencil").run();
});

const image = `/images/${"0".repeat(32)}`;
const newTool = { name: "A", image, description: "A", minOrderQuantity: 1, quantity: 5, price: 5 };
const own = () => encodeURIComponent(rider.email);

interface Change {
	call: (about: {
		tool: string;
		line: string;
		paid: string;
		other: Person;
	}) => Promise<ApiResponse>;
	fails: [when: string, table: string][];
}

const changes: Record<string, Change> = {
	"adding a tool": {
		call: () => callApi("POST", "/service", { token: admin.token, body: newTool }),
		fails: [
			["insert", "tools"],
			["insert", "audit"],
		],
	},
	"changing a tool": {
		call: ({ tool }) =>
			callApi("PUT", `/service?id=${tool}`, {
				token: admin.token,
				body: { price: 9, quantity: 9, minOrderQuantity: 1 },
			}),
		fails: [
			["update", "tools"],
			["insert", "audit"],
		],
	},
	"restocking a tool": {
		call: ({ tool }) =>
			callApi("PUT", `/service/${tool}`, { token: admin.token, body: { quantity: 3 } }),
		fails: [
			["update", "tools"],
			["insert", "audit"],
		],
	},
	"deleting a tool that was ordered": {
		call: ({ tool }) => callApi("DELETE", `/service?id=${tool}`, { token: admin.token }),
		fails: [
			["update", "tools"],
			["insert", "audit"],
		],
	},
	"placing an order": {
		call: ({ tool }) => callApi("POST", "/order", { token: rider.token, body: orderBody(tool) }),
		fails: [
			["update", "tools"],
			["insert", "order_lines"],
			["insert", "audit"],
		],
	},
	"deleting an order": {
		call: ({ line }) => callApi("DELETE", `/order?id=${line}`, { token: rider.token }),
		fails: [
			["update", "order_lines"],
			["update", "tools"],
			["insert", "audit"],
		],
	},
	"shipping an order": {
		call: ({ paid }) =>
			callApi("PUT", `/order?id=${paid}`, { token: admin.token, body: { status: "Shipped" } }),
		fails: [
			["update", "order_lines"],
			["insert", "audit"],
		],
	},
	"writing a review": {
		call: () =>
			callApi("POST", "/rating", {
				token: rider.token,
				body: { name: 5, image, description: "Good." },
			}),
		fails: [
			["update", "images"],
			["insert", "reviews"],
		],
	},
	"changing a profile": {
		call: () =>
			callApi("PUT", `/user/update/${own()}`, {
				token: rider.token,
				body: { phone: crypto.randomUUID().slice(0, 8) },
			}),
		fails: [["update", "users"]],
	},
	"giving a role": {
		call: ({ other }) =>
			callApi("PUT", `/user/admin/${encodeURIComponent(other.email)}`, { token: admin.token }),
		fails: [
			["update", "users"],
			["insert", "audit"],
		],
	},
	"taking a role": {
		call: ({ other }) =>
			callApi("PUT", `/user/removeAdmin/${encodeURIComponent(other.email)}`, {
				token: admin.token,
			}),
		fails: [
			["insert", "audit"],
			["delete", "sessions"],
		],
	},
};

const rows = Object.entries(changes).flatMap(([name, { call, fails }]) =>
	fails.map(([when, table]) => [name, when, table, call] as const),
);

describe("a database failure", () => {
	it.each(rows)("while %s, at %s on %s, changes nothing and leaks nothing", async (...row) => {
		const [name, when, table, call] = row;
		allowConsole(/"code":"(internal|identity)"/);
		const other = await signUp({ verified: true });
		const tool = await addTool({ quantity: 5 });
		const line = (await placeLine(rider, tool))._id;
		const paid = (await placePaidLine(rider, await addTool())).line._id;
		if (name === "taking a role") {
			await env.DB.prepare("update users set role = 'admin' where id = ?").bind(other.id).run();
		}
		const before = await databaseSnapshot();
		await failWriteTo(when, table);
		const rejected = await call({ tool, line, paid, other });
		expect(rejected.status).toBe(500);
		expect(rejected.body).toEqual({ error: { code: "internal", message: expect.any(String) } });
		const received = JSON.stringify([rejected.body, [...rejected.headers]]);
		expect(received).not.toMatch(/pencil|sk_test|user_id|SQLITE|D1_|trigger|\.ts|stack| at /i);
		expect(await databaseSnapshot()).toEqual(before);
	});
});

it("an order that was closed in the meantime is not paid", async () => {
	const [person, tool] = [await signUp(), await addTool({ quantity: 5 })];
	const line = await placeLine(person, tool);
	await closeOrderDirectly(line._id);
	const body = { orderId: line._id, totalPrice: line.totalPrice };
	const rejected = await callApi("POST", "/create-payment-intent", {
		token: person.token,
		body,
	});
	expect([404, 409]).toContain(rejected.status);
});
