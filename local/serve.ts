/** `npm start`: serves the built Worker, after building it where the sources are newer. */
import { join } from "node:path";
import { build, buildIsStale } from "./build.ts";
import { closeWith, greet, type Opened, openShop } from "./open.ts";
import { launch, untilAnswers } from "./processes.ts";
import { fail, step } from "./steps.ts";

/** How long the Worker may take to answer first, in milliseconds. */
const startTimeoutMs = 60_000;

async function serve({ settings, vars, close }: Opened) {
	const log = join(settings.state, "shop.log");
	const args = [
		...["dev", "-c", "dist/server/wrangler.json"],
		...["--ip", "127.0.0.1", "--port", String(settings.port), "--inspector-port", "0"],
		...["--persist-to", settings.state, "--test-scheduled"],
		...["--show-interactive-dev-session=false", "--log-level", "warn"],
		...Object.entries(vars).flatMap(([name, value]) => ["--var", `${name}:${value}`]),
	];
	const worker = launch("wrangler", args, log);
	try {
		await untilAnswers(`http://127.0.0.1:${settings.port}/api/health`, worker, startTimeoutMs);
	} catch (error) {
		await close();
		const why = error instanceof Error ? error.message : String(error);
		fail(`The shop did not start: ${why}. What it printed is in ${log}`);
	}
	return worker;
}

async function open(): Promise<void> {
	const shop = await openShop();
	if (buildIsStale()) await step("Building the shop", "Shop built", build);
	closeWith(shop, await step("Starting the shop", "Shop open", () => serve(shop)));
	greet(shop);
}

await open().catch((error: unknown) =>
	fail(error instanceof Error ? error.message : String(error)),
);
