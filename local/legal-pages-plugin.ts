/** Gives the modules the list of published legal pages. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseFrontmatter } from "astro/markdown";
import { normalizePath, type Plugin } from "vite";
import { contact, content, law, seller, tax } from "../src/config/config.ts";
import { type LegalPage, legalPages } from "../src/config/legal-pages.ts";
import { isDemoShop, publicationDate } from "../src/shop/legal/publication.ts";
import { missingByLaw } from "../src/shop/legal/rules.ts";
import { root } from "./settings.ts";

const publishedModule = join(root, "src/shop/legal/published.ts");

/** Returns the pages in a folder that are published in a shop with this e-mail address. */
export function publishedLegalPages(folder: string, contactEmail: string): LegalPage[] {
	return legalPages.filter((page) => {
		const file = legalFile(folder, page);
		if (!existsSync(file)) return false;
		const { published, demo } = parseFrontmatter(readFileSync(file, "utf8")).frontmatter;
		return publicationDate(
			{ published: dateOf(published) ?? false, demo: dateOf(demo) },
			contactEmail,
		);
	});
}

/** Anything else than a date fails the build, in src/content.config.ts. */
function dateOf(value: unknown): Date | undefined {
	return value instanceof Date ? value : undefined;
}

function legalFile(folder: string, page: LegalPage): string {
	return join(folder, `${page}.md`);
}

/** Returns the plugin. */
export function legalPagesPlugin(): Plugin {
	const folder = join(root, content, "legal");
	// Not `import.meta.env.DEV`, which is true in a build with another NODE_ENV than production.
	let showsDrafts = false;
	// A build resolves its config more than once.
	let hasWarned = false;
	return {
		name: "legal-pages",
		enforce: "pre",
		configResolved({ command, logger }) {
			showsDrafts = command === "serve";
			const lacks = isDemoShop(contact.email)
				? []
				: missingByLaw({ law, seller, tax, published: publishedLegalPages(folder, contact.email) });
			if (command !== "build" || hasWarned) return;
			hasWarned = true;
			for (const line of lacks) logger.warn(`docs/law.md: ${line}`);
		},
		load(id) {
			if (id !== normalizePath(publishedModule)) return undefined;
			for (const page of legalPages) this.addWatchFile(legalFile(folder, page));
			return [
				`export const publishedLegalPages = ${JSON.stringify(publishedLegalPages(folder, contact.email))};`,
				`export const showsDrafts = ${showsDrafts};`,
			].join("\n");
		},
	};
}
