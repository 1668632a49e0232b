/** The chosen bike below the navigation of every page: its name, and a button that shows no bike. A page may load this late. */
import { myBikeNamed } from "../../messages/bike.ts";
import { bikeEvent, chosenBike, readBikes, storeBikes } from "../../shop/fit/bike-storage.ts";

/** Calls `show` when the page is shown, now or again, and when another bike is chosen, in another tab too. */
export function onBikeChange(show: () => void): void {
	for (const event of ["pageshow", "storage", bikeEvent]) addEventListener(event, show);
}

const chip = document.querySelector<HTMLElement>("#my-bike");
const link = chip?.querySelector("a");
function showChip(): void {
	const [name = "", query = ""] = chosenBike() ?? [];
	if (!chip || !link) return;
	chip.hidden = !name;
	link.textContent = myBikeNamed(name);
	link.href = `/fit?${query}`;
}
showChip();
onBikeChange(showChip);
chip
	?.querySelector("button")
	?.addEventListener("click", () => storeBikes([["", ""], ...readBikes()]));
