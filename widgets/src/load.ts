/** Gets the shop's embed data. Elements that want the same at the same time share one request. */
import { origin } from "./origin.ts";

/** Why there is nothing to show. */
export type ErrorCode = "offline" | "timeout" | "http" | "not-found" | "invalid";

const underway = new Map<string, ReturnType<typeof load>>();

/** The data at a path below /embed/v1, or why there is none: data is always an object, an error code a string. */
export function load(path: string): Promise<object | ErrorCode> {
	let request = underway.get(path);
	if (!request) {
		request = ask(path).finally(() => underway.delete(path));
		underway.set(path, request);
	}
	return request;
}

async function ask(path: string): Promise<object | ErrorCode> {
	/** How long an answer may take, in milliseconds. */
	const patience = 8_000;
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
			return Object(await response.json());
		}
	} catch {
		if (signal.aborted) code = "timeout";
	}
	return code;
}
