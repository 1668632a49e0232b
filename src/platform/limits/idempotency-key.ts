/** Idempotency keys: which request is the first with its key, and whether another one repeats it. */

import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { hashHex } from "../../values/hash.ts";
import { idempotencyHeader, maxIdempotencyKeyLength } from "../../values/idempotency-key.ts";

/**
 * What the row of a write stores of its request. A row is unique by `key`; a request with the same key and
 * another fingerprint is not a repetition (IETF draft-ietf-httpapi-idempotency-key-header, 2.4).
 */
export interface RequestKey {
	/** A hash of the header, the call and the user; unguessable without a header. */
	key: string;
	/** A hash of all that the caller has sent, as it was parsed. */
	fingerprint: string;
}

interface KeyedRequest {
	/** The method and path of its endpoint. */
	call: string;
	/** Undefined for a guest. */
	userId: string | undefined;
	/** The parsed parameters, query and body. */
	input: unknown;
}

/**
 * Returns the key and fingerprint of a request by its Idempotency-Key header. Keys are of one call and one
 * user. Throws ShopError `invalid` if the header is too long.
 */
export async function requestKeyOf(
	header: string | null,
	{ call, userId, input }: KeyedRequest,
): Promise<RequestKey> {
	const clientKey = parseIdempotencyKey(header);
	return {
		// A hash stores neither an account's id nor what a client chose.
		key: clientKey ? await hashJson([call, userId ?? null, clientKey]) : crypto.randomUUID(),
		fingerprint: await hashJson(input),
	};
}

/** Throws ShopError `idempotency_mismatch` if what is stored with the key of a request is of another request. */
export function checkIsRepeated(
	storedFingerprint: string | null,
	{ fingerprint }: RequestKey,
): void {
	if (storedFingerprint !== fingerprint) throw new ShopError("idempotency_mismatch");
}

/**
 * Parses the Idempotency-Key header. Returns undefined if it is missing or contains anything but
 * visible ASCII characters. Throws ShopError `invalid` if it is too long.
 */
function parseIdempotencyKey(header: string | null): string | undefined {
	if (header && header.length > maxIdempotencyKeyLength) {
		const fields = { [idempotencyHeader]: messages.tooLong(maxIdempotencyKeyLength) };
		throw new ShopError("invalid", { fields });
	}
	return header && /^[\x21-\x7e]+$/.test(header) ? header : undefined;
}

/** Returns the SHA-256 of a value in hex: the same for the same content, in whatever order its fields are. */
function hashJson(value: unknown): Promise<string> {
	return hashHex(JSON.stringify(withSortedFields(value)));
}

function withSortedFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withSortedFields);
	if (typeof value !== "object" || value === null) return value;
	// Pairs keep the order: an object would put fields whose names are numbers first, and take `__proto__` for its prototype.
	const fields = Object.entries(value)
		.filter(([, field]) => field !== undefined)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([name, field]) => [name, withSortedFields(field)]);
	return { fields };
}
