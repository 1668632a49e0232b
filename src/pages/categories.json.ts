/** The categories as the menu shows them, when it is opened. */
import { publicRoute } from "../http/text-route.ts";
import { publicPaths } from "../paths/public.ts";
import { cachePolicy } from "../platform/cache/cache-policy.ts";
import { loadCategories } from "../shop/catalogue/catalogue.server.ts";
import type { MenuCategory } from "../shop/catalogue/catalogue.ts";

export const { GET, ALL } = publicRoute(async ({ cache }) => {
	const categories = await loadCategories();
	cache.set(cachePolicy("tools"));
	const shown: MenuCategory[] = categories.map(({ slug, name, image }) => ({
		name,
		href: publicPaths.category(slug),
		image: image ? `${image}?w=160` : "",
	}));
	return Response.json(shown, { headers: { "Cache-Control": "public, max-age=60" } });
});
