import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startable } from "../../local/command.mjs";

afterEach(() => vi.unstubAllGlobals());

describe.each(["linux", "darwin", "win32"])("on %s", (platform) => {
	const start = (command: string, ...args: string[]) => {
		vi.stubGlobal("process", { platform, execPath: "/a/node" });
		return startable(command, args);
	};

	it.each(["astro", "biome", "depcruise", "knip", "playwright", "publint", "vitest", "wrangler"])(
		"%s is a script of this Node",
		(command) => {
			const { file, args, shell } = start(command, "--version");
			expect({ file, shell }).toEqual({ file: "/a/node", shell: false });
			expect(args[1]).toBe("--version");
			expect(readFileSync(join(args[0] ?? "")).toString()).toMatch(/^#!\/usr\/bin\/env node/);
		},
	);

	it("node is this Node", () => {
		expect(start("node", "x.ts")).toEqual({ file: "/a/node", args: ["x.ts"], shell: false });
	});

	it("other programs are what they are", () => {
		expect(start("git", "a b")).toEqual({ file: "git", args: ["a b"], shell: false });
	});
});

it("npm needs a shell on Windows, which splits arguments at blanks", () => {
	vi.stubGlobal("process", { platform: "win32" });
	expect(startable("npm", ["pack", "C:\\Ann Smith"])).toEqual({
		file: "npm",
		args: ["pack", '"C:\\Ann Smith"'],
		shell: true,
	});
	vi.stubGlobal("process", { platform: "linux" });
	expect(startable("npm", ["pack", "/Ann Smith"])).toEqual({
		file: "npm",
		args: ["pack", "/Ann Smith"],
		shell: false,
	});
});
