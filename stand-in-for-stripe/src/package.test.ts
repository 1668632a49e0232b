/** The packed package in an empty folder, as another project has it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { compile } from "../tsc.ts";
import { RETURN_URL, readPort, sdk } from "./testing.ts";

const packageFolder = join(import.meta.dirname, "..");
const project = mkdtempSync(join(tmpdir(), "stand-in-for-stripe-"));

beforeAll(() => {
	const npm = (...args: string[]) =>
		execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund"], {
			cwd: project,
			encoding: "utf8",
			stdio: ["ignore", "pipe", "pipe"],
		});
	execFileSync(process.execPath, [join(packageFolder, "build.ts")]);
	const [file = ""] = npm("pack", join(packageFolder, "dist"), "--silent").trim().split("\n");
	writeFileSync(join(project, "package.json"), '{ "type": "module" }');
	npm("install", `./${file}`);
});

afterAll(() => rmSync(project, { recursive: true }));

/** Runs a module in the project and returns the JSON that it prints. */
function runModule(code: string): unknown {
	const file = join(project, "main.js");
	writeFileSync(file, code);
	return JSON.parse(execFileSync(process.execPath, [file], { cwd: project, encoding: "utf8" }));
}

const start = `
	import { startStripe } from "@cogsmith/stand-in-for-stripe";
	const keys = { secretKey: "sk_test_a", publishableKey: "pk_test_a", webhookSecret: "whsec_a" };
	const standIn = await startStripe({ port: 0, ...keys, stateFile: ":memory:" });
	const headers = { Authorization: "Bearer sk_test_a" };
`;

it("needs no other package, and contains no TypeScript but declarations", () => {
	const installed = readdirSync(join(project, "node_modules"), { recursive: true }).map(String);
	const packages = installed.filter((path) => /^(@[^/]+\/)?[^@./][^/]*$/.test(path));
	expect(packages).toEqual(["@cogsmith/stand-in-for-stripe"]);
	expect(installed.filter((path) => /(?<!\.d)\.ts$|\.test\./.test(path))).toEqual([]);
	expect(installed).toContain("@cogsmith/stand-in-for-stripe/browser/card-frame.html");
});

it("starts as a command", async () => {
	const command = join(project, "node_modules", ".bin", "stand-in-for-stripe");
	const env = Object.assign({}, process.env, { STRIPE_PORT: "0" });
	const child: ChildProcess = spawn(process.execPath, [command], { cwd: project, env });
	onTestFinished(() => void child.kill());
	const url = `http://127.0.0.1:${await readPort(child)}`;
	const { paymentIntents } = sdk(Number(new URL(url).port), "sk_test_local");
	const { id, status } = await paymentIntents.create({ amount: 2400, currency: "usd" });
	expect(status).toBe("requires_payment_method");
	const paid = { payment_method: "pm_card_visa", return_url: RETURN_URL };
	expect((await paymentIntents.confirm(id, paid)).status).toBe("succeeded");
	expect(await (await fetch(`${url}/v3/stripe.js`)).text()).toContain("use strict");
});

it("starts from code, and signs events", () => {
	const signature = runModule(`${start}
		import { sign } from "@cogsmith/stand-in-for-stripe/signature";
		console.log(JSON.stringify(sign("{}", "whsec_a", 1)));
		await standIn.close();
	`);
	expect(signature).toMatch(/^t=1,v1=[0-9a-f]{64}$/);
});

it("answers its first call after less than twice the work of an empty server", () => {
	// CPU time from the start of the process, which other processes don't prolong. Machines differ by a factor of two.
	const measure = (start: string, path: string) =>
		Number(
			runModule(`${start}
				await (await fetch(standIn.url + "${path}", { headers })).text();
				const { user, system } = process.cpuUsage();
				console.log(JSON.stringify((user + system) / 1000));
				process.exit();
			`),
		);
	const startEmpty = `
		import { createServer } from "node:http";
		const server = createServer((request, response) => response.end("{}"));
		await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
		const standIn = { url: "http://127.0.0.1:" + server.address().port };
		const headers = {};
	`;
	const least = (...of: Parameters<typeof measure>) =>
		Math.min(...Array.from({ length: 5 }, () => measure(...of)));
	const [empty, own] = [least(startEmpty, "/"), least(start, "/v1/events")];
	expect(own / empty, `ms of CPU: ${own} and ${empty}`).toBeLessThan(2);
});

it("has types", () => {
	writeFileSync(
		join(project, "types.ts"),
		`import { type RunningStripe, startStripe } from "@cogsmith/stand-in-for-stripe";
		const keys = { secretKey: "", publishableKey: "", webhookSecret: "" };
		export const running: Promise<RunningStripe> = startStripe({ port: 0, stateFile: "", ...keys });
		// @ts-expect-error the keys are required
		startStripe({ port: 0, stateFile: "" });
		`,
	);
	const options = ["--noEmit", "--strict", "--module", "nodenext"];
	compile(project, "--ignoreConfig", ...options, "types.ts");
});
