import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { contact } from "../src/config/config.ts";
import { legalPages } from "../src/config/legal-pages.ts";
import { publishedLegalPages } from "./legal-pages-plugin.ts";

/** The e-mail address of a shop of one's own. */
const own = "hello@shop.example";

/** A folder of legal pages with the given values of `published`. */
function legalFolder(published: Record<string, string>): string {
	const folder = mkdtempSync(join(tmpdir(), "legal-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	for (const [page, value] of Object.entries(published))
		writeFileSync(join(folder, `${page}.md`), `---\ntitle: A\npublished: ${value}\n---\n\nText`);
	return folder;
}

test("a page with a date is published, a draft and a missing page are not", () => {
	expect(publishedLegalPages(legalFolder({ terms: "2026-11-30", privacy: "false" }), own)).toEqual([
		"terms",
	]);
});

test("the demo shop publishes all, a shop of one's own nothing that it has not written", () => {
	expect(publishedLegalPages("content/legal", contact.email)).toEqual(legalPages);
	expect(publishedLegalPages("content/legal", own)).toEqual([]);
});
