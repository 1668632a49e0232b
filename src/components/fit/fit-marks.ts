/** The chosen bike on public pages: its name below the navigation, and whether each tool fits it. */
import { bikeEvent, chosenBike, readBikes, storeBikes } from "../../shop/fit/bike-storage.ts";
import type { FitMarks } from "../../shop/fit/fit-marks.ts";

/** The marks of this page, by the address they came from. */
let shownFrom = "";

/** Shows the chosen bike, or removes what was shown of one. */
async function showBike(): Promise<void> {
	const [name = "", query = ""] = chosenBike() ?? [];
	const chip = document.querySelector<HTMLElement>("#my-bike");
	const link = chip?.querySelector("a");
	if (chip && link) {
		chip.hidden = !name;
		link.textContent = `My bike: ${name}`;
		link.href = `/fit?${query}`;
	}
	// The filter of the catalogue; without a bike it leads to where one is chosen.
	const filter = document.querySelector<HTMLAnchorElement>("[data-fits-bike]");
	if (filter) {
		const url = new URL(location.href);
		url.searchParams.delete("cursor");
		url.searchParams.set("fits", query.replaceAll("=", ":").replaceAll("&", ","));
		filter.href = name ? url.href : "/fit";
	}
	const places = [...document.querySelectorAll<HTMLElement>("[data-fit]")];
	const ids = [...new Set(places.map(({ dataset }) => dataset.fit))].sort();
	const from = name && ids.length > 0 ? `/fit/marks.json?${query}&tools=${ids}` : "";
	if (from === shownFrom) return;
	shownFrom = from;
	for (const place of places) place.replaceChildren();
	if (!from) return;
	const marks: FitMarks = await fetch(from).then((response) =>
		response.ok ? response.json() : {},
	);
	if (from !== shownFrom) return;
	for (const place of places) {
		const [outcome, label, reason] = marks[place.dataset.fit ?? ""] ?? [];
		if (!outcome || !label) continue;
		const strong = document.createElement("strong");
		strong.textContent = label;
		strong.dataset.outcome = outcome;
		place.replaceChildren(strong, ` ${reason}`);
	}
}

const show = () => showBike().catch(() => undefined);
for (const event of ["pageshow", "storage", bikeEvent]) addEventListener(event, show);
document
	.querySelector("#my-bike button")
	?.addEventListener("click", () => storeBikes([["", ""], ...readBikes()]));
