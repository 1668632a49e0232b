/** Pages that the owner writes, and the links to them. */
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { forgetSettings } from "../../src/platform/settings/stored-settings.ts";
import { linkTargets } from "../../src/shop/catalogue/link-targets.server.ts";
import {
	deletePage,
	loadPage,
	publishedPage,
	savePage,
} from "../../src/shop/own-pages/pages.server.ts";
import {
	readSettings,
	saveSetting,
	shopSettings,
} from "../../src/shop/settings/settings.server.ts";
import { callerOf, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});
beforeEach(async () => {
	await env.DB.batch(
		["delete from settings", "delete from pages"].map((text) => env.DB.prepare(text)),
	);
	forgetSettings();
});

const find = { slug: "find-us", title: "Find us", text: "At the river.", published: true };
async function seenOf(slug: string) {
	const { page } = await loadPage(slug);
	return { slug, updatedAt: page?.updatedAt.getTime() ?? 0 };
}
const save = async (changes: Partial<typeof find>, was?: string) =>
	savePage(callerOf(admin), { ...find, ...changes }, was ? await seenOf(was) : undefined);

it("a page is read once it is published, and a change of somebody else is not overwritten", async () => {
	expect(await save({ published: false })).toEqual({});
	expect(await publishedPage("find-us")).toBeUndefined();
	const seen = await seenOf("find-us");
	expect(await save({}, "find-us")).toEqual({});
	const [page, { trips }] = await withD1Metrics(() => publishedPage("find-us"));
	expect([page?.text, trips]).toEqual(["At the river.", 1]);
	await env.DB.prepare("update pages set updated_at = 5").run();
	expect(await savePage(callerOf(admin), find, seen)).toHaveProperty("title");
	expect(await save({ title: "Another" })).toHaveProperty("slug");
	expect(await save({ slug: "contact" }, "find-us")).toEqual({});
	expect(await publishedPage("find-us")).toBeUndefined();
	await deletePage(callerOf(admin), "contact");
	const { page: gone, changes } = await loadPage("contact");
	expect(gone).toBeUndefined();
	expect(
		changes.map(({ action, detail }) => [action, new Map(Object.entries(detail)).get("text")]),
	).toEqual([
		["page.deleted", undefined],
		["page.saved", "At the river."],
	]);
});

it("a page that the menu leads to stays where it is", async () => {
	await save({});
	const target = (await linkTargets()).find(({ path }) => path === "/pages/find-us");
	expect(target).toEqual({ label: "Find us", path: "/pages/find-us" });
	const navigation = { menu: [{ label: "Home", path: "/" }, target], footer: [] };
	const set = async (value: object | null) => {
		const { version } = (await readSettings()).navigation;
		return saveSetting(callerOf(admin), "navigation", {
			version,
			value: value && JSON.stringify(value),
		});
	};
	await set(navigation);
	expect((await shopSettings()).navigation).toEqual(navigation);
	expect(await save({ published: false }, "find-us")).toHaveProperty("published");
	expect(await save({ slug: "contact" }, "find-us")).toHaveProperty("published");
	expect(await deletePage(callerOf(admin), "find-us")).toHaveProperty("published");
	expect(await save({ text: "At the bridge." }, "find-us")).toEqual({});
	for (const path of ["//elsewhere.test", "https://elsewhere.test", "javascript:x", "/a b"])
		await expect(set({ menu: [{ label: "x", path }], footer: [] })).rejects.toMatchObject({
			code: "invalid",
		});
	await set(null);
	expect((await shopSettings()).navigation).toBeUndefined();
	expect(await deletePage(callerOf(admin), "find-us")).toEqual({});
});
