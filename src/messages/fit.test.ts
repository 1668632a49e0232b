import { describe, expect, it } from "vitest";
import { fitsSome, notSoldHere, soldOutNow } from "./fit.ts";

const need = { for: "Turn the freewheel", optional: false };

describe("what a job lacks is said in plain words", () => {
	it.each([
		[{ ...need, action: "remove", tool: "freewheel remover" } as const, "a freewheel remover"],
		[{ ...need, action: "open", tool: "master link pliers" } as const, "master link pliers"],
		[
			{ ...need, action: "torque", from: 40, to: 40 } as const,
			"a torque wrench that reaches 40 Nm",
		],
		[{ ...need, action: "torque", from: 4, to: 6 } as const, "a torque wrench for 4 to 6 Nm"],
		[{ ...need, action: "measure", from: 1, to: 3 } as const, "something that measures 1 to 3 mm"],
	])("%j is %s", (one, name) => {
		expect(notSoldHere([one])).toBe(`You also need ${name}, which we don't stock.`);
	});

	it("says what a tool without a name is for, what fits some bikes only, and what is sold out", () => {
		expect(fitsSome("Chain", true)).toBe("Fits most: choose your chain to be sure.");
		expect(fitsSome("Chain", false)).toBe("Fits some: choose your chain to be sure.");
		expect(notSoldHere([{ ...need, action: "remove" }])).toBe(
			"You also need a tool to turn the freewheel, which we don't stock.",
		);
		expect(soldOutNow(["Headset press, 1 to 1.5 inch", "Chain whip"])).toBe(
			"Sold out right now: Headset press, 1 to 1.5 inch; Chain whip.",
		);
	});
});
