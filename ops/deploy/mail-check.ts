/** Whether the shop can send e-mails, as far as wrangler can tell. A shop without e-mails is deployed all the same. */
import { name as shopName } from "../../src/config/config.ts";
import type { Wrangler } from "./resources.ts";

/**
 * Returns what is missing for e-mails of `from`, a sentence each. Sends a test e-mail to `to`. Until a domain is onboarded,
 * e-mails go only to the account's verified addresses, and a new account has a small daily quota (Cloudflare docs: Email
 * Service, Limits).
 */
export async function checkMail(
	wrangler: Wrangler,
	from: string,
	to: string | undefined,
): Promise<string[]> {
	const domain = from.slice(from.lastIndexOf("@") + 1);
	const settings = await attempt(() => wrangler("email", "sending", "settings", domain));
	if (!/Enabled:\s+true/i.test(settings.output ?? "")) {
		return [
			`${domain} is not onboarded to Email Service${settings.error ? ` (${settings.error})` : ""}: only the account's verified addresses get e-mails; customers get none. Run npx wrangler email sending enable ${domain}, and add the DNS records it names if the domain's are elsewhere.`,
		];
	}
	if (to === undefined) {
		return ["No test e-mail was sent. To send one: npm run deploy -- --mail-to YOU@EXAMPLE.COM"];
	}
	const subject = `${shopName}can send e-mails`;
	const text = "This is the test e-mail from npm run deploy.";
	const mail = ["--from", from, "--to", to, "--subject", subject, "--text", text];
	const sent = await attempt(() => wrangler("email", "sending", "send", ...mail));
	if (sent.error === undefined) return [];
	return [
		/daily|limit|quota/i.test(sent.error)
			? `The test e-mail to ${to} was not sent: the account's daily quota is used up (${sent.error}). E-mails wait until the next day; ask Cloudflare for a higher limit.`
			: `The test e-mail to ${to} was not sent: ${sent.error}`,
	];
}

/** What a command prints, or the first line of its error. */
async function attempt(
	command: () => Promise<string>,
): Promise<{ output?: string; error?: string }> {
	try {
		return { output: await command() };
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return { error: message.trim().split("\n")[0] ?? "" };
	}
}
