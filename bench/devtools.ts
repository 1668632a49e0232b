/** A client of the Chrome DevTools Protocol (https://chromedevtools.github.io/devtools-protocol/): of workerd's and of Chromium's. */
import * as v from "valibot";

export interface DevTools {
	/** Calls a method, in one of the attached sessions if it is named. Returns the result, throws the error. */
	send(method: string, params?: object, sessionId?: string): Promise<unknown>;
	close(): void;
}

/** How long a method may take, in milliseconds: collecting a large heap takes seconds. */
const replyTimeoutMs = 60_000;

/** A reply has an id, an event has none. */
const messageSchema = v.object({
	id: v.optional(v.number()),
	result: v.optional(v.unknown()),
	error: v.optional(v.object({ message: v.string() })),
	method: v.optional(v.string(), ""),
	params: v.optional(v.unknown()),
});

/** Connects to the address of a WebSocket, and passes events on. Throws if nothing listens there. */
export async function connectDevTools(
	url: string,
	onEvent: (method: string, params: unknown) => void = () => undefined,
): Promise<DevTools> {
	const socket = new WebSocket(url);
	const pending = new Map<number, PromiseWithResolvers<unknown>>();
	await new Promise<void>((resolve, reject) => {
		socket.addEventListener("open", () => resolve());
		socket.addEventListener("error", () => reject(new Error(`Nothing listens at ${url}`)));
	});
	socket.addEventListener("close", () => {
		for (const { reject } of pending.values()) reject(new Error(`${url} closed the connection`));
	});
	socket.addEventListener("message", ({ data }) => {
		const { id, result, error, method, params } = v.parse(messageSchema, JSON.parse(String(data)));
		if (id === undefined) onEvent(method, params);
		else if (error) pending.get(id)?.reject(new Error(error.message));
		else pending.get(id)?.resolve(result);
	});
	let lastId = 0;
	return {
		send: async (method, params = {}, sessionId) => {
			lastId += 1;
			const id = lastId;
			const reply = Promise.withResolvers<unknown>();
			pending.set(id, reply);
			const timer = setTimeout(
				() => reply.reject(new Error(`${url} did not reply to ${method}`)),
				replyTimeoutMs,
			);
			socket.send(JSON.stringify({ id, method, params, sessionId }));
			try {
				return await reply.promise;
			} finally {
				clearTimeout(timer);
				pending.delete(id);
			}
		},
		close: () => socket.close(),
	};
}
