/** Parcels: lines of one order that are shipped together. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { dispatchOutbox } from "../../src/shop/outbox/outbox.server.ts";
import { listOrdersToShip } from "../../src/shop/shipments/packing.server.ts";
import { payOrder, placeOrder } from "../helpers/checkouts.ts";
import { type SentMail, withMail } from "../helpers/mail.ts";
import { checkLedgerAfterEach, placePaidLine, rowOf } from "../helpers/payments.ts";
import { addTool, callApi, type Person, signUp } from "../helpers/shop.ts";
import { backgroundWorkEnds } from "../setup/in-node/workers.ts";

checkLedgerAfterEach();

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
});

beforeEach(() => env.DB.exec("delete from outbox"));

const callAsAdmin = (method: string, path: string, body?: object) =>
	callApi(method, path, { token: admin.token, ...(body && { body }) });

/** The ids of the lines of a paid order. */
async function placePaidOrder(count: number): Promise<string[]> {
	const { id, ids } = await placeOrder(rider, count, { address: "Here" });
	await payOrder(rider, id);
	return ids;
}

const ship = (lineIds: string[], parcel: { carrier?: string; trackingNumber?: string } = {}) =>
	callApi("POST", "/shipment", { token: admin.token, body: { lineIds, ...parcel } });

const undo = (id: string) =>
	callApi("PUT", `/order?id=${id}`, { token: admin.token, body: { status: "Pending" } });

/** Sends the e-mails about parcels that are due ten minutes later: undoing has ended, and the queue lost the message. */
async function parcelMails(): Promise<SentMail[]> {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
	try {
		return await withMail(async (sent) => {
			await dispatchOutbox();
			return sent.filter(({ subject }) => /on its way|tracking number/.test(subject));
		});
	} finally {
		vi.useRealTimers();
	}
}

/** After how many seconds the queue delivers the e-mails about what `work` does. */
async function delaysOf(work: () => Promise<unknown>): Promise<unknown[]> {
	const send = vi.spyOn(env.MAILS, "send").mockResolvedValue(undefined as never);
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
	try {
		await work();
		await backgroundWorkEnds();
		return send.mock.calls.map(([, options]) => options?.delaySeconds);
	} finally {
		vi.useRealTimers();
		send.mockRestore();
	}
}

