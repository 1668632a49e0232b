/** Hashes of texts and bytes. */

type Hash = "SHA-256" | "SHA-384";

async function hashBytes(
	algorithm: Hash,
	content: Uint8Array<ArrayBuffer> | string,
): Promise<Uint8Array> {
	const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
	return new Uint8Array(await crypto.subtle.digest(algorithm, bytes));
}

/** Returns the hash of a text in base64, as used in a Content-Security-Policy and in `integrity`. */
export async function hashBase64(algorithm: Hash, text: string): Promise<string> {
	return btoa(String.fromCharCode(...(await hashBytes(algorithm, text))));
}

/** Returns the SHA-256 of a text or of bytes in hexadecimal. */
export async function hashHex(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
	return toHex(await hashBytes("SHA-256", content));
}

/** Bytes in hexadecimal. */
export function toHex(bytes: Uint8Array): string {
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
