/** Suppliers: what to reorder by what was sold, and how they are changed. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import {
	deleteSupplier,
	listSuppliers,
	loadSupplier,
	saveSupplier,
} from "../../src/shop/suppliers/suppliers.server.ts";
import { placePaidLine } from "../helpers/payments.ts";
import { addTool, callerOf, type Person, placeLine, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
	rider = await signUp();
});

const hub = {
	name: "Hub",
	mail: "",
	leadDays: 30,
	reviewDays: 60,
	minOrderCents: 0,
	note: "",
};

async function addSupplied(supplier: string, quantity: number, createdAt = 1) {
	const id = await addTool({ quantity, createdAt });
	await env.DB.prepare("update tools set supplier = ? where id = ?").bind(supplier, id).run();
	return id;
}
const change = (line: string, set: string) =>
	env.DB.prepare(`update order_lines set ${set} where id = ?`).bind(line).run();

it("what was paid in the last 90 days counts, but for what came back", async () => {
	const tool = await addSupplied("Hub", 20);
	await placePaidLine(rider, tool, 7);
	const [refunded, restocked, some, old] = [
		await placePaidLine(rider, tool),
		await placePaidLine(rider, tool),
		await placePaidLine(rider, tool, 3),
		await placePaidLine(rider, tool),
	];
	await change(refunded.line._id, `refunded_at = ${Date.now()}`);
	await change(restocked.line._id, `restocked_at = ${Date.now()}`);
	await change(some.line._id, "restocked_pieces = 2");
	await change(old.line._id, `created_at = ${Date.now() - 91 * 86_400_000}`);
	await placeLine(rider, tool);
	const archived = await addSupplied("Hub", 0);
	await env.DB.prepare("update tools set archived_at = 1 where id = ?").bind(archived).run();
	await saveSupplier(callerOf(admin), hub, "");
	const [{ reorders, tools }, { trips }] = await withD1Metrics(() => loadSupplier("Hub"));
	// 20 less 13 paid and one reserved.
	expect(reorders).toMatchObject([{ id: tool, sold: 8, quantity: 6, order: 2 }]);
	expect([tools, trips]).toEqual([1, 1]);
	// One that has not sold is listed if it is asked for.
	const idle = await addSupplied("Hub", 3);
	expect((await loadSupplier("Hub", idle)).reorders).toMatchObject([{ id: tool }, { id: idle }]);
	await addSupplied("Rim", 0);
	const [all, listed] = await withD1Metrics(() => listSuppliers());
	expect(all).toMatchObject({ suppliers: [{ name: "Hub", reorders: 1 }], without: ["Rim"] });
	expect(listed.trips).toBe(1);
});

it("each change is in its history, with what it was", async () => {
	const caller = callerOf(admin);
	await saveSupplier(caller, { ...hub, name: "Spoke", note: "Ask for Max" }, "");
	await saveSupplier(caller, { ...hub, name: "Spokes" }, "Spoke");
	expect((await loadSupplier("Spoke")).supplier).toBeUndefined();
	await deleteSupplier(caller, "Spokes");
	const { supplier, changes } = await loadSupplier("Spokes");
	expect(supplier).toBeUndefined();
	expect(changes.map(({ action }) => action)).toEqual(["supplier.deleted", "supplier.saved"]);
	expect((await loadSupplier("Spoke")).changes).toMatchObject([
		{ detail: { note: "Ask for Max", leadDays: 30 } },
	]);
});
