/** Marked links that become elements. */
import { expect, type Page } from "@playwright/test";
import { shopUrl } from "../journeys/fixtures.ts";
import { blogPage, scriptTag } from "./blog-server.ts";
import { test } from "./fixtures.ts";

const markedLink = (more: string, href = `${shopUrl()}/tools/torque-wrench`): string =>
	`<a data-cogsmith data-loading="eager" ${more} href="${href}">To the wrench</a>`;

const purchase = { name: /^Purchase Torque wrench/ };

/** The attributes of the page's only card. */
async function attributes(page: Page): Promise<Record<string, string>> {
	await expect(page.locator("cogsmith-tool-card")).toHaveCount(1);
	return page
		.locator("cogsmith-tool-card")
		.evaluate((card) =>
			Object.fromEntries([...card.attributes].map(({ name, value }) => [name, value])),
		);
}

test("a marked link runs no script and sets only known attributes", async ({ page, blog }) => {
	const evil = [
		`data-inner-h-t-m-l="<img src=x onerror='document.title=1'>"`,
		`data-onclick="document.title=2"`,
		`data-class-name="theirs" data-id="theirs" data-slot="x" data-text-content="gone"`,
		`data-style="position:fixed" data-hidden="true" data-outer-h-t-m-l="<b>x</b>"`,
		'data-theme="dark" data-heading-level="2" data-lang="de"',
	].join(" ");
	await page.goto(blog.page(blogPage(markedLink(evil))));
	await expect(page.getByRole("link", { name: /^Kaufen Torque wrench/ })).toBeVisible();
	expect(await attributes(page)).toEqual({
		"tool-id": "torque-wrench",
		theme: "dark",
		lang: "de",
		loading: "eager",
		"heading-level": "2",
	});
	expect(await page.title()).toBe("A blog");
});

test("only links into the shop are upgraded, and an invalid one stops no other", async ({
	page,
	blog,
}) => {
	const left = [
		markedLink("", "/tools/torque-wrench"),
		markedLink("", "https://elsewhere.example/tools/torque-wrench"),
		markedLink("", `${shopUrl()}.elsewhere.example/tools/torque-wrench`),
		markedLink("", `${shopUrl()}/tools/%E0%A4%A`),
		markedLink("", `${shopUrl()}/blogs`),
		markedLink("", "http://[bad"),
		"<a data-cogsmith>To the wrench</a>",
	];
	const odd = `<a href="${shopUrl()}/review">Odd <b data-cogsmith>one</b></a><svg><a data-cogsmith href="${shopUrl()}/tools/x"></a></svg><p data-cogsmith></p>`;
	const quote = `<blockquote data-cogsmith data-loading="eager">${markedLink("")}</blockquote>`;
	await page.goto(blog.page(blogPage(left.join("") + odd + quote)));
	await expect(page.getByRole("link", purchase)).toHaveCount(1);
	await expect(page.getByRole("link", { name: "To the wrench" })).toHaveCount(left.length - 1);
	await expect(page.locator("cogsmith-tool-card, cogsmith-review-feed")).toHaveCount(1);
});

test("an element takes its partner from the link", async ({ page, blog }) => {
	await page.goto(
		blog.page(blogPage(markedLink("", `${shopUrl()}/tools/torque-wrench?seen-on=velo-blog`))),
	);
	await expect(page.getByRole("link", purchase)).toHaveAttribute("href", /\?seen-on=velo-blog$/);
});

test("links added later are upgraded: alone, in a blockquote, and in a blockquote added before its link", async ({
	page,
	blog,
}) => {
	await page.goto(blog.page(blogPage('<div id="place"></div>', scriptTag())));
	await page.waitForFunction(() => customElements.get("cogsmith-tool-card"));
	await page.evaluate(async (markup) => {
		const place = document.getElementById("place");
		place?.insertAdjacentHTML("beforeend", `<div><p>${markup}</p></div>`);
		place?.insertAdjacentHTML(
			"beforeend",
			`<blockquote data-cogsmith data-loading="eager">${markup}</blockquote>`,
		);
		const quote = document.createElement("blockquote");
		quote.dataset.cogsmith = "";
		quote.dataset.loading = "eager";
		place?.appendChild(quote);
		place?.appendChild(document.createComment("a comment"));
		await new Promise(requestAnimationFrame);
		quote.insertAdjacentHTML("beforeend", `<p>${markup.replace("data-cogsmith", "")}</p>`);
	}, markedLink(""));
	await expect(page.getByRole("link", purchase)).toHaveCount(3);
	await expect(page.locator("cogsmith-tool-card")).toHaveCount(3);
});

test("a changing page is scanned at most once per frame", async ({ page, blog }, info) => {
	await page.goto(blog.page(blogPage("", scriptTag())));
	await page.waitForFunction(() => customElements.get("cogsmith-tool-card"));
	const { looks, milliseconds } = await page.evaluate(async () => {
		const find = document.querySelectorAll.bind(document);
		const seen = { looks: 0, milliseconds: 0 };
		document.querySelectorAll = (selector: string) => {
			const begun = performance.now();
			const found = find(selector);
			seen.looks++;
			seen.milliseconds += performance.now() - begun;
			return found;
		};
		for (let batch = 0; batch < 100; batch++) {
			for (let row = 0; row < 100; row++) {
				const item = document.createElement("p");
				item.appendChild(document.createElement("b"));
				document.body.appendChild(item);
			}
			// Mutation observers run before this continues.
			await Promise.resolve();
		}
		await new Promise(requestAnimationFrame);
		await new Promise(requestAnimationFrame);
		return seen;
	});
	const figure = milliseconds.toFixed(1);
	info.annotations.push({
		type: "milliseconds to look through 20,000 elements",
		description: figure,
	});
	process.stdout.write(`    milliseconds to look through 20,000 elements: ${figure}\n`);
	expect(looks).toBe(1);
	expect(milliseconds).toBeLessThan(50);
});
