import { expect, type Page } from "@playwright/test";
import { localKeys } from "../../local/settings.ts";
import * as messages from "../../src/messages/messages.ts";
import { label as unpaidOrder } from "../../src/messages/unpaid.ts";
import {
	allowConsole,
	fillCard,
	newCustomer,
	payByApi,
	placeLine,
	stripeUrl,
	test,
} from "./fixtures.ts";

/** A new customer opens the payment page of their order. */
async function toPayment(page: Page, tool: string): Promise<void> {
	await page.goto(await newCustomer(page, tool));
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
}

const pay = (page: Page) => page.getByRole("button", { name: /^Pay/ }).click();

test("after a failed 3-D Secure the form stays usable, and an authenticated card pays", async ({
	page,
}) => {
	await toPayment(page, "digital-caliper");
	// Stripe accepts no header of the tests from a page of the shop.
	await page.context().setExtraHTTPHeaders({});
	await fillCard(page, "4000 0025 0000 3155");
	await pay(page);
	const challenge = page.frameLocator('iframe[title="Secure 3-D Secure frame"]');
	await challenge.getByRole("button", { name: "Fail" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "unable to authenticate" })).toBeVisible();
	await pay(page);
	await challenge.getByRole("button", { name: "Complete" }).click();
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
	await page.goto("/dashboard/myorders");
	await expect(page.getByRole("article").getByText("Being packed", { exact: true })).toBeVisible();
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

test("the page of a refunded or disputed payment says so, without a success message", async ({
	page,
}) => {
	const refunded = await newCustomer(page, "chain-breaker");
	await refund(await payByApi(page, refunded));
	const disputed = await placeLine(page, "chain-breaker");
	await payByApi(page, disputed, { paymentMethod: "pm_card_createDispute" });
	for (const [payment, notice] of [
		[refunded, messages.lineRefunded],
		[disputed, messages.lineDisputed],
	] as const) {
		await expect(async () => {
			await page.goto(payment);
			await expect(page.getByText(notice)).toBeVisible({ timeout: 2_000 });
		}).toPass();
		await expect(page.getByText("Your transaction Id:")).toBeVisible();
		await expect(page.getByText(messages.paid)).toBeHidden();
	}
});

test("two tabs that pay the same order charge it once", async ({ page, context }) => {
	await toPayment(page, "cassette-lockring-tool");
	const other = await context.newPage();
	await other.goto(page.url());
	const third = await context.newPage();
	await third.goto("/cart");
	const notice = third.getByRole("region", { name: unpaidOrder });
	await expect(notice).toBeVisible();
	for (const tab of [page, other]) await fillCard(tab, "4242 4242 4242 4242");
	allowConsole(page, /400 \(Bad Request\)/, /409 \(Conflict\)/);
	await Promise.all([pay(page), pay(other)]);
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
	await expect(other.getByText("Your transaction Id:")).toBeVisible();
	await expect(notice).toBeHidden();
	const transactions = await Promise.all(
		[page, other].map((tab) => tab.getByText(/^pi_/).textContent()),
	);
	expect(new Set(transactions).size).toBe(1);
});

test("an unreachable payment provider shows a retry, and Pay is disabled until it is loaded", async ({
	page,
}) => {
	allowConsole(page, /ERR_FAILED/, /ERR_CONNECTION_REFUSED/);
	await page.route(`${stripeUrl()}/**`, (route) => route.abort());
	await toPayment(page, "pedal-wrench");
	await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
	await page.unroute(`${stripeUrl()}/**`);

	const loaded = Promise.withResolvers<void>();
	await page.route("**/stripe.js", async (route) => {
		await loaded.promise;
		await route.continue();
	});
	const confirmations: string[] = [];
	page.on("request", (request) => {
		if (request.url().endsWith("/confirm")) confirmations.push(request.url());
	});
	await page.getByRole("button", { name: "Try again" }).click();
	const button = page.getByRole("button", { name: /^Pay/ });
	await expect(button).toBeDisabled();
	await expect(page.getByRole("status").filter({ hasText: "Preparing" })).toBeVisible();
	await button.evaluate((element) => element.closest("form")?.requestSubmit());
	await expect(button).toBeDisabled();
	await expect(page.getByRole("alert")).toHaveCount(0);
	loaded.resolve();
	await fillCard(page, "4242 4242 4242 4242");
	expect(confirmations).toEqual([]);
	await pay(page);
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
});
