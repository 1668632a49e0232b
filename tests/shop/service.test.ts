import { describe, expect, it } from "vitest";
import {
	addReview,
	addTool,
	archiveTool,
	callApi,
	idsOf,
	listAllPages,
	signUp,
} from "../helpers/shop.ts";

describe("GET /service", () => {
	it("returns the tools newest first", async () => {
		const old = await addTool({ createdAt: 1000 });
		const older = await addTool({ createdAt: 900 });
		const newest = await addTool({ createdAt: Date.now() + 60_000 });
		const { status, body } = await callApi("GET", "/service");
		expect(status).toBe(200);
		expect(idsOf(body)[0]).toBe(newest);
		expect(idsOf(body).indexOf(old)).toBeLessThan(idsOf(body).indexOf(older));
	});

	it("returns exactly the specification's fields, the price as a decimal number", async () => {
		const id = await addTool({
			name: "Torque wrench",
			quantity: 7,
			minOrderQuantity: 2,
			priceCents: 1905,
		});
		const { body } = await callApi("GET", `/service?id=${id}`);
		expect(body).toEqual([
			{
				_id: id,
				name: "Torque wrench",
				image: "/images/none",
				description: "A tool for the tests.",
				minOrderQuantity: 2,
				quantity: 7,
				price: 19.05,
			},
		]);
	});

	it("adds the rating of tools with reviews on request only", async () => {
		const toolId = await addTool({ createdAt: Date.now() + 60_000 });
		await addReview(await signUp(), { toolId });
		const [listed] = (await callApi("GET", "/service?limit=1")).body;
		expect(listed).not.toHaveProperty("rating");
		const [rated] = (await callApi("GET", "/service?limit=1&ratings=1")).body;
		expect(rated).toEqual({ ...listed, _id: toolId, rating: { count: 1, average: 4 } });
	});

	it("paginates without skipping or repeating a tool, even with equal timestamps", async () => {
		const added: string[] = [];
		for (let n = 0; n < 5; n += 1) added.push(await addTool({ createdAt: 5000 }));
		const pages = await listAllPages("/service?limit=2");
		const all = idsOf(pages.flat());
		expect(all).toEqual(expect.arrayContaining(added));
		expect(new Set(all).size).toBe(all.length);
		expect(all).toEqual(idsOf((await callApi("GET", "/service")).body));
		expect(pages.slice(0, -1).every((page) => page.length === 2)).toBe(true);
	});

	it("keeps the other parameters in the Link to the next page", async () => {
		for (let n = 0; n < 3; n += 1) await addTool({ name: `Spoke key 100% ${n}` });
		const pages = await listAllPages("/service?limit=1&q=key+100%25");
		expect(pages.map((page) => page.length)).toEqual([1, 1, 1]);
	});

	it("corrects a misspelt search as the page does, page by page", async () => {
		const name = `Freilaufabzieher ${crypto.randomUUID().slice(0, 8)}`;
		const ids = [await addTool({ name }), await addTool({ name }), await addTool({ name })];
		const { body, headers } = await callApi("GET", "/service?q=Freilaufabzeiher&ratings=1");
		expect(idsOf(body)).toEqual(expect.arrayContaining(ids));
		expect(headers.get("Search-Corrected-To")).toBe("freilaufabzieher");
		const pages = await listAllPages("/service?limit=2&q=Freilaufabzeiher");
		expect(pages.map((page) => page.length)).toEqual([2, 1]);
		expect(idsOf(pages.flat()).toSorted()).toEqual(ids.toSorted());
		expect(Object.keys(pages.flat()[0])).toEqual(
			Object.keys((await callApi("GET", `/service?id=${ids[0]}`)).body[0]),
		);
	});

	it("corrects no word that a tool has, and finds nothing for one that no tool is near", async () => {
		await addTool({ name: "Lagerpresse Steuersatz" });
		for (const q of ["Steuersatz Lagerpresse", "xyzzyplugh"]) {
			const { body, headers } = await callApi("GET", `/service?q=${encodeURIComponent(q)}`);
			expect(body).toEqual([]);
			expect(headers.get("Search-Corrected-To")).toBeNull();
		}
	});

	it("clamps the limit to 1..100", async () => {
		await addTool();
		await addTool();
		for (const limit of ["0", "-5"]) {
			expect((await callApi("GET", `/service?limit=${limit}`)).body).toHaveLength(1);
		}
		for (const limit of ["101", "99999999999999999999"]) {
			expect((await callApi("GET", `/service?limit=${limit}`)).status).toBe(200);
		}
	});

	it("has no Link on the last page", async () => {
		const { headers } = await callApi("GET", "/service?limit=100");
		expect(headers.get("Link")).toBeNull();
	});

	it.each([
		["a limit that is not a number", "limit=ten"],
		["a limit with decimals", "limit=1.5"],
		["an empty limit", "limit="],
		["a limit in hexadecimals", "limit=0x10"],
		["an invalid cursor", "cursor=%25%25%25"],
		["an empty cursor", "cursor="],
		["a cursor that is not JSON", `cursor=${btoa("hello")}`],
		["a cursor of another shape", `cursor=${btoa('{"value":1}')}`],
		["a cursor of nulls", `cursor=${btoa("[null,null]")}`],
		["a parameter given twice", "limit=1&limit=2"],
		["an id given twice", "id=a&id=a"],
	])("rejects %s as malformed", async (_, query) => {
		const { status, body } = await callApi("GET", `/service?${query}`);
		expect(status).toBe(400);
		expect(body).toEqual({ error: { code: "malformed", message: expect.any(String) } });
	});

	it("returns an empty list for an unknown id", async () => {
		expect((await callApi("GET", "/service?id=nothing")).body).toEqual([]);
	});

	it("does not list an archived tool", async () => {
		const id = await addTool();
		await archiveTool(id);
		expect((await callApi("GET", `/service?id=${id}`)).body).toEqual([]);
		expect(idsOf((await listAllPages("/service")).flat())).not.toContain(id);
	});
});

