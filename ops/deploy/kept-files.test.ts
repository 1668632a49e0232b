import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closeServer, listen } from "../../local/http-server.ts";
import { keepFiles, keptMs } from "./kept-files.ts";

let folder: string;
let server: Server;
let origin: string;
/** What the running shop serves, by path. */
let served: Record<string, string>;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "cogsmith-kept-"));
	served = {};
	server = createServer((request, response) => {
		const body = served[request.url ?? ""];
		response.writeHead(body === undefined ? 404 : 200).end(body);
	});
	await listen(server, 0);
	const address = server.address();
	if (typeof address !== "object" || !address) throw new Error("The server has no port.");
	origin = `http://127.0.0.1:${address.port}`;
});
afterEach(async () => {
	rmSync(folder, { recursive: true });
	await closeServer(server);
});

/** Builds a shop with these files. */
function build(...names: string[]): void {
	rmSync(folder, { recursive: true });
	mkdirSync(join(folder, "_astro"), { recursive: true });
	mkdirSync(join(folder, "_astro", "fonts"));
	for (const name of names) writeFileSync(join(folder, "_astro", name), `source of ${name}`);
}

/** Serves what is in the folder, as a deployment does. Returns the names of the hashed files. */
function deploy(): string[] {
	const names = readdirSync(join(folder, "_astro"), { recursive: true, encoding: "utf8" })
		.filter((name) => name.includes("."))
		.map((name) => name.replaceAll("\\", "/"));
	served = Object.fromEntries(
		names.map((name) => [`/_astro/${name}`, readFileSync(join(folder, "_astro", name), "utf8")]),
	);
	served["/deployed-files.json"] = readFileSync(join(folder, "deployed-files.json"), "utf8");
	return names.toSorted();
}

it("a deployment has the files of the build before, for a week", async () => {
	build("a.1.js", "b.1.js", "fonts/c.1.woff2");
	expect(await keepFiles(origin, folder, 0)).toBe(0);
	expect(deploy()).toEqual(["a.1.js", "b.1.js", "fonts/c.1.woff2"]);

	build("a.2.js", "b.1.js");
	expect(await keepFiles(origin, folder, keptMs / 2)).toBe(2);
	expect(deploy()).toEqual(["a.1.js", "a.2.js", "b.1.js", "fonts/c.1.woff2"]);
	expect(served["/_astro/a.1.js"]).toBe("source of a.1.js");

	build("a.3.js");
	await keepFiles(origin, folder, keptMs + 1);
	// b.1.js was part of a build half a week ago.
	expect(deploy()).toEqual(["a.2.js", "a.3.js", "b.1.js"]);
});

it("deploying the same build again keeps nothing for longer", async () => {
	build("a.1.js");
	await keepFiles(origin, folder, 0);
	deploy();
	build("a.2.js");
	await keepFiles(origin, folder, 1);
	deploy();
	await keepFiles(origin, folder, 2);
	expect(deploy()).toEqual(["a.1.js", "a.2.js"]);
	await keepFiles(origin, folder, keptMs + 1);
	expect(deploy()).toEqual(["a.2.js"]);
});

it.each([
	["nothing", undefined],
	["a page instead of the list", "<!doctype html>"],
	["a path outside of the folder", '{"_astro/../../x.js":{"builtAt":0,"kept":false}}'],
	["a file that is gone", '{"_astro/gone.js":{"builtAt":0,"kept":false}}'],
])("the running shop has %s: the build is deployed as it is", async (_, list) => {
	if (list !== undefined) served["/deployed-files.json"] = list;
	served["/x.js"] = "x";
	build("a.1.js");
	expect(await keepFiles(origin, folder, 0)).toBe(0);
	expect(deploy()).toEqual(["a.1.js"]);
});