describe("POST /shipment", () => {
	it("ships some orders of a checkout in one parcel, and the rest in another", async () => {
		const [first = "", second = "", third = ""] = await placePaidOrder(3);
		const ups = { carrier: "UPS", trackingNumber: "1Z9" };
		const [shipped, trace] = await withD1Metrics(() => ship([first, third], ups));
		expect(shipped.status).toBe(201);
		expect(shipped.body.shipment).toMatchObject({
			...ups,
			lineIds: [first, third],
			trackingUrl: "https://www.ups.com/track?tracknum=1Z9",
		});
		// The first is the check of the account.
		expect(trace.trips).toBe(2);
		const { insertedId } = shipped.body;
		for (const id of [first, third])
			expect(await rowOf(id)).toMatchObject({ status: "Shipped", shipment_id: insertedId });
		expect((await rowOf(second)).status).toBe("Pending");
		const rest = await ship([second]);
		expect(rest.body.shipment).toMatchObject({ carrier: "", trackingNumber: "" });
		const { body: history } = await callApi("GET", `/audit?subject=${third}`, admin);
		expect(history[0].action).toBe("order.shipped");
	});

	it("tells the customer of a parcel once, with its link, after it can no longer be undone", async () => {
		const ids = await placePaidOrder(2);
		await parcelMails();
		expect(
			await delaysOf(() => ship(ids, { carrier: "Royal Mail", trackingNumber: "AB 1" })),
		).toEqual([31]);
		const [mail, ...others] = await parcelMails();
		expect(others).toEqual([]);
		expect(mail?.text).toContain("Spanner 0");
		expect(mail?.text).toContain("Spanner 1");
		expect(mail?.text).toContain("royalmail.com/track-your-item#/tracking-results/AB%201");
		expect(await parcelMails()).toEqual([]);
	});

	it("is corrected, and tells the customer again only if asked and after the first e-mail", async () => {
		const ids = await placePaidOrder(2);
		await parcelMails();
		const { body } = await ship(ids, { carrier: "UPS", trackingNumber: "1Z8" });
		const correct = (update: Record<string, unknown>) =>
			callApi("PATCH", `/shipment/${body.insertedId}`, { token: admin.token, body: update });
		const tracking = { carrier: "DHL", trackingNumber: "77" };
		const corrected = await correct({ ...tracking, notify: true });
		expect(corrected.body).toMatchObject({ ...tracking, _id: body.insertedId, lineIds: ids });
		// Saving the same again is no change.
		await correct(tracking);
		const { body: history } = await callApi("GET", `/audit?subject=${ids[1]}`, admin);
		expect(history.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
			"order.shipped",
			"order.shipped",
			"order.paid",
		]);
		expect(history[0]).toMatchObject({
			who: { email: admin.email },
			detail: {
				...tracking,
				carrierWas: "UPS",
				trackingNumberWas: "1Z8",
				name: "Spanner 1",
				quantity: 1,
				cents: 2599,
			},
		});
		// Its only e-mail was not sent yet, and has the new number.
		const [mail, ...others] = await parcelMails();
		expect(others).toEqual([]);
		expect(mail?.text).toContain("tracking-id=77");
		const listed = await callApi("GET", `/order/${ids[1]}`, { token: rider.token });
		expect(listed.body.shipment).toMatchObject({
			...tracking,
			trackingUrl: expect.stringContaining("77"),
		});
		await env.DB.prepare("update shipments set created_at = created_at - 60000").run();
		const later = { carrier: "By hand", trackingNumber: "", notify: true };
		const again = await withMail(async (sent) => {
			const notAsked = { carrier: "DHL", trackingNumber: "78" };
			for (const notify of [{}, { notify: false }]) await correct({ ...notAsked, ...notify });
			await dispatchOutbox(Date.now() + 600_000);
			expect(sent).toEqual([]);
			await correct(later);
			await dispatchOutbox(Date.now() + 600_000);
			return sent;
		});
		expect(again.map(({ subject }) => subject)).toEqual([
			expect.stringMatching(/^New tracking number for your Cogsmith order \d+$/),
		]);
		expect(again[0]?.text).toContain("Carrier: By hand\n\n");
		await env.DB.prepare("update order_lines set status = 'Pending', shipped_at = null").run();
		expect((await correct(tracking)).body.error.code).toBe("not_found");
	});

	it("is taken back with all its lines, before its e-mail, for half a minute", async () => {
		const ids = await placePaidOrder(3);
		await parcelMails();
		const takeBack = (id: string) => callApi("DELETE", `/shipment/${id}`, { token: admin.token });
		const first = await ship(ids.slice(0, 2));
		const rest = await ship(ids.slice(2));
		const [taken, trace] = await withD1Metrics(() => takeBack(first.body.insertedId));
		expect(taken.body).toEqual({ modifiedCount: 2 });
		// The first is the check of the account.
		expect(trace.trips).toBe(2);
		for (const id of ids.slice(0, 2))
			expect(await rowOf(id)).toMatchObject({
				status: "Pending",
				shipment_id: null,
				shipped_at: null,
			});
		expect((await takeBack(first.body.insertedId)).body.error.code).toBe("not_found");
		const [mail, ...others] = await parcelMails();
		expect(others).toEqual([]);
		expect(mail?.text).toContain("Spanner 2");
		await env.DB.prepare("update shipments set created_at = created_at - 60000").run();
		expect((await takeBack(rest.body.insertedId)).body.error.code).toBe("not_shippable");
		expect((await rowOf(ids[2] ?? "")).status).toBe("Shipped");
		expect((await ship(ids.slice(0, 2))).status).toBe(201);
		const { body: history } = await callApi("GET", `/audit?subject=${ids[0]}`, admin);
		expect(history.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
			"order.shipped",
			"order.ship_undone",
			"order.shipped",
		]);
	});

	it("an order that is undone is not in the e-mail, and none is sent if all are", async () => {
		const [first = "", second = ""] = await placePaidOrder(2);
		await parcelMails();
		await ship([first, second]);
		expect((await undo(first)).body).toEqual({ modifiedCount: 1 });
		expect(await rowOf(first)).toMatchObject({ status: "Pending", shipment_id: null });
		const [mail] = await parcelMails();
		expect(mail?.text).not.toContain("Spanner 0");
		expect(mail?.text).toContain("Spanner 1");
		const ids = await placePaidOrder(1);
		await parcelMails();
		await ship(ids);
		await undo(ids[0] ?? "");
		expect(await parcelMails()).toEqual([]);
	});

	it("ships all or none: not twice, not unpaid, not of two checkouts, not unknown ones", async () => {
		const [first = "", second = ""] = await placePaidOrder(2);
		const { line: other } = await placePaidLine(rider, await addTool());
		await ship([second]);
		const codes: string[] = [];
		for (const ids of [
			[first, second],
			[first, other._id],
			[first, "unknown"],
		]) {
			codes.push((await ship(ids)).body.error.code);
			expect((await rowOf(first)).status).toBe("Pending");
		}
		expect(codes).toEqual(["not_shippable", "not_shippable", "not_found"]);
		await env.DB.prepare("update order_lines set disputed_at = 1 where id = ?").bind(first).run();
		expect((await ship([first])).body.error.code).toBe("not_shippable");
	});

	it("finds the orders of a checkout, with their parcels", async () => {
		const ids = await placePaidOrder(2);
		await placePaidOrder(1);
		const { body: shipped } = await ship(ids.slice(0, 1), { carrier: "UPS", trackingNumber: "1" });
		const { orderId } = shipped.shipment;
		const { body } = await callApi("GET", `/order?orderId=${orderId}`, admin);
		const parcels = body.map((line: { _id: string; shipment?: { _id: string } }) => [
			line._id,
			line.shipment?._id,
		]);
		expect(Object.fromEntries(parcels)).toEqual({
			[ids[0] ?? ""]: shipped.insertedId,
			[ids[1] ?? ""]: undefined,
		});
	});

	it("ships once when several administrators ship the same orders at the same time", async () => {
		const ids = await placePaidOrder(2);
		const answers = await Promise.all([1, 2, 3].map(() => ship(ids)));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
	});
});

