/** The demo's tools as the shop's import leaves them: `npm run record-history` writes the file. */
import { expect, it } from "vitest";
import { demoAccounts } from "../../local/demo/accounts.ts";
import { addCategories, addTools, ids } from "./catalogue.ts";
import { signUp } from "./people.ts";
import { record } from "./recording.ts";
import { setMoment, useSetClock } from "./set-clock.ts";

const now = Date.UTC(2026, 10, 26, 14);

it("the demo's tools come by the shop's own import", async () => {
	useSetClock();
	setMoment(now - 40 * 86_400_000, "accounts");
	for (const account of demoAccounts) await signUp(account);
	await addCategories();
	await addTools(now - 60_000);
	const names = new Map([...ids].map(([slug, id]) => [id, slug]));
	// A shop without a history has no log, and gets its accounts apart.
	const recorded = await record(now, names, ["audit", "users"]);
	await expect(recorded).toMatchFileSnapshot("../../local/demo/tools.jsonl");
});
