/**
 * `npm run make-admin -- EMAIL`: makes an account an administrator, in the local shop or, with
 * `--remote`, in the deployed one, with `--remote --env staging` in the staging one. The account must
 * be there and its e-mail verified: sign up first, and open the link in the mail.
 */
import { parseArgs } from "node:util";
import * as v from "valibot";
import { email } from "../src/shop/values.ts";
import { adminSql } from "./admin-sql.ts";
import { environmentOf, wranglerOptions } from "./deploy/environment.ts";
import { run } from "./processes.ts";
import { localSettings } from "./settings.ts";
import { fail } from "./steps.ts";

const usage =
	"Say whom: npm run make-admin -- somebody@example.com (add --remote for the deployed shop)";

/** What `wrangler d1 execute --json` prints: the rows of each statement. */
const answers = v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) }));
const found = v.object({ role: v.picklist(["user", "admin"]), verified: v.number() });

/** Who, and by which options wrangler finds the database; none for the local one. */
function asked(): { whom: string; remote: readonly string[] } {
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: { remote: { type: "boolean", default: false }, env: { type: "string" } },
		});
		const [whom, ...more] = positionals;
		if (whom === undefined || more.length > 0) return fail(usage);
		// Staging is deployed: a local shop of that name there is none.
		if (values.env && !values.remote) return fail(usage);
		const options = wranglerOptions(environmentOf(values.env ?? "production"));
		const parsed = v.safeParse(email, whom);
		return parsed.success
			? { whom: parsed.output, remote: values.remote ? ["--remote", ...options] : [] }
			: fail(`"${whom}" is no e-mail address. ${usage}`);
	} catch {
		return fail(usage);
	}
}

async function execute(sql: string, remote: readonly string[]): Promise<unknown> {
	const where = remote.length > 0 ? remote : ["--local", "--persist-to", localSettings().state];
	const args = ["d1", "execute", "DB", ...where, "--json", "--yes", "--command", sql];
	return JSON.parse(await run("wrangler", args, { CI: "1" }));
}

const { whom, remote } = asked();
const shop = remote.length > 0 ? "the deployed shop" : "the local shop";
try {
	const [before] = v.parse(answers, await execute(adminSql(whom), remote));
	const account = v.safeParse(found, before?.results[0]);
	if (!account.success) fail(`There is no account ${whom} in ${shop}. Sign up there first.`);
	const { role, verified } = account.output;
	if (role === "user" && verified === 0) {
		fail(
			`${whom} is not verified. Sign in to ${shop}, open the link in the mail it has sent (My Profile sends another), and try again.`,
		);
	}
	process.stdout.write(
		role === "admin"
			? `${whom} is an administrator of ${shop} already.\n`
			: `${whom} is an administrator of ${shop} now.\n`,
	);
} catch (error) {
	const why = error instanceof Error ? error.message : String(error);
	fail(`The database of ${shop} could not be changed.\n${why.slice(0, 2_000)}`);
}
