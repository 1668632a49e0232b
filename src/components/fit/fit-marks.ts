/** The chosen bike on public pages: its chip, whether each tool fits it, and the filter of the catalogue. Loaded late, see late-bike.ts. */
import { chosenBike } from "../../shop/fit/bike-storage.ts";
import type { FitMarks } from "../../shop/fit/fit-marks.ts";
import { onBikeChange } from "./bike-chip.ts";

/** The marks of this page, by the address they came from. */
let shownFrom = "";

/** Marks the tools for the chosen bike, or removes the marks of one. */
async function showMarks(): Promise<void> {
	const [name = "", query = ""] = chosenBike() ?? [];
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
	for (const element of places) element.replaceChildren();
	if (!from) return;
	const marks: FitMarks = await fetch(from).then((response) =>
		response.ok ? response.json() : {},
	);
	if (from !== shownFrom) return;
	for (const element of places) {
		const [outcome, label, reason] = marks[element.dataset.fit ?? ""] ?? [];
		if (!outcome || !label) continue;
		const strong = document.createElement("strong");
		strong.textContent = label;
		strong.dataset.outcome = outcome;
		element.replaceChildren(strong, ` ${reason}`);
	}
}

const show = () => void showMarks().catch(() => undefined);
show();
onBikeChange(show);
