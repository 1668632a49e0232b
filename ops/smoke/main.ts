/** `npm run smoke -- URL`: looks at a live shop from outside. Ends with 1 where a check failed. */
import { fail } from "../../local/steps.ts";
import { asTable, hasFailed, smoke } from "./smoke.ts";

const [address, ...extra] = process.argv.slice(2);
if (address === undefined || extra.length > 0) {
	fail("Say which shop: npm run smoke -- https://shop.example");
}
try {
	const results = await smoke(address);
	process.stdout.write(`${asTable(results)}\n`);
	if (hasFailed(results)) fail(`The shop at ${address} does not do all it should.`);
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
