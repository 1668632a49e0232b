/** What a line is of: stored with it, and said by every paper, list and e-mail, whatever becomes of the tool. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { readCart } from "../../src/shop/carts/carts.server.ts";
import { exportCsv } from "../../src/shop/exports/exports.server.ts";
import { type ExportKind, parseDays } from "../../src/shop/exports/exports.ts";
import { find } from "../../src/shop/find/find.server.ts";
import { selectInvoices, toInvoice } from "../../src/shop/invoices/invoices.server.ts";
import { lineName } from "../../src/shop/invoices/invoices.ts";
import { orderPage } from "../../src/shop/orders/order-page.server.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { readRefundable } from "../../src/shop/refunds/payment-of-refunds.server.ts";
import { findReturnable } from "../../src/shop/returns/returns.server.ts";
import {
	listOrdersToShip,
	readPackingSlip,
	readPackingSlips,
} from "../../src/shop/shipments/packing.server.ts";
import { previewTrackingFile } from "../../src/shop/shipments/tracking-file.server.ts";
import { fullNameOf } from "../../src/shop/tools/sold-names.ts";
import { factsOf } from "../../src/shop/tools/sold-tool.ts";
import { payOrder, placeOrderOf } from "../helpers/checkouts.ts";
import { withMail } from "../helpers/mail.ts";
import { addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let rider: Person;
let admin: Person;
/** A glove by its size, each with the same name: a file or an older version has made them so. */
const gloves: Record<string, string> = {};
const name = "Mechanic glove, Black";

beforeAll(async () => {
	[rider, admin] = await Promise.all([signUp(), signUp({ role: "admin" })]);
	const options = [
		{ key: "size", name: "Size" },
		{ key: "color", name: "Color" },
	];
	await env.DB.prepare(
		"insert into families (id, slug, name, description, options, created_at, updated_at) values ('gloves', 'gloves', 'Mechanic glove', '', ?, 1, 1)",
	)
		.bind(JSON.stringify(options))
		.run();
	for (const size of ["S", "M", "L", "XL"]) {
		const id = await addTool({ name });
		gloves[size] = id;
		await env.DB.prepare(
			"update tools set family_id = 'gloves', option_values = ?, sku = ?, shelf = ? where id = ?",
		)
			.bind(JSON.stringify({ color: "Black", size }), `GL-${size}`, `G-${size}`, id)
			.run();
	}
});

const idsOf = (...sizes: string[]) => sizes.map((size) => gloves[size] ?? "");

async function fileOf(kind: ExportKind): Promise<string> {
	let file = "";
	for await (const piece of exportCsv(kind, parseDays(new URLSearchParams()), false)) file += piece;
	return file;
}

it("what tells M from L is said wherever a line is, as it was on the day of the order", async () => {
	const cart = await readCart(idsOf("M", "L").map((toolId) => ({ toolId })));
	const factsOfSize = (size: string) => `Size: ${size} · Color: Black · SKU GL-${size}`;
	const nameOfSize = (size: string) => `${name}, ${size} (GL-${size})`;
	const facts = ["M", "L"].map(factsOfSize);
	const names = ["M", "L"].map(nameOfSize);
	expect(cart.map(({ tool }) => tool && factsOf(tool))).toEqual(facts);

	const order = await placeOrderOf(rider, idsOf("M", "L"));
	expect(order.lines.map(factsOf)).toEqual(facts);
	// What the tools are from now on says nothing of what was sold.
	await env.DB.batch([
		env.DB.prepare("update families set options = '[]' where id = 'gloves'"),
		env.DB.prepare(
			"update tools set name = 'Mitten', sku = null, family_id = null, option_values = null where family_id = 'gloves'",
		),
	]);
	const page = await orderPage(order._id, { user: callerOf(rider), guestTokenHashes: [] });
	expect(page?.lines.map(({ line }) => factsOf(line))).toEqual(facts);

	const mails = await withMail(async (sent) => {
		await payOrder(rider, order._id);
		await dispatchOutbox();
		return sent.filter(({ to }) => to === rider.email).map(({ text }) => text);
	});
	expect(mails).toHaveLength(1);
	const [lineId] = order.lines.map(({ _id }: { _id: string }) => _id);
	const slips = [
		await readPackingSlip(order._id, { lineIds: [], shipmentId: undefined }),
		...(await readPackingSlips([lineId, order.lines[1]._id], { withShelves: true })),
	];
	for (const slip of slips) {
		expect(slip?.lines.map(factsOf)).toEqual(facts);
		expect([...(slip?.shelves.values() ?? [])]).toEqual(["G-M", "G-L"]);
	}
	const { parcels, picks } = await listOrdersToShip("", undefined, { withPicks: true });
	const ofOrder = parcels.filter(({ orderId }) => orderId === order._id);
	const toolIds = ofOrder.flatMap(({ lines }) => lines.map(({ toolId }) => toolId));
	const documents = await selectInvoices(undefined);
	const shown = {
		mail: mails.join(),
		toPack: ofOrder,
		pickList: picks.filter(({ toolId }) => toolIds.includes(toolId)),
		tracking: await previewTrackingFile(
			`order,carrier,tracking number\n${order.number},DHL,12345678`,
		),
		refunds: await readRefundable(order._id),
		found: await find({ role: "admin" }, String(order.number)),
		invoices: documents.flatMap((row) => toInvoice(row).lines.map(lineName)),
		list: (await callApi("GET", `/order?email=${rider.email}`, { token: admin.token })).body.map(
			fullNameOf,
		),
	};
	for (const [place, value] of Object.entries(shown))
		for (const one of names) expect(JSON.stringify(value), place).toContain(one);
	const files = { orders: await fileOf("orders"), shipping: await fileOf("shipping") };
	for (const size of ["M", "L"]) {
		expect(files.orders).toContain(`,GL-${size},Size: ${size} · Color: Black,`);
		expect(files.shipping).toContain(`(GL-${size})`);
	}
	await env.DB.prepare(
		"update order_lines set status = 'Shipped', shipped_at = ? where order_id = ?",
	)
		.bind(Date.now(), order._id)
		.run();
	const back = await findReturnable(
		{ user: callerOf(rider), guestTokenHashes: [] },
		order._id,
		"return",
	);
	expect(back?.lines.map(({ line }) => line.toolName)).toEqual(names);
});
