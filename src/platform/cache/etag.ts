/** Strong entity tags, which identify the bytes of a response (RFC 9110, 8.8.3). */

/** Returns the entity tags of a request's If-None-Match, compared weakly (RFC 9110, 13.1.2). */
export function parseIfNoneMatch({ headers }: Pick<Request, "headers">): string[] {
	const etags = headers.get("if-none-match")?.split(",") ?? [];
	return etags.map((tag) => tag.trim().replace(/^W\//, ""));
}

/** Returns the entity tag of some bytes: the first 15 bytes of their SHA-256, in base64. */
export async function etagFor(bytes: BufferSource): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", bytes);
	return `"${btoa(String.fromCharCode(...new Uint8Array(hash).slice(0, 15)))}"`;
}
