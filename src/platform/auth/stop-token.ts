/** Tokens of the links that stop e-mails. They need no session, allow nothing else and do not expire: an e-mail may be read years later. */
import { base64url } from "jose";
import { isSignatureOf, sign } from "./signature.ts";

const kinds = ["alerts", "guest", "digest"] as const;

/** The e-mails that a link stops: the alerts of a user's id, or those or the digest to an e-mail address. */
export interface Stopped {
	kind: (typeof kinds)[number];
	subject: string;
}

/** Returns a token: what it stops, and its signature. */
export async function createStopToken(
	subject: string,
	kind: Stopped["kind"] = "alerts",
): Promise<string> {
	const stopped = `${kind}.${base64url.encode(subject)}`;
	return `${stopped}.${await sign("stop-mails", stopped)}`;
}

/** Returns what a token stops, or undefined if it is not one of ours. */
export async function readStopToken(token: string): Promise<Stopped | undefined> {
	const [, stopped = "", kind, subject = "", signature = ""] =
		/^((alerts|guest|digest)\.([\w-]+))\.([\w-]+)$/.exec(token) ?? [];
	if (!(await isSignatureOf("stop-mails", stopped, signature))) return undefined;
	return {
		kind: kinds.find((one) => one === kind) ?? "alerts",
		subject: new TextDecoder().decode(base64url.decode(subject)),
	};
}
