/** Returns the hash of a text in base64, as used in a Content-Security-Policy and in `integrity`. */
export async function hashBase64(algorithm: "SHA-256" | "SHA-384", text: string): Promise<string> {
	const bytes = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
	return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
