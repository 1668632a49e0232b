/** `npm run smoke -- URL`: runs the smoke test against a live shop. Exits with 1 if a check fails. */
import { fail } from "../../local/steps.ts";
import { asTable, hasFailed, smoke } from "./smoke.ts";

const [address, ...extra] = process.argv.slice(2);
if (address === undefined || extra.length > 0) {
	fail("Usage: npm run smoke -- https://shop.example");
}
try {
	const results = await smoke(address);
	process.stdout.write(`${asTable(results)}\n`);
	if (hasFailed(results)) fail(`The shop at ${address} failed the smoke test.`);
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
