/** Which requests read a replica of the database, and which the primary. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { tools } from "../../src/db/tool-tables.ts";
import { database, readFromReplica } from "../../src/platform/database/database.ts";
import { addTool, callApi, signUp } from "../helpers/shop.ts";

let sessions: MockInstance<D1Database["withSession"]>;

beforeEach(() => {
	sessions = vi.spyOn(env.DB, "withSession");
});

describe("the nearest replica", () => {
	it.each(["/service", "/service?q=wrench&sort=price", "/rating"])(
		"answers an anonymous request of %s",
		async (path) => {
			await addTool({ name: "Torque wrench" });
			const { status, body } = await callApi("GET", path);
			expect(status).toBe(200);
			expect(sessions.mock.calls).toEqual([["first-unconstrained"]]);
			// The same response as from the primary.
			expect((await callApi("GET", path, { headers: { Cookie: "a=1" } })).body).toEqual(body);
		},
	);

	it("answers a call for one tool", async () => {
		const id = await addTool();
		expect((await callApi("GET", `/purchase/${id}`)).body._id).toBe(id);
		expect(sessions).toHaveBeenCalledOnce();
	});

	it("has its own session per call", async () => {
		await callApi("GET", "/service");
		await database().run("select 1");
		await Promise.all([callApi("GET", "/service"), callApi("GET", "/rating")]);
		expect(sessions).toHaveBeenCalledTimes(3);
	});

	it("runs batches too", async () => {
		const id = await addTool();
		const chosen = database().select().from(tools).where(eq(tools.id, id));
		const [found] = await readFromReplica(() => database().batch([chosen]));
		expect(found).toMatchObject([{ id }]);
	});
});

describe("the primary database", () => {
	it.each([
		["with a cookie", { Cookie: "cogsmith.session_token=x" }],
		["with credentials", { Authorization: "Bearer x" }],
	])("answers a request %s, whose caller may have written", async (_, headers) => {
		expect((await callApi("GET", "/service", { headers })).status).toBe(200);
		expect(sessions).not.toHaveBeenCalled();
	});

	it("answers every call of signed-in users, and every write", async () => {
		const { token } = await signUp({ role: "admin" });
		const id = await addTool();
		for (const [method, path, body] of [
			["GET", "/order", undefined],
			["GET", "/user", undefined],
			["PUT", `/service/${id}`, { quantity: 5, quantityWas: 10 }],
		] as const) {
			expect((await callApi(method, path, { token, body })).status, path).toBe(200);
		}
		expect(sessions).not.toHaveBeenCalled();
	});
});
