/**
 * Builds the package into dist/: JavaScript with declarations, for Node without TypeScript.
 * `npm run pack -w @cogsmith/stand-in-for-stripe` builds and packs it.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "./tsc.ts";

const folder = import.meta.dirname;
const dist = join(folder, "dist");

/** The manifest of the built package: its files are JavaScript, and it can be published. */
function builtManifest(): object {
	const {
		private: _,
		scripts,
		...manifest
	} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"), (_key, value: unknown) =>
		typeof value === "string" ? value.replace(/^\.\/src\/(.+)\.ts$/, "./$1.js") : value,
	);
	return manifest;
}

rmSync(dist, { recursive: true, force: true });
compile(folder, "--project", "tsconfig.json");
// The compiler leaves the names of sources in declarations.
for (const name of readdirSync(dist).filter((file) => file.endsWith(".d.ts"))) {
	const file = join(dist, name);
	writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.[^"]+)\.ts"/g, '$1.js"'));
}
cpSync(join(folder, "src", "browser"), join(dist, "browser"), {
	recursive: true,
	filter: (source) => !source.endsWith(".test.ts"),
});
for (const name of ["README.md", "LICENSE"]) cpSync(join(folder, name), join(dist, name));
writeFileSync(join(dist, "package.json"), `${JSON.stringify(builtManifest(), null, "\t")}\n`);
