/** `npm start`: serves the built Worker; builds it first if its sources are newer. */
import { build, buildIsStale } from "./build.ts";
import { closeOnExit, type LocalShop, prepareLocalShop, printWelcome } from "./local-shop.ts";
import { fail, step } from "./steps.ts";
import { launchWorker } from "./worker.ts";

async function serve(shop: LocalShop) {
	const worker = launchWorker(shop);
	try {
		await worker.ready;
	} catch (error) {
		await shop.close();
		const message = error instanceof Error ? error.message : String(error);
		fail(`The shop did not start: ${message}. See its output in ${worker.log}`);
	}
	return worker.process;
}

async function main(): Promise<void> {
	const shop = await prepareLocalShop();
	if (buildIsStale()) await step("Building the shop", "Shop built", build);
	closeOnExit(shop, await step("Starting the shop", "Shop open", () => serve(shop)));
	printWelcome(shop);
}

await main().catch((error: unknown) =>
	fail(error instanceof Error ? error.message : String(error)),
);
