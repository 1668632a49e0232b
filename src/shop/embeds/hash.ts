/** The hash of a text as content policies and `integrity` write it, without the algorithm's name: base64. */
export async function hashBase64(algorithm: "SHA-256" | "SHA-384", text: string): Promise<string> {
	const bytes = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text));
	return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
