/** `npm run dev`: serves the shop from its sources with hot reload. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { closeOnExit, type LocalShop, prepareLocalShop, printWelcome } from "./local-shop.ts";
import { launch, run, waitUntilReady } from "./processes.ts";
import { withLocalLimits } from "./rate-limits.ts";
import { root } from "./settings.ts";
import { fail, step } from "./steps.ts";

/** How long the first response may take, in milliseconds: it compiles everything. */
const startTimeoutMs = 120_000;

/** Writes the Worker's configuration with this shop's settings, for astro.config.mjs. Returns the file. */
function writeConfig({ settings, vars }: LocalShop): string {
	const config = unstable_readConfig({ config: join(root, "wrangler.toml") });
	const configFile = join(settings.state, "dev.wrangler.json");
	mkdirSync(settings.state, { recursive: true });
	const { name, compatibility_date, compatibility_flags, d1_databases, r2_buckets, images } =
		config;
	const { send_email, queues, ratelimits } = config;
	writeFileSync(
		configFile,
		JSON.stringify(
			withLocalLimits({
				name,
				compatibility_date,
				compatibility_flags,
				d1_databases,
				r2_buckets,
				images,
				send_email,
				queues,
				ratelimits,
				main: join(root, "src/worker.ts"),
				vars: { ...config.vars, ...vars },
			}),
		),
	);
	return configFile;
}

async function serve(shop: LocalShop) {
	await run("npm", ["run", "--silent", "types"]);
	const { port, state, origin } = shop.settings;
	const log = join(state, "dev.log");
	const worker = launch("astro", ["dev", "--host", "127.0.0.1", "--port", String(port)], log, {
		SHOP_WRANGLER_CONFIG: writeConfig(shop),
		SHOP_PERSIST: state,
	});
	try {
		await waitUntilReady(`${origin}/api/health`, worker, startTimeoutMs);
	} catch (error) {
		await shop.close();
		const message = error instanceof Error ? error.message : String(error);
		fail(`The shop did not start: ${message}. See its output in ${log}`);
	}
	return worker;
}

const shop = await prepareLocalShop();
closeOnExit(shop, await step("Starting the shop from its sources", "Shop open", () => serve(shop)));
printWelcome(shop);
