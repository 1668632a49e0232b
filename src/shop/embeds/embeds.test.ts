import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { name as shopName } from "../../config/config.ts";
import { excerpt } from "../../values/excerpt.ts";
import * as embeds from "./embeds.ts";
import { errorMarkup, framePage } from "./frame-page.ts";

const origin = "https://shop.test";
const query = (text: string) => new URLSearchParams(text);
const plain = embeds.parseAppearance(query(""));
const chosen = embeds.parseAppearance(
	query("theme=dark&lang=de&partner=velo-blog&accent=00308F&fg=111111"),
);

const tool = {
	_id: "chain whip",
	name: "Chain <whip>",
	description: "Holds the cassette.",
	image: `/images/${"0".repeat(32)}`,
	price: 24.5,
	minOrderQuantity: 2,
	quantity: 7,
	checkedAt: "2026-11-22T12:34:00.000Z",
};
const review = {
	_id: "r1",
	author: "Robin",
	name: 4,
	description: "Good & solid.",
	image: `/images/${"1".repeat(32)}`,
	createdAt: "2026-11-20T10:00:00.000Z",
	verified: true,
	tool: { _id: "chain whip", name: "Chain <whip>" },
};

beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T12:34:56.789Z") });
});
afterEach(() => {
	vi.useRealTimers();
});

describe("a text", () => {
	it("is cut at a word, with an ellipsis", () => {
		expect(excerpt("Clicks at torque", 16)).toBe("Clicks at torque");
		expect(excerpt("Clicks at torque", 15)).toBe("Clicks at…");
		expect(excerpt("Clicks at torque", 9)).toBe("Clicks at…");
		expect(excerpt("Unbreakable", 5)).toBe("Unbre…");
	});

	it("of a time names the minute", () => {
		expect(embeds.truncateToMinute(new Date())).toBe("2026-11-22T12:34:00.000Z");
	});
});

it.each([
	["1", 1],
	["6", 6],
	["0", undefined],
	["7", undefined],
	["12", undefined],
	["x3", undefined],
	["", undefined],
])("the number of reviews %j is %s", (text, count) => {
	expect(embeds.parseReviewCount(text)).toBe(count);
});

describe("an appearance", () => {
	it("has what is valid", () => {
		expect(chosen).toEqual({
			theme: "dark",
			lang: "de",
			partner: "velo-blog",
			colours: { accent: "#00308F", fg: "#111111" },
		});
		expect(
			embeds.parseAppearance(query("theme=auto&lang=pt-BR&on-accent=abcdef&bg=123456")),
		).toEqual({
			theme: "auto",
			lang: "pt-BR",
			partner: undefined,
			colours: { "on-accent": "#abcdef", bg: "#123456" },
		});
	});

	it.each([
		"theme=",
		"theme=darker",
		"theme=xlight",
		"lang=d",
		"lang=german",
		"lang=de-",
		"lang=de-toolongtag",
		"lang=1de",
		"partner=Velo",
		"accent=%23b5410b",
		"accent=b5410",
		"accent=b5410bb",
		"accent=gggggg",
		"other=b5410b",
	])("lacks %s", (text) => {
		expect(embeds.parseAppearance(query(text))).toEqual(plain);
	});
});

describe("markup", () => {
	it("of a tool and of reviews is that of the snapshot, plain and chosen", async () => {
		const style = ":host{display:block}";
		const text = [plain, chosen]
			.flatMap((appearance) => [
				embeds.toolMarkup(tool, origin, style, appearance),
				embeds.feedMarkup([review, { ...review, verified: false }], 2, origin, style, appearance),
				errorMarkup("tool", true, origin, style, appearance),
				errorMarkup("tool", false, origin, style, appearance),
				errorMarkup("feed", true, origin, style, appearance),
			])
			.join("\n\n");
		await expect(text.replaceAll(shopName, "SHOP")).toMatchFileSnapshot("markup.snap.txt");
	});

	it("of an iframe page is that of the snapshot", async () => {
		const light = embeds.parseAppearance(query("theme=light"));
		const auto = embeds.parseAppearance(query("theme=auto"));
		const pages = [plain, chosen, light, auto].map((one) => framePage("A & B", "<p>Card</p>", one));
		await expect(pages.join("\n\n")).toMatchFileSnapshot("frame-page.snap.txt");
	});
});

