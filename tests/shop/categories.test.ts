/** Administrators keep the categories of tools. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { maxCategories } from "../../src/shop/catalogue/catalogue.ts";
import { addTool, callApi, insertImage, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});

beforeEach(() => env.DB.exec("update tools set category_slug = null; delete from categories"));

const call = (method: string, path: string, body?: object) =>
	callApi(method, path, { token: admin.token, ...(body && { body }) });
const add = (slug: string, name = slug) => call("POST", "/category", { slug, name });
const slugs = async () =>
	(await callApi("GET", "/category")).body.map(({ slug }: { slug: string }) => slug);

/** The audit entries of a category, oldest first. */
async function auditOf(slug: string) {
	const { body } = await call("GET", `/audit?subject=${slug}`);
	return body
		.toReversed()
		.map(({ action, detail }: { action: string; detail: object }) => ({ action, detail }));
}

describe("a category", () => {
	it("is added at the end, renamed, moved and deleted, each with an audit entry", async () => {
		for (const slug of ["wheels", "brakes", "forks"])
			expect((await add(slug)).body).toEqual({ insertedId: slug });
		expect(await slugs()).toEqual(["wheels", "brakes", "forks"]);

		const change = (body: object) => call("PATCH", "/category/forks", body);
		expect((await change({ name: "Forks", description: "Up front" })).body.modifiedCount).toBe(1);
		expect((await change({ name: "Forks", description: "Up front" })).body.modifiedCount).toBe(0);
		expect((await change({ place: 1 })).body.modifiedCount).toBe(1);
		expect(await slugs()).toEqual(["forks", "wheels", "brakes"]);
		expect((await change({ place: 1 })).body.modifiedCount).toBe(0);
		expect((await change({ place: 99 })).body.modifiedCount).toBe(1);
		expect(await slugs()).toEqual(["wheels", "brakes", "forks"]);
		expect((await change({ place: 2 })).body.modifiedCount).toBe(1);
		expect((await callApi("GET", "/category")).body[1]).toEqual({
			slug: "forks",
			name: "Forks",
			description: "Up front",
			image: null,
			tools: 0,
		});

		expect((await call("DELETE", "/category/forks")).body).toEqual({ deletedCount: 1 });
		expect(await slugs()).toEqual(["wheels", "brakes"]);
		const detail = (name: string) => ({ name: `category ${name}` });
		expect(await auditOf("forks")).toEqual([
			{ action: "tool.added", detail: detail("forks") },
			{ action: "tool.changed", detail: detail("forks") },
			...Array.from({ length: 3 }, () => ({ action: "tool.changed", detail: detail("Forks") })),
			{ action: "tool.deleted", detail: detail("Forks") },
		]);
	});

	it("is renamed and described, each alone", async () => {
		await add("alone");
		const change = (body: object) => call("PATCH", "/category/alone", body);
		expect((await change({ name: "Alone" })).body.modifiedCount).toBe(1);
		expect((await change({ description: "By itself" })).body.modifiedCount).toBe(1);
		const { body } = await callApi("GET", "/category");
		expect(body).toContainEqual({
			slug: "alone",
			name: "Alone",
			description: "By itself",
			image: null,
			tools: 0,
		});
		expect((await call("DELETE", "/category/alone")).body).toEqual({ deletedCount: 1 });
	});

	it("has an image, which is set, replaced and removed", async () => {
		const [first, second] = [`/images/${"a".repeat(32)}`, `/images/${"b".repeat(32)}`];
		for (const uploaded of [first, second]) await insertImage(uploaded);
		await call("POST", "/category", { slug: "shown", name: "Shown", image: first });
		const image = async () =>
			(await callApi("GET", "/category")).body.find(
				({ slug }: { slug: string }) => slug === "shown",
			).image;
		expect(await image()).toBe(first);
		const change = (body: object) => call("PATCH", "/category/shown", body);
		expect((await change({ image: first })).body).toEqual({ modifiedCount: 0 });
		expect((await change({ image: second })).body).toEqual({ modifiedCount: 1 });
		expect(await image()).toBe(second);
		// A change of anything else keeps it.
		expect((await change({ name: "Seen" })).body).toEqual({ modifiedCount: 1 });
		expect(await image()).toBe(second);
		expect((await change({ image: null })).body).toEqual({ modifiedCount: 1 });
		expect(await image()).toBeNull();
	});

	it("with an image that was not uploaded is rejected", async () => {
		await add("plain");
		for (const image of [`/images/${"0".repeat(32)}`, "https://example.com/a.png", ""]) {
			for (const reply of [
				await call("PATCH", "/category/plain", { image }),
				await call("POST", "/category", { slug: "other", name: "Other", image }),
			]) {
				const fields = Object.keys(reply.body.error?.fields ?? {});
				expect([reply.status, fields], image).toEqual([422, ["image"]]);
			}
		}
		expect(await slugs()).not.toContain("other");
	});

	it("takes its tools into account, which stay without one when it is deleted", async () => {
		await add("kept");
		const toolId = await addTool();
		await env.DB.prepare("update tools set category_slug = 'kept' where id = ?").bind(toolId).run();
		const listed = (await callApi("GET", "/category")).body;
		expect(listed.find(({ slug }: { slug: string }) => slug === "kept").tools).toBe(1);
		await call("DELETE", "/category/kept");
		const tool = await env.DB.prepare("select category_slug as category from tools where id = ?")
			.bind(toolId)
			.first();
		expect(tool).toEqual({ category: null });
	});

	it("of an address that is taken, malformed or unknown is rejected", async () => {
		await add("taken");
		for (const slug of ["taken", "Wheels", "a b", "-a", "ä", ""]) {
			const { status, body } = await add(slug, "Name");
			expect([status, Object.keys(body.error?.fields ?? {})], slug).toEqual([422, ["slug"]]);
		}
		expect((await call("PATCH", "/category/nothing", { name: "X" })).status).toBe(404);
		expect((await call("DELETE", "/category/nothing")).status).toBe(404);
		expect(await auditOf("nothing")).toEqual([]);
	});

	it("too many is rejected, because every page of the catalogue reads them all", async () => {
		for (let count = (await slugs()).length; count < maxCategories; count += 1)
			expect((await add(`c${count}`)).status).toBe(201);
		const { status, body } = await add("one-more");
		expect([status, Object.keys(body.error.fields)]).toEqual([422, ["name"]]);
		expect(await slugs()).toHaveLength(maxCategories);
	});
});
