/**
 * `npm run backup`: copies a shop's database and images into a folder, and checks the copy by restoring it in
 * memory. Options after `--`:
 * --remote [--config FILE] [--env staging]   copies a deployed shop
 * --to FOLDER                                the folder of all backups, `backups` by default
 * Exits with 0 if all was copied, 1 if an image was not, 2 if there is no backup.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../local/settings.ts";
import { parseEnvironment } from "../deploy/environment.ts";
import { openLocalTarget } from "../doctor/local-target.ts";
import { openRemoteTarget } from "../doctor/remote-target.ts";
import { backUp, reportOf } from "./backup.ts";

const options = {
	remote: { type: "boolean", default: false },
	config: { type: "string" },
	env: { type: "string" },
	to: { type: "string", default: "backups" },
} as const;

async function main(): Promise<number> {
	const { values } = parseArgs({ options });
	if (values.env && !values.remote) throw new Error("--env requires --remote.");
	const target = values.remote
		? openRemoteTarget(values.config, parseEnvironment(values.env ?? "production"))
		: await openLocalTarget();
	try {
		const backup = await backUp(target, resolve(root, values.to));
		const { output, status } = reportOf(target.name, backup);
		process.stdout.write(`${output}\n`);
		for (const problem of backup.problems) process.stderr.write(`✗ ${problem}\n`);
		return status;
	} finally {
		await target.close();
	}
}

const status = await main().catch((error: unknown) => {
	process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
	return 2;
});
process.exit(status);
