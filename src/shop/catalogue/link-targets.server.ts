/** Where the links of the menu and the footer can lead. */
import { footer, navigation } from "../../config/config.ts";
import * as common from "../../messages/common.ts";
import { myBikeText } from "../../messages/fit.ts";
import { categoriesOfTools } from "../../messages/site.ts";
import { publicPaths } from "../../paths/public.ts";
import { publishedLegalPages } from "../legal/published.ts";
import { listPages } from "../own-pages/pages.server.ts";
import type { NavigationLink } from "../settings/navigation.ts";
import { loadCategories } from "./catalogue.server.ts";

/** Returns the shop's pages: those that the owner has written and published, the categories, and the others. */
export async function linkTargets(): Promise<NavigationLink[]> {
	const [pages, categories] = await Promise.all([listPages(true), loadCategories()]);
	const legal = footer.columns
		.flatMap(({ entries }) => entries)
		.flatMap(({ label, legal: page }) =>
			page && publishedLegalPages.includes(page) ? [{ label, path: publicPaths.legal(page) }] : [],
		);
	const all = [
		...pages.map(({ title, slug }) => ({
			label: title.slice(0, 40),
			path: publicPaths.page(slug),
		})),
		...categories.map(({ name, slug }) => ({ label: name, path: publicPaths.category(slug) })),
		...navigation.map(({ label, path }) => ({ label, path })),
		{ label: categoriesOfTools, path: publicPaths.categories },
		{ label: common.workshopJobs, path: publicPaths.jobs },
		{ label: myBikeText, path: publicPaths.fit },
		...legal,
	];
	return [...new Map(all.map((target) => [target.path, target])).values()];
}
