/** The shops that the bench measures. Their state is reused between runs. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { withBindings } from "../local/bindings.ts";
import { build, buildIsStale } from "../local/build.ts";
import { migrate } from "../local/migrate.ts";
import { freePort, launch, stopAll, waitUntilReady } from "../local/processes.ts";
import { insertRows } from "../local/seed.ts";
import { localKeys, root } from "../local/settings.ts";
import { readStamp, writeStamp } from "../local/state.ts";
import { step } from "../local/steps.ts";
import { limitNames } from "../src/platform/settings/settings-schema.ts";
import { fill, type Size } from "./fill.ts";

/** The rows of each shop in addition to the demo shop's. */
export const sizes = {
	demo: undefined,
	/** The demo shop with work for the scheduled job. */
	jobs: undefined,
	small: { users: 2_000, tools: 10_000, reviews: 100_000, lines: 100_000 },
	full: { users: 20_000, tools: 100_000, reviews: 1_000_000, lines: 1_000_000 },
} as const satisfies Record<string, Size | undefined>;

export type SizeName = keyof typeof sizes;

const openTimeoutMs = 180_000;

/** A running shop. */
export interface BenchShop {
	name: SizeName;
	url: string;
	stripeUrl: string;
	/** The key to confirm card payments at the Stripe stand-in. */
	publishableKey: string;
	/** The port of the Worker's inspector. */
	inspectorPort: number;
	close(): Promise<void>;
}

/** A shop's state folder. */
export function stateFolder(name: SizeName): string {
	return join(root, ".wrangler", "bench", name);
}

/** Prepares a shop's database unless a previous run has. Returns its state folder. */
export async function prepareState(name: SizeName): Promise<string> {
	const state = stateFolder(name);
	const size = sizes[name];
	mkdirSync(state, { recursive: true });
	// The demo shop is prepared when it starts.
	if (name === "demo" || readStamp(state).seeded) return state;
	if (existsSync(join(state, "v3"))) {
		throw new Error(`Filling ${state} was interrupted. Remove that folder and try again.`);
	}
	await step("Applying migrations", "Database ready", () => migrate(state));
	// First: it can only be added to an empty shop.
	await step("Adding the demo shop", "Demo shop added", () =>
		withBindings(state, (bindings) => insertRows(bindings, { demo: true })),
	);
	if (size) {
		process.stdout.write(`Filling a shop of ${size.tools.toLocaleString("en")} tools\n`);
		fill(state, size);
	}
	writeStamp(state, { seeded: true });
	return state;
}

/** Starts a shop on the built Worker, on free ports, with D1 metrics in Server-Timing. */
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
		// One customer sends all measured requests, over several runs, so no limit may apply.
		...Object.fromEntries(limitNames.map((name) => [name, "1000000"])),
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