describe("PUT /order/{id}/packed", () => {
	const setPacked = async (id: string, packed: boolean) => {
		const { body } = await callAsAdmin("PUT", `/order/${id}/packed`, { packed });
		return body.error?.code ?? body.modifiedCount;
	};

	it("marks an order as packed once, without an e-mail, until it ships, and takes that back", async () => {
		const [id = "", other = ""] = await placePaidOrder(2);
		await parcelMails();
		expect(await setPacked(id, true)).toBe(1);
		const { packed_at: packedAt } = await rowOf(id);
		expect(packedAt).toEqual(expect.any(Number));
		expect(await setPacked(id, true)).toBe(0);
		expect(await rowOf(id)).toMatchObject({ packed_at: packedAt, status: "Pending" });
		expect((await rowOf(other)).packed_at).toBeNull();
		expect(await parcelMails()).toEqual([]);
		expect(await setPacked(id, false)).toBe(1);
		expect((await rowOf(id)).packed_at).toBeNull();
		await setPacked(id, true);
		await ship([id]);
		expect(await setPacked(id, false)).toBe("not_shippable");
		const { body } = await callApi("GET", `/order/${id}`, { token: rider.token });
		expect(body).toMatchObject({ status: "Shipped", packedAt: expect.any(String) });
		expect(await setPacked("unknown", true)).toBe("not_found");
	});
});

