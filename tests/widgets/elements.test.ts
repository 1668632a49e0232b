import { expect } from "@playwright/test";
import { allowConsole, shopUrl } from "../journeys/fixtures.ts";
import { blogPage, cardHtml, feedHtml, scriptTag, toolData } from "./blog-server.ts";
import { mockEmbedData, test } from "./fixtures.ts";

const purchase = { name: /^Purchase Torque wrench/ };

test("a card shows name, price, stock and a link to purchase", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(cardHtml('partner="velo-blog"'))));
	const link = page.getByRole("link", purchase);
	await expect(link).toHaveAttribute("href", `${shopUrl()}/tools/torque-wrench?seen-on=velo-blog`);
	await expect(page.getByRole("heading", { level: 3, name: /^Torque wrench/ })).toBeVisible();
	await expect(page.getByText("$89.00")).toBeVisible();
	await expect(page.getByText(/^\d+ in stock/)).toBeVisible();
	await expect(page.getByText("To the torque-wrench")).toBeHidden();
});

test("a feed shows stars and links to the shop", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(feedHtml('limit="2" heading-level="2"'))));
	await expect(page.getByRole("listitem")).toHaveCount(2);
	await expect(page.getByRole("img", { name: "4 out of 5 stars" })).toBeVisible();
	await expect(page.getByRole("heading", { level: 2 })).toHaveCount(2);
	await expect(page.getByRole("link", { name: "All reviews" })).toBeVisible();
});

test("a sold-out tool says so and can't be purchased", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(cardHtml("", "headset-press"))));
	await expect(page.getByText("Sold out")).toBeVisible();
	await expect(page.getByRole("link", { name: /^Purchase/ })).toHaveCount(0);
});

test("elements created after the script, with properties, work", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage('<div id="place"></div>')));
	await page.evaluate(() => {
		const made = document.createElement("cogsmith-tool-card");
		Object.assign(made, { toolId: "torque-wrench", loading: "eager", headingLevel: 5 });
		document.getElementById("place")?.appendChild(made);
	});
	await expect(page.getByRole("heading", { level: 5, name: /^Torque wrench/ })).toBeVisible();
});

test("properties set before the script are applied", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(cardHtml(), "")));
	await page.evaluate((origin) => {
		const early = document.querySelector("cogsmith-tool-card");
		Object.assign(early ?? {}, { toolId: "chain-breaker" });
		const tag = document.createElement("script");
		tag.src = `${origin}/w/1/widgets.js`;
		document.head.appendChild(tag);
	}, shopUrl());
	await expect(page.getByRole("link", { name: "Purchase Chain breaker" })).toBeVisible();
});

test("cloned and moved elements keep working", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(`${cardHtml()}<div id="other"></div>`)));
	await expect(page.getByRole("link", purchase)).toHaveCount(1);
	await page.evaluate(() => {
		const first = document.querySelector("cogsmith-tool-card");
		const other = document.getElementById("other");
		if (!first || !other) return;
		other.appendChild(first.cloneNode(true));
		other.appendChild(first);
	});
	await expect(page.getByRole("link", purchase)).toHaveCount(2);
});

test("an id that changes during a request shows the latest id, in any order of responses", async ({
	page,
	blog,
}) => {
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route("**/tools/torque-wrench.json", async (route) => {
		await held;
		await route.continue();
	});
	await page.goto(blog.page(blogPage(cardHtml())));
	await page.locator("cogsmith-tool-card").evaluate((element) => {
		element.setAttribute("tool-id", "chain-breaker");
	});
	await expect(page.getByRole("link", { name: "Purchase Chain breaker" })).toBeVisible();
	const late = page.waitForResponse("**/tools/torque-wrench.json");
	release();
	await (await late).finished();
	await expect(page.getByRole("link", { name: "Purchase Chain breaker" })).toBeVisible();
	await expect(page.getByRole("link", purchase)).toHaveCount(0);
});

