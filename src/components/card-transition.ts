/**
 * The picture of a tapped card becomes the first picture of the tool's page, where its stylesheet names it: a view
 * transition between pages (CSS View Transitions Module Level 2), which browsers without it leave out.
 */
addEventListener("pageswap", ({ viewTransition, activation }) => {
	const url = activation?.entry?.url;
	if (!viewTransition || !url) return;
	// A page without view transitions, such as one that failed, skips it.
	for (const step of [viewTransition.ready, viewTransition.finished]) step.catch(() => undefined);
	const { pathname } = new URL(url);
	for (const link of document.querySelectorAll<HTMLAnchorElement>(".tool-card-name a")) {
		const picture = link.closest(".tool-card")?.querySelector("img");
		// One alone may have the name: a page from the cache had another card tapped.
		if (picture) picture.style.viewTransitionName = link.pathname === pathname ? "tool" : "";
	}
});
