/**
 * Lays a prerendered page out before it is shown (WICG Prerendering), with all cards of tools, so that a tap on its link
 * has only to paint it. Else the browser lays out the cards near the screen in the first frame after the tap, because
 * of their `content-visibility: auto`. Images come in the next frame: the first one would wait for their decoder.
 */
function showImages(isShown: boolean): void {
	for (const { style } of document.images) style.visibility = isShown ? "" : "hidden";
}

// It may have been shown while this was loaded.
if (document.prerendering) {
	for (const card of document.querySelectorAll<HTMLElement>(".tool-grid > *"))
		card.style.contentVisibility = "visible";
	document.body.getBoundingClientRect();
	showImages(false);
	// A task that an animation frame queues runs after that frame.
	document.addEventListener("prerenderingchange", () =>
		requestAnimationFrame(() => setTimeout(() => showImages(true))),
	);
}
