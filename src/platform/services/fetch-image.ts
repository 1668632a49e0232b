/**
 * Fetches a file from an address that an administrator has typed. Only https, only public hosts, at most
 * `maxBytes`: the address must not reach what the shop alone can (OWASP: Server-Side Request Forgery).
 */

import { concatBytes } from "../../values/bytes.ts";
import { isPublicAddress } from "./public-address.ts";

/** Why a file was not fetched. */
export type FetchFailure =
	| { reason: "forbidden" | "unreachable" | "too_large" }
	| { reason: "status"; status: number };

const timeoutMs = 15_000;
const maxRedirects = 3;

/** Fetches a file. Redirects are followed, each to a public address again. */
export async function fetchFile(
	address: string,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | FetchFailure> {
	const signal = AbortSignal.timeout(timeoutMs);
	let url = address;
	try {
		for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
			if (!isPublicAddress(url)) return { reason: "forbidden" };
			const response = await fetch(url, { redirect: "manual", signal });
			const location = response.headers.get("Location");
			if (response.status >= 300 && response.status < 400 && location) {
				await response.body?.cancel();
				if (!URL.canParse(location, url)) return { reason: "forbidden" };
				url = new URL(location, url).href;
				continue;
			}
			if (!response.ok || !response.body) {
				await response.body?.cancel();
				return { reason: "status", status: response.status };
			}
			return await readUpTo(response.body, maxBytes);
		}
		return { reason: "unreachable" };
	} catch {
		return { reason: "unreachable" };
	}
}

async function readUpTo(
	body: ReadableStream<Uint8Array>,
	maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | FetchFailure> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body) {
		length += chunk.byteLength;
		// Leaving the loop cancels the body.
		if (length > maxBytes) return { reason: "too_large" };
		chunks.push(chunk);
	}
	return concatBytes(chunks);
}
