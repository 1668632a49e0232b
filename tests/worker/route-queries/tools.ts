/** Calls of tools, imports and exports. */
import { env } from "cloudflare:workers";
import { sellLabels } from "../../helpers/labels.ts";
import { placePaidLine } from "../../helpers/payments.ts";
import { deliver } from "../../helpers/queue.ts";
import { addTool } from "../../helpers/shop.ts";
import type { Scenario } from "./scenario.ts";

/** Settings with a sender's address, and a label that is bought and given back. */
async function recordLabels({ send, admin, rider }: Pick<Scenario, "send" | "admin" | "rider">) {
	const { line } = await placePaidLine(rider, await addTool());
	await env.DB.prepare("update orders set country = 'US' where id = ?").bind(line.orderId).run();
	const value = JSON.stringify({
		countries: "all",
		rates: [{ countries: "all", price: 0 }],
		sender: { line1: "9 Workshop Lane", city: "Portland", country: "US" },
	});
	const body = { value, version: 0 };
	await send("/api/setting/shipping", { as: admin, method: "PUT", body, note: "shipping" });
	const service = sellLabels();
	const lineIds = [line._id];
	const { body: rated } = await send("/api/label", { as: admin, body: { lineIds, grams: 900 } });
	const rate = rated.rates[0]._id;
	await send(`/api/label/${rated._id}`, { as: admin, method: "PUT", body: { rate } });
	await send(`/api/label/${rated._id}`, { as: admin, method: "DELETE" });
	service.stop();
}

export async function recordTools({ send, cursor, admin, rider, tool, image }: Scenario) {
	const newTool = {
		name: "Spoke key",
		image,
		description: "Fits",
		minOrderQuantity: 1,
		quantity: 9,
		price: 5,
	};
	const added = await send("/api/service", { as: admin, body: newTool });
	const id: string = added.body.insertedId;
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PUT",
		body: { quantity: 8, quantityWas: 9 },
	});
	await send(`/api/service?id=${id}`, {
		as: admin,
		method: "PUT",
		body: { price: 6, quantity: 7, minOrderQuantity: 1, image },
	});
	const shown = await send(`/api/service/${id}`, { as: admin });
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PATCH",
		body: {
			name: "Spoke wrench",
			images: [{ image, alt: "In a hand" }],
			specifications: [{ name: "Weight", value: "60 g" }],
			capabilities: [{ action: "turn", dimension: "spoke-nipple", standards: ["square-323"] }],
			was: shown.body,
		},
	});
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PATCH",
		body: { state: "draft", publishAt: "2100-01-01T00:00:00.000Z" },
		note: "by state",
	});
	await send(`/api/service/${id}/copy`, { as: admin, method: "POST" });
	const variant = { sku: null, gtin: null, mpn: null, price: 5, quantity: 1, weight: null };
	const variants = [
		{ ...variant, _id: id, values: ["4 mm"] },
		{ ...variant, values: ["5 mm"] },
	];
	for (const rows of [variants, []])
		await send(`/api/service/${id}/family`, {
			as: admin,
			method: "PUT",
			body: { name: "Key", description: "", options: [{ name: "Size" }], variants: rows },
			note: rows.length > 0 ? "with a new tool" : "taken apart",
		});
	await send(`/api/service/${id}`, {
		as: admin,
		method: "PATCH",
		body: { state: "listed" },
		note: "listed",
	});
	await send(`/api/service?id=${id}`, { note: "one" });
	await send(`/api/purchase/${id}`);
	const toLine = (toolId: string) => ({ toolId, quantity: 1, price: 5 });
	await send("/api/cart/offers", { body: { toolIds: [id, tool, "unknown"], code: "spring" } });
	await send("/api/cart", { body: { lines: [id, tool, "unknown"].map(toLine) } });
	await send("/api/shipping");
	await recordLabels({ send, admin, rider });
	await send("/api/setting/holiday", {
		as: admin,
		method: "PUT",
		body: { value: null, version: 0 },
	});
	await send("/api/service?limit=5");
	await send(`/api/service?limit=5&cursor=${cursor}`, { note: "further on" });
	await send("/api/service?limit=5&updatedSince=2026-01-01T00:00:00Z", { note: "changed since" });
	await send("/api/service?limit=5&q=wrench", { note: "search" });
	await send("/api/service?limit=5&q=wr", { note: "search, two letters" });
	await send("/api/service?limit=5&q=wrench&sort=price", { note: "search, sorted" });
	await send(`/api/service?id=${id}`, { as: admin, method: "DELETE" });
	const sold = await addTool({ name: "Sold once", quantity: 5 });
	await placePaidLine(rider, sold);
	await send(`/api/service?id=${sold}`, { as: admin, method: "DELETE", note: "that was sold" });
}

