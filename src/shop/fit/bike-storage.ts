/**
 * The bikes that a rider keeps in this browser. Public pages load this module. A bike is the query of an
 * address of /fit: `cassette=xd&chain=11`.
 */

/** The key in local storage. */
const bikesKey = "bikes";

/** The event on `window` after this page has changed the bikes. Other tabs get a storage event. */
export const bikeEvent = "shop-bike";

export type KeptBike = [name: string, query: string];

/** Whether this browser has kept a bike, chosen or not. */
export function hasBikes(): boolean {
	try {
		return bikesKey in localStorage;
	} catch {
		return false;
	}
}

/** Returns the kept bikes, the one that was chosen last first. One without a name stands for no bike. */
export function readBikes(): KeptBike[] {
	try {
		return JSON.parse(localStorage.getItem(bikesKey) ?? "").filter(isBike);
	} catch {
		// Nothing is stored, or no list.
		return [];
	}
}

function isBike(value: unknown): boolean {
	return (
		Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string")
	);
}

/** Returns the chosen bike, or undefined. */
export function chosenBike(): KeptBike | undefined {
	return readBikes()
		.slice(0, 1)
		.find(([name]) => name);
}

/** Stores the bikes, the chosen one first, and tells this page. */
export function storeBikes(bikes: readonly KeptBike[]): void {
	try {
		localStorage.setItem(bikesKey, JSON.stringify(bikes));
	} catch {
		// Without storage the address still has the bike.
	}
	dispatchEvent(new Event(bikeEvent));
}
