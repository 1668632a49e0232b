/**
 * A merchant's month in a browser: a code, orders from three countries, a parcel, a return and a refund, then the books of
 * the whole shop. tests/tooling/other-shop.test.ts has the shop.
 */
import { readFile } from "node:fs/promises";
import { type BrowserContext, chromium, expect as expectPage, type Page } from "@playwright/test";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Person } from "../../local/session.ts";
import playwrightConfig from "../../playwright.config.ts";
import { dayOf, dayText } from "../../src/config/days.ts";
import * as messages from "../../src/messages/messages.ts";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { findHeadlessBrowser } from "../setup/find-browser.ts";

interface OpenShop {
	origin: string;
	admin: Person;
	/** The path of a tool that costs 12.50. */
	tool: string;
	/** What has changed Stripe's balance. */
	listBalance: () => Promise<{ amount: number }[]>;
}

type Row = Record<string, string>;

const cents = (amount: string | undefined): number => Math.round(Number(amount) * 100);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** The sums of rows of a CSV file in cents, by the rate of tax. */
function sumsByRate(rows: readonly Row[]) {
	const sums: Record<string, { gross: number; net: number; tax: number }> = {};
	for (const { Rate = "", Gross, Net, Tax } of rows) {
		sums[Rate] ??= { gross: 0, net: 0, tax: 0 };
		sums[Rate].gross += cents(Gross);
		sums[Rate].net += cents(Net);
		sums[Rate].tax += cents(Tax);
	}
	return sums;
}

