/** What fails in the middle of a change: all of it or none, and nobody is told why. */
import { env, withEnv } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { expectNoise } from "../../setup/quiet.ts";
import { closeBehindItsBack, placePaidOrder } from "../payments.ts";
import { convert, redAndBlue } from "../pictures.ts";
import {
	type Answer,
	addTool,
	ask,
	notePicture,
	orderOf,
	type Person,
	placeOrder,
	signUp,
} from "../shop.ts";
import { formOf, png, rider, send } from "../uploads.ts";

let admin: Person;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	await notePicture(image, rider);
});

/** What the database says, and must stay there. */
const secret = "no such pencil: orders.user_id sk_test_1";

const tables = [
	"tools",
	"orders",
	"reviews",
	"users",
	"sessions",
	"images",
	"audit",
	"refunds",
	"payment_events",
];

async function everything(): Promise<Record<string, unknown[]>> {
	const rows: Record<string, unknown[]> = {};
	for (const table of tables) {
		// What is only looked at, such as a counted try, may stay.
		const { results } = await env.DB.prepare(`select * from ${table} order by rowid`).all();
		// A picture that is asked for is kept from the sweep for a while, whatever becomes of the change.
		rows[table] =
			table === "images" ? results.map(({ created_at: _, ...picture }) => picture) : results;
	}
	return rows;
}

async function failAt(when: string, table: string): Promise<void> {
	await env.DB.prepare(
		`create trigger broken_pencil before ${when} on ${table} begin select raise(abort, '${secret}'); end`,
	).run();
}

afterEach(async () => {
	await env.DB.prepare("drop trigger if exists broken_pencil").run();
});

const image = `/images/${"0".repeat(64)}`;
const newTool = { name: "A", image, description: "A", minOrderQuantity: 1, quantity: 5, price: 5 };
const own = () => encodeURIComponent(rider.email);

interface Change {
	call: (about: { tool: string; order: string; paid: string; other: Person }) => Promise<Answer>;
	fails: [when: string, table: string][];
}

const changes: Record<string, Change> = {
	"adding a tool": {
		call: () => ask("POST", "/service", { token: admin.token, body: newTool }),
		fails: [
			["insert", "tools"],
			["insert", "audit"],
		],
	},
	"changing a tool": {
		call: ({ tool }) =>
			ask("PUT", `/service?id=${tool}`, {
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
			ask("PUT", `/service/${tool}`, { token: admin.token, body: { quantity: 3 } }),
		fails: [
			["update", "tools"],
			["insert", "audit"],
		],
	},
	"deleting a tool that was ordered": {
		call: ({ tool }) => ask("DELETE", `/service?id=${tool}`, { token: admin.token }),
		fails: [
			["update", "tools"],
			["insert", "audit"],
		],
	},
	"placing an order": {
		call: ({ tool }) => ask("POST", "/order", { token: rider.token, body: orderOf(tool) }),
		fails: [
			["update", "tools"],
			["insert", "orders"],
			["insert", "audit"],
		],
	},
	"deleting an order": {
		call: ({ order }) => ask("DELETE", `/order?id=${order}`, { token: rider.token }),
		fails: [
			["update", "orders"],
			["update", "tools"],
			["insert", "audit"],
		],
	},
	"shipping an order": {
		call: ({ paid }) =>
			ask("PUT", `/order?id=${paid}`, { token: admin.token, body: { status: "Shipped" } }),
		fails: [
			["update", "orders"],
			["insert", "audit"],
		],
	},
	"writing a review": {
		call: () =>
			ask("POST", "/rating", {
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
			ask("PUT", `/user/update/${own()}`, {
				token: rider.token,
				body: { phone: crypto.randomUUID().slice(0, 8) },
			}),
		fails: [["update", "users"]],
	},
	"giving a role": {
		call: ({ other }) =>
			ask("PUT", `/user/admin/${encodeURIComponent(other.email)}`, { token: admin.token }),
		fails: [
			["update", "users"],
			["insert", "audit"],
		],
	},
	"taking a role": {
		call: ({ other }) =>
			ask("PUT", `/user/removeAdmin/${encodeURIComponent(other.email)}`, { token: admin.token }),
		fails: [
			["insert", "audit"],
			["delete", "sessions"],
		],
	},
	"uploading a picture": {
		call: async () => send(formOf(await convert(await redAndBlue(), "image/webp"))),
		fails: [["insert", "images"]],
	},
};

const rows = Object.entries(changes).flatMap(([what, { call, fails }]) =>
	fails.map(([when, table]) => [what, when, table, call] as const),
);

describe("a database that fails in the middle of", () => {
	it.each(rows)("%s, at %s on %s, changes nothing and tells nobody", async (...row) => {
		const [what, when, table, call] = row;
		expectNoise(/"code":"(internal|identity)"/);
		const other = await signUp({ verified: true });
		const tool = await addTool({ quantity: 5 });
		const order = (await placeOrder(rider, tool))._id;
		const paid = (await placePaidOrder(rider, await addTool())).order._id;
		if (what === "taking a role") {
			await env.DB.prepare("update users set role = 'admin' where id = ?").bind(other.id).run();
		}
		const before = await everything();
		await failAt(when, table);
		const refused = await call({ tool, order, paid, other });
		expect(refused.status).toBe(500);
		expect(refused.body).toEqual({ error: { code: "internal", message: expect.any(String) } });
		const told = JSON.stringify([refused.body, [...refused.headers]]);
		expect(told).not.toMatch(/pencil|sk_test|user_id|SQLITE|D1_|trigger|\.ts|stack| at /i);
		expect(await everything()).toEqual(before);
	});
});

describe("a bucket that fails", () => {
	const form = () => formOf(png);
	const rowsOfImages = async () =>
		(await env.DB.prepare("select key from images order by key").all()).results;

	it("before the row leaves no row, and tells nobody", async () => {
		expectNoise(/"code":"unavailable"/);
		const before = await rowsOfImages();
		const MEDIA = new Proxy(env.MEDIA, {
			get: (bucket, name) =>
				name === "put"
					? () => Promise.reject(new Error(`put: ${secret}`))
					: Reflect.get(bucket, name).bind(bucket),
		});
		const refused = (await withEnv({ ...env, MEDIA }, () => send(form()))) as Answer;
		expect([refused.status, refused.body.error.code]).toEqual([503, "unavailable"]);
		expect(JSON.stringify(refused.body)).not.toContain("pencil");
		expect(await rowsOfImages()).toEqual(before);
	});

	it("only in the database leaves a picture nobody refers to, and the next try is whole", async () => {
		expectNoise(/"code":"internal"/);
		await failAt("insert", "images");
		expect((await send(form())).status).toBe(500);
		await env.DB.prepare("drop trigger broken_pencil").run();
		const { status, body } = await send(form());
		expect(status).toBe(200);
		expect(await rowsOfImages()).toContainEqual({ key: body.data.url.slice("/images/".length) });
	});
});

it("an order that was closed meanwhile is not paid behind the books' back", async () => {
	const [person, tool] = [await signUp(), await addTool({ quantity: 5 })];
	const order = await placeOrder(person, tool);
	await closeBehindItsBack(order._id);
	const asked = { orderId: order._id, totalPrice: order.totalPrice };
	const refused = await ask("POST", "/create-payment-intent", { token: person.token, body: asked });
	expect([404, 409]).toContain(refused.status);
});
