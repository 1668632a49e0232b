/** Gets the shop's embed data. Elements that want the same at the same time share one request. */
import { origin } from "./origin.ts";

/** Why there is nothing to show. */
export type ErrorCode = "offline" | "timeout" | "http" | "not-found" | "invalid";

/** How long an answer may take, in milliseconds. */
const patience = 8_000;

const underway = new Map<string, Promise<unknown>>();

/** The data at a path below /embed/v1. Rejects with an ErrorCode. */
export function load(path: string): Promise<unknown> {
	let request = underway.get(path);
	if (!request) {
		request = ask(path).finally(() => underway.delete(path));
		underway.set(path, request);
	}
	return request;
}

async function ask(path: string): Promise<unknown> {
	const signal = AbortSignal.timeout(patience);
	let code: ErrorCode = "offline";
	try {
		const response = await fetch(`${origin}/embed/v1/${path}.json`, {
			signal,
			credentials: "omit",
		});
		code = response.status === 404 ? "not-found" : "http";
		if (response.ok) {
			code = "invalid";
			return await response.json();
		}
	} catch {
		if (signal.aborted) code = "timeout";
	}
	throw code;
}