/** Tests of a shop that is open once the tests run, with what was sold in it before. */
export function testMonth(shop: () => OpenShop): void {
	let customer: BrowserContext;
	let staff: BrowserContext;
	beforeAll(async () => {
		const { origin, admin } = shop();
		const args = playwrightConfig.use?.launchOptions?.args ?? [];
		const browser = await chromium.launch({ executablePath: await findHeadlessBrowser(), args });
		customer = await browser.newContext({ baseURL: origin });
		staff = await browser.newContext({ baseURL: origin });
		const localStorage = [{ name: "accessToken", value: admin.token }];
		await staff.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
		await staff.addCookies(
			admin.cookie.split("; ").map((pair) => {
				const [name = "", value = ""] = pair.split("=", 2);
				return { name, value, url: origin };
			}),
		);
	});
	afterAll(() => customer?.browser()?.close());

	/** A guest orders pieces of the tool, with a code or without, and pays by card. Returns the order's path. */
	async function buy(
		pieces: number,
		{ country, code = "", shown = `(${code})` }: { country: string; code?: string; shown?: string },
	): Promise<string> {
		await customer.clearCookies();
		const page = await customer.newPage();
		await page.goto(shop().tool);
		await page.evaluate(() => localStorage.clear());
		for (let piece = 0; piece < pieces; piece += 1) {
			await page.getByRole("button", { name: /^Add to cart/ }).click();
			await expectPage(page.getByText(messages.addedToCart)).toBeVisible();
		}
		await page.goto("/cart");
		if (code) {
			await page.getByLabel("Discount code or gift card").fill(code);
			await page.getByRole("button", { name: "Apply" }).click();
			await expectPage(page.getByText(shown)).toBeVisible();
		}
		await page.getByRole("link", { name: "Check out" }).click();
		await page.getByLabel("Country").selectOption(country);
		for (const [label, text] of [
			["E-mail", `${country.toLowerCase()}@roestkorn.test`],
			["Name", `Mara of ${country}`],
			["Address", "Gasse 1"],
			["Postal code", country === "DE" ? "04109" : "1010"],
			["City", "Ort"],
			["Phone", "+49 341 1"],
		] as const)
			await page.getByLabel(label, { exact: true }).fill(text);
		await page.getByRole("button", { name: /pay$/ }).click();
		const frame = page.frameLocator('iframe[title="Secure payment input frame"]');
		await frame.getByLabel("Card number").fill("4242 4242 4242 4242");
		await frame.getByLabel("Expiration date").fill("12 / 34");
		await frame.getByLabel("Security code").fill("123");
		await frame.getByLabel("ZIP code").fill("04109");
		await page.getByRole("button", { name: /^Pay/ }).click();
		await expectPage(page.getByText(messages.transactionId)).toBeVisible();
		const path = new URL(page.url()).pathname.replace("/payment/", "/orders/");
		await page.close();
		return path;
	}

	/** Downloads an export of this month from its page. */
	async function rowsOf(page: Page, kind: string): Promise<Row[]> {
		const today = dayText(dayOf(Date.now()));
		await page.goto("/dashboard/export");
		const form = page.getByRole("region", { name: kind, exact: true });
		await form.getByLabel("From").fill(`${today.slice(0, 7)}-01`);
		await form.getByLabel("To").fill(today);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			form.getByRole("button").click(),
		]);
		const [head, ...records] = parseCsv(await readFile(await download.path(), "utf8"));
		return records.map(({ cells }) =>
			Object.fromEntries(cells.map((cell, index) => [head?.cells[index] ?? "", cell])),
		);
	}

	it("sells with a code, ships, takes back and refunds, and its books balance by rate with Stripe's", async () => {
		const page = await staff.newPage();
		await page.goto("/dashboard/offers/edit?kind=code");
		await page.getByLabel(/^Name/).fill("Ten off in November");
		await page.getByLabel(/^Percent/).fill("10");
		await page.getByLabel(/^Code/).fill("MONTH-10");
		await page.getByRole("button", { name: "Save" }).click();
		await expectPage(page.getByRole("region", { name: "Ten off in November" })).toBeVisible();

		const german = await buy(3, { country: "DE", code: "MONTH-10" });
		const returned = await customer.storageState();
		const austrian = await buy(2, { country: "AT" });
		await page.goto("/dashboard/gift-cards/new");
		await page.getByLabel("Value").fill("10");
		await page.getByRole("button", { name: "Issue gift card" }).click();
		const [giftCard = ""] =
			/\w{4}(-\w{4}){4}/.exec((await page.getByRole("status").textContent()) ?? "") ?? [];
		await buy(1, {
			country: "CH",
			code: giftCard,
			shown: `Gift card ending in ${giftCard.slice(-4)}`,
		});

		await page.goto(german);
		await page.getByRole("button", { name: "Ship", exact: true }).click();
		await expectPage(page.getByText("Shipped", { exact: true }).first()).toBeVisible();
		await customer.setStorageState(returned);
		const guest = await customer.newPage();
		await guest.goto(german);
		await guest.getByRole("link", { name: "Return items" }).click();
		await guest.getByLabel("Why?").selectOption("It doesn't fit");
		await guest.getByRole("spinbutton", { name: "Quantity of" }).fill("1");
		await guest.getByRole("button", { name: "Request the return" }).click();
		await expectPage(guest.getByRole("region", { name: "Returns" })).toBeVisible();
		await page.goto("/dashboard/returns");
		await page.getByRole("main").getByRole("link", { name: /^R\d/ }).click();
		await page.getByRole("button", { name: "Approve" }).click();
		await page.getByRole("button", { name: "Check in" }).click();
		await page.getByRole("button", { name: "Refund it", exact: true }).click();
		await expectPage(page.getByRole("status")).toContainText("The refund is on its way.");

		await page.goto(austrian);
		await page.getByRole("button", { name: "Refund", exact: true }).click();
		await page.getByRole("radio", { name: "An amount" }).check();
		await page.getByLabel("Amount", { exact: true }).fill("5");
		await page
			.getByRole("dialog")
			.getByRole("button", { name: /^Refund 5/ })
			.click();
		await expectPage(page.getByText(/^Partly refunded/)).toBeVisible();

		const invoices = await rowsOf(page, "Invoices");
		const accounting = await rowsOf(page, "Accounting");
		// 38.65 with the code, less a third of the coffee; 34.50 less 5.00; 22.00 without tax. And what was sold before.
		expect(sumsByRate(invoices)).toMatchObject({
			"20": { gross: 2950 },
			"0": { gross: 2200, tax: 0 },
		});
		expect(sumsByRate(invoices)).toEqual(sumsByRate(accounting));
		expect(invoices.some(({ Gross }) => cents(Gross) === 3865)).toBe(true);
		expect(invoices.some(({ Gross }) => cents(Gross) === -1125)).toBe(true);
		const moved = await shop().listBalance();
		const paidByCards = sum(accounting.map((row) => cents(row["Gift cards"] || "0")));
		expect(paidByCards).toBe(1000);
		expect(sum(invoices.map(({ Gross }) => cents(Gross))) - paidByCards).toBe(
			sum(moved.map(({ amount }) => amount)),
		);

		// Numbers have no gap, and the month's file has each document.
		const codes = [...new Set(invoices.map(({ Number: code = "" }) => code))];
		for (const series of ["INV", "CN"]) {
			const numbers = codes
				.filter((code) => code.startsWith(series))
				.map((code) => Number(code.split("-").at(-1)))
				.toSorted((one, other) => one - other);
			expect(numbers).toEqual(numbers.map((_, index) => index + 1));
		}
		await page.goto(`/dashboard/invoices?month=${dayText(dayOf(Date.now())).slice(0, 7)}`);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: /ZIP/ }).click(),
		]);
		const files = unzipSync(await readFile(await download.path()));
		expect(Object.keys(files).toSorted()).toEqual(
			codes.flatMap((code) => [`${code}.pdf`, `${code}.xml`]).toSorted(),
		);
	}, 120_000);
}
