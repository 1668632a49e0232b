/**
 * The cookie of a browser that has signed in to an account: its wrong passwords have a count of their own,
 * so that those of strangers don't lock out the owner (OWASP, Slow Down Online Guessing Attacks with Device
 * Cookies). It does not sign in.
 */
import { newId } from "../database/database.ts";
import { ownCookie } from "./own-cookie.ts";
import { isSignatureOf, sign } from "./signature.ts";

/** How long a browser is known after it has signed in, in seconds: a year. */
const maxAgeS = 365 * 24 * 60 * 60;

/** Matches the id of a browser, when its cookie expires in UTC milliseconds, and the signature. */
const textPattern = /^[\w-]{22}:\d{13}:[\w-]{43}$/;

/** The accounts of the people who share a browser. */
const cookie = ownCookie({ name: "device", pattern: textPattern, maxTexts: 5, maxAgeS });

/** An account with a password. Its hash is signed too, so that a new password ends all cookies. */
interface DeviceAccount {
	id: string;
	passwordHash: string;
}

const signedText = ({ id, passwordHash }: DeviceAccount, device: string, expiresAt: string) =>
	JSON.stringify([id, passwordHash, device, expiresAt]);

/** Returns the texts of a request's cookie: those of an account, and the others. */
async function textsOf(headers: Headers, account: DeviceAccount) {
	const own: string[] = [];
	const others: string[] = [];
	for (const text of cookie.read(headers)) {
		const [device = "", expiresAt = "", signature = ""] = text.split(":");
		const signed = signedText(account, device, expiresAt);
		const isOwn = await isSignatureOf("device", signed, signature);
		(isOwn ? own : others).push(text);
	}
	return { own, others };
}

/** Returns the id of the browser if its cookie shows that it has signed in to the account. */
export async function knownDevice(
	headers: Headers,
	account: DeviceAccount,
): Promise<string | undefined> {
	const { own } = await textsOf(headers, account);
	const [device, expiresAt] = own[0]?.split(":") ?? [];
	return Number(expiresAt) > Date.now() ? device : undefined;
}

/** Returns the Set-Cookie header for a browser that has signed in. It keeps those of other accounts. */
export async function deviceCookie(headers: Headers, account: DeviceAccount): Promise<string> {
	const device = newId();
	const expiresAt = String(Date.now() + maxAgeS * 1000);
	const signature = await sign("device", signedText(account, device, expiresAt));
	const { others } = await textsOf(headers, account);
	return cookie.set(`${device}:${expiresAt}:${signature}`, others);
}
