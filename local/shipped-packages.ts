/** Notes at each build which packages end up in the shop: docs/licences.md is made from it. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { root } from "./settings.ts";

/** Where the list is left: by the place the code runs in, the names and folders of its packages. */
export const shippedFile = join(root, ".generated", "shipped.json");

/** A package that is part of the shop, and what its own package.json says of it. */
export interface ShippedPackage {
	name: string;
	version: string;
	licence: string;
}

/** The package a module belongs to, as its folder; undefined for our own, and for what the build made up. */
function packageFolder(moduleId: string): string | undefined {
	if (moduleId.startsWith("\0")) return undefined;
	return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId)?.[1];
}

/** What the package.json in a folder says. A licence that is not named there is "unknown". */
export function readPackage(folder: string): ShippedPackage {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return { name, version, licence: typeof license === "string" ? license : "unknown" };
}

/** A build plugin that writes the list. */
export function recordShippedPackages(): Plugin {
	const packagesByPart: Record<string, ShippedPackage[]> = {};
	return {
		name: "note-shipped",
		apply: "build",
		generateBundle(_, bundle) {
			const modules = Object.values(bundle).flatMap((chunk) =>
				chunk.type === "chunk" ? chunk.moduleIds : [],
			);
			const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
			packagesByPart[this.environment.name] = [...folders].map(readPackage);
			mkdirSync(dirname(shippedFile), { recursive: true });
			writeFileSync(shippedFile, JSON.stringify(packagesByPart));
		},
	};
}
