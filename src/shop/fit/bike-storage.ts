/**
 * The bikes that a rider saves in this browser. Public pages load this module. A bike is the query of an
 * address of /fit: `cassette=xd&chain=11`.
 */
import { bikesKey, chosenPattern } from "./saved-bikes.ts";

/** The event on `window` after this page has changed the bikes. Other tabs get a storage event. */
export const bikeEvent = "shop-bike";

export type SavedBike = [name: string, query: string];

/** Whether this browser has saved a bike, chosen or not. */
export function hasBikes(): boolean {
	try {
		return bikesKey in localStorage;
	} catch {
		return false;
	}
}

/** Returns the saved bikes, the one that was chosen last first. One without a name stands for no bike. */
export function readBikes(): SavedBike[] {
	try {
		return JSON.parse(localStorage.getItem(bikesKey) ?? "").filter(isBike);
	} catch {
		// Nothing is stored, or no list.
		return [];
	}
}

function isBike(value: unknown): boolean {
	return (
		Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string")
	);
}

/** Returns the chosen bike, or undefined. */
export function chosenBike(): SavedBike | undefined {
	return readBikes()
		.slice(0, 1)
		.find(([name]) => name);
}

/** Whether a bike is chosen. Shorter than the above: every page has it in its HTML. */
export function hasChosenBike(): boolean {
	try {
		return chosenPattern.test(localStorage.getItem(bikesKey) ?? "");
	} catch {
		return false;
	}
}

/** Stores the bikes, the chosen one first, and tells this page. */
export function storeBikes(bikes: readonly SavedBike[]): void {
	try {
		localStorage.setItem(bikesKey, JSON.stringify(bikes));
	} catch {
		// Without storage the address still has the bike.
	}
	dispatchEvent(new Event(bikeEvent));
}
