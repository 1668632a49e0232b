/**
 * Pictures that are asked for when they are near: a browser asks for `loading="lazy"` from two screens away, and for the
 * slides aside. Without script the styles hold none back.
 */
const near = new IntersectionObserver(
	(entries) => {
		for (const { intersectionRatio, target } of entries) if (intersectionRatio > 0) show(target);
	},
	// Above 0, which a slide has that only touches the edge of the one shown.
	{ rootMargin: "40%", threshold: 0.01 },
);

function show(picture: Element): void {
	picture.classList.remove("near");
	near.unobserve(picture);
}

for (const picture of document.querySelectorAll(".near")) near.observe(picture);

// Slides aside are near once somebody turns to the slides.
for (const frame of document.querySelectorAll(".carousel-frame"))
	for (const event of ["pointerover", "focusin"])
		frame.addEventListener(
			event,
			() => {
				for (const picture of frame.querySelectorAll(".near")) show(picture);
			},
			{ once: true },
		);
