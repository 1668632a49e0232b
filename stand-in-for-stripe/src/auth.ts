/** Reads the parameters of a call, and whether a shop or a browser makes it. */
import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { unauthorized } from "./errors.ts";
import { type Form, parseForm, textOf } from "./form-encoding.ts";

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads the body of a request as text. Rejects above 1 MB. */
export async function readBody(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	let size = 0;
	for await (const part of request) {
		size += part.length;
		if (size > MAX_BODY_BYTES) throw new Error("The body is larger than 1 MB.");
		parts.push(part);
	}
	return Buffer.concat(parts).toString("utf8");
}

/** The parameters of a call: from the query, then from the body. */
export function readParameters(url: URL, body: string): Form {
	return Object.assign(parseForm(url.search.slice(1)), parseForm(body));
}

/**
 * Authenticates a caller: the shop with the secret key, as a bearer token or as the user name of basic
 * authentication, or a browser with the publishable key, also as the parameter `key`. Throws ApiError
 * 401 otherwise.
 *
 * Stripe API: Authentication.
 */
export function authenticate(
	header: string | undefined,
	form: Form,
	keys: { secretKey: string; publishableKey: string },
): "shop" | "browser" {
	const key = keyFromHeader(header) ?? textOf(form, "key");
	if (key === undefined) {
		throw unauthorized(
			"You did not provide an API key. Send your secret key in the Authorization header, as in 'Authorization: Bearer sk_test_...'.",
		);
	}
	if (safeEqual(key, keys.secretKey)) return "shop";
	if (safeEqual(key, keys.publishableKey)) return "browser";
	throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`);
}

function keyFromHeader(header: string | undefined): string | undefined {
	const [scheme, value] = header?.split(" ") ?? [];
	if (!scheme || !value) return undefined;
	if (scheme.toLowerCase() === "bearer") return value;
	if (scheme.toLowerCase() !== "basic") return undefined;
	return Buffer.from(value, "base64").toString("utf8").split(":")[0];
}

function safeEqual(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}