test("module, classic script and two versions work on one page", async ({ page, blog }) => {
	const classic = `<script src="${shopUrl()}/w/1/widgets.js"></script>`;
	const exact = `<script src="${shopUrl()}/w/1.0.0/widgets.js" async></script>`;
	await page.goto(blog.page(blogPage(cardHtml() + feedHtml(), scriptTag() + classic + exact)));
	await expect(page.getByRole("link", purchase)).toHaveCount(1);
	await expect(page.getByRole("listitem")).toHaveCount(3);
});

test("the first version still works with the current data", async ({ page, blog }) => {
	const first = `<script src="${shopUrl()}/w/1.0.0/widgets.js"></script>`;
	await page.goto(blog.page(blogPage(cardHtml() + feedHtml(), first)));
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await expect(page.getByRole("listitem")).toHaveCount(3);
});

test("elements fire events, and the click event can be cancelled", async ({ page, blog }) => {
	await page.goto(
		blog.page(
			blogPage(`${cardHtml()}<output></output><script>
				for (const name of ["load", "error", "select"]) document.addEventListener("cogsmith-" + name, (event) => {
					document.querySelector("output").textContent += name + JSON.stringify(event.detail) + event.composed;
					if (name === "select") event.preventDefault();
				});</script>`),
		),
	);
	await page.getByRole("link", purchase).click();
	const href = `${shopUrl()}/tools/torque-wrench`;
	await expect(page.getByRole("status")).toHaveText(
		`loadnulltrueselect${JSON.stringify({ toolId: "torque-wrench", href })}true`,
	);
});

const languages = {
	en: ["Purchase", "$89.00", "18 in stock"],
	de: ["Kaufen", "89,00 $", "18 auf Lager"],
	fr: ["Acheter", "89,00 $US", "18 en stock"],
	es: ["Comprar", "89,00 US$", "18 en stock"],
	nl: ["Kopen", "US$ 89,00", "18 op voorraad"],
	"pt-BR": ["Purchase", "US$ 89,00", "18 in stock"],
	"x!": ["Purchase", "$89.00", "18 in stock"],
};

test("a card uses the language of the page", async ({ page, blog }) => {
	await mockEmbedData(page, toolData);
	for (const [tag, [button = "", price = "", stock = ""]] of Object.entries(languages)) {
		await page.goto(blog.page(blogPage(cardHtml(), scriptTag(), `lang="${tag}"`)));
		await expect(page.getByRole("link", { name: `${button} Torque wrench` }), tag).toBeVisible();
		await expect(page.locator("strong"), tag).toHaveText(price);
		await expect(page.getByText(stock), tag).toBeVisible();
	}
});

/** A card's data from a shop in yen, without a price in dollars. */
const yenData = { ...toolData, price: undefined, amount: 1999, currency: "JPY" };

test("the price is in the shop's currency and the page's format", async ({ page, blog }) => {
	await mockEmbedData(page, yenData);
	await page.goto(blog.page(blogPage(cardHtml())));
	await expect(page.locator("strong")).toHaveText("¥1,999");
	await mockEmbedData(page, { ...yenData, amount: 1299.5, currency: "EUR" });
	await page.goto(blog.page(blogPage(cardHtml(), scriptTag(), 'lang="de"')));
	await expect(page.locator("strong")).toHaveText("1.299,50 €");
});

for (const version of ["1.0.0", "1.1.1"]) {
	test(`version ${version} shows dollars, and only the link to a shop in yen`, async ({
		page,
		blog,
	}) => {
		const script = `<script type="module" src="${shopUrl()}/w/${version}/widgets.js" crossorigin></script>`;
		await mockEmbedData(page, { ...toolData, amount: 89, currency: "USD" });
		await page.goto(blog.page(blogPage(cardHtml(), script)));
		await expect(page.locator("strong")).toHaveText("$89.00");
		await mockEmbedData(page, yenData);
		await page.reload();
		await expect(page.locator("[part~=error]")).toHaveCount(1);
		await expect(page.getByRole("link", { name: "To the torque-wrench" })).toBeVisible();
		await expect(page.getByText("1,999")).toHaveCount(0);
	});
}

