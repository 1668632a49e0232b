/** The stand-in's Stripe.js in a browser: React's PaymentElement and CardElement on a page. other-shop-payments.ts has more, in a shop. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type RunningStripe, startStripe } from "@cogsmith/stand-in-for-stripe";
import {
	type Browser,
	type ConsoleMessage,
	chromium,
	expect as expectPage,
	type Page,
} from "@playwright/test";
import { build } from "esbuild";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import playwrightConfig from "../../playwright.config.ts";
import { findHeadlessBrowser } from "../setup/find-browser.ts";

const keys = {
	secretKey: "sk_test_of_a_page",
	publishableKey: "pk_test_of_a_page",
	webhookSecret: "whsec_of_a_page",
};
let standIn: RunningStripe;
let stripe: Stripe;
let browser: Browser;
let shop: Server;
let page: Page;
let consoleMessages: string[];

beforeAll(async () => {
	standIn = await startStripe({ port: 0, stateFile: ":memory:", ...keys });
	const connection = { host: "127.0.0.1", port: standIn.port, protocol: "http" } as const;
	stripe = new Stripe(keys.secretKey, { ...connection, telemetry: false });
	shop = await startShop();
	const args = playwrightConfig.use?.launchOptions?.args ?? [];
	browser = await chromium.launch({ executablePath: await findHeadlessBrowser(), args });
	// One page for all tests, since a new one would compile all scripts again. None stores anything.
	page = await browser.newPage();
});

afterAll(async () => {
	await browser?.close();
	shop?.closeAllConnections();
	shop?.close();
	await standIn?.close();
});

beforeEach(() => {
	consoleMessages = [];
	const addError = (error: Error) => consoleMessages.push(error.message);
	const addLogged = (message: ConsoleMessage) => {
		// The browser logs each 4xx, such as that of a declined card.
		if (message.type() === "error" && !message.text().includes("the server responded with")) {
			consoleMessages.push(message.text());
		}
	};
	page.on("pageerror", addError).on("console", addLogged);
	onTestFinished(async () => {
		await page.goto("about:blank");
		page.off("pageerror", addError).off("console", addLogged);
		expect(consoleMessages, "stray console output").toEqual([]);
	});
});

/** Serves the shop's page, with the content policy that the stand-in's README asks for. */
async function startShop(): Promise<Server> {
	const { outputFiles } = await build({
		entryPoints: [join(import.meta.dirname, "payment-page", "page.tsx")],
		bundle: true,
		write: false,
		format: "iife",
		jsx: "automatic",
		define: { "process.env.NODE_ENV": '"production"' },
	});
	const script = outputFiles[0]?.text ?? "";
	const html = `<!doctype html><html lang="en"><head><title>Shop</title></head><body><main id="root"></main>
		<script src="${standIn.url}/endive/stripe.js"></script><script src="/page.js"></script></body></html>`;
	const policy = `default-src 'none'; script-src 'self' ${standIn.url}; frame-src ${standIn.url}; connect-src ${standIn.url}; style-src 'self'`;
	const server = createServer((request, response) => {
		if (request.url === "/page.js") {
			response.writeHead(200, { "Content-Type": "text/javascript" }).end(script);
		} else if (request.url?.startsWith("/return")) {
			response.writeHead(200, { "Content-Type": "text/html" }).end("<title>Returned</title>");
		} else if (request.url === "/favicon.ico") {
			response.writeHead(204).end();
		} else {
			const headers = { "Content-Type": "text/html", "Content-Security-Policy": policy };
			response.writeHead(200, headers).end(html);
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return server;
}

/** A new intent on the shop's page. */
async function openPayment(settings: object = {}, params: object = {}) {
	const intent = await stripe.paymentIntents.create({ amount: 2400, currency: "usd", ...params });
	const { port } = shop.address() as AddressInfo;
	const query = new URLSearchParams({
		client_secret: String(intent.client_secret),
		key: keys.publishableKey,
		settings: JSON.stringify(settings),
	});
	await page.goto(`http://127.0.0.1:${port}/?${query}`);
	const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
	const fill = async (number: string) => {
		await frame.getByLabel("Card number").fill(number);
		await frame.getByLabel("Expiration date").fill("12 / 34");
		await frame.getByLabel("Security code").fill("123");
		const postalCode = frame.getByLabel("ZIP code");
		if (await postalCode.isVisible()) await postalCode.fill("94080");
	};
	const pay = () => page.getByRole("button", { name: "Pay", exact: true }).click();
	const result = page.getByLabel("Result");
	const events = page.getByLabel("Events");
	const status = async () => (await stripe.paymentIntents.retrieve(intent.id)).status;
	return { id: intent.id, intent, frame, fill, pay, result, events, status };
}

it("pays with a card, and reports what is typed", async () => {
	const { id, frame, fill, pay, result, events, status } = await openPayment();
	await expectPage(events).toHaveText("ready");
	await pay();
	await expectPage(result).toHaveText("validation_error: incomplete_number");
	await expectPage(frame.getByRole("alert")).toHaveText("Your card number is incomplete.");
	await fill("4242 4242 4242 4242");
	await expectPage(events).toContainText("card is complete");
	await pay();
	await expectPage(result).toHaveText("succeeded");
	expect(await status()).toBe("succeeded");
	const { data } = await stripe.charges.list({ payment_intent: id });
	expect(data).toMatchObject([{ billing_details: { address: { postal_code: "94080" } } }]);
});

it("reports a challenge of 3-D Secure that fails", async () => {
	const { fill, pay, result } = await openPayment();
	await fill("4000 0025 0000 3155");
	await pay();
	const challenge = page.frameLocator('iframe[title="Secure 3-D Secure frame"]');
	await challenge.getByRole("button", { name: "Fail" }).click();
	await expectPage(result).toHaveText(
		"invalid_request_error: payment_intent_authentication_failure",
	);
});

it.each([
	["Google Pay", "The payment succeeds", "succeeded"],
	["Link", "The payment is declined", "card_error: card_declined"],
])("pays with %s: %s", async (method, outcome, text) => {
	const { frame, pay, result, events } = await openPayment();
	await frame.getByRole("radio", { name: method }).check();
	await expectPage(events).toContainText("is complete");
	await frame.getByLabel("Test outcome").selectOption(outcome);
	await pay();
	await expectPage(result).toHaveText(text);
});

it.each([
	["Authorize test payment", "succeeded", "succeeded"],
	["Fail test payment", "failed", "requires_payment_method"],
])("leaves the page to pay, and returns: %s", async (button, redirect, after) => {
	const { id, intent, frame, pay, status } = await openPayment();
	await frame.getByRole("radio", { name: "Amazon Pay" }).check();
	await pay();
	await expectPage(page.getByText("A payment of $24.00.")).toBeVisible();
	await page.getByRole("button", { name: button }).click();
	await expectPage(page).toHaveTitle("Returned");
	expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
		order: "1",
		payment_intent: id,
		payment_intent_client_secret: intent.client_secret,
		redirect_status: redirect,
	});
	expect(await status()).toBe(after);
	await page.goBack();
	await expectPage(page.getByRole("alert").or(page.getByRole("main")).first()).toBeVisible();
});

it("always returns by a redirect if the shop asks for it", async () => {
	const { id, fill, pay } = await openPayment({ redirect: "always" });
	await fill("4242 4242 4242 4242");
	await pay();
	await expectPage(page).toHaveTitle("Returned");
	const { searchParams } = new URL(page.url());
	expect([searchParams.get("payment_intent"), searchParams.get("redirect_status")]).toEqual([
		id,
		"succeeded",
	]);
});

it("offers only what the intent accepts, and follows its updates", async () => {
	const { id, frame, events, result, pay } = await openPayment(
		{ options: { wallets: { googlePay: "never" }, fields: { billingDetails: "never" } } },
		{ allowed_payment_method_types: ["card"] },
	);
	await expectPage(events).toHaveText("ready");
	await expectPage(frame.getByLabel("Card number")).toBeVisible();
	await expectPage(frame.getByRole("radio")).toHaveCount(0);
	await expectPage(frame.getByLabel("ZIP code")).toBeHidden();
	await stripe.paymentIntents.update(id, {
		amount: 2600,
		allowed_payment_method_types: ["card", "link"],
	});
	await page.getByRole("button", { name: "Fetch updates" }).click();
	await expectPage(result).toHaveText("fetched");
	await frame.getByRole("radio", { name: "Link" }).check();
	await page.getByRole("button", { name: "Submit" }).click();
	await expectPage(result).toHaveText("chosen: link");
	await pay();
	await expectPage(result).toHaveText("succeeded");
	expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ amount_received: 2600 });
});

it("looks as the shop's appearance says", async () => {
	const { frame } = await openPayment({
		appearance: { theme: "night", variables: { colorBackground: "rgb(1, 2, 3)" } },
	});
	const field = frame.getByLabel("Card number");
	await expectPage(field).toHaveCSS("background-color", "rgb(1, 2, 3)");
	await expectPage(field).toHaveCSS("color", "rgb(242, 244, 248)");
});

it("reports an intent that cannot be loaded", async () => {
	const { id, events } = await openPayment();
	await expectPage(events).toHaveText("ready");
	await page.goto(page.url().replace(id, "pi_none"));
	await expectPage(page.getByLabel("Events")).toHaveText("loaderror: resource_missing");
});

it("keeps the card Element as it is", async () => {
	const { pay, result } = await openPayment({ card: true });
	const frame = page.frameLocator('iframe[title="Secure card payment input frame"]');
	await frame.getByLabel("Credit or debit card number").fill("4242 4242 4242 4242");
	await frame.getByLabel("Credit or debit card expiration date").fill("12 / 34");
	await frame.getByLabel("Credit or debit card CVC/CVV").fill("123");
	await pay();
	await expectPage(result).toHaveText("succeeded");
});
