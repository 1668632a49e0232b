import { expect, type Page } from "@playwright/test";
import { localKeys } from "../../local/settings.ts";
import * as messages from "../../src/messages.ts";
import { allowConsole, fillCard, newCustomer, shopUrl, stripeUrl, test } from "./fixtures.ts";

/** A new customer opens the payment page of their order. */
async function toPayment(page: Page, tool: string): Promise<void> {
	await page.goto(await newCustomer(page, tool));
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
}

const pay = (page: Page) => page.getByRole("button", { name: /^Pay/ }).click();

async function expectPaidOrder(page: Page): Promise<void> {
	await expect(async () => {
		await page.goto("/dashboard/myorders");
		await expect(page.getByRole("article").getByText("Paid", { exact: true })).toBeVisible({
			timeout: 2_000,
		});
	}).toPass();
}

test("the order is paid although the browser closed right after Pay", async ({ page }) => {
	await toPayment(page, "chain-breaker");
	await fillCard(page, "4242 4242 4242 4242");
	const confirmed = page.waitForResponse((response) => response.url().endsWith("/confirm"));
	// This browser never reports the payment: only Stripe's webhook can.
	await page.route("**/api/order/*", (route) => route.abort());
	allowConsole(page, /ERR_FAILED/);
	await pay(page);
	await confirmed;
	const cookies = await page.context().storageState();
	await page.close();

	const later = await page.context().browser()?.newContext({
		storageState: cookies,
		baseURL: shopUrl(),
	});
	const again = await later?.newPage();
	if (!again) throw new Error("no second browser context");
	await expectPaidOrder(again);
	await later?.close();
});

test("a card that requires 3-D Secure pays once it is authenticated", async ({ page }) => {
	await toPayment(page, "digital-caliper");
	await fillCard(page, "4000 0025 0000 3155");
	await pay(page);
	const challenge = page.frameLocator('iframe[title="Secure 3-D Secure frame"]');
	await challenge.getByRole("button", { name: "Complete" }).click();
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
	await expectPaidOrder(page);
});

test("a failed 3-D Secure shows an error and the form stays usable", async ({ page }) => {
	await toPayment(page, "cone-wrench-set");
	await fillCard(page, "4000 0025 0000 3155");
	await pay(page);
	const challenge = page.frameLocator('iframe[title="Secure 3-D Secure frame"]');
	await challenge.getByRole("button", { name: "Fail" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "unable to authenticate" })).toBeVisible();
	await fillCard(page, "4242 4242 4242 4242");
	await pay(page);
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
});

/** Refunds a payment as the shop's owner does at Stripe. */
async function refund(intent: string): Promise<void> {
	const { STRIPE_SECRET_KEY: key } = localKeys();
	const answer = await fetch(`${stripeUrl()}/v1/refunds`, {
		method: "POST",
		headers: { Authorization: `Bearer ${key}` },
		body: new URLSearchParams({ payment_intent: intent }),
	});
	expect(answer.status).toBe(200);
}

for (const [what, card, notice] of [
	["refunded", "4242 4242 4242 4242", messages.orderRefunded],
	["disputed", "4000 0000 0000 0259", messages.orderDisputed],
] as const) {
	test(`the page of a ${what} payment says so, without a success message`, async ({ page }) => {
		await toPayment(page, "chain-breaker");
		await fillCard(page, card);
		await pay(page);
		const transaction = page.getByText("Your transaction Id:");
		await expect(transaction).toBeVisible();
		if (what === "refunded")
			await refund((await transaction.getByRole("strong").textContent()) ?? "");
		await expect(async () => {
			await page.reload();
			await expect(page.getByText(notice)).toBeVisible({ timeout: 2_000 });
		}).toPass();
		await expect(transaction).toBeVisible();
		await expect(page.getByText(messages.paid)).toBeHidden();
	});
}

test("two tabs that pay the same order charge it once", async ({ page, context }) => {
	await toPayment(page, "cassette-lockring-tool");
	const other = await context.newPage();
	await other.goto(page.url());
	for (const tab of [page, other]) await fillCard(tab, "4242 4242 4242 4242");
	allowConsole(page, /400 \(Bad Request\)/, /409 \(Conflict\)/);
	await Promise.all([pay(page), pay(other)]);
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
	await expect(other.getByText("Your transaction Id:")).toBeVisible();
	const transactions = await Promise.all(
		[page, other].map((tab) => tab.getByText(/^pi_/).textContent()),
	);
	expect(new Set(transactions).size).toBe(1);
});

test("Pay is disabled until the provider is loaded", async ({ page }) => {
	await toPayment(page, "pedal-wrench");
	let loads = () => {};
	const held = new Promise<void>((resolve) => {
		loads = resolve;
	});
	await page.route("**/stripe.js", async (route) => {
		await held;
		await route.continue();
	});
	const confirmations: string[] = [];
	page.on("request", (request) => {
		if (request.url().endsWith("/confirm")) confirmations.push(request.url());
	});
	await page.reload({ waitUntil: "commit" });
	const button = page.getByRole("button", { name: /^Pay/ });
	await expect(button).toBeDisabled();
	await expect(page.getByRole("status").filter({ hasText: "Preparing" })).toBeVisible();
	await button.evaluate((element) => element.closest("form")?.requestSubmit());
	await expect(button).toBeDisabled();
	await expect(page.getByRole("alert")).toHaveCount(0);
	loads();
	await fillCard(page, "4242 4242 4242 4242");
	expect(confirmations).toEqual([]);
	await pay(page);
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
});

test("an unreachable payment provider shows a retry", async ({ page }) => {
	await toPayment(page, "master-link-pliers");
	allowConsole(page, /ERR_FAILED/, /ERR_CONNECTION_REFUSED/);
	await page.route(`${stripeUrl()}/**`, (route) => route.abort());
	await page.reload();
	await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
	await page.unroute(`${stripeUrl()}/**`);
	await page.getByRole("button", { name: "Try again" }).click();
	await fillCard(page, "4242 4242 4242 4242");
	await pay(page);
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
});