describe("an order that was shipped without a parcel", () => {
	const ups = { carrier: "UPS", trackingNumber: "1Z7" };
	const shipAlone = (id: string) => callAsAdmin("PUT", `/order?id=${id}`, { status: "Shipped" });
	const historyOf = async (id: string) =>
		(await callApi("GET", `/audit?subject=${id}`, admin)).body;

	it("gets its tracking in the e-mail that it was shipped, if that has not gone", async () => {
		const [id = "", pending = ""] = await placePaidOrder(2);
		await parcelMails();
		await shipAlone(id);
		const { shipped_at: shippedAt } = await rowOf(id);
		expect((await ship([id, pending], ups)).body.error.code).toBe("not_shippable");
		const added = await ship([id], ups);
		expect(added.status).toBe(201);
		expect(await rowOf(id)).toMatchObject({
			status: "Shipped",
			shipped_at: shippedAt,
			shipment_id: added.body.insertedId,
		});
		expect((await ship([id], ups)).body.error.code).toBe("not_shippable");
		const [mail, ...others] = await parcelMails();
		expect(others).toEqual([]);
		expect(mail?.text).toContain("tracknum=1Z7");
		const [{ action, detail }] = await historyOf(id);
		expect(action).toBe("order.shipped");
		expect(detail).toMatchObject({ ...ups, carrierWas: "", trackingNumberWas: "" });
	});

	it("gets an e-mail of its tracking later, and stays shipped when that is taken back", async () => {
		const [id = ""] = await placePaidOrder(1);
		await parcelMails();
		await shipAlone(id);
		expect(await parcelMails()).toHaveLength(1);
		await env.DB.prepare("update order_lines set shipped_at = shipped_at - 60000").run();
		const { body } = await ship([id], ups);
		expect(await callAsAdmin("DELETE", `/shipment/${body.insertedId}`)).toMatchObject({
			body: { modifiedCount: 1 },
		});
		expect(await rowOf(id)).toMatchObject({ status: "Shipped", shipment_id: null });
		// It can still be taken back.
		expect(await delaysOf(() => ship([id], { carrier: "DHL", trackingNumber: "78" }))).toEqual([
			31,
		]);
		expect(
			await withMail(async (sent) => {
				await dispatchOutbox();
				return sent;
			}),
		).toEqual([]);
		const mails = await withMail(async (sent) => {
			vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 600_000 });
			try {
				await dispatchOutbox();
			} finally {
				vi.useRealTimers();
			}
			return sent;
		});
		expect(mails.map(({ subject }) => subject)).toEqual([
			expect.stringMatching(/^New tracking number for your Cogsmith order \d+$/),
		]);
		expect(mails[0]?.text).toContain("tracking-id=78");
	});
});

it("are picked by one list of all that waits, with the pieces to ship of each tool", async () => {
	const tool = await addTool({ quantity: 50 });
	const lines = [];
	for (const quantity of [2, 3, 4]) lines.push((await placePaidLine(rider, tool, quantity)).line);
	const pickOf = async () => {
		const { picks } = await listOrdersToShip("", undefined, { withPicks: true });
		return picks.find(({ toolId }) => toolId === tool);
	};
	expect(await pickOf()).toMatchObject({ pieces: 9, orders: 3 });
	const [first, second] = lines.map(({ _id }: { _id: string }) => _id);
	await callAsAdmin("POST", `/order/${first}/cancel`);
	await ship([second ?? ""]);
	expect(await pickOf()).toMatchObject({ pieces: 4, orders: 1 });
});

