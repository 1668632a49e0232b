/**
 * `npm run make-admin -- EMAIL`: makes an account an administrator in the local shop. With `--remote` in
 * the deployed shop, with `--remote --env staging` in staging. The account must exist and its e-mail be
 * verified: sign up first and open the link in the mail.
 */
import { parseArgs } from "node:util";
import * as v from "valibot";
import { run } from "../local/processes.ts";
import { localSettings } from "../local/settings.ts";
import { fail } from "../local/steps.ts";
import { email } from "../src/shop/fields.ts";
import { parseEnvironment, wranglerOptions } from "./deploy/environment.ts";
import { adminSql } from "./make-admin-sql.ts";

const usage =
	"Usage: npm run make-admin -- someone@example.com (add --remote for the deployed shop)";

/** What `wrangler d1 execute --json` prints: the rows of each statement. */
const executeSchema = v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) }));
const userSchema = v.object({
	role: v.picklist(["user", "admin"]),
	verified: v.number(),
	blocked: v.number(),
});

/** The e-mail, and wrangler's options for a deployed database; none for the local one. */
function readArguments(): { userEmail: string; remoteOptions: readonly string[] } {
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: { remote: { type: "boolean", default: false }, env: { type: "string" } },
		});
		const [userEmail, ...extra] = positionals;
		if (userEmail === undefined || extra.length > 0) return fail(usage);
		// There is no local staging shop.
		if (values.env && !values.remote) return fail(usage);
		const options = wranglerOptions(parseEnvironment(values.env ?? "production"));
		const parsed = v.safeParse(email, userEmail);
		return parsed.success
			? { userEmail: parsed.output, remoteOptions: values.remote ? ["--remote", ...options] : [] }
			: fail(`"${userEmail}" is not a valid e-mail address. ${usage}`);
	} catch {
		return fail(usage);
	}
}

async function execute(sql: string, remoteOptions: readonly string[]): Promise<unknown> {
	const locationOptions =
		remoteOptions.length > 0 ? remoteOptions : ["--local", "--persist-to", localSettings().state];
	const args = ["d1", "execute", "DB", ...locationOptions, "--json", "--yes", "--command", sql];
	return JSON.parse(await run("wrangler", args, { CI: "1" }));
}

const { userEmail, remoteOptions } = readArguments();
const shopLabel = remoteOptions.length > 0 ? "the deployed shop" : "the local shop";
try {
	const [lookup] = v.parse(executeSchema, await execute(adminSql(userEmail), remoteOptions));
	const account = v.safeParse(userSchema, lookup?.results[0]);
	if (!account.success)
		fail(`There is no account ${userEmail} in ${shopLabel}. Sign up there first.`);
	const { role, verified, blocked } = account.output;
	if (blocked !== 0)
		fail(`${userEmail} is blocked in ${shopLabel}. An administrator can unblock it.`);
	if (role === "user" && verified === 0) {
		fail(
			`${userEmail} is not verified. Sign in to ${shopLabel}, open the link in the mail it has sent (My Profile sends another), and try again.`,
		);
	}
	process.stdout.write(
		role === "admin"
			? `${userEmail} is already an administrator of ${shopLabel}.\n`
			: `${userEmail} is now an administrator of ${shopLabel}.\n`,
	);
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	fail(`The database of ${shopLabel} could not be changed.\n${message.slice(0, 2_000)}`);
}
