import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { paymentCspSources } from "./content-security-policy.ts";

const stripeSources = {
	script: ["https://*.js.stripe.com", "https://js.stripe.com"],
	frame: ["https://*.js.stripe.com", "https://js.stripe.com", "https://hooks.stripe.com"],
	connect: ["https://api.stripe.com"],
	image: [],
};

it("allows exactly the sources of Stripe's security guide", () => {
	expect(paymentCspSources("https://js.stripe.com", "card")).toEqual(stripeSources);
});

it("also allows those of Link with the Payment Element", () => {
	const link = ["https://link.com", "https://*.link.com"];
	expect(paymentCspSources("https://js.stripe.com", "payment-element")).toEqual({
		script: stripeSources.script,
		frame: [...stripeSources.frame, ...link],
		connect: [...stripeSources.connect, ...link],
		image: ["https://*.link.com"],
	});
});

it.each(["card", "payment-element"] as const)(
	"allows a stand-in its own origin only, and none of Stripe's, with %s",
	(form) => {
		const standInSources = ["http://localhost:12111"];
		expect(paymentCspSources("http://localhost:12111", form)).toEqual({
			script: standInSources,
			frame: standInSources,
			connect: standInSources,
			image: [],
		});
	},
);

it("loads the Stripe.js version of the pinned package", () => {
	const source = readFileSync("node_modules/@stripe/stripe-js/dist/pure.mjs", "utf8");
	const releaseTrain = /RELEASE_TRAIN = '(\w+)'/.exec(source)?.[1];
	const toml = readFileSync("wrangler.toml", "utf8");
	expect(toml).toContain(`STRIPE_JS_URL = "https://js.stripe.com/${releaseTrain}/stripe.js"`);
});