describe("GET /purchase/{id}", () => {
	it("returns the tool", async () => {
		const id = await addTool({ priceCents: 1 });
		const { status, body } = await callApi("GET", `/purchase/${id}`);
		expect(status).toBe(200);
		expect(body).toMatchObject({ _id: id, price: 0.01 });
	});

	it("decodes an id once", async () => {
		const id = "50% off/ä@shop %41";
		await addTool({ id });
		expect((await callApi("GET", `/purchase/${encodeURIComponent(id)}`)).body._id).toBe(id);
	});

	it("answers 404 for an unknown and for an archived tool", async () => {
		const archived = await addTool();
		await archiveTool(archived);
		for (const id of ["nothing", archived, "%00", "'%20or%201=1--"]) {
			const { status, body } = await callApi("GET", `/purchase/${id}`);
			expect(status, id).toBe(404);
			expect(body.error.code).toBe("not_found");
		}
	});

	it("answers 400 to invalid percent-encoding", async () => {
		const { status, body } = await callApi("GET", "/purchase/%E0%A4");
		expect(status).toBe(400);
		expect(body.error.code).toBe("malformed");
	});
});

describe("the API", () => {
	it.each([
		["PATCH", "/service", "GET, HEAD, POST, PUT, DELETE, OPTIONS"],
		["DELETE", "/purchase/any", "GET, HEAD, OPTIONS"],
		["POST", "/purchase/any", "GET, HEAD, OPTIONS"],
		["PUT", "/rating", "GET, HEAD, POST, DELETE, OPTIONS"],
		["DELETE", "/order/any", "GET, HEAD, PATCH, OPTIONS"],
		["GET", "/create-payment-intent", "POST, OPTIONS"],
		["GET", "/stripe/webhook", "POST, OPTIONS"],
		["POST", "/health", "GET, HEAD, OPTIONS"],
		["GET", "/user/a%40example.test", "PUT, OPTIONS"],
	])("answers %s %s with 405 and the allowed methods", async (method, path, allowed) => {
		const { status, headers, body } = await callApi(method, path);
		expect(status).toBe(405);
		expect(headers.get("Allow")).toBe(allowed);
		expect(body.error.code).toBe("method_not_allowed");
	});

	it.each(["GET", "POST", "DELETE"])(
		"answers %s of an unknown path with 404 in JSON",
		async (method) => {
			for (const path of ["/nothing", "/service/a/b", "/purchase/", "/order/a/b/c"]) {
				const { status, headers, body } = await callApi(method, path);
				expect(status, path).toBe(404);
				expect(headers.get("Content-Type")).toContain("application/json");
				expect(body.error).toEqual({ code: "not_found", message: expect.any(String) });
			}
		},
	);

	it("sends no-store and nosniff, and lets other sites read what is public alone", async () => {
		for (const [path, open] of [
			["/service", "*"],
			["/nothing", null],
		] as const) {
			const { headers } = await callApi("GET", path, {
				headers: { Origin: "https://elsewhere.test" },
			});
			expect(headers.get("Cache-Control")).toBe("no-store");
			expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
			expect(headers.get("Access-Control-Allow-Origin")).toBe(open);
		}
	});
});
