/** Exports as files: who gets them, that the tools' file can be imported again, and that the accounting adds up. */
import { env } from "cloudflare:workers";
import type { APIContext } from "astro";
import { beforeAll, expect, it, vi } from "vitest";
import { dayOf } from "../../src/config/days.ts";
import { GET } from "../../src/pages/dashboard/export/[file].ts";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { loadOverview } from "../../src/shop/sales/overview.server.ts";
import { rangeOf } from "../../src/shop/sales/overview.ts";
import { addFamily } from "../helpers/families.ts";
import { reconcile } from "../helpers/payment-jobs.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import {
	addBundle,
	addReview,
	addTool,
	callApi,
	dispatch,
	origin,
	type Person,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
});

async function download(file: string, query = "", who: Person = admin): Promise<Response> {
	const request = new Request(`${origin}/dashboard/export/${file}${query}`, {
		headers: { Cookie: who.cookie },
	});
	// The route reads only these parts of Astro's context.
	return (await GET({ request, params: { file } } as unknown as APIContext)) as Response;
}

/** The rows of an export by their headings. */
async function rowsOf(kind: string, query = ""): Promise<Record<string, string>[]> {
	const [headings, ...lines] = parseCsv(await (await download(`${kind}.csv`, query)).text());
	return lines.map(({ cells }) =>
		Object.fromEntries(
			(headings?.cells ?? []).map((heading, place) => [heading, cells[place] ?? ""]),
		),
	);
}

const today = new Date().toISOString().slice(0, 10);

it("tools that were exported and are imported again change nothing", async () => {
	const names = ["=SUM(A1)", 'Key, "small"', "Two\nlines", "-5", "'quoted", "Schlüssel 🔧"];
	const ids = await Promise.all(names.map((name) => addTool({ name })));
	await env.DB.batch([
		env.DB.prepare("update tools set specifications = ? where id = ?").bind(
			JSON.stringify([{ name: "Width: open", value: "13 \\ 14\nmm" }]),
			ids[0],
		),
		env.DB.prepare(
			"update tools set cost_cents = 5, low_stock = 3, draft = 1, archived_at = 1 where id = ?",
		).bind(ids[1]),
	]);
	await addFamily("again", { [ids[4] ?? ""]: "4 mm", [ids[5] ?? ""]: "5 mm" });
	await env.DB.prepare("update tools set sku = 'P-1' where id = ?").bind(ids[2]).run();
	const parts: [string, number][] = [
		[ids[2] ?? "", 2],
		[ids[3] ?? "", 1],
	];
	await addBundle(parts, { name: "Kit" });
	// More than a query reads.
	const tools = Array.from({ length: 520 }, (_, n) =>
		env.DB.prepare(
			"insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) values (?, ?, 'Many.', '/images/none', 1, 1, 1, 100, 1, 1)",
		).bind(`many-${n}`, `Many ${n}`),
	);
	await env.DB.batch(tools);
	const bytes = await (await download("tools.csv", "?bom=1")).arrayBuffer();
	const file = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	expect(file.startsWith("\ufeff")).toBe(true);
	expect(file).toContain(`'=SUM(A1)`);
	expect(file).toContain(`"2x P-1; 1x ${ids[3]}"`);
	expect(file).toContain("again,Size,4 mm,");

	vi.spyOn(env.IMPORTS, "send").mockResolvedValue(undefined as never);
	const form = new FormData();
	form.set("file", new File([file], "tools.csv"));
	const created = await dispatch(
		new Request(`${origin}/api/import`, {
			method: "POST",
			body: form,
			headers: { Authorization: `Bearer ${admin.token}` },
		}),
	);
	const { insertedId: id } = (await created.json()) as { insertedId: string };
	await deliver("cogsmith-imports", [{ id }]);
	const { body } = await callApi("GET", `/import/${id}`, { token: admin.token });
	expect(body).toMatchObject({ state: "ready", counts: { new: 0, changed: 0, wrong: 0 } });
	expect(body.counts.unchanged).toBeGreaterThan(520 + names.length - 1);
});

it("the accounting's gross and refunds are those of the overview", async () => {
	const tool = await addTool({ quantity: 50, priceCents: 1500 });
	const paid = await placePaidLine(rider, tool, 2);
	await placePaidLine(rider, tool);
	await callApi("POST", `/order/${paid.line._id}/refund`, {
		token: admin.token,
		body: { amount: 10, reason: "other" },
	});
	await reconcile();
	const { now } = await loadOverview(
		rangeOf(new URL("https://shop.test/?days=30"), dayOf(Date.now())),
	);
	const from = new Date(Date.now() - 29 * 86_400_000).toISOString().slice(0, 10);
	const lines = await rowsOf("accounting", `?from=${from}&to=${today}`);
	const sum = (column: string) =>
		lines.reduce((total, line) => total + Math.round(Number(line[column]) * 100), 0);
	expect(now.revenueCents).toBeGreaterThan(0);
	expect(sum("Gross")).toBe(now.revenueCents - now.refundedCents);
	expect(sum("Refund")).toBe(now.refundedCents);
	expect(sum("Net") + sum("Tax")).toBe(sum("Gross"));
	const sums = await rowsOf("taxes", `?from=${from}&to=${today}`);
	const total = (column: string) =>
		sums.reduce((cents, line) => cents + Math.round(Number(line[column]) * 100), 0);
	expect(total("Payments")).toBe(now.revenueCents);
	expect(total("Refunds")).toBe(now.refundedCents);
	expect(total("Net") + total("Tax")).toBe(total("Gross"));
	expect(lines).toContainEqual(
		expect.objectContaining({
			Type: "payment",
			"Order ID": paid.line._id,
			Gross: "30.00",
			Transaction: paid.payment.id,
		}),
	);
	expect(lines.at(-1)).toMatchObject({ Type: "refund", Refund: "10.00" });
	expect(await rowsOf("accounting", "?from=2020-01-01&to=2020-12-31")).toEqual([]);
});

it("orders, customers and reviews have a line each", async () => {
	const tool = await addTool({ name: "Exported", quantity: 9, priceCents: 1500 });
	const { line } = await placePaidLine(rider, tool, 2);
	await addReview(rider, { description: "@good", toolId: tool });
	const days = `?from=${today}`;
	expect(await rowsOf("orders", days)).toContainEqual(
		expect.objectContaining({
			Line: line._id,
			"E-mail": rider.email,
			Quantity: "2",
			Items: "30.00",
		}),
	);
	expect(await rowsOf("customers", days)).toContainEqual(
		expect.objectContaining({ "E-mail": rider.email, Role: "user", Verified: "no" }),
	);
	expect(await rowsOf("reviews", days)).toContainEqual(
		expect.objectContaining({ Text: "@good", Tool: "Exported", Stars: "4" }),
	);
	expect(await rowsOf("orders", "?to=2020-12-31")).toEqual([]);
});

it("each export is for those who may see what it has", async () => {
	const manager = await signUp({ role: "manager" });
	for (const [file, who, status] of [
		["customers.csv", rider, 302],
		["customers.csv", manager, 302],
		["orders.csv", manager, 200],
		["tools.csv", rider, 302],
		["secrets.csv", admin, 302],
	] as const) {
		const response = await download(file, "", who);
		expect(response.status, file).toBe(status);
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		await response.body?.cancel();
	}
});
