import { expect, type Page } from "@playwright/test";
import * as messages from "../../src/messages/messages.ts";
import { linkMailTexts } from "../../src/shop/mails/texts.ts";
import { expectClean } from "./accessible.ts";
import {
	admin,
	fillCard,
	findMail,
	followMail,
	mailSubjects,
	newCustomer,
	newPerson,
	openAs,
	openAsVerifiedCustomer,
	shopUrl,
	signIn,
	storedToken,
	test,
	toolsByApi,
} from "./fixtures.ts";

/** Runs the scheduled job of the local shop. */
async function runJob(): Promise<void> {
	expect((await fetch(`${shopUrl()}/cdn-cgi/local/scheduled`)).status).toBe(200);
}

/** Opens the HTML of the e-mail on the page; checks that it fits a narrow screen, light and dark. */
async function expectNarrowHtml(page: Page): Promise<void> {
	await page.getByRole("link", { name: "As HTML" }).click();
	await page.setViewportSize({ width: 320, height: 640 });
	const backgrounds: string[] = [];
	for (const colorScheme of ["light", "dark"] as const) {
		await page.emulateMedia({ colorScheme });
		const { width, background } = await page.evaluate(() => ({
			width: document.documentElement.scrollWidth,
			background: getComputedStyle(document.body).backgroundColor,
		}));
		expect(width, colorScheme).toBe(320);
		backgrounds.push(background);
	}
	expect(new Set(backgrounds).size, "a dark scheme of its own").toBe(2);
	await page.emulateMedia({ colorScheme: "light" });
	await page.setViewportSize({ width: 1280, height: 800 });
}

test("a payment brings a receipt, which fits a phone and leads to the order", async ({ page }) => {
	await page.goto(await newCustomer(page, "chain-breaker"));
	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
	const claims = (await storedToken(page))?.split(".")[1] ?? "";
	const { email } = JSON.parse(Buffer.from(claims, "base64url").toString());

	await findMail(page, email, mailSubjects.receipt);
	await expect(page.getByText(/1 × .*: \$/)).toBeVisible();
	await expectNarrowHtml(page);
	await page.getByRole("link", { name: "Open the order" }).click();
	await expect(
		page.getByRole("heading", { name: "Paid. We'll e-mail you when it ships." }),
	).toBeVisible();
});

test("who asks on a sold-out tool's page is told when it is back, and can stop all alerts", async ({
	page,
	otherPage: stock,
}) => {
	const name = `Bottom bracket tool ${Date.now().toString(36)}`;
	await openAs(stock, admin, "/robots.txt");
	const { add, remove } = await toolsByApi(stock);
	const id = await add(name);
	const headers = { Authorization: `Bearer ${await storedToken(stock)}` };
	const setStock = async (quantity: number) => {
		const response = await stock.request.put(`/api/service/${id}`, { headers, data: { quantity } });
		expect(response.status()).toBe(200);
	};
	await setStock(0);

	// A visitor leaves an e-mail, and confirms it by the link that it gets.
	const person = await openAsVerifiedCustomer(page);
	await page.context().clearCookies();
	await page.goto(`/tools/${id}`);
	await page.evaluate(() => localStorage.clear());
	const visitor = newPerson();
	await page.getByRole("button", { name: messages.stockAlert }).click();
	await page.getByLabel("E-mail").fill(visitor.email);
	await page.getByRole("button", { name: messages.stockAlertSend }).click();
	await expect(page.getByText(messages.stockAlertSent(name))).toBeVisible();
	await followMail(page, visitor.email, linkMailTexts.alert(name).subject);
	await expectClean(page);
	await page.getByRole("button", { name: messages.stockAlert }).click();
	await expect(page.getByText(messages.stockAlertAsked(name, visitor.email))).toBeVisible();

	// Who has an account signs in instead.
	await page.goto(`/tools/${id}`);
	await page.getByRole("button", { name: messages.stockAlert }).click();
	await page.getByRole("main").getByRole("link", { name: "Login" }).click();
	await signIn(page, person);
	await page.getByRole("button", { name: messages.stockAlert }).click();
	const asked = page.getByText(messages.stockAlertAsked(name, person.email));
	await expect(asked).toBeVisible();

	// Takes one click once signed in, and can be withdrawn.
	await page.getByRole("button", { name: messages.stockAlertRemove }).click();
	await expect(asked).toBeHidden();
	// Another site can't ask in the customer's name.
	await page.request.post(`/tools/${id}/alert`, {
		headers: { Origin: "https://elsewhere.test" },
	});
	await page.reload();
	await expect(asked).toBeHidden();
	await page.goto(`/tools/${id}`);
	await page.getByRole("button", { name: messages.stockAlert }).click();
	await expect(asked).toBeVisible();

	await setStock(4);
	await runJob();
	await findMail(page, visitor.email, `${name} is back in stock`);
	await findMail(page, person.email, `${name} is back in stock`);
	await page.getByRole("link", { name: /\/tools\// }).click();
	await expect(page.getByRole("link", { name: "Purchase" })).toBeVisible();

	// The link in the e-mail needs no session.
	await page.context().clearCookies();
	await followMail(page, person.email, `${name} is back in stock`);
	await expectClean(page);
	await page.getByRole("button", { name: messages.stopAlerts }).click();
	await expect(page.getByText(messages.stopAlertsDone)).toBeVisible();
	// The home page shows the newest tools: it would be among them for all tests that follow.
	await remove(id);
});
