/** Which tags each write purges from the cache, and which it leaves. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CacheTag } from "../../src/platform/cache-policy.ts";
import { countingPage, newPage, visit } from "../helpers/cached-pages.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import {
	addTool,
	callApi,
	insertImage,
	orderBody,
	type Person,
	placeOrder,
	signUp,
} from "../helpers/shop.ts";

beforeEach(() => {
	// One log line per request, which these tests do not check.
	vi.spyOn(console, "log").mockImplementation(() => {});
});

describe("cache purges", () => {
	let admin: Person;
	let rider: Person;
	beforeAll(async () => {
		[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
		await insertImage(made.image, rider);
	});

	const watched = (tool: string): CacheTag[] => [
		"tools",
		"reviews",
		`tool:${tool}`,
		"tool:another",
	];

	/** Which of the watched tags `write` purges. */
	async function purgedBy(tool: string, write: () => Promise<unknown>): Promise<string[]> {
		const pages = watched(tool).map((tag) => ({
			tag,
			path: newPage(),
			...countingPage({ tags: [tag] }),
		}));
		for (const { path, render } of pages) await visit(path, render);
		await write();
		for (const { path, render } of pages) await visit(path, render);
		return pages.filter(({ counter }) => counter.rendered === 2).map(({ tag }) => tag);
	}

	const made = { name: "New", description: "One more.", image: `/images/${"a".repeat(64)}` };
	const review = { name: 5, description: "Good.", image: made.image };
	const asAdmin = (body?: unknown) => ({ token: admin.token, body });
	const asRider = (body?: unknown) => ({ token: rider.token, body });
	const ok = (expected: number, answer: { status: number; body: unknown }) => {
		if (answer.status !== expected) throw new Error(JSON.stringify(answer.body));
	};

	type Write = (tool: string) => Promise<void>;
	const writes: [what: string, write: Write, purged: (tool: string) => string[]][] = [
		[
			"adding a tool purges the lists of tools",
			async () => {
				const body = { ...made, minOrderQuantity: 1, quantity: 3, price: 5 };
				ok(201, await callApi("POST", "/service", asAdmin(body)));
			},
			() => ["tools"],
		],
		[
			"changing a tool purges the lists and that tool",
			async (tool) => {
				const body = { price: 30, quantity: 9, minOrderQuantity: 1 };
				ok(200, await callApi("PUT", `/service?id=${tool}`, asAdmin(body)));
			},
			(tool) => ["tools", `tool:${tool}`],
		],
		[
			"a new address purges the lists, that tool and its redirects, and the reviews that link to it",
			async (tool) => {
				const body = { address: `${tool}-new` };
				ok(200, await callApi("PATCH", `/service/${tool}`, asAdmin(body)));
			},
			(tool) => ["tools", "reviews", `tool:${tool}`],
		],
		[
			"setting the stock purges the lists and that tool",
			async (tool) => ok(200, await callApi("PUT", `/service/${tool}`, asAdmin({ quantity: 77 }))),
			(tool) => ["tools", `tool:${tool}`],
		],
		[
			"setting an unchanged stock purges nothing",
			async (tool) => ok(200, await callApi("PUT", `/service/${tool}`, asAdmin({ quantity: 10 }))),
			() => [],
		],
		[
			"deleting a tool purges the lists, that tool, and the reviews that name it",
			async (tool) => ok(200, await callApi("DELETE", `/service?id=${tool}`, asAdmin())),
			(tool) => ["tools", "reviews", `tool:${tool}`],
		],
		[
			"an order purges the lists and that tool, whose stock fell",
			async (tool) => ok(201, await callApi("POST", "/order", asRider(orderBody(tool)))),
			(tool) => ["tools", `tool:${tool}`],
		],
		[
			"a rejected order purges nothing",
			async (tool) =>
				ok(409, await callApi("POST", "/order", asRider(orderBody(tool, { quantity: 11 })))),
			() => [],
		],
		[
			"a review of the shop purges the reviews",
			async () => ok(201, await callApi("POST", "/rating", asRider(review))),
			() => ["reviews"],
		],
		[
			"a review of a tool purges the reviews, the lists, which are sorted by rating, and that tool's page",
			async (tool) =>
				ok(201, await callApi("POST", "/rating", asRider({ ...review, productCode: tool }))),
			(tool) => ["tools", "reviews", `tool:${tool}`],
		],
		[
			"a profile update purges nothing",
			async () => {
				const profile = { name: rider.name, phone: "1", address: "2" };
				ok(200, await callApi("PUT", `/user/update/${rider.email}`, asRider(profile)));
			},
			() => [],
		],
	];

	it.each(writes)("%s", async (_, write, purged) => {
		const tool = await addTool();
		expect(await purgedBy(tool, () => write(tool))).toEqual(purged(tool));
	});

	it("a repeated order purges nothing", async () => {
		const tool = await addTool();
		const again = () =>
			callApi("POST", "/order", {
				...asRider(orderBody(tool)),
				headers: { "Idempotency-Key": `twice-${tool}` },
			});
		await again();
		expect(await purgedBy(tool, again)).toEqual([]);
	});

	it("deleting an order purges the lists and that tool, whose stock returned", async () => {
		const tool = await addTool();
		const { _id } = await placeOrder(rider, tool, 2);
		const remove = async () => ok(200, await callApi("DELETE", `/order?id=${_id}`, asRider()));
		expect(await purgedBy(tool, remove)).toEqual(["tools", `tool:${tool}`]);
	});

	it("an expired reservation purges the lists and that tool, from the scheduled job", async () => {
		const tool = await addTool();
		const { _id } = await placeOrder(rider, tool, 2);
		await env.DB.prepare("update orders set expires_at = 1 where id = ?").bind(_id).run();
		expect(await purgedBy(tool, reconcile)).toEqual(["tools", `tool:${tool}`]);
	});
});