describe("several parcels at once", () => {
	const shipAll = (parcels: object[]) => callAsAdmin("POST", "/shipments", { parcels });

	it("stand or fall alone: whole orders, lines, and one e-mail each", async () => {
		const [whole, some, twice] = [
			await placePaidOrder(2),
			await placePaidOrder(2),
			await placePaidOrder(1),
		];
		const orderId = String((await rowOf(whole[0] ?? "")).order_id);
		const unpaid = (await placeOrder(rider, 1, { address: "Here" })).ids;
		const { status, body } = await shipAll([
			{ orderId, carrier: "UPS", trackingNumber: "1Z1" },
			{ lineIds: [some[0]], trackingNumber: "1Z2" },
			{ lineIds: twice },
			{ lineIds: twice },
			{ lineIds: unpaid },
			{ lineIds: ["unknown"] },
			{ orderId: "unknown" },
			{ lineIds: [some[1], twice[0]] },
			{ orderId },
			{ orderId, lineIds: [some[1]] },
		]);
		expect(status).toBe(200);
		const outcomes = body.parcels.map(
			(reply: { error?: string; shipment?: { lineIds: string[] } }) =>
				reply.error ?? reply.shipment?.lineIds,
		);
		expect(outcomes.slice(0, 8)).toEqual([
			whole,
			[some[0]],
			twice,
			"not_shippable",
			"not_shippable",
			"not_found",
			"not_found",
			"not_shippable",
		]);
		// The list of lines was read before the first parcel was shipped.
		expect(outcomes.slice(8)).toEqual(["not_shippable", "not_found"]);
		const leftOut = body.parcels.map((reply: { leftOut?: { _id: string; reason: string }[] }) =>
			reply.leftOut?.map(({ _id, reason }) => [_id, reason]),
		);
		const shippedBefore = (ids: string[]) => ids.map((id) => [id, "shipped"]);
		expect(leftOut).toEqual([
			[],
			[],
			[],
			shippedBefore(twice),
			[[unpaid[0], "unpaid"]],
			undefined,
			undefined,
			[[twice[0], "shipped"]],
			shippedBefore(whole),
			undefined,
		]);
		expect(await rowOf(some[1] ?? "")).toMatchObject({ status: "Pending" });
		const mails = await parcelMails();
		expect(mails).toHaveLength(3);
		expect(mails.some(({ text }) => text.includes("Tracking number: 1Z1"))).toBe(true);
	});

	it("name the lines that they leave out, and why", async () => {
		const ids = await placePaidOrder(3);
		const [rest = "", cancelled = "", shipped = ""] = ids;
		const { order_id: orderId } = await rowOf(rest);
		await callAsAdmin("POST", `/order/${cancelled}/cancel`);
		await ship([shipped]);
		const file = `Order,Tracking number\n${(await callAsAdmin("GET", `/order?orderId=${orderId}`)).body[0].orderNumber},1Z7`;
		const leftOut = [
			{ _id: cancelled, name: "Spanner 1", reason: "cancelled" },
			{ _id: shipped, name: "Spanner 2", reason: "shipped" },
		];
		const preview = await callAsAdmin("POST", "/shipments/file", { file });
		expect(preview.body.parcels).toEqual([
			expect.objectContaining({ lines: [expect.objectContaining({ _id: rest })], leftOut }),
		]);
		const { body } = await shipAll([{ orderId }, { orderId, lineIds: [cancelled] }]);
		expect(body.parcels).toEqual([
			{ shipment: expect.objectContaining({ lineIds: [rest] }), leftOut },
			{ error: "not_shippable", leftOut: leftOut.slice(0, 1) },
		]);
	});

	it("are a hundred at most, each of an order or of its lines", async () => {
		const parcel = { orderId: "unknown" };
		const most = Array.from({ length: 100 }, () => parcel);
		expect((await shipAll(most)).body.parcels).toEqual(most.map(() => ({ error: "not_found" })));
		for (const parcels of [[...most, parcel], [], [{}], [{ lineIds: [] }]])
			expect((await shipAll(parcels)).status).toBe(422);
	});

	it("are read from a file, each line with its order or its error, and nothing is shipped", async () => {
		const [whole, shipped] = [await placePaidOrder(2), await placePaidOrder(1)];
		const numberOf = async (lineId = "") => {
			const { order_id: orderId } = await rowOf(lineId);
			const found = env.DB.prepare("select id, number from orders where id = ?").bind(orderId);
			return (await found.first<{ id: string; number: number }>()) ?? { id: "", number: 0 };
		};
		const { id: orderId, number } = await numberOf(whole[0]);
		const { number: shippedNumber } = await numberOf(shipped[0]);
		await shipAll([{ lineIds: shipped }]);
		const read = async (file: string) =>
			(await callAsAdmin("POST", "/shipments/file", { file })).body;
		const file = `Order;Tracking number;Carrier\n#${number};1Z5;UPS\n${shippedNumber};1Z6;UPS\n9999999;1;`;
		expect(await read(file)).toEqual({
			parcels: [
				{
					line: 2,
					orderId,
					orderNumber: number,
					recipient: expect.any(String),
					carrier: "UPS",
					trackingNumber: "1Z5",
					lines: whole.map((_id) => expect.objectContaining({ _id, quantity: 1 })),
					leftOut: [],
				},
			],
			errors: [
				{ line: 3, message: "This order has already shipped." },
				{ line: 4, message: "There is no order 9999999." },
			],
		});
		expect(await rowOf(whole[0] ?? "")).toMatchObject({ status: "Pending" });
		expect((await read('Order,Tracking\n"1')).errors).toEqual([
			{ line: 2, message: "This isn't a CSV file." },
		]);
		expect((await read("")).errors).toHaveLength(1);
	});
});
