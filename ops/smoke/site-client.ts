/** A shop as the smoke test asks it: by its address alone, as any visitor. */

/** How long one answer may take, in milliseconds. */
const answerTimeoutMs = 15_000;

/** An answer with its body read. */
export interface SiteResponse {
	status: number;
	headers: Headers;
	body: Uint8Array;
	/** The body as text. */
	text: string;
}

export interface Site {
	origin: string;
	/** Asks `path`, or a whole address. Redirects are not followed. Throws where nothing answers. */
	request(path: string, init?: RequestInit): Promise<SiteResponse>;
}

/** Thrown by a check: the message says what is wrong with the shop. */
export class CheckFailed extends Error {}

/** The shop at an address. Throws a clear sentence where it is no web address. */
export function openSite(address: string): Site {
	if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
		throw new Error(`"${address}" is no web address, such as https://shop.example`);
	}
	const { origin } = new URL(address);
	return {
		origin,
		request: async (path, init = {}) => {
			const response = await fetch(new URL(path, origin), {
				redirect: "manual",
				signal: AbortSignal.timeout(answerTimeoutMs),
				...init,
			});
			const body = new Uint8Array(await response.arrayBuffer());
			const { status, headers } = response;
			return { status, headers, body, text: new TextDecoder().decode(body) };
		},
	};
}

/** Throws unless `fact` holds; `otherwise` says what was seen. */
export function assertThat(condition: boolean, message: string): void {
	if (!condition) throw new CheckFailed(message);
}

/** Throws unless an answer has a status. */
export function expectStatus({ status, text }: SiteResponse, expected: number, path: string): void {
	assertThat(
		status === expected,
		`${path} answered ${status}, not ${expected}: ${text.slice(0, 120)}`,
	);
}

/** Throws unless a header matches. */
export function expectHeader(
	{ headers }: SiteResponse,
	name: string,
	pattern: RegExp,
	path: string,
): void {
	const value = headers.get(name);
	assertThat(pattern.test(value ?? ""), `${path} has ${name}: ${value ?? "none"}`);
}