test("old data shows when the stock was checked, and fresh data does not", async ({
	page,
	blog,
}) => {
	const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
	await mockEmbedData(page, { ...toolData, checkedAt: minutesAgo(12.5) });
	await page.goto(blog.page(blogPage(cardHtml())));
	await expect(page.getByText("Stock checked 12 minutes ago")).toBeVisible();
	await mockEmbedData(page, { ...toolData, checkedAt: minutesAgo(9) });
	await page.reload();
	await expect(page.getByText("18 in stock · Minimum 2")).toBeVisible();
	await expect(page.getByText("Stock checked")).toHaveCount(0);
});

test("an archived tool says so and links to the catalogue", async ({ page, blog }) => {
	await mockEmbedData(page, { ...toolData, price: undefined, quantity: undefined, retired: true });
	await page.goto(blog.page(blogPage(cardHtml())));
	await expect(page.getByText("No longer sold")).toBeVisible();
	await expect(page.getByRole("link", { name: "All tools" })).toHaveAttribute(
		"href",
		`${shopUrl()}/tools`,
	);
	await expect(page.getByRole("link", { name: /Purchase/ })).toHaveCount(0);
});

test("an element loads only when it comes near the viewport", async ({ page, blog }) => {
	const asked: string[] = [];
	page.on("request", (request) => asked.push(request.url()));
	const far = cardHtml().replace('loading="eager"', "");
	await page.goto(blog.page(blogPage(`<div style="height:4000px"></div>${far}`)));
	await expect(page.locator("cogsmith-tool-card:defined")).toHaveCount(1);
	expect(asked.filter((url) => url.includes("/embed/"))).toEqual([]);
	await page.locator("cogsmith-tool-card").scrollIntoViewIfNeeded();
	await expect(page.getByRole("link", purchase)).toBeVisible();
});

for (const [element, path, shown] of [
	["cogsmith-tool-card", "tools/torque-wrench", /^Torque wrench/],
	["cogsmith-review-feed", "reviews/2", "Marta K."],
] as const) {
	test(`a server-rendered ${element} shows without a script and upgrades in place`, async ({
		page,
		blog,
	}) => {
		const markup = await (await fetch(`${shopUrl()}/embed/v1/${path}.html`)).text();
		const eager = markup.replace(`<${element}`, `<${element} loading="eager"`);
		await page.goto(blog.page(blogPage(eager, "")));
		await expect(page.getByRole("heading", { name: shown })).toBeVisible();
		const before = await page.locator(element).boundingBox();
		const root = await page.locator(element).evaluateHandle((host) => {
			return host.shadowRoot?.querySelector("[part~=root]") ?? null;
		});
		const loaded = page.evaluate(
			() => new Promise((resolve) => addEventListener("cogsmith-load", resolve, { once: true })),
		);
		await page.addScriptTag({ url: `${shopUrl()}/w/1/widgets.js` });
		await loaded;
		expect(await root.evaluate((node) => node?.isConnected)).toBe(true);
		expect(await page.locator(element).boundingBox()).toEqual(before);
	});
}

test("a failed element loads again when it is reinserted", async ({ page, blog }) => {
	allowConsole(page, /503/);
	await mockEmbedData(page, {}, 503);
	await page.goto(blog.page(blogPage(cardHtml())));
	await expect(page.getByRole("link", { name: "To the torque-wrench" })).toBeVisible();
	await page.unroute("**/embed/v1/**");
	await page
		.locator("cogsmith-tool-card")
		.evaluate((element) => element.parentElement?.appendChild(element));
	await expect(page.getByRole("link", { name: /^Torque wrench/ })).toBeVisible();
});