export async function recordImports({ send, record, admin, image }: Scenario) {
	const imported = await addTool({ name: "Cup tool" });
	await env.DB.prepare("update tools set image = ? where id = ?").bind(image, imported).run();
	const part = await addTool({ name: "Cup" });
	const importForm = new FormData();
	importForm.set(
		"file",
		new File(
			[
				[
					"ID,Name,Description,Price,Stock,Minimum order,Images,GTIN,Parts,Family,Option 1 name,Option 1 value",
					`${imported},Cup wrench,Turns,5,9,1,${image},,,Cup wrenches,Size,13 mm`,
					`,Cone key,Turns,6,9,1,${image},96385074,,,,`,
					`,Kit,Turns,6,0,1,${image},,2x ${part},,,`,
					",Wrong,,,,,,,,,,",
				].join("\r\n"),
			],
			"tools.csv",
		),
	);
	const created = await send("/api/import?name=tools.csv", { as: admin, body: importForm });
	const importId: string = created.body.insertedId;
	const importMessage = { id: importId };
	await record("queue cogsmith-imports (a file)", () =>
		deliver("cogsmith-imports", [importMessage]),
	);
	await send("/dashboard/import", { as: admin });
	await send(`/dashboard/import?id=${importId}`, { as: admin, note: "one" });
	await send(`/api/import/${importId}`, { as: admin });
	await send(`/api/import/${importId}/line?state=waiting`, { as: admin });
	await send(`/api/import/${importId}/start`, { as: admin, body: { mode: "good" } });
	await record("queue cogsmith-imports (its lines)", () =>
		deliver("cogsmith-imports", [importMessage]),
	);
	const supplierForm = new FormData();
	supplierForm.set("file", new File(["SKU;Price;Shade\nX-1;5;red\n"], "supplier.csv"));
	const asked = await send("/api/import?columns=ask", {
		as: admin,
		body: supplierForm,
		note: "a supplier's",
	});
	const supplierId: string = asked.body.insertedId;
	await record("queue cogsmith-imports (a supplier's file)", () =>
		deliver("cogsmith-imports", [{ id: supplierId }]),
	);
	await send(`/dashboard/import?id=${supplierId}`, { as: admin, note: "its columns" });
	const chosen = [
		["sku", "price", "ignore"].map((one) => ["column", one]),
		[["supplier", "Northern"]],
	];
	await send(`/dashboard/import?id=${supplierId}`, {
		as: admin,
		body: String(new URLSearchParams(chosen.flat())),
		headers: { "Content-Type": "application/x-www-form-urlencoded" },
		note: "its columns chosen",
	});
	await send(`/api/import/${importId}/pictures`, { as: admin, method: "POST" });
	await send(`/api/import/${importId}/revert`, { as: admin, method: "POST" });
	await record("queue cogsmith-imports (reverted)", () =>
		deliver("cogsmith-imports", [importMessage]),
	);
}

export async function recordExports({ send, admin }: Scenario) {
	await send("/dashboard/export", { as: admin });
	for (const kind of [
		"tools",
		"orders",
		"customers",
		"reviews",
		"questions",
		"accounting",
		"taxes",
	])
		await send(`/dashboard/export/${kind}.csv?from=2020-01-01`, { as: admin, note: kind });
}
