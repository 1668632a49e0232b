/** The search in the header of the home page, once the page's own has scrolled out of sight above. */
const own = document.querySelector("main [role=search]");
const header = document.querySelector<HTMLElement>("header [role=search][hidden]");
if (own && header)
	new IntersectionObserver(
		([entry]) => {
			// Not while somebody types in it.
			if (entry && !header.matches(":focus-within"))
				header.hidden = entry.isIntersecting || entry.boundingClientRect.top > 0;
		},
		// Below the header, which is 4rem high.
		{ rootMargin: "-64px 0px 0px" },
	).observe(own);
