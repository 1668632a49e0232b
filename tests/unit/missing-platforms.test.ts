import { describe, expect, it } from "vitest";
import {
	missingPackages,
	type Packages,
	systemsInName,
	withEntries,
} from "../../local/lockfile/missing-platforms.ts";

describe("missing entries of optional dependencies", () => {
	const tool = { version: "2.0.0", optionalDependencies: { "@tool/win32-x64": "2.0.0" } };
	const missing = (packages: Packages) =>
		missingPackages(packages).map(({ path, version }) => `${path} ${version}`);

	it("belong to the root", () => {
		expect(missing({ "": {}, "node_modules/tool": tool })).toEqual([
			"node_modules/@tool/win32-x64 2.0.0",
		]);
	});

	it("are none if the dependent or a folder above it has the version", () => {
		const entry = { version: "2.0.0" };
		for (const path of [
			"node_modules/@tool/win32-x64",
			"node_modules/a/node_modules/@tool/win32-x64",
		])
			expect(missing({ "node_modules/a/node_modules/tool": tool, [path]: entry }), path).toEqual(
				[],
			);
		expect(missing({ widgets: tool, "node_modules/@tool/win32-x64": entry })).toEqual([]);
	});

	it("belong to the dependent if the root has another version", () => {
		const packages = {
			"node_modules/@tool/win32-x64": { version: "1.0.0" },
			"node_modules/a/node_modules/tool": tool,
		};
		expect(missing(packages)).toEqual([
			"node_modules/a/node_modules/tool/node_modules/@tool/win32-x64 2.0.0",
		]);
	});

	it("of two dependents with two versions are two", () => {
		const old = { version: "1.0.0", optionalDependencies: { "@tool/win32-x64": "1.0.0" } };
		expect(
			missing({ "node_modules/a": old, "node_modules/b": tool, "node_modules/c": tool }),
		).toEqual([
			"node_modules/@tool/win32-x64 1.0.0",
			"node_modules/b/node_modules/@tool/win32-x64 2.0.0",
			"node_modules/c/node_modules/@tool/win32-x64 2.0.0",
		]);
	});

	it("cannot be completed without an exact version", () => {
		const packages = { "node_modules/a": { optionalDependencies: { fsevents: "~2.3.2" } } };
		expect(() => missingPackages(packages)).toThrow("node_modules/a needs fsevents ~2.3.2");
		expect(missing({ ...packages, "node_modules/fsevents": { version: "2.3.3" } })).toEqual([]);
	});

	it("are inserted where npm sorts them", () => {
		const packages = { "": {}, "node_modules/b": {}, widgets: {} };
		expect(Object.keys(withEntries(packages, { "node_modules/@a/b": {} }))).toEqual([
			"",
			"node_modules/@a/b",
			"node_modules/b",
			"widgets",
		]);
	});
});

it.each<[name: string, os: string, cpu: string, libc?: string]>([
	["@biomejs/cli-darwin-arm64", "darwin", "arm64"],
	["@biomejs/cli-linux-x64-musl", "linux", "x64", "musl"],
	["@cloudflare/workerd-darwin-64", "darwin", "x64"],
	["@cloudflare/workerd-windows-64", "win32", "x64"],
	["@oxc-parser/binding-android-arm-eabi", "android", "arm"],
	["@oxc-parser/binding-linux-arm-gnueabihf", "linux", "arm"],
	["@oxc-parser/binding-linux-riscv64-gnu", "linux", "riscv64", "glibc"],
	["@oxc-parser/binding-win32-ia32-msvc", "win32", "ia32"],
	["@tailwindcss/oxide-freebsd-x64", "freebsd", "x64"],
])("%s is for %s", (name, os, cpu, libc) => {
	expect(systemsInName(name)).toEqual({ os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) });
});

it("WebAssembly is for any system", () => {
	expect(systemsInName("@tailwindcss/oxide-wasm32-wasi")).toEqual({ cpu: ["wasm32"] });
});

it("a name without a system is an error, not a package for all", () => {
	expect(() => systemsInName("@tool/native")).toThrow("@tool/native doesn't end with a system.");
});
