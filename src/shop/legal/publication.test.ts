import { expect, it } from "vitest";
import { publicationDate, unlinkUnpublished } from "./publication.ts";

const demo = new Date("2026-11-24");
const published = new Date("2026-12-01");

it("a draft is published in the demo shop alone, a page with a date everywhere", () => {
	expect(publicationDate({ published: false, demo }, "hello@cogsmith.test")).toBe(demo);
	expect(publicationDate({ published: false, demo }, "hello@shop.example")).toBeUndefined();
	expect(publicationDate({ published: false, demo }, "test@contest.com")).toBeUndefined();
	expect(publicationDate({ published: false }, "hello@cogsmith.test")).toBeUndefined();
	expect(publicationDate({ published, demo }, "hello@shop.example")).toBe(published);
});

it("a link to a legal page that is not published is plain text", () => {
	const html =
		'<p><a href="/legal/returns">Returns</a>, <a class="x" href="/legal/terms">terms</a>, <a href="/fit">fit</a></p>';
	expect(unlinkUnpublished(html, ["terms"])).toBe(
		'<p>Returns, <a class="x" href="/legal/terms">terms</a>, <a href="/fit">fit</a></p>',
	);
});
