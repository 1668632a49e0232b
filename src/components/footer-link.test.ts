import { expect, test } from "vitest";
import { footerLink } from "./footer-link.ts";

test("a legal page is plain text until it is published, then a link", () => {
	expect(footerLink({ legal: "terms" }, [])).toBeUndefined();
	expect(footerLink({ legal: "terms" }, ["privacy", "cookies"])).toBeUndefined();
	expect(footerLink({ legal: "terms" }, ["privacy", "terms"])).toBe("/legal/terms");
});

test("other entries link to their path, if they have one", () => {
	expect(footerLink({ path: "/blogs" }, ["terms"])).toBe("/blogs");
	expect(footerLink({}, ["terms"])).toBeUndefined();
});

test("a legal page may be elsewhere until this shop publishes its own", () => {
	const entry = { legal: "imprint", path: "/portfolio" } as const;
	expect(footerLink(entry, [])).toBe("/portfolio");
	expect(footerLink(entry, ["imprint"])).toBe("/legal/imprint");
});