describe("oEmbed", () => {
	it("is discovered by a URL with the page and the partner", () => {
		expect(embeds.oembedUrl(origin, "/tools/pump", query(""))).toBe(
			"https://shop.test/oembed?format=json&url=https%3A%2F%2Fshop.test%2Ftools%2Fpump",
		);
		expect(embeds.oembedUrl(origin, "/review", query("seen-on=velo"))).toBe(
			"https://shop.test/oembed?format=json&url=https%3A%2F%2Fshop.test%2Freview%3Fseen-on%3Dvelo",
		);
		expect(embeds.oembedUrl(origin, "/review", query("seen-on=Velo Blog"))).not.toContain(
			"seen-on",
		);
	});

	it.each([
		["/review", {}],
		["/review/", {}],
		["/tools/pump", { tool: "pump" }],
		["/tools/chain%20whip/", { tool: "chain whip" }],
		["/tools/pump?seen-on=velo", { tool: "pump", partner: "velo" }],
		["/review?seen-on=Velo", {}],
	])("of %s is found", (path, expected) => {
		expect(embeds.resolveEmbed(origin + path, origin)).toEqual({ partner: undefined, ...expected });
	});

	it.each([
		"not a URL",
		"https://elsewhere.test/review",
		`${origin}/`,
		`${origin}/tools`,
		`${origin}/tools/`,
		`${origin}/tools/a/b`,
		`${origin}/x/tools/a`,
		`${origin}/reviews`,
		`${origin}/x/review`,
		`${origin}/tools/%E0%A4%A`,
	])("of %s is none", (href) => {
		expect(embeds.resolveEmbed(href, origin)).toBeUndefined();
	});

	const none = { width: undefined, height: undefined };

	it("returns a tool's iframe and a link", () => {
		const tool = { _id: "chain whip", address: "a-chain-whip" };
		const target = { title: "Chain <whip>", tool, partner: "velo" };
		const response = embeds.oembedResponse(target, origin, none);
		expect(response).toMatchObject({
			version: "1.0",
			type: "rich",
			provider_name: shopName,
			provider_url: "https://shop.test/",
			title: "Chain <whip>",
			cache_age: 3600,
			width: 560,
			height: 240,
		});
		expect(response.html).toMatchInlineSnapshot(
			`"<blockquote><a href="https://shop.test/tools/a-chain-whip?seen-on=velo">Chain &lt;whip&gt;</a></blockquote><iframe src="https://shop.test/embed/v1/tools/chain%20whip?partner=velo" title="Chain &lt;whip&gt;" width="100%" height="240" style="max-width:560px" frameborder="0" scrolling="no" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>"`,
		);
	});

	it("returns the feed's iframe, not larger than the page allows", () => {
		const target = { title: "Reviews", partner: undefined };
		const response = embeds.oembedResponse(target, origin, none);
		expect([response.width, response.height]).toEqual([760, 383]);
		expect(response.html).toMatchInlineSnapshot(
			`"<blockquote><a href="https://shop.test/review">Reviews</a></blockquote><iframe src="https://shop.test/embed/v1/reviews/3" title="Reviews" width="100%" height="383" style="max-width:760px" frameborder="0" scrolling="no" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>"`,
		);
		const small = embeds.oembedResponse(target, origin, { width: 300, height: 200 });
		expect([small.width, small.height]).toEqual([300, 200]);
		const large = embeds.oembedResponse(target, origin, { width: 9000, height: 9000 });
		expect([large.width, large.height]).toEqual([760, 383]);
		const card = embeds.oembedResponse({ ...target, tool: { _id: "a", address: "pump" } }, origin, {
			width: 300,
			height: undefined,
		});
		expect([card.width, card.height]).toEqual([300, 465]);
	});
});
