/** Slow and stalled request bodies. Malformed bodies: attacks/bodies.test.ts. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readBytes } from "../../src/http/body.ts";
import { acquireSlot, maxConcurrentRequests } from "../../src/http/request-slots.ts";
import { serve } from "../../src/worker/serve.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { dispatch, origin } from "../helpers/shop.ts";

/** How long a body may stall, in milliseconds. */
const bodyTimeoutMs = 10_000;

const webhook = "/api/stripe/webhook";
const signIn = "/api/auth/sign-in/email";
const images = "/api/images";

// Loads the routes: while the clock is the test's, it could pass the limit before a handler reads the body.
beforeAll(async () => {
	for (const path of [webhook, signIn, images])
		await dispatch(
			new Request(origin + path, {
				method: "POST",
				headers: { "CF-Connecting-IP": newIpAddress() },
			}),
		);
});
beforeEach(() => {
	vi.spyOn(console, "log").mockImplementation(() => undefined);
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => vi.useRealTimers());

/** A body the test sends piece by piece. */
function slowBody() {
	let sender: ReadableStreamDefaultController<Uint8Array> | undefined;
	const stream = new ReadableStream<Uint8Array>({
		start: (controller) => {
			sender = controller;
		},
	});
	return {
		stream,
		send: (bytes: number) => sender?.enqueue(new Uint8Array(bytes).fill(32)),
		end: () => sender?.close(),
	};
}

/** A POST with a slow body, and the whole Worker's response to it. */
function post(path: string, headers: Record<string, string> = {}) {
	const body = slowBody();
	const request = new Request(origin + path, { method: "POST", headers, body: body.stream });
	return { ...body, request, answered: serve(request, () => dispatch(request)) };
}
const advanceTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a stalled body", () => {
	it.each([
		["a call", webhook, {}],
		["signing in", signIn, { Origin: origin }],
	])("is rejected with 408 after ten seconds: %s", async (_, path, headers) => {
		const { send, answered } = post(path, headers);
		send(10);
		await advanceTime(bodyTimeoutMs - 1);
		send(1);
		await advanceTime(2);
		const rejected = await answered;
		expect(rejected.status).toBe(408);
		expect(await rejected.json()).toMatchObject({ error: { code: "request_timeout" } });
	});

	it("is accepted at 8 KB a second or more", async () => {
		const { stream, send, end } = slowBody();
		const reading = readBytes(new Request(origin, { method: "POST", body: stream }), 2_000_000);
		for (let piece = 0; piece < 10; piece += 1) {
			send(80_000);
			await advanceTime(9_900);
		}
		end();
		expect((await reading).byteLength).toBe(800_000);
	});

	it("of a rejected request delays its response no longer than that", async () => {
		const { send, answered } = post(images);
		const rejected = await answered;
		expect(rejected.status).toBe(401);
		send(10);
		const text = rejected.text();
		await advanceTime(bodyTimeoutMs + 1);
		expect(await text).toContain("unauthenticated");
	});
});

describe("slow bodies", () => {
	it("use no request slots: as many more are accepted, and each is rejected in time", async () => {
		const some = () => Array.from({ length: 300 }, () => post(webhook));
		const idle = some();
		await advanceTime(1);
		idle.push(...some());
		await advanceTime(1);
		expect(idle.length).toBeGreaterThan(maxConcurrentRequests);
		expect((await serve(new Request(`${origin}/x`), async () => new Response("ok"))).status).toBe(
			200,
		);
		await advanceTime(bodyTimeoutMs);
		const statuses = await Promise.all(idle.map(async ({ answered }) => (await answered).status));
		expect(new Set(statuses)).toEqual(new Set([408]));
	});

	it("are 503 when no slot is free once they are complete", async () => {
		const { send, end, answered } = post(webhook);
		await advanceTime(1);
		const leaving = Array.from({ length: maxConcurrentRequests }, () => acquireSlot());
		send(10);
		end();
		const rejected = await answered;
		for (const leave of leaving) leave?.();
		expect([rejected.status, rejected.headers.get("Retry-After")]).toEqual([503, "5"]);
	});

	it.each([
		["an isolate can bear", 8, newIpAddress],
		["one network may have", 4, () => "2001:db8::1"],
	])("buffer no more together than %s", async (_, count, address) => {
		const big = 4 * 1024 * 1024;
		const request = (body: ReadableStream) =>
			new Request(origin, {
				method: "POST",
				body,
				headers: { "CF-Connecting-IP": address() },
			});
		const bodies = Array.from({ length: count + 1 }, slowBody);
		const readings = bodies.map(({ stream }) =>
			readBytes(request(stream), 2 * big).then(
				({ byteLength }) => byteLength,
				({ code }) => code,
			),
		);
		for (const { send } of bodies) send(big);
		await advanceTime(1);
		for (const { end } of bodies) end();
		expect(await Promise.all(readings)).toEqual([...Array(count).fill(big), "unavailable"]);
	});
});
