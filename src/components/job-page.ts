/** The script of a job's page: it opens for the saved bike, and loads the form of its tools when that is near. */
import { chosenBike } from "../shop/fit/bike-storage.ts";
import "./public-page.ts";
import { kitToCartUrl } from "./script-urls.ts";

document.querySelector(".job-print")?.addEventListener("click", () => print());

/** Opens the page for the saved bike, if the address names none and the page asks for one of its parts. */
function applySavedBike(): void {
	const form = document.querySelector(".job-bike");
	if (location.search || !form) return;
	const saved = [...new URLSearchParams(chosenBike()?.[1])].filter(([id, value]) =>
		form.querySelector(`[name="${CSS.escape(id)}"] > option[value="${CSS.escape(value)}"]`),
	);
	if (saved.length > 0) location.replace(`?${new URLSearchParams(saved)}`);
}

applySavedBike();

const nearKit = new IntersectionObserver(
	(entries) => {
		if (entries.some(({ isIntersecting }) => isIntersecting))
			void import(/* @vite-ignore */ kitToCartUrl);
	},
	{ rootMargin: "10%" },
);
for (const kit of document.querySelectorAll("kit-to-cart")) nearKit.observe(kit);
