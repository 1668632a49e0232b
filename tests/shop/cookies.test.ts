/** The cookies that a browser gets, and the cookie policy. tests/unit/browser-storage.test.ts has the storage. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { basicCartCookie, basicCodeCookie } from "../../src/shop/carts/basic-cart.server.ts";
import { basicPartnerCookie } from "../../src/shop/partners/basic-partner.server.ts";
import { linesOf } from "../helpers/checkouts.ts";
import { listedEntries, listedNames } from "../helpers/cookie-policy.ts";
import { requestOrder } from "../helpers/guests.ts";
import { type ApiResponse, addTools, callAuth, newEmail, password } from "../helpers/shop.ts";

/** Every way to get a cookie. */
async function responsesWithCookies(): Promise<Pick<ApiResponse, "headers">[]> {
	const line = { toolId: "chain-whip", quantity: 1, price: 29 };
	const account = { name: "Somebody", email: newEmail(), password };
	return [
		await callAuth("sign-up/email", account),
		await callAuth("sign-in/email", { email: account.email, password }),
		await callAuth("sign-in/social", { provider: "google", callbackURL: "/login" }),
		await requestOrder({ lines: linesOf(await addTools(1)) }),
		...[basicCartCookie([line]), basicCodeCookie("SPRING"), basicPartnerCookie("blog")].map(
			(cookie) => ({ headers: new Headers({ "Set-Cookie": cookie }) }),
		),
	];
}

/** How the policy says a duration. */
function durationText(seconds: number): string {
	if (seconds === 86_400) return "24 hours";
	const [count, unit] =
		seconds % 86_400 === 0 ? [seconds / 86_400, "days"] : [seconds / 60, "minutes"];
	return `${count} ${unit}`;
}

it("are those of the cookie policy, with their time", async () => {
	const cookies = (await responsesWithCookies())
		.flatMap(({ headers }) => headers.getSetCookie())
		.map((line) => ({
			name: line.slice(0, line.indexOf("=")),
			maxAgeS: Number(/Max-Age=(\d+)/i.exec(line)?.[1]),
		}));
	expect([...new Set(cookies.map(({ name }) => name))].sort()).toEqual(listedNames("Cookies"));
	for (const { name, maxAgeS } of cookies) {
		const entry = listedEntries.find((listed) => listed.name === name);
		expect(entry?.text, name).toContain(durationText(maxAgeS));
	}
});

it("name each cookie that the shop sets itself", () => {
	const own = globSync("src/**/*.ts").flatMap((file) => [
		...readFileSync(file, "utf8").matchAll(/ownCookie\(\{\s*name: "(\w+)"/g),
	]);
	expect(own.length).toBeGreaterThan(4);
	expect(listedNames("Cookies")).toEqual(
		expect.arrayContaining(own.map(([, name]) => `cogsmith.${name}`)),
	);
});
