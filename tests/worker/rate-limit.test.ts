/** Rate limits by address and by user, with the bindings as wrangler.toml configures them. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { codeProblems as messages } from "../../src/messages/code-problems.ts";
import { networkPrefix } from "../../src/platform/auth/network.ts";
import { isTooMuch } from "../../src/platform/limits/rate-limit.ts";
import { basicOffers } from "../../src/shop/offers/basic-offers.server.ts";
import { placeBasicOrder, readCheckoutForm } from "../../src/shop/orders/basic-checkout.server.ts";
import { serve } from "../../src/worker/serve.ts";
import { countingPage, newPage } from "../helpers/cached-pages.ts";
import { linesOf } from "../helpers/checkouts.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { addTool, callApi, newEmail, origin, type Person, signUp } from "../helpers/shop.ts";

beforeEach(() => {
	// One log line per request, which these tests do not check.
	vi.spyOn(console, "log").mockImplementation(() => {});
});

const render = vi.fn(async () => Response.json([]));

function requestFrom(address: string, path: string, headers: Record<string, string> = {}) {
	return new Request(origin + path, { headers: { "CF-Connecting-IP": address, ...headers } });
}

/** Exhausts the limit of a key for this minute. */
async function exhaustLimit(limit: RateLimit, key: string): Promise<void> {
	// A minute that begins meanwhile starts the count anew, so it may take twice the limit.
	for (let batch = 0; batch < 40; batch += 1) {
		const counted = await Promise.all(Array.from({ length: 50 }, () => limit.limit({ key })));
		if (counted.some(({ success }) => !success)) return;
	}
	throw new Error(`2,000 requests of ${key} were allowed`);
}

const addressKey = (address: string) => `address ${networkPrefix(address)}`;

/** A minute that begins between exhausting a limit and what should be rejected lets it pass: rarely, not twice. */
const acrossMinutes = { retry: 1 };

