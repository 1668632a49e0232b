import { expect } from "@playwright/test";
import { sessionEnded } from "../../src/messages/account.ts";
import { allowConsole, openAsNewCustomer, signIn, test, toast } from "./fixtures.ts";
import { makeImage } from "./images.ts";

test("a profile is updated, and one that is unchanged says so", async ({ page }) => {
	const person = await openAsNewCustomer(page, "/dashboard/myprofile");
	await expect(page.getByText("Not set")).toHaveCount(2);
	const open = page.getByRole("button", { name: "Update Profile" });
	await open.click();
	const dialog = page.getByRole("dialog", { name: "Update Profile" });
	await expect(dialog.getByLabel("Name")).toHaveValue(person.name);
	await dialog.getByLabel("Name").fill("Rita Renamed");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog.getByText("Phone is Required")).toBeVisible();
	await dialog.getByLabel("Phone").fill("+1 555 0188");
	await dialog.getByLabel("Country").selectOption("Germany");
	await dialog.getByLabel("Address").fill("Alte Straße 7");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(dialog.getByText("City is Required")).toBeVisible();
	await dialog.getByLabel("Postal code").fill("04109");
	await dialog.getByLabel("City").fill("Leipzig");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(toast(page, "Congrates your submition ios complete")).toBeVisible();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole("main").getByText("Rita Renamed")).toBeVisible();
	await expect(page.getByText("Alte Straße 7, 04109 Leipzig, Germany")).toBeVisible();
	await expect(page.getByRole("banner").getByText("Rita Renamed")).toBeVisible();
	await expect(open).toBeFocused();

	await open.click();
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(toast(page, "you already havedata")).toBeVisible();
});

test("a review needs stars, an image and a description, and is then on the review page", async ({
	page,
}) => {
	const person = await openAsNewCustomer(page, "/dashboard/addreview");
	const add = page.getByRole("button", { name: "Add review" });
	await add.click();
	for (const words of ["Rating is Required", "Image is Required", "Description is Required"]) {
		await expect(page.getByText(words)).toBeVisible();
	}
	await page.getByRole("radio", { name: "3 stars" }).press("ArrowRight");
	await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
	const words = `Held its torque, ${person.email}`;
	await page.getByLabel("Description").fill(words);
	await page.locator('input[type="file"]').setInputFiles(await makeImage("#1d6540"));
	await expect(add).toBeEnabled();
	await add.click();
	await expect(toast(page, "Success!")).toBeVisible();
	await expect(page.getByLabel("Description")).toHaveValue("");
	await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
	await page.getByRole("main").getByRole("link", { name: "Review", exact: true }).click();
	await expect(page.getByText(words)).toBeVisible();

	await page.goto("/dashboard/addreview");
	const own = page.getByRole("region", { name: "Your reviews" });
	await expect(own.getByText(words)).toBeVisible();
	await own.getByRole("button", { name: /^Delete the review from / }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Delete review" }).click();
	await expect(toast(page, "The review was deleted.")).toBeVisible();
	await expect(own.getByText("You haven't written a review yet.")).toBeVisible();
	await page.goto("/review");
	await expect(page.getByText(words)).toBeHidden();
});

test("a half-filled form warns before it is left", async ({ page }) => {
	await openAsNewCustomer(page, "/dashboard/addreview");
	// Nothing warns before the form is hydrated.
	await expect(page.getByRole("button", { name: "Add review" })).toBeEnabled();
	await page.getByLabel("Description").pressSequentially("Half a ");
	const asked = page.waitForEvent("dialog");
	await page.close({ runBeforeUnload: true });
	const question = await asked;
	expect(question.type()).toBe("beforeunload");
	await question.accept();
});

test("a form keeps its values when the session ended, until after signing in", async ({ page }) => {
	allowConsole(page, /401 \(Unauthorized\)/);
	const person = await openAsNewCustomer(page, "/dashboard/myprofile");
	await page.getByRole("button", { name: "Update Profile" }).click();
	await page.getByLabel("Phone").fill("+1 555 0177");

	const other = await page.context().newPage();
	await other.goto("/");
	await other.getByRole("button", { name: "Sign Out" }).click();
	await expect(other.getByRole("link", { name: "Login" })).toBeVisible();
	await other.close();

	await page.getByRole("button", { name: "Save" }).click();
	await expect(page).toHaveURL("/login?from=%2Fdashboard%2Fmyprofile&by=session");
	await expect(page.getByText(sessionEnded)).toBeVisible();
	await signIn(page, person);
	const dialog = page.getByRole("dialog", { name: "Update Profile" });
	await expect(dialog.getByLabel("Phone")).toHaveValue("+1 555 0177");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByRole("main").getByText("+1 555 0177")).toBeVisible();
});
