/** Pictures of the categories in the menu. Pages load this file when the menu opens, so it imports types alone. */
import type { MenuCategory } from "../shop/catalogue/catalogue.ts";

async function showCategories(element: Element): Promise<void> {
	const categories = await fetch("/categories.json").then(
		(response): Promise<MenuCategory[]> | MenuCategory[] => (response.ok ? response.json() : []),
	);
	const links = categories.map(({ name, href, image }) => {
		const link = document.createElement("a");
		link.href = href;
		const picture = new Image(80, 80);
		picture.alt = "";
		if (image) picture.src = image;
		link.replaceChildren(picture, name);
		return link;
	});
	element.replaceChildren(...links);
}

const element = document.querySelector("menu-categories");
// Without them the menu has a link to their page.
if (element) showCategories(element).catch(() => undefined);
