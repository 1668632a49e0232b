/**
 * Tokens of the link by which the owner of an e-mail confirms that they want to know when a tool is back in stock. A token
 * has all of the request, so that nothing is stored of an e-mail that nobody has confirmed:
 * docs/decisions/2026-11-29-alerts-without-an-account.md.
 */
import { base64url } from "jose";
import { isSignatureOf, sign } from "./signature.ts";

/** How long the link works, in milliseconds: a week. */
const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

const signedText = (toolId: string, email: string, expiresAt: string) =>
	`${toolId} ${expiresAt} ${email}`;

/** Returns the token that confirms an alert about a tool to an e-mail. */
export async function createAlertToken(toolId: string, email: string): Promise<string> {
	const expiresAt = String(Date.now() + lifetimeMs);
	const signature = await sign("stock-alert", signedText(toolId, email, expiresAt));
	return `${base64url.encode(email)}.${expiresAt}.${signature}`;
}

/** Returns the e-mail of a token for this tool, or undefined if it is not one of ours or is too old. */
export async function readAlertToken(toolId: string, token: string): Promise<string | undefined> {
	const [, address = "", expiresAt = "", signature = ""] =
		/^([\w-]+)\.(\d+)\.([\w-]+)$/.exec(token) ?? [];
	if (!(Number(expiresAt) > Date.now())) return undefined;
	const email = new TextDecoder().decode(base64url.decode(address));
	const isOurs = await isSignatureOf(
		"stock-alert",
		signedText(toolId, email, expiresAt),
		signature,
	);
	return isOurs ? email : undefined;
}
