/** A copy of the home page's search in the header, once that is out of sight above. Loaded where the page has one. */

const own = document.querySelector("main [role=search]");
const menu = document.querySelector("header nav");
if (own && menu && !document.querySelector("header [role=search]")) {
	const copy = document.importNode(own, true);
	const input = copy.querySelector("input");
	if (input) input.placeholder = input.ariaLabel ?? "";
	new IntersectionObserver(
		([entry]) => {
			if (entry && !entry.isIntersecting && entry.boundingClientRect.top < 0)
				menu.insertAdjacentElement("beforebegin", copy);
			// Not while somebody types in it.
			else if (!copy.matches(":focus-within")) copy.remove();
		},
		// Below the header, which is 4rem high.
		{ rootMargin: "-64px 0px 0px" },
	).observe(own);
}
