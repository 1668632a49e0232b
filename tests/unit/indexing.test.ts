/** Every page of src/pages is either for search engines or on the list of those that are not. */
import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { isPrivatePath } from "../../src/shop/feeds/indexing.ts";

/** What search engines may index. A new page belongs here or into indexing.ts. */
const publicRoutes = [
	"/",
	"/404",
	"/api/docs",
	"/blogs",
	"/blogs/[slug]",
	"/portfolio",
	"/widgets",
	"/review",
	"/legal/[page]",
	"/pages/[slug]",
	"/fit",
	"/fit/[dimension]",
	"/gift",
	"/jobs",
	"/jobs/[slug]",
	"/symptoms",
	"/symptoms/[slug]",
	"/tools",
	"/tools/[id]",
	"/tools/c",
	"/tools/c/[slug]",
];

const routes = globSync("src/pages/**/*.astro").map(
	(file) =>
		`/${file.replaceAll("\\", "/").slice("src/pages/".length)}`
			.replace(/\.astro$/, "")
			.replace(/\/index$/, "") || "/",
);

it("each page is public or private", () => {
	expect(routes.filter((route) => !isPrivatePath(route)).toSorted()).toEqual(
		publicRoutes.toSorted(),
	);
});

it.each([
	"/login",
	"/login/",
	"/orders/1",
	"/withdraw",
	"/tools/chain-whip/alert",
	"/tools/chain-whip/questions",
	"/review/7/report/",
])("%s is private", (path) => expect(isPrivatePath(path)).toBe(true));

it.each(["/", "/tools/cart", "/tools/c/login", "/review", "/blogs"])("%s is public", (path) =>
	expect(isPrivatePath(path)).toBe(false),
);
