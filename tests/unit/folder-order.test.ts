/** The order of the folders of src/shop, which dependency-cruiser keeps: it has each folder, and the docs show it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { shopFolders } from "../../.dependency-cruiser.mjs";
import { root } from "../../local/settings.ts";

it("has each folder of src/shop once", () => {
	const folders = readdirSync(join(root, "src/shop"), { withFileTypes: true })
		.filter((entry) => entry.isDirectory())
		.map(({ name }) => name);
	expect(shopFolders.toSorted()).toEqual(folders.toSorted());
});

it("is that of docs/architecture.md", () => {
	const docs = readFileSync(join(root, "docs/architecture.md"), "utf8");
	const [, list = ""] = docs.match(/imports only itself and those before it:\n([^.]+)\./) ?? [];
	expect([...list.matchAll(/`([\w-]+)`/g)].map(([, folder]) => folder)).toEqual(shopFolders);
});
