import { beforeEach, describe, expect, it, vi } from "vitest";
import * as messages from "../messages/messages.ts";
import {
	changePassword,
	requestPasswordReset,
	requestVerification,
	resetPassword,
	signIn,
	signUp,
} from "./auth-client.ts";
import { currentUser } from "./current-user.ts";

const fetchMock = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();

beforeEach(() => {
	vi.stubGlobal("fetch", fetchMock.mockReset());
	return () => vi.unstubAllGlobals();
});

const user = { email: "rider@example.test", name: "Robin" };
const credentials = { email: user.email, password: "a bell and a bottle" };

describe("a call of the auth API", () => {
	it.each([
		["sign-in/email", signIn, credentials],
		["sign-up/email", signUp, { ...credentials, name: "Robin" }],
		["change-password", changePassword, { currentPassword: "old one", newPassword: "new one" }],
	] as const)("%s returns the user", async (path, send, sent) => {
		fetchMock.mockResolvedValueOnce(Response.json({ user: { ...user, id: "1" }, token: "x" }));
		expect(await (send as (body: object) => Promise<unknown>)(sent)).toEqual(user);
		expect(fetchMock).toHaveBeenCalledExactlyOnceWith(`/api/auth/${path}`, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(sent),
		});
	});

	it.each([
		["request-password-reset", () => requestPasswordReset(user.email), { email: user.email }],
		["send-verification-email", () => requestVerification(user.email), { email: user.email }],
		[
			"reset-password",
			() => resetPassword({ token: "t", newPassword: "new one" }),
			{ token: "t", newPassword: "new one" },
		],
	] as const)("%s sends what it needs", async (path, send, sent) => {
		fetchMock.mockResolvedValueOnce(Response.json({ status: true }));
		await send();
		const [url, init] = fetchMock.mock.calls[0] ?? [];
		expect([url, init?.method, init?.body]).toEqual([
			`/api/auth/${path}`,
			"POST",
			JSON.stringify(sent),
		]);
	});

	it("that returns no user fails", async () => {
		fetchMock.mockResolvedValueOnce(Response.json({ status: true }));
		await expect(signIn(credentials)).rejects.toThrow(messages.internalError);
	});
});

describe("an error of the auth API", () => {
	it.each([
		["INVALID_TOKEN", messages.resetLinkExpired],
		["INVALID_PASSWORD", messages.currentPasswordWrong],
		["UNAUTHORIZED", messages.signInRequired],
		["OTHER", "Their own message"],
		[undefined, "Their own message"],
	])("%s has our message, or else its own", async (code, message) => {
		const body = { message: "Their own message", ...(code && { code }) };
		fetchMock.mockResolvedValueOnce(Response.json(body, { status: 400 }));
		await expect(signIn(credentials)).rejects.toMatchObject({ message, code });
	});

	it.each([
		["no JSON", new Response("oops", { status: 500 })],
		["another shape", Response.json({ error: 1 }, { status: 500 })],
	])("with %s is internal", async (_, response) => {
		fetchMock.mockResolvedValueOnce(response);
		const rejected = expect(signIn(credentials)).rejects;
		await rejected.toMatchObject({ message: messages.internalError, code: undefined });
	});

	it("without a response says that the shop can't be reached", async () => {
		fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
		await expect(signIn(credentials)).rejects.toThrow(messages.shopUnreachable);
	});
});

describe("currentUser", () => {
	it("returns the user of the session", async () => {
		fetchMock.mockResolvedValueOnce(Response.json({ user, session: {} }));
		expect(await currentUser()).toEqual(user);
		expect(fetchMock).toHaveBeenCalledExactlyOnceWith("/api/auth/get-session");
	});

	it("returns undefined without a session", async () => {
		fetchMock.mockResolvedValueOnce(Response.json(null));
		expect(await currentUser()).toBeUndefined();
	});

	it("throws if the shop is busy or can't be reached", async () => {
		fetchMock.mockResolvedValueOnce(Response.json({}, { status: 503 }));
		const busy = { code: "unavailable", message: messages.shopBusy };
		await expect(currentUser()).rejects.toMatchObject(busy);
		const cause = new TypeError("Failed to fetch");
		fetchMock.mockRejectedValueOnce(cause);
		const unreachable = { code: "unavailable", message: messages.shopUnreachable, cause };
		await expect(currentUser()).rejects.toMatchObject(unreachable);
	});
});
