/** Entity tags: names of the very bytes of an answer (RFC 9110, 8.8.3). */

/** The tags that a request says it holds, in If-None-Match; a weak one counts as any (RFC 9110, 13.1.2). */
export function parseIfNoneMatch({ headers }: Pick<Request, "headers">): string[] {
	const etags = headers.get("if-none-match")?.split(",") ?? [];
	return etags.map((tag) => tag.trim().replace(/^W\//, ""));
}

/** The tag of some bytes: the beginning of their SHA-256. */
export async function etagFor(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", bytes);
	return `"${btoa(String.fromCharCode(...new Uint8Array(hash).slice(0, 15)))}"`;
}
