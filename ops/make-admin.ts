/**
 * `npm run make-admin -- EMAIL`: makes an account an administrator in the local shop. With `--remote` in
 * the deployed shop, with `--remote --env staging` in staging. The account must exist and its e-mail be
 * verified: sign up first and open the link in the e-mail. Where no e-mail arrives, because the domain is not onboarded
 * or the daily quota is used up, `--link` prints a link that sets a new password and verifies the e-mail.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { run } from "../local/processes.ts";
import { localSettings, root } from "../local/settings.ts";
import { fail } from "../local/steps.ts";
import { publicPaths } from "../src/paths/public.ts";
import { email } from "../src/values/fields.ts";
import { parseEnvironment, readConfig, wranglerOptions } from "./deploy/environment.ts";
import { adminOutcome, adminSql, resetLinkSql } from "./make-admin-sql.ts";

const usage =
	"Usage: npm run make-admin -- someone@example.com (add --remote for the deployed shop, --link if it can't send e-mails yet)";

/** What `wrangler d1 execute --json` prints: the rows of each statement. */
const executeSchema = v.array(v.object({ results: v.array(v.record(v.string(), v.unknown())) }));

/** The e-mail, whether to print a link, the shop's origin, and wrangler's options for a deployed database; none for the local one. */
function readArguments() {
	try {
		const { values, positionals } = parseArgs({
			allowPositionals: true,
			options: {
				remote: { type: "boolean", default: false },
				link: { type: "boolean", default: false },
				env: { type: "string" },
			},
		});
		const [userEmail, ...extra] = positionals;
		if (userEmail === undefined || extra.length > 0) return fail(usage);
		// There is no local staging shop.
		if (values.env && !values.remote) return fail(usage);
		const environment = parseEnvironment(values.env ?? "production");
		const { vars } = readConfig(join(root, "wrangler.toml"), environment);
		const origin = values.remote ? vars.SHOP_ORIGIN : `http://localhost:${localSettings().port}`;
		const parsed = v.safeParse(email, userEmail);
		return parsed.success
			? {
					userEmail: parsed.output,
					origin: origin ?? "",
					printsLink: values.link,
					remoteOptions: values.remote ? ["--remote", ...wranglerOptions(environment)] : [],
				}
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

/** Prints a link that sets a new password, which also verifies the e-mail. */
async function printLink(): Promise<void> {
	const token = randomBytes(24).toString("base64url");
	const sql = resetLinkSql(userEmail, token);
	const [found] = v.parse(executeSchema, await execute(sql, remoteOptions));
	if (!found?.results[0])
		return fail(`There is no account ${userEmail} in ${shopLabel}. Sign up there first.`);
	process.stdout.write(
		`Within an hour, open this link yourself and choose a new password. That verifies ${userEmail}:\n\n  ${origin}${publicPaths.reset(token)}\n\nThen run this command again without --link.\n`,
	);
}

const { userEmail, origin, printsLink, remoteOptions } = readArguments();
const shopLabel = remoteOptions.length > 0 ? "the deployed shop" : "the local shop";
try {
	if (printsLink) {
		await printLink();
		process.exit();
	}
	const [lookup] = v.parse(executeSchema, await execute(adminSql(userEmail), remoteOptions));
	const { isAdmin, text } = adminOutcome(lookup?.results[0], userEmail, shopLabel);
	if (!isAdmin) fail(text);
	process.stdout.write(`${text}\n`);
} catch (error) {
	const message = error instanceof Error ? error.message : String(error);
	fail(`The database of ${shopLabel} could not be changed.\n${message.slice(0, 2_000)}`);
}
