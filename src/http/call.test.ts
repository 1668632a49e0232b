import { beforeEach, describe, expect, it, vi } from "vitest";
import * as messages from "../messages/messages.ts";
import { placeLineEndpoint } from "../shop/orders/lines.api.ts";
import { listToolsEndpoint, restockToolEndpoint } from "../shop/tools/tools.api.ts";
import { issueTokenEndpoint } from "../shop/users/users.api.ts";
import { call, callPage, setTokenRenewer } from "./call.ts";
import { storeToken } from "./token-storage.ts";

const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const renew = vi.fn<() => Promise<string | undefined>>();

/** The requests sent, as [method, URL, headers, body]. */
const sent = () =>
	fetchMock.mock.calls.map(([url, { method, headers, body }]) => [method, url, headers, body]);

const replyWith = (...responses: Response[]) => {
	for (const response of responses) fetchMock.mockResolvedValueOnce(response);
};
const errorReply = (status: number, error: object) => Response.json({ error }, { status });
const unauthenticated = () => errorReply(401, { code: "unauthenticated", message: "Sign in." });

const body = { productCode: "pump", quantity: 1, phone: "1", address: "Here" };
const line = (headers?: Record<string, string>) => call(placeLineEndpoint, { body }, headers);

beforeEach(() => {
	const stored = new Map<string, string>();
	vi.stubGlobal("localStorage", {
		getItem: (name: string) => stored.get(name) ?? null,
		setItem: (name: string, value: string) => stored.set(name, value),
		removeItem: (name: string) => stored.delete(name),
	});
	vi.stubGlobal("fetch", fetchMock.mockReset());
	renew.mockReset().mockResolvedValue(undefined);
	setTokenRenewer(renew);
	return () => vi.unstubAllGlobals();
});

describe("the request of a call", () => {
	it("has path, query and no headers without need", async () => {
		replyWith(Response.json([]));
		expect(await call(listToolsEndpoint, { query: { q: "a b", limit: "5" } })).toEqual([]);
		expect(sent()).toEqual([["GET", "/api/service?q=a+b&limit=5", {}, undefined]]);
	});

	it("has the stored token, its JSON body and the given headers", async () => {
		storeToken("stored");
		replyWith(Response.json({ insertedId: "1" }));
		await line({ "Idempotency-Key": "k" });
		expect(sent()).toEqual([
			[
				"POST",
				"/api/order",
				{
					"Idempotency-Key": "k",
					"Content-Type": "application/json",
					Authorization: "Bearer stored",
				},
				JSON.stringify(body),
			],
		]);
		expect(renew).not.toHaveBeenCalled();
	});

	it("has a new token if none is stored, for administrators' calls too", async () => {
		renew.mockResolvedValue("renewed");
		replyWith(Response.json({ modifiedCount: 1 }));
		await call(restockToolEndpoint, { params: { id: "pump" }, body: { quantity: 2 } });
		expect(sent()[0]?.[2]).toMatchObject({ Authorization: "Bearer renewed" });
	});

	it("has no token if the endpoint needs none", async () => {
		storeToken("stored");
		replyWith(Response.json([]), Response.json({ token: "t", expiresAt: "now" }));
		await call(listToolsEndpoint);
		await call(issueTokenEndpoint, { params: { email: "a@example.test" }, body: {} });
		for (const [, , headers] of sent()) expect(headers).not.toHaveProperty("Authorization");
		expect(renew).not.toHaveBeenCalled();
	});
});

describe("after a 401", () => {
	it("a call is sent once more with a new token", async () => {
		storeToken("expired");
		renew.mockResolvedValue("renewed");
		replyWith(unauthenticated(), Response.json({ insertedId: "1" }));
		expect(await line()).toEqual({ insertedId: "1" });
		expect(sent().map(([, , headers]) => headers)).toMatchObject([
			{ Authorization: "Bearer expired" },
			{ Authorization: "Bearer renewed" },
		]);
	});

	it("a call fails if there is no new token, or the new one is rejected as well", async () => {
		storeToken("expired");
		replyWith(unauthenticated());
		await expect(line()).rejects.toMatchObject({ code: "unauthenticated" });
		expect(fetchMock).toHaveBeenCalledTimes(1);
		renew.mockResolvedValue("renewed");
		replyWith(unauthenticated(), unauthenticated());
		await expect(line()).rejects.toMatchObject({ code: "unauthenticated" });
		expect(fetchMock).toHaveBeenCalledTimes(3);
	});

	it("a call without a token is not repeated", async () => {
		renew.mockResolvedValue("renewed");
		replyWith(unauthenticated());
		await expect(call(listToolsEndpoint)).rejects.toMatchObject({ code: "unauthenticated" });
		expect(renew).not.toHaveBeenCalled();
	});

	it("only a 401 asks for a new token", async () => {
		storeToken("stored");
		replyWith(errorReply(403, { code: "forbidden", message: "No." }));
		await expect(line()).rejects.toMatchObject({ code: "forbidden" });
		expect(renew).not.toHaveBeenCalled();
	});
});

describe("an error", () => {
	it("has the server's code, message and fields", async () => {
		replyWith(errorReply(422, { code: "invalid", message: "Check.", fields: { phone: "Wrong" } }));
		await expect(line()).rejects.toMatchObject({
			name: "ShopError",
			code: "invalid",
			message: "Check.",
			fields: { phone: "Wrong" },
		});
		replyWith(errorReply(404, { code: "not_found", message: "Gone." }));
		await expect(line()).rejects.toMatchObject({ code: "not_found", fields: undefined });
	});

	it.each([
		["no JSON", new Response("<h1>Bad gateway</h1>", { status: 502 })],
		["another shape", Response.json({ message: "x" }, { status: 500 })],
		["an unknown code", errorReply(500, { code: "surprise", message: "x" })],
	])("with %s is internal", async (_, response) => {
		replyWith(response);
		await expect(line()).rejects.toMatchObject({
			code: "internal",
			message: messages.internalError,
		});
	});

	it("without a response is unavailable", async () => {
		const cause = new TypeError("Failed to fetch");
		fetchMock.mockRejectedValueOnce(cause);
		await expect(line()).rejects.toMatchObject({
			code: "unavailable",
			message: messages.shopUnreachable,
			cause,
		});
	});
});

describe("a page of a list", () => {
	it("has the next cursor and how many of a search are sorted", async () => {
		const headers = { Link: '</api/service?cursor=abc>; rel="next"', "Search-Limit": "250" };
		replyWith(Response.json([{ _id: "1" }], { headers }));
		expect(await callPage(listToolsEndpoint, { query: { q: "x" } })).toEqual({
			items: [{ _id: "1" }],
			next: "abc",
			truncatedTo: 250,
		});
		expect(sent()[0]?.[1]).toBe("/api/service?q=x");
	});

	it("has neither on the last page", async () => {
		replyWith(Response.json([]));
		const page = await callPage(listToolsEndpoint);
		expect(page).toEqual({ items: [], next: undefined, truncatedTo: undefined });
	});
});
