/** A bucket of R2 in memory: what the tests in Node need of it (Cloudflare docs: R2, Workers API reference). */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";

/** The most objects of a list, and keys of a deletion. */
const maxObjects = 1000;

interface Stored {
	bytes: Uint8Array<ArrayBuffer>;
	uploaded: Date;
	httpMetadata: R2HTTPMetadata;
}

function headOf(key: string, { bytes, uploaded, httpMetadata }: Stored) {
	const etag = createHash("md5").update(bytes).digest("hex");
	return { key, size: bytes.byteLength, uploaded, httpMetadata, etag, httpEtag: `"${etag}"` };
}

/** Opens an empty bucket. */
export function openBucket(): R2Bucket {
	const objects = new Map<string, Stored>();
	const bucket = {
		async put(
			key: string,
			value: string | ArrayBuffer | ArrayBufferView<ArrayBuffer>,
			options: { httpMetadata?: R2HTTPMetadata; sha256?: string } = {},
		) {
			const bytes = new Uint8Array(await new Response(value).arrayBuffer());
			await nextTurn();
			const { httpMetadata = {}, sha256 } = options;
			if (sha256 && createHash("sha256").update(bytes).digest("hex") !== sha256)
				throw new Error("put: The SHA-256 checksum you specified did not match. (10037)");
			const stored = { bytes, uploaded: new Date(), httpMetadata };
			objects.set(key, stored);
			return headOf(key, stored);
		},
		async head(key: string) {
			await nextTurn();
			const stored = objects.get(key);
			return stored ? headOf(key, stored) : null;
		},
		async get(key: string) {
			await nextTurn();
			const stored = objects.get(key);
			if (!stored) return null;
			const response = new Response(stored.bytes);
			return Object.assign(response, headOf(key, stored));
		},
		async delete(keys: string | string[]) {
			await nextTurn();
			// Miniflare has no such limit.
			if (keys.length > maxObjects && typeof keys !== "string")
				throw new Error(`delete: ${keys.length} keys are too many`);
			for (const key of [keys].flat()) objects.delete(key);
		},
		async list({ prefix = "", startAfter = "", limit = maxObjects } = {}) {
			await nextTurn();
			if (limit < 1 || limit > maxObjects)
				throw new Error("list: MaxKeys params must be positive integer <= 1000. (10022)");
			const found = [...objects]
				.filter(([key]) => key.startsWith(prefix) && key > startAfter)
				.sort(([one], [other]) => (one < other ? -1 : 1));
			return {
				objects: found.slice(0, limit).map(([key, stored]) => headOf(key, stored)),
				truncated: found.length > limit,
				delimitedPrefixes: [],
			};
		},
	};
	return bucket as unknown as R2Bucket;
}
