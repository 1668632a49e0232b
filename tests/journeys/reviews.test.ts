import { expect } from "@playwright/test";
import { openSession } from "../../local/session.ts";
import { expectStateClean } from "./accessible.ts";
import { admin, newPerson, openAs, pressEnter, shopUrl, test, toast } from "./fixtures.ts";
import { uploadImage } from "./images.ts";

test("a reported review is hidden with a reason, counted in public, shown again and answered", async ({
	browser,
	page,
}) => {
	const tool = "cone-wrench-set";
	const author = newPerson();
	const { token } = await openSession(shopUrl(), author);
	const headers = { Authorization: `Bearer ${token}` };
	const image = await uploadImage(page.request, "", headers);
	const added = await page.request.post("/api/rating", {
		headers,
		data: { name: 2, image, description: "Buy cheap pills here.", productCode: tool },
	});
	expect(added.status()).toBe(201);

	// A visitor without JavaScript reports it.
	const context = await browser.newContext({ javaScriptEnabled: false });
	const visitor = await context.newPage();
	await visitor.goto(`${shopUrl()}/tools/${tool}#reviews`);
	await visitor.getByRole("link", { name: `Report the review by ${author.name}` }).click();
	await visitor.getByLabel("Spam or advertising").check();
	await visitor.getByRole("button", { name: "Send report" }).click();
	await expect(visitor.getByRole("status")).toHaveText("Thank you. We'll check this review.");

	// An administrator hides it, with the keyboard.
	await openAs(page, admin, `/dashboard/reviews?view=reported&tool=${tool}`);
	const row = page.getByRole("listitem").filter({ hasText: "Buy cheap pills" });
	await expect(row).toContainText("Reported: 1 spam");
	await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
	await expectStateClean(page, "reported reviews");
	await pressEnter(row.getByRole("button", { name: /^Hide/ }));
	const dialog = page.getByRole("dialog");
	await expect(dialog).toBeVisible();
	await expectStateClean(page, "hide a review");
	await dialog.getByLabel("Spam or advertising").press("Space");
	await pressEnter(dialog.getByRole("button", { name: "Hide" }));
	await expect(toast(page, "Review hidden.")).toBeVisible();
	await expect(row).toBeHidden();
	await expect(async () => {
		await visitor.goto(`${shopUrl()}/tools/${tool}`);
		await expect(visitor.getByText("1 review is hidden: spam")).toBeVisible({ timeout: 1000 });
		await expect(visitor.getByText("Buy cheap pills")).toBeHidden({ timeout: 1000 });
	}).toPass();

	// It is shown again, and answered.
	await page.getByRole("link", { name: "Hidden", exact: true }).click();
	await row.getByRole("button", { name: /^Show again/ }).click();
	await expect(row).toBeHidden();
	await page.getByRole("link", { name: "All", exact: true }).click();
	await row.getByRole("button", { name: /^Answer/ }).click();
	await expect(dialog).toBeVisible();
	await expectStateClean(page, "answer a review");
	await dialog.getByLabel("Answer").fill("We sell no pills.");
	await dialog.getByRole("button", { name: "Save answer" }).click();
	await expect(row).toContainText("Answer from Cogsmith");
	await expect(async () => {
		await visitor.goto(`${shopUrl()}/tools/${tool}`);
		await expect(visitor.getByText("We sell no pills.")).toBeVisible({ timeout: 1000 });
	}).toPass();
	await context.close();
	const deleted = await page.request.delete(`/api/rating?id=${(await added.json()).insertedId}`, {
		headers,
	});
	expect(deleted.status()).toBe(200);
});

test("a question is asked without JavaScript, answered, and seen on the tool's page", async ({
	browser,
	page,
}) => {
	const tool = "y-hex-key";
	const asker = newPerson();
	const { cookie } = await openSession(shopUrl(), asker);
	const context = await browser.newContext({ javaScriptEnabled: false });
	const visitor = await context.newPage();
	await visitor.goto(`${shopUrl()}/tools/${tool}`);
	await visitor.getByRole("link", { name: "Ask a question" }).click();
	const toLogin = visitor.getByRole("link", { name: "Sign in to ask" });
	await expect(toLogin).toHaveAttribute("href", /from=.*questions/);
	await context.addCookies(
		cookie.split("; ").map((pair) => {
			const [name = "", value = ""] = pair.split("=", 2);
			return { name, value, url: shopUrl() };
		}),
	);
	await visitor.reload();
	const send = visitor.getByRole("button", { name: "Send question" });
	await visitor.getByLabel("Your question").fill("Is the <b>5 mm</b> arm\nlonger than the others?");
	await send.click();
	await expect(visitor.getByRole("status")).toContainText("We've received your question.");
	await visitor.getByLabel("Your question").fill("Is the <b>5 mm</b> arm\nlonger than the others?");
	await send.click();
	await expect(visitor.getByRole("alert")).toContainText("You've asked this before.");

	await openAs(page, admin, "/dashboard/questions");
	const row = page.getByRole("listitem").filter({ hasText: asker.name });
	await row.getByRole("textbox").fill("No, all three are 100 mm.");
	await row.getByRole("button", { name: /^Publish answer/ }).click();
	await expect(page.getByText("Answer published.")).toBeVisible();
	await expect(row).toBeHidden();

	await expect(async () => {
		await visitor.goto(`${shopUrl()}/tools/${tool}`);
		const questions = visitor.getByRole("region", { name: "Questions and answers" });
		await expect(questions).toContainText("Is the <b>5 mm</b> arm", { timeout: 1000 });
		await expect(questions).toContainText("No, all three are 100 mm.", { timeout: 1000 });
	}).toPass();
	await context.close();
});
