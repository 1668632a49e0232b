/** The articles of the blogs page, from content/articles. */
import { getCollection } from "astro:content";
import { setting } from "../../platform/settings/settings.ts";

/** Returns the articles, the newest first. Those of the demo shop are in no other. */
export async function publishedArticles() {
	const articles = await getCollection(
		"articles",
		({ data }) => !data.demo || setting("SHOP_DEMO"),
	);
	return articles.sort((one, other) => Number(other.data.published) - Number(one.data.published));
}
