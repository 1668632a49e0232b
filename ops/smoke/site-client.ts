/** The HTTP client of the smoke test, which knows only the shop's URL. */

/** How long a response may take, in milliseconds. */
const requestTimeoutMs = 15_000;

/** A response with its body read. */
export interface SiteResponse {
	status: number;
	headers: Headers;
	body: Uint8Array;
	/** The body as text. */
	text: string;
}

export interface Site {
	origin: string;
	/** Requests a path or a whole URL. Does not follow redirects. Throws if there is no response. */
	request(path: string, init?: RequestInit): Promise<SiteResponse>;
}

/** Thrown by a failed check; the message says what the shop returned. */
class CheckFailed extends Error {}

/** Opens the shop at a URL. Throws an Error with a readable message if it is not a valid URL. */
export function openSite(address: string): Site {
	if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
		throw new Error(`"${address}" is not a valid URL, such as https://shop.example`);
	}
	const { origin } = new URL(address);
	return {
		origin,
		request: async (path, init = {}) => {
			const response = await fetch(new URL(path, origin), {
				redirect: "manual",
				signal: AbortSignal.timeout(requestTimeoutMs),
				...init,
			});
			const body = new Uint8Array(await response.arrayBuffer());
			const { status, headers } = response;
			return { status, headers, body, text: new TextDecoder().decode(body) };
		},
	};
}

/** Throws CheckFailed with a message unless the condition is true. */
export function assertThat(condition: boolean, message: string): void {
	if (!condition) throw new CheckFailed(message);
}

/** Throws CheckFailed unless a response has the expected status. */
export function expectStatus({ status, text }: SiteResponse, expected: number, path: string): void {
	assertThat(
		status === expected,
		`${path} returned ${status}, not ${expected}: ${text.slice(0, 120)}`,
	);
}

/** Throws CheckFailed unless a header matches the pattern. */
export function expectHeader(
	{ headers }: SiteResponse,
	name: string,
	pattern: RegExp,
	path: string,
): void {
	const value = headers.get(name);
	assertThat(pattern.test(value ?? ""), `${path} has ${name}: ${value ?? "none"}`);
}
