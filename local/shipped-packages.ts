/** Records which packages a build includes, for docs/licences.md. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { root } from "./settings.ts";

/** The recorded list: packages by build environment. */
export const shippedFile = join(root, ".generated", "shipped.json");

/** A package that is part of the shop, from its package.json. */
export interface ShippedPackage {
	name: string;
	version: string;
	licence: string;
}

/** The folder of a module's package; undefined for the shop's own and virtual modules. */
function packageFolder(moduleId: string): string | undefined {
	if (moduleId.startsWith("\0")) return undefined;
	return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(moduleId)?.[1];
}

/** Reads the package.json in a folder. A missing licence is "unknown". */
export function readPackage(folder: string): ShippedPackage {
	const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return { name, version, licence: typeof license === "string" ? license : "unknown" };
}

/** A Vite plugin that writes the list. */
export function recordShippedPackages(): Plugin {
	const packagesByPart: Record<string, ShippedPackage[]> = {};
	return {
		name: "record-shipped-packages",
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
