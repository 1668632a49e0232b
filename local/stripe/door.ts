import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { type Form, parseForm, textOf } from "./form.ts";
import { notAuthorized } from "./refusals.ts";

const LARGEST_BODY = 1024 * 1024;

/** The body of a request as text. Rejects beyond 1 MB. */
export async function readBody(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	let size = 0;
	for await (const part of request) {
		size += part.length;
		if (size > LARGEST_BODY) throw new Error("The body is larger than 1 MB.");
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}

/** The parameters of a call: those of the address, then those of the body. */
export function parametersOf(url: URL, body: string): Form {
	return Object.assign(parseForm(url.search.slice(1)), parseForm(body));
}

/**
 * Who calls: the shop with its secret key, as a bearer or as the name of basic authorization, or a
 * browser with the publishable key, which may also stand in the parameter `key`. Refuses all
 * others with 401.
 *
 * Stripe API: Authentication.
 */
export function callerOf(
	header: string | undefined,
	form: Form,
	keys: { secretKey: string; publishableKey: string },
): "shop" | "browser" {
	const key = keyIn(header) ?? textOf(form, "key");
	if (key === undefined) {
		throw notAuthorized(
			"You did not provide an API key. Send your secret key in the Authorization header, as in 'Authorization: Bearer sk_test_...'.",
		);
	}
	if (same(key, keys.secretKey)) return "shop";
	if (same(key, keys.publishableKey)) return "browser";
	throw notAuthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

function keyIn(header: string | undefined): string | undefined {
	const [scheme, value] = header?.split(" ") ?? [];
	if (!scheme || !value) return undefined;
	if (scheme.toLowerCase() === "bearer") return value;
	if (scheme.toLowerCase() !== "basic") return undefined;
	return Buffer.from(value, "base64").toString("utf8").split(":")[0];
}

function same(given: string, wanted: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
	return a.length === b.length && timingSafeEqual(a, b);
}
