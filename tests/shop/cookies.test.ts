/** The cookies that a browser gets, and the cookie policy. tests/unit/browser-storage.test.ts has the storage. */
import { expect, it } from "vitest";
import { basicCartCookie } from "../../src/shop/carts/basic-cart.server.ts";
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
		{ headers: new Headers({ "Set-Cookie": basicCartCookie([line]) }) },
	];
}

/** How the policy says a duration. */
function durationText(seconds: number): string {
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
