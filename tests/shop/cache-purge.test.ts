/** Which tags each write purges from the cache, and which it leaves. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CacheTag } from "../../src/platform/cache/cache-policy.ts";
import { startBulkChange } from "../../src/shop/imports/bulk.server.ts";
import { publishDrafts } from "../../src/shop/tools/drafts.server.ts";
import { countingPage, newPage, visit } from "../helpers/cached-pages.ts";
import { queued, work } from "../helpers/import-queue.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { deliverEvent, eventOf, failRefundAtStripe, placePaidLine } from "../helpers/payments.ts";
import {
	addReview,
	addTool,
	archiveTool,
	callApi,
	callerOf,
	insertImage,
	orderBody,
	type Person,
	placeLine,
	signUp,
} from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

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
		"every-tool",
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

	const made = { name: "New", description: "One more.", image: `/images/${"a".repeat(32)}` };
	const review = { name: 5, description: "Good.", image: made.image };
	const asAdmin = (body?: unknown) => ({ token: admin.token, body });
	const asRider = (body?: unknown) => ({ token: rider.token, body });
	const ok = (expected: number, answer: { status: number; body: unknown }) => {
		if (answer.status !== expected) throw new Error(JSON.stringify(answer.body));
	};

	type Write = (tool: string) => Promise<void>;
	it("a kit that gets another part purges that, whose page names its kits", async () => {
		const tool = await addTool();
		const purged = await purgedBy(tool, async () => {
			const kit = await addTool();
			const body = { parts: [{ toolId: tool, quantity: 2 }] };
			ok(200, await callApi("PATCH", `/service/${kit}`, asAdmin(body)));
		});
		expect(purged).toEqual(["tools", `tool:${tool}`]);
	});

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
			"changing what no page shows purges nothing",
			async (tool) => {
				const body = { cost: 3, lowStock: 2, shelf: "A-3" };
				ok(200, await callApi("PATCH", `/service/${tool}`, asAdmin(body)));
			},
			() => [],
		],
		[
			"changing it with the price purges the lists and that tool",
			async (tool) => {
				const body = { cost: 3, lowStock: 2, price: 31 };
				ok(200, await callApi("PATCH", `/service/${tool}`, asAdmin(body)));
			},
			(tool) => ["tools", `tool:${tool}`],
		],
		[
			"a new name purges the reviews too, which show it",
			async (tool) => ok(200, await callApi("PATCH", `/service/${tool}`, asAdmin({ name: "N" }))),
			(tool) => ["tools", "reviews", `tool:${tool}`],
		],
		[
			"archiving a tool purges all that shows it",
			async (tool) => {
				ok(200, await callApi("PATCH", `/service/${tool}`, asAdmin({ state: "archived" })));
			},
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

	it("changing an archived tool, which keeps its page, and restoring it purge all that shows it", async () => {
		const tool = await addTool();
		await archiveTool(tool);
		const change = async (body: object) =>
			ok(200, await callApi("PATCH", `/service/${tool}`, asAdmin(body)));
		const all = ["tools", "reviews", `tool:${tool}`];
		expect(await purgedBy(tool, () => change({ name: "Old" }))).toEqual(all);
		expect(await purgedBy(tool, () => change({ state: "listed" }))).toEqual(all);
	});

	it("publishing a draft purges all that shows it, and none due purges nothing", async () => {
		const tool = await addTool();
		const publishAt = new Date(Date.now() + 60_000).toISOString();
		const body = { state: "draft", publishAt };
		ok(200, await callApi("PATCH", `/service/${tool}`, asAdmin(body)));
		expect(await purgedBy(tool, () => publishDrafts())).toEqual([]);
		expect(await purgedBy(tool, () => publishDrafts(new Date(Date.now() + 90_000)))).toEqual([
			"tools",
			"reviews",
			`tool:${tool}`,
		]);
	});

	it("a change of many tools purges all that shows any, once for each message, and a repeated one nothing", async () => {
		const tool = await addTool();
		const change = async () => {
			const started = await startBulkChange(callerOf(admin), [tool], { percent: 10 });
			if (!("importId" in started)) throw new Error(started.problem);
			const messages = [...queued];
			await work();
			queued.push(...messages);
		};
		const all = ["tools", "reviews", "every-tool"];
		expect(await purgedBy(tool, change)).toEqual(all);
		expect(await purgedBy(tool, work)).toEqual([]);
	});

	const moderations: [what: string, body: object, ofTool: string[]][] = [
		["hiding", { hidden: "spam" }, ["tools", "reviews", "tool"]],
		["showing", { hidden: null }, ["tools", "reviews", "tool"]],
		["answering", { answer: "Thanks." }, ["reviews", "tool"]],
		["having seen", { seen: true }, []],
	];

	it.each(moderations)("%s a review purges what shows it", async (_, body, tags) => {
		const tool = await addTool();
		const ids = [await addReview(rider, { toolId: tool }), await addReview(rider)];
		const [ofTool = "", ofShop = ""] = ids;
		const moderate = async (id: string) =>
			ok(200, await callApi("PATCH", `/rating/${id}`, asAdmin(body)));
		expect(await purgedBy(tool, () => moderate(ofTool))).toEqual(
			tags.map((tag) => (tag === "tool" ? `tool:${tool}` : tag)),
		);
		expect(await purgedBy(tool, () => moderate(ofShop))).toEqual(
			tags.filter((tag) => tag !== "tool"),
		);
	});

	it("deleting a review purges the reviews, and of a tool the lists and its page", async () => {
		const tool = await addTool();
		const [ofTool, ofShop] = [await addReview(rider, { toolId: tool }), await addReview(rider)];
		const remove = async (id: string) => {
			const answer = await callApi("DELETE", `/rating?id=${id}`, asRider());
			expect(answer.body).toEqual({ deletedCount: 1 });
		};
		expect(await purgedBy(tool, () => remove(ofTool))).toEqual([
			"tools",
			"reviews",
			`tool:${tool}`,
		]);
		expect(await purgedBy(tool, () => remove(ofShop))).toEqual(["reviews"]);
	});

	it("a refund purges the lists and that tool only if its pieces are in stock again", async () => {
		const tool = await addTool();
		const { line } = await placePaidLine(rider, tool, 2);
		const refund = async (body: object) => {
			const path = `/order/${line._id}/refund`;
			ok(201, await callApi("POST", path, asAdmin({ reason: "other", amount: 1, ...body })));
		};
		expect(await purgedBy(tool, () => refund({}))).toEqual([]);
		expect(await purgedBy(tool, () => refund({ restock: true }))).toEqual([
			"tools",
			`tool:${tool}`,
		]);
	});

	it("a refund that fails purges the lists and that tool, whose stock falls again", async () => {
		allowConsole(/"code":"refund_failed"/);
		const tool = await addTool();
		const { line, payment } = await placePaidLine(rider, tool, 2);
		const body = { reason: "other", restock: true };
		ok(201, await callApi("POST", `/order/${line._id}/refund`, asAdmin(body)));
		await failRefundAtStripe(payment.id);
		const event = await eventOf(payment.id, "refund.failed");
		expect(await purgedBy(tool, () => deliverEvent(event))).toEqual(["tools", `tool:${tool}`]);
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
		const { _id } = await placeLine(rider, tool, 2);
		const remove = async () => ok(200, await callApi("DELETE", `/order?id=${_id}`, asRider()));
		expect(await purgedBy(tool, remove)).toEqual(["tools", `tool:${tool}`]);
	});

	it("a checkout and removing one of its orders purge the lists and its tools, a repeated one nothing", async () => {
		const [tool, other] = [await addTool(), await addTool()];
		const lines = [tool, other].map((toolId) => ({ toolId, quantity: 1, price: 25.99 }));
		const place = async () =>
			callApi("POST", "/checkout", {
				...asRider({ lines, phone: "1", address: "1 Road" }),
				headers: { "Idempotency-Key": `twice-${tool}` },
			});
		expect(await purgedBy(tool, place)).toEqual(["tools", `tool:${tool}`]);
		expect(await purgedBy(tool, place)).toEqual([]);
		const { body } = await place();
		const id = body.order.lines[0]._id;
		const remove = async () => ok(200, await callApi("DELETE", `/order?id=${id}`, asRider()));
		expect(await purgedBy(tool, remove)).toEqual(["tools", `tool:${tool}`]);
	});

	it("an expired reservation purges the lists and that tool, from the scheduled job", async () => {
		const tool = await addTool();
		const { _id } = await placeLine(rider, tool, 2);
		await env.DB.prepare("update orders set expires_at = 1 where id = ?").bind(_id).run();
		expect(await purgedBy(tool, reconcile)).toEqual(["tools", `tool:${tool}`]);
	});
});