describe("an address", acrossMinutes, () => {
	it("over its limit is rejected before rendering, and others are not", async () => {
		const address = newIpAddress();
		const path = "/api/service?limit=1";
		expect((await serve(requestFrom(address, path), render)).status).toBe(200);
		await exhaustLimit(env.ADDRESS_LIMIT, addressKey(address));
		render.mockClear();
		const response = await serve(requestFrom(address, path), render);
		expect(response.status).toBe(429);
		expect(response.headers.get("Retry-After")).toBe("60");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(await response.json()).toMatchObject({ error: { code: "too_many" } });
		expect((await serve(requestFrom(address, "/oembed"), render)).status).toBe(429);
		expect(render).not.toHaveBeenCalled();
		expect((await serve(requestFrom(newIpAddress(), path), render)).status).toBe(200);
		for (const uncounted of ["/api/health", "/api/stripe/webhook"]) {
			expect((await serve(requestFrom(address, uncounted), render)).status).toBe(200);
		}
	});

	it("over its search limit may do everything else, by API and on pages", async () => {
		const address = newIpAddress();
		await exhaustLimit(env.SEARCH_LIMIT, addressKey(address));
		for (const path of ["/manageTools?q=wrench", "/api/service?q=a"]) {
			expect((await serve(requestFrom(address, path), render)).status, path).toBe(429);
		}
		for (const path of ["/manageTools", "/api/service?q="]) {
			expect((await serve(requestFrom(address, path), render)).status, path).toBe(200);
		}
	});

	it("over its limit of unproved buyers' orders may do everything else, and order with a verified e-mail", async () => {
		const address = newIpAddress();
		const proved = await signUp({ verified: true });
		await exhaustLimit(env.GUEST_LIMIT, `order ${addressKey(address)}`);
		const body = { lines: linesOf([await addTool()]), phone: "1", address: "5 Spoke Street" };
		const place = (headers: Record<string, string>, fields: object = {}) =>
			callApi("POST", "/checkout", {
				headers: { Origin: origin, "CF-Connecting-IP": address, ...headers },
				body: { ...body, ...fields },
			});
		const guest = { name: "Grace", email: newEmail() };
		const rejected = await place({}, guest);
		expect([rejected.status, rejected.headers.get("Retry-After")]).toEqual([429, "60"]);
		expect((await place({ Authorization: `Bearer ${proved.token}` })).status).toBe(201);
		expect((await serve(requestFrom(address, "/checkout"), render)).status).toBe(200);
	});

	/** What each page and call answers to too much of an act. Each but the first asks for nothing else that is counted. */
	type Ask = (headers: Record<string, string>) => Promise<unknown>;
	const served = (path: string) => async (headers: Record<string, string>) =>
		(await serve(new Request(origin + path, { headers }), render)).status;
	const posted =
		(path: string, fields: (tool: string) => object): Ask =>
		async (headers) => {
			const body = fields(await addTool());
			return (await callApi("POST", path, { headers, body })).status;
		};
	const address = { phone: "1", address: "5 Spoke Street" };
	const basicCheckout: Ask = async (headers) => {
		const form = readCheckoutForm(
			new URLSearchParams({
				line: `${await addTool()}~1~2599`,
				email: newEmail(),
				name: "Grace",
				phone: "+1 555 0123",
				line1: "3 Spoke Street",
				city: "Portland",
				region: "OR",
				postalCode: "97201",
				country: "US",
				code: "SPRING",
			}),
		);
		const request = new Request(`${origin}/cart/checkout`, { headers });
		return placeBasicOrder(form, request).catch((error) => error.status);
	};
	const basicCart: Ask = async (headers) => {
		const request = new Request(`${origin}/cart/basic`, { headers });
		return (await basicOffers(request, [], "SPRING")).codeProblem;
	};
	const code = "SPRING";
	const order = (tool: string) => ({ lines: linesOf([tool]), ...address });
	const line = (productCode: string) => ({ productCode, quantity: 1, ...address });
	const acts: [act: string, what: string, limit: RateLimit, ask: Ask, refusal: unknown][] = [
		["request", "any call", env.ADDRESS_LIMIT, served("/api/order"), 429],
		["search", "a search", env.SEARCH_LIMIT, served("/api/service?q=a"), 429],
		["order", "POST /checkout", env.GUEST_LIMIT, posted("/checkout", order), 429],
		["order", "POST /order", env.GUEST_LIMIT, posted("/order", line), 429],
		["order", "/cart/checkout", env.GUEST_LIMIT, basicCheckout, 429],
		[
			...(["code", "POST /checkout", env.GUEST_LIMIT] as const),
			posted("/checkout", (tool) => ({ ...order(tool), code })),
			429,
		],
		[
			...(["code", "POST /cart/offers", env.GUEST_LIMIT] as const),
			posted("/cart/offers", (tool) => ({ toolIds: [tool], code })),
			429,
		],
		["code", "/cart/checkout", env.GUEST_LIMIT, basicCheckout, 429],
		["code", "/cart/basic", env.GUEST_LIMIT, basicCart, messages.tooMany],
	];

	it.each(acts)("over its limit of %s is refused %s with a valid token too", async (...row) => {
		const [act, , limit, ask, refusal] = row;
		// Orders count if nobody has proved the e-mail. Codes always do.
		const { token } = await signUp({ verified: act !== "order" });
		const prefix = act === "order" || act === "code" ? `${act} ` : "";
		const headers = (network: string) => ({
			Origin: origin,
			"CF-Connecting-IP": network,
			Authorization: `Bearer ${token}`,
		});
		const [free, exhausted] = [newIpAddress(), newIpAddress()];
		expect(await ask(headers(free))).not.toEqual(refusal);
		await exhaustLimit(limit, `${prefix}${addressKey(exhausted)}`);
		expect(await ask(headers(exhausted))).toEqual(refusal);
	});

	it("counts an act once for each request, whoever asks", async () => {
		const limit = vi.spyOn(env.GUEST_LIMIT, "limit");
		const request = requestFrom(newIpAddress(), "/cart/checkout");
		await Promise.all([isTooMuch("code", request), isTooMuch("code", request)]);
		expect(limit).toHaveBeenCalledTimes(1);
		limit.mockRestore();
	});

	it("gets cached pages without a limit", async () => {
		const [address, page] = [newIpAddress(), newPage()];
		const { render: renderPage, counter } = countingPage();
		const visitFrom = (who: string) => serve(requestFrom(who, page), async () => renderPage());
		await exhaustLimit(env.ADDRESS_LIMIT, addressKey(address));
		expect((await visitFrom(address)).status).toBe(429);
		// Its 429 is not cached.
		expect((await visitFrom(newIpAddress())).status).toBe(200);
		expect((await visitFrom(address)).status).toBe(200);
		expect(counter.rendered).toBe(1);
	});

	it("is a whole network for IPv6", () => {
		expect(networkPrefix("192.0.2.7")).toBe("192.0.2.7");
		expect(networkPrefix("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2");
		expect(networkPrefix("2001:DB8:1:2::9")).toBe("2001:db8:1:2");
		expect(networkPrefix("2001:db8::1")).toBe("2001:db8:0:0");
		expect(networkPrefix("::1")).toBe("0:0:0:0");
		expect(networkPrefix(null)).toBe("unknown");
	});
});

describe("a user", acrossMinutes, () => {
	const by = ({ token }: Person, address: string) =>
		requestFrom(address, "/api/order", { Authorization: `Bearer ${token}` });

	it("is counted by their id from any address, and apart from their neighbours", async () => {
		const [rider, other] = [await signUp(), await signUp()];
		await exhaustLimit(env.USER_LIMIT, `user ${rider.id}`);
		expect((await serve(by(rider, newIpAddress()), render)).status).toBe(429);
		expect((await serve(by(other, newIpAddress()), render)).status).toBe(200);
	});

	it("with a token the shop has not signed is counted by address", async () => {
		const [{ token }, address] = [await signUp(), newIpAddress()];
		await exhaustLimit(env.ADDRESS_LIMIT, addressKey(address));
		const Authorization = `Bearer ${token.slice(0, -8)}AAAAAAAA`;
		const forged = requestFrom(address, "/api/order", { Authorization });
		expect((await serve(forged, render)).status).toBe(429);
	});
});
