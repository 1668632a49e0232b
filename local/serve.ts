/** `npm start`: serves the built Worker, after building it where the sources are newer. */
import { build, buildIsStale } from "./build.ts";
import { closeWith, greet, type Opened, openShop } from "./open.ts";
import { fail, step } from "./steps.ts";
import { launchWorker } from "./worker.ts";

async function serve(shop: Opened) {
	const worker = launchWorker(shop);
	try {
		await worker.answers;
	} catch (error) {
		await shop.close();
		const why = error instanceof Error ? error.message : String(error);
		fail(`The shop did not start: ${why}. What it printed is in ${worker.log}`);
	}
	return worker.process;
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
