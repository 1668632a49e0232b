import { expect, it } from "vitest";
import { methodParams, methodsToOffer } from "./payment-methods.js";

it.each([
	[["card"], {}, false, ["card", "google_pay"]],
	[["card"], {}, true, ["card", "apple_pay"]],
	[["card"], { wallets: { googlePay: "never" } }, false, ["card"]],
	[["card"], { wallets: { applePay: "never" } }, true, ["card"]],
	[["card", "link", "amazon_pay"], {}, false, ["card", "google_pay", "link", "amazon_pay"]],
	[["card", "link"], { wallets: { link: "never", googlePay: "never" } }, false, ["card"]],
	[
		["card", "link", "klarna", "blik"],
		{ paymentMethodOrder: ["klarna", "google_pay"] },
		false,
		["klarna", "google_pay", "card", "link"],
	],
])("offers for %j with %j (Apple: %s) %j", (types, options, isApple, offered) => {
	expect(methodsToOffer(types, options, isApple)).toEqual(offered);
});

it("pays with a test card of a wallet, with Link, or elsewhere", () => {
	expect(methodParams("google_pay", "challenge")).toMatchObject({
		type: "card",
		card: { number: "4000000000003220", wallet: "google_pay" },
	});
	expect(methodParams("link", "declined")).toEqual({
		type: "link",
		link: { test_outcome: "declined" },
	});
	expect(methodParams("link", "challenge")).toMatchObject({ link: { test_outcome: "succeeded" } });
	expect(methodParams("klarna", "declined")).toEqual({ type: "klarna" });
	expect(methodParams("sepa_debit", "succeeded")).toMatchObject({
		sepa_debit: { iban: expect.stringMatching(/^DE/) },
	});
});
