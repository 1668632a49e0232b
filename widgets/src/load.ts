/** Loads the shop's embed data. Concurrent requests for the same path are shared. */
import { origin } from "./origin.ts";

/** Why loading failed. */
export type ErrorCode = "offline" | "timeout" | "http" | "not-found" | "invalid";

const inFlight = new Map<string, ReturnType<typeof load>>();

/** Loads the data at a path below /embed/v1. Returns an object, or an error code as a string. */
export function load(path: string): Promise<object | ErrorCode> {
	let request = inFlight.get(path);
	if (!request) {
		request = fetchData(path).finally(() => inFlight.delete(path));
		inFlight.set(path, request);
	}
	return request;
}

async function fetchData(path: string): Promise<object | ErrorCode> {
	/** How long a response may take, in milliseconds. */
	const timeoutMs = 8_000;
	const signal = AbortSignal.timeout(timeoutMs);
	let code: ErrorCode = "offline";
	try {
		const response = await fetch(`${origin}/embed/v1/${path}.json`, {
			signal,
			credentials: "omit",
		});
		code = [404, 410].includes(response.status) ? "not-found" : "http";
		if (response.ok) {
			code = "invalid";
			return Object(await response.json());
		}
	} catch {
		if (signal.aborted) code = "timeout";
	}
	return code;
}
