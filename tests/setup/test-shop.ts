/** Opens separate shops for tests: new state, free ports, closed at the end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, launch, stopAll, waitUntilReady } from "../../local/processes.ts";
import { createState } from "./new-state.ts";

const openTimeoutMs = 120_000;

/** The URL of the shop that all tests of a run share. */
export const shopUrl = (): string => process.env.SHOP_URL ?? "http://localhost:8787";

/** A separate shop: its URLs, and a function to close it. */
export interface TestShop {
	url: string;
	stripeUrl: string;
	/** The URL of the page with the e-mails it sends. */
	mailUrl: string;
	/** The folder of its state. */
	state: string;
	close(): Promise<void>;
}

/** Opens a shop with the built Worker. `environment` adds to its settings. */
export async function openTestShop(environment: Record<string, string> = {}): Promise<TestShop> {
	const state = mkdtempSync(join(tmpdir(), "cogsmith-journeys-"));
	await createState(state, { demo: environment.SHOP_DEMO !== "0" });
	const [port, stripePort, googlePort] = [await freePort(), await freePort(), await freePort()];
	const mailPort = await freePort();
	const url = `http://localhost:${port}`;
	const settings = {
		PORT: String(port),
		STRIPE_PORT: String(stripePort),
		GOOGLE_PORT: String(googlePort),
		MAIL_PORT: String(mailPort),
		SHOP_STATE: state,
		SHOP_TRACE: "1",
		AVIF_EFFORT: "0",
		// Tests that open no page are in one network.
		MAILS_A_DAY_NETWORK: "10000",
		...environment,
	};
	const shop = launch(process.execPath, ["local/serve.ts"], join(state, "serve.log"), settings);
	await waitUntilReady(`${url}/api/health`, shop, openTimeoutMs);
	return {
		url,
		stripeUrl: `http://localhost:${stripePort}`,
		mailUrl: `http://localhost:${mailPort}`,
		state,
		close: async () => {
			await stopAll();
			rmSync(state, { recursive: true, force: true });
		},
	};
}

/** The shop all tests of a run share: one that is open, or a new one. */
export default async function openShop() {
	if (process.env.SHOP_URL) return () => undefined;
	const shop = await openTestShop();
	Object.assign(process.env, environmentOf(shop));
	return shop.close;
}

/** Environment variables with which tests find an open shop. */
export const environmentOf = ({ url, state, stripeUrl, mailUrl }: TestShop) => ({
	SHOP_URL: url,
	TEST_SHOP_STATE: state,
	STRIPE_URL: stripeUrl,
	MAIL_URL: mailUrl,
});
