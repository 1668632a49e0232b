/** Shows pictures of the categories in the menu, once it is opened. Pages don't have them: most visits never open it. */
import type { MenuCategory } from "../shop/catalogue/catalogue.ts";

const element = document.querySelector("menu-categories");
document.querySelector("#menu")?.addEventListener("beforetoggle", async () => {
	if (!element || element.firstChild) return;
	const categories: MenuCategory[] = await fetch("/categories.json")
		.then((response) => (response.ok ? response.json() : []))
		.catch(() => []);
	const links = categories.map(({ name, href, image }) => {
		const link = document.createElement("a");
		link.href = href;
		const picture = new Image(80, 80);
		picture.alt = "";
		if (image) picture.src = image;
		link.append(picture, name);
		return link;
	});
	element.replaceChildren(...links);
});
