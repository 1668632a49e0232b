/**
 * Lays a prerendered page out before it is shown (WICG Prerendering), with all cards of tools, so that a tap on its link
 * has only to paint it. Else the browser lays out the cards near the screen in the first frame after the tap, because
 * of their `content-visibility: auto`.
 */
if (document.prerendering) {
	for (const card of document.querySelectorAll<HTMLElement>(".tool-grid > *"))
		card.style.contentVisibility = "visible";
	document.body.getBoundingClientRect();
}
