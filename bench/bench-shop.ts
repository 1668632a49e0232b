/** The bench's own shops: built like any other, their state kept between runs. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { build, buildIsStale } from "../local/build.ts";
import { freePort, launch, stopAll, waitUntilReady } from "../local/processes.ts";
import { seed } from "../local/seed.ts";
import { localKeys, root } from "../local/settings.ts";
import { migrate, readStamp, writeStamp } from "../local/state.ts";
import { step } from "../local/steps.ts";
import { limitDefaults } from "../src/platform/limit-settings.ts";
import { fill, type Size } from "./fill.ts";

/** How much each shop holds beside the demo's twenty tools. */
export const sizes = {
	demo: undefined,
	/** As many tools as the demo shop, with work for the scheduled job. */
	jobs: undefined,
	small: { users: 2_000, tools: 10_000, reviews: 100_000, orders: 100_000 },
	full: { users: 20_000, tools: 100_000, reviews: 1_000_000, orders: 1_000_000 },
} as const satisfies Record<string, Size | undefined>;

export type SizeName = keyof typeof sizes;

const openTimeoutMs = 180_000;

/** A shop that is open. */
export interface BenchShop {
	name: SizeName;
	url: string;
	stripeUrl: string;
	/** The key by which a card is confirmed at the payment stand-in. */
	publishableKey: string;
	/** Where the Worker's inspector listens. */
	inspectorPort: number;
	close(): Promise<void>;
}

/** The folder of a shop's state. */
export function stateFolder(name: SizeName): string {
	return join(root, ".wrangler", "bench", name);
}

/** Gets a shop's database ready: only what a run before has not done. */
export async function prepareState(name: SizeName): Promise<string> {
	const state = stateFolder(name);
	const size = sizes[name];
	mkdirSync(state, { recursive: true });
	// The demo shop gets itself ready when it opens.
	if (name === "demo" || readStamp(state).seeded) return state;
	if (existsSync(join(state, "v3"))) {
		throw new Error(`Filling ${state} was cut off. Remove that folder and start again.`);
	}
	await step("Applying migrations", "Database ready", () => migrate(state));
	if (size) {
		process.stdout.write(`Filling a shop of ${size.tools.toLocaleString("en")} tools\n`);
		fill(state, size);
	}
	await step("Adding the demo shop", "Demo shop added", () => seed(state, { demo: true }));
	writeStamp(state, { seeded: true });
	return state;
}

/** Opens a shop on the built Worker, on ports of its own, counting what it asks of D1. */
export async function openBenchShop(name: SizeName): Promise<BenchShop> {
	const state = await prepareState(name);
	if (buildIsStale()) await step("Building the shop", "Shop built", build);
	const ports = await Promise.all(Array.from({ length: 5 }, freePort));
	const [port = 0, stripe = 0, google = 0, mail = 0, inspectorPort = 0] = ports;
	const url = `http://localhost:${port}`;
	const settings = {
		PORT: String(port),
		STRIPE_PORT: String(stripe),
		GOOGLE_PORT: String(google),
		MAIL_PORT: String(mail),
		INSPECTOR_PORT: String(inspectorPort),
		SHOP_STATE: state,
		SHOP_TRACE: "1",
		// One customer of a shop that is kept between runs does all there is to measure.
		...Object.fromEntries(Object.keys(limitDefaults).map((name) => [name, "1000000"])),
	};
	const keys = localKeys();
	const shop = launch(process.execPath, ["local/serve.ts"], join(state, "serve.log"), settings);
	await step("Opening the shop", `Shop open (${name})`, () =>
		waitUntilReady(`${url}/api/health`, shop, openTimeoutMs),
	);
	return {
		name,
		url,
		stripeUrl: `http://localhost:${stripe}`,
		publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
		inspectorPort,
		close: stopAll,
	};
}
