/** What another site can make a signed-in visitor's browser do: send forms with the cookie, call cross-origin. */
import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../../src/shop/endpoints.ts";
import { newIpAddress } from "../../helpers/ip-address.ts";
import {
	addTool,
	callApi,
	dispatch,
	origin,
	type Person,
	placeLine,
	signUp,
	tokenOf,
} from "../../helpers/shop.ts";

let rider: Person;

beforeAll(async () => {
	rider = await signUp({ role: "admin" });
});

const elsewhere = [
	"https://evil.test",
	"null",
	`${origin}.evil.test`,
	`${origin}@evil.test`,
	origin.replace("http:", "https:"),
	"http://localhost",
	"http://localhost:1",
	origin.replace("localhost", "127.0.0.1"),
	origin.toUpperCase(),
	`${origin}/`,
	`${origin}, https://evil.test`,
	"",
];

/** Content types that need no preflight (WHATWG Fetch, CORS-safelisted request headers). */
const forms: [string, BodyInit | null, string | undefined][] = [
	["a form", new URLSearchParams({ email: "a@b.test", newPassword: "x" }), undefined],
	["text", '{"email":"a@b.test"}', "text/plain"],
	["JSON as text", '{"email":"a@b.test"}', "text/plain; a=application/json"],
	["nothing", null, undefined],
	["JSON", '{"email":"a@b.test"}', "application/json"],
];

describe("an API call that writes", () => {
	const changing = endpoints
		.map(({ endpoint }) => endpoint)
		.filter(({ method, access }) => method !== "GET" && (access === "user" || access === "admin"))
		.map(({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, "any")] as const);

	it.each(changing)(
		"%s %s ignores the cookie, from any origin and with any content type",
		async (method, path) => {
			for (const from of [...elsewhere, origin, undefined]) {
				for (const [what, body, type] of forms) {
					const headers = new Headers({ Cookie: rider.cookie });
					if (from !== undefined) headers.set("Origin", from);
					if (type) headers.set("Content-Type", type);
					const sent = new Request(`${origin}/api${path}`, { method, headers, body });
					expect((await dispatch(sent)).status, `${from} ${what}`).toBe(401);
				}
			}
		},
	);
});

describe("a call of the auth API", () => {
	const calls = [
		"sign-out",
		"change-password",
		"send-verification-email",
		"sign-in/email",
		"sign-up/email",
		"sign-in/social",
		"request-password-reset",
		"reset-password",
	];

	it.each(calls)("%s rejects other origins and keeps the session", async (path) => {
		for (const from of elsewhere) {
			for (const [what, body, type] of forms) {
				const headers = new Headers({
					Cookie: rider.cookie,
					Origin: from,
					"CF-Connecting-IP": newIpAddress(),
				});
				if (type) headers.set("Content-Type", type);
				const url = `${origin}/api/auth/${path}`;
				const rejected = await dispatch(new Request(url, { method: "POST", headers, body }));
				expect(rejected.status, `${from} ${what}`).toBe(403);
				expect(rejected.headers.getSetCookie()).toEqual([]);
			}
		}
		expect(await tokenOf(rider.email, rider.cookie)).toBeTruthy();
	});

	it.each(calls)("%s rejects forms and plain text from our own origin too", async (path) => {
		for (const [what, body, type] of forms.slice(0, 3)) {
			const headers = new Headers({ Origin: origin, "CF-Connecting-IP": newIpAddress() });
			if (type) headers.set("Content-Type", type);
			const url = `${origin}/api/auth/${path}`;
			const sent = await dispatch(new Request(url, { method: "POST", headers, body }));
			if (path === "sign-out") continue;
			expect(sent.status, what).toBeGreaterThanOrEqual(400);
			expect(sent.status, what).toBeLessThan(500);
		}
	});

	it.each(calls)("%s allows other origins neither a preflight nor the response", async (path) => {
		for (const method of ["OPTIONS", "POST"]) {
			const headers = {
				Origin: "https://evil.test",
				"Access-Control-Request-Method": "POST",
				"Access-Control-Request-Headers": "content-type",
				"Access-Control-Request-Private-Network": "true",
			};
			const { status, headers: given } = await callApi(method, `/auth/${path}`, { headers });
			expect([status, status === 204 && given.get("Allow")]).toEqual(
				method === "OPTIONS" ? [204, "POST, OPTIONS"] : [403, false],
			);
			expect([...given.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
		}
	});
});

describe("the access token of a cookie's session", () => {
	it.each(elsewhere)("is not given to Origin %j", async (from) => {
		const { status, body } = await callApi("PUT", `/user/${encodeURIComponent(rider.email)}`, {
			headers: { Cookie: rider.cookie, Origin: from, Referer: `${origin}/` },
			body: { email: rider.email },
		});
		expect([status, body.error.code]).toEqual([403, "foreign_origin"]);
	});
});

describe("a method override header", () => {
	it.each([
		"X-HTTP-Method-Override",
		"X-HTTP-Method",
		"X-Method-Override",
		"X-Original-Method",
		"_method",
	])("%s is ignored", async (name) => {
		const line = await placeLine(rider, await addTool());
		for (const [path, expected] of [
			[`/order/${line._id}`, 200],
			[`/order?email=${encodeURIComponent(rider.email)}`, 200],
			[`/order?email=${encodeURIComponent(rider.email)}&id=${line._id}`, 400],
			[`/order/${line._id}?${name}=DELETE`, 400],
		] as const) {
			const { status } = await callApi("GET", path, {
				token: rider.token,
				headers: { [name]: "DELETE" },
			});
			expect(status, path).toBe(expected);
		}
		expect((await callApi("GET", `/order/${line._id}`, { token: rider.token })).status).toBe(200);
	});
});
