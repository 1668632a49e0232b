/** The custom element around slides (SlideStrip.astro). */

/** Scrolls the strip but not the page, and marks the dot of the visible slide. */
class ShopCarousel extends HTMLElement {
	connectedCallback() {
		const strip = this.querySelector<HTMLElement>(".carousel-strip");
		const dots = [...this.querySelectorAll("a")];
		const observer = new IntersectionObserver(
			(entries) => {
				for (const { target, isIntersecting } of entries) {
					const dot = dots.find((link) => link.hash === `#${target.id}`);
					dot?.toggleAttribute("data-current", isIntersecting);
				}
			},
			{ root: strip, threshold: 0.6 },
		);
		for (const slide of strip?.children ?? []) observer.observe(slide);
		this.addEventListener("click", (event) => {
			const dot = dots.find((link) => event.composedPath().includes(link));
			const slide = dot && this.querySelector<HTMLElement>(dot.hash);
			if (!slide || !strip) return;
			event.preventDefault();
			strip.scrollTo({ left: slide.offsetLeft - strip.offsetLeft });
		});
	}
}

customElements.define("shop-carousel", ShopCarousel);
