import { beforeEach, describe, expect, it, vi } from "vitest";
import { bikeEvent, chosenBike, hasChosenBike, readBikes, storeBikes } from "./bike-storage.ts";

const stored = new Map<string, string>();
const sent: string[] = [];

beforeEach(() => {
	stored.clear();
	sent.length = 0;
	vi.stubGlobal("localStorage", {
		getItem: (name: string) => stored.get(name) ?? null,
		setItem: (name: string, value: string) => stored.set(name, value),
	});
	vi.stubGlobal("dispatchEvent", ({ type }: Event) => sent.push(type));
	return () => vi.unstubAllGlobals();
});

describe("saved bikes", () => {
	it("are none at first", () => {
		expect([readBikes(), chosenBike(), hasChosenBike()]).toEqual([[], undefined, false]);
	});

	it("are chosen or not", () => {
		storeBikes([["Road", "cassette=hg"]]);
		expect(hasChosenBike()).toBe(true);
		storeBikes([["", ""], ...readBikes()]);
		expect(hasChosenBike()).toBe(false);
	});

	it("come back in their order, and the page is told", () => {
		storeBikes([
			["Road", "cassette=hg"],
			["Gravel", "cassette=xd"],
		]);
		expect(readBikes()).toEqual([
			["Road", "cassette=hg"],
			["Gravel", "cassette=xd"],
		]);
		expect(chosenBike()).toEqual(["Road", "cassette=hg"]);
		expect(sent).toEqual([bikeEvent]);
		expect([...stored.keys()]).toEqual(["bikes"]);
	});

	it("may be there with no bike chosen", () => {
		storeBikes([
			["", ""],
			["Road", "cassette=hg"],
		]);
		expect(readBikes()).toHaveLength(2);
		expect(chosenBike()).toBeUndefined();
	});

	it.each(["{}", "null", "x", '"bike"', "7"])("are none if storage has %s", (text) => {
		stored.set("bikes", text);
		expect(readBikes()).toEqual([]);
	});

	it("leave out what is no bike", () => {
		const others = ["ab", ["Road"], ["Road", 1], [1, "cassette=hg"], ["a", "b", "c"], null];
		stored.set("bikes", JSON.stringify([...others, ["Road", "cassette=hg"]]));
		expect(readBikes()).toEqual([["Road", "cassette=hg"]]);
	});

	it("are told to the page also without storage", () => {
		vi.stubGlobal("localStorage", {
			setItem: () => {
				throw new Error("full");
			},
		});
		storeBikes([["Road", "cassette=hg"]]);
		expect(sent).toEqual([bikeEvent]);
		expect(readBikes()).toEqual([]);
	});
});
