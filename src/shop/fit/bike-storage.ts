/**
 * The bikes that a rider keeps in this browser. Public pages load this module. A bike is the query of an
 * address of /fit: `cassette=xd&chain=11`.
 */

/** The key in local storage. */
const bikesKey = "bikes";
/** The key that is set while the rider wants no bike. */
const noBikeKey = "no-bike";

/** The event on `window` after this page has changed the bikes. Other tabs get a storage event. */
export const bikeEvent = "shop-bike";

export type KeptBike = [name: string, query: string];

/** Returns the kept bikes. The first is the one that was chosen last. */
export function readBikes(): KeptBike[] {
	try {
		const stored: unknown = JSON.parse(localStorage.getItem(bikesKey) ?? "[]");
		return Array.isArray(stored) ? stored.filter(isBike) : [];
	} catch {
		return [];
	}
}

function isBike(value: unknown): value is KeptBike {
	return (
		Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === "string")
	);
}

/** Returns the chosen bike, or undefined. */
export function chosenBike(): KeptBike | undefined {
	const [bike] = readBikes();
	return bike && !localStorage.getItem(noBikeKey) ? bike : undefined;
}

/** Keeps a bike under its name and chooses it. */
export function keepBike(name: string, query: string): void {
	const others = readBikes().filter(([other]) => other !== name);
	change(() => {
		localStorage.setItem(bikesKey, JSON.stringify([[name, query], ...others].slice(0, 12)));
		localStorage.removeItem(noBikeKey);
	});
}

export function forgetBike(name: string): void {
	const others = readBikes().filter(([other]) => other !== name);
	change(() => localStorage.setItem(bikesKey, JSON.stringify(others)));
}

/** Chooses no bike. All stay kept. */
export function chooseNoBike(): void {
	change(() => localStorage.setItem(noBikeKey, "1"));
}

function change(store: () => void): void {
	try {
		store();
	} catch {
		// Without storage the address still has the bike.
	}
	dispatchEvent(new Event(bikeEvent));
}
