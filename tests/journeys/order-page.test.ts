import { expect, type Page } from "@playwright/test";
import { openSession } from "../../local/session.ts";
import {
	admin,
	fillCard,
	openAsNewCustomer,
	shopUrl,
	storedToken,
	test,
	toast,
} from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, timezoneId: "Asia/Tokyo" });

/** Places an order of three tools; returns their orders' ids by tool. */
async function placeOrder(page: Page): Promise<Record<string, string>> {
	const line = (toolId: string, price: number) => ({ toolId, quantity: 1, price });
	const placed = await page.request.post("/api/checkout", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: {
			lines: [line("chain-breaker", 34.5), line("torque-wrench", 89), line("digital-caliper", 46)],
			name: "Ελένη Rider",
			phone: "+44 113 496 0000",
			line1: "12 Bell Road",
			city: "Leeds",
			postalCode: "LS1 4AP",
			country: "GB",
		},
	});
	expect(placed.status()).toBe(201);
	const { order } = await placed.json();
	const lines: { _id: string; productCode: string }[] = order.lines;
	return Object.fromEntries(lines.map(({ _id, productCode }) => [productCode, _id]));
}

test("an order of several tools is changed, paid, followed, printed, cancelled in part and ordered again", async ({
	page,
}) => {
	test.slow();
	await openAsNewCustomer(page, "/manageTools");
	const lineIds = await placeOrder(page);

	// My Orders: one of three is deleted, the rest is paid at once.
	await page.goto("/dashboard/myorders");
	const main = page.getByRole("main");
	const group = page.getByRole("article", { name: /^Order of \d tools/ });
	await expect(group.getByText("$169.50")).toBeVisible();
	await expect(group.getByRole("link", { name: /^Pay/ })).toHaveCount(1);
	await group.getByRole("button", { name: "Delete order of Digital caliper, 150 mm" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete order" }).click();
	await expect(group.getByText("$123.50")).toBeVisible();
	await expect(page.getByText("1 order", { exact: true })).toBeFocused();
	await group.getByRole("link", { name: /^Pay for order \d+/ }).click();
	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: "Pay $123.50" }).click();
	await expect(main.getByRole("link", { name: "Order and receipt" })).toBeVisible();

	// Its page, with times of the browser's time zone.
	await page.goto("/dashboard/myorders");
	await group.getByRole("link", { name: /^Details/ }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Order \d+$/);
	await expect(
		main.getByRole("heading", { name: "Paid. We'll e-mail you when it ships." }),
	).toBeVisible();
	const history = page.getByRole("region", { name: "History" }).getByRole("listitem");
	await expect(history).toHaveText([/Placed.*GMT\+9/, /Paid.*GMT\+9/]);
	await expect(page.getByRole("region", { name: "Delivery" })).toContainText(
		/Ελένη Rider\s*12 Bell Road\s*Leeds\s*LS1 4AP\s*United Kingdom/,
	);

	// The receipt: one page with the seller and the payment, without what can only be clicked.
	await page.emulateMedia({ media: "print" });
	for (const text of ["Cogsmith · Receipt", "Cogsmith workshop", /^pi_/, "$123.50"])
		await expect(main.getByText(text).first()).toBeVisible();
	for (const name of ["Print receipt", "Order again", /^Cancel/])
		await expect(page.getByRole("button", { name })).toHaveCount(0);
	await expect(page.getByRole("banner")).toBeHidden();
	expect((await page.pdf({ format: "A4" })).toString("latin1")).toContain("/Count 1");
	await page.emulateMedia({ media: "screen" });

	// Its invoice has a face for what PDF's own fonts have not, from the build's static files.
	const invoice = await main.getByRole("link", { name: /^Invoice/ }).getAttribute("href");
	const paper = await page.request.get(`${invoice}.pdf`);
	expect(paper.headers()["content-type"]).toBe("application/pdf");
	expect((await paper.body()).toString("latin1")).toContain("/FontFile2");

	await page.getByRole("button", { name: "Cancel Chain breaker" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
	await expect(toast(page, "$34.50 refunded.")).toBeVisible();
	await expect(history.filter({ hasText: "Refunded $34.50" })).toContainText("Chain breaker");

	await page.getByRole("button", { name: "Order again" }).click();
	await expect(page.getByText("2 tools added to the cart.")).toBeVisible();
	await main.getByRole("link", { name: "View cart" }).click();
	for (const name of ["Chain breaker", "Torque wrench, 2 to 25 Nm"])
		await expect(main.getByRole("link", { name, exact: true }).first()).toBeVisible();

	// Once it was shipped, a review starts with its tool.
	const { email, password } = admin;
	const { token } = await openSession(shopUrl(), { email, password });
	const shipped = await page.request.post("/api/shipment", {
		headers: { Authorization: `Bearer ${token}` },
		data: { lineIds: [lineIds["torque-wrench"]] },
	});
	expect(shipped.status()).toBe(201);
	await page.goto(`/orders/${lineIds["torque-wrench"]}`);
	await main.getByRole("link", { name: "Write a review" }).click();
	await expect(page.getByRole("button", { name: "Add review" })).toBeEnabled();
	await expect(page.getByRole("radio", { name: /^Torque wrench/ })).toBeChecked();
});
