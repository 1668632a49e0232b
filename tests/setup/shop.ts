/** Opens a shop of the tests' own for the journeys: fresh state, free ports, closed at the end. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endAll, freePort, launch, untilAnswers } from "../../local/processes.ts";

const openTimeoutMs = 120_000;

export default async function openShop() {
	const state = mkdtempSync(join(tmpdir(), "cogsmith-journeys-"));
	const [port, stripePort, googlePort] = [await freePort(), await freePort(), await freePort()];
	process.env.SHOP_URL = `http://localhost:${port}`;
	process.env.STRIPE_URL = `http://localhost:${stripePort}`;
	const settings = {
		PORT: String(port),
		STRIPE_PORT: String(stripePort),
		GOOGLE_PORT: String(googlePort),
		SHOP_STATE: state,
		SHOP_TRACE: "1",
	};
	const shop = launch(process.execPath, ["local/serve.ts"], join(state, "serve.log"), settings);
	await untilAnswers(`${process.env.SHOP_URL}/api/health`, shop, openTimeoutMs);
	return async () => {
		await endAll();
		rmSync(state, { recursive: true, force: true });
	};
}
