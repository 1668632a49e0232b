import { expect, it, vi } from "vitest";
import { addressCandidates, isAddress, maxAddressLength, slugOf } from "./addresses.ts";

it.each([
	["Chain & cassette", "chain-cassette"],
	["  Ölkännchen Nº 1, 250 ml ", "olkannchen-no-1-250-ml"],
	["Große Łódź-Zange Ø 8", "grosse-lodz-zange-o-8"],
	["Đuro ð Þór ı Æble œuvre", "duro-d-thor-i-aeble-oeuvre"],
	["扳手", ""],
	[`${"a".repeat(59)} b`, "a".repeat(59)],
])("the address of %j is %j", (name, slug) => {
	expect(slugOf(name)).toBe(slug);
});

it("a text is an address or not", () => {
	for (const text of ["a", "8-mm", "x".repeat(maxAddressLength)])
		expect(isAddress(text)).toBe(true);
	for (const text of ["", "c", "-a", "A", "a b", "ä", "a/b", "x".repeat(maxAddressLength + 1)])
		expect(isAddress(text), text).toBe(false);
});

it("tools of one name can have addresses with a number, none in common", () => {
	const lists = addressCandidates(
		["Pump", "Pump", "Pump 2", "C", "扳手"],
		["pump-4"],
		() => 12_345,
	);
	expect(lists.map((list) => list.slice(0, 3))).toEqual([
		["pump", "pump-3", "pump-6"],
		["pump-2", "pump-5", "pump-7"],
		["pump-2-2", "pump-2-3", "pump-2-4"],
		["c-2", "c-3", "c-4"],
		[],
	]);
	const all = lists.flat();
	expect(new Set(all).size).toBe(all.length);
	expect(lists.map((list) => list.length)).toEqual([10, 9, 10, 10, 0]);
	expect(lists[0]?.at(-1)).toBe("pump-12345");
	expect(lists.flat().filter((address) => !isAddress(address))).toEqual([]);
	const [long] = addressCandidates(["x".repeat(100)]);
	expect(long?.slice(0, 2)).toEqual(["x".repeat(60), `${"x".repeat(58)}-2`]);
});

it.each([
	[0, "pump-10000"],
	[0.5, "pump-55000"],
	[0.99999999, "pump-99999"],
])("the last address that is tried has a random number: %d", (random, address) => {
	vi.spyOn(Math, "random").mockReturnValue(random);
	expect(addressCandidates(["Pump"])[0]?.at(-1)).toBe(address);
	vi.restoreAllMocks();
});
