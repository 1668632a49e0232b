import { describe, expect, it } from "vitest";
import { lineNotes } from "./carts.ts";

const line = { toolId: "a", quantity: 2, price: 12.5 };
const tool = { name: "A tool", image: "", price: 12.5, minOrderQuantity: 2, quantity: 9 };
const notesOn = (changes: Partial<typeof tool>, quantity = line.quantity) =>
	lineNotes({ ...line, quantity }, { toolId: "a", gone: false, tool: { ...tool, ...changes } });

describe("what is noted on a line", () => {
	it("is nothing while nothing has changed", () => {
		expect(notesOn({})).toEqual({});
		expect(notesOn({ quantity: 2 })).toEqual({});
	});

	it("is a price that went up or down", () => {
		const up = "The price was $12.50 and is now $13.00.";
		expect(notesOn({ price: 13 })).toEqual({ priceChange: up });
		const down = "The price was $12.50 and is now $0.99.";
		expect(notesOn({ price: 0.99 })).toEqual({ priceChange: down });
	});

	it("is a stock that is too small, and what to change to", () => {
		const adjust = { reason: "Only 3 left.", quantity: 3 };
		expect(notesOn({ quantity: 3 }, 4)).toEqual({ adjust });
	});

	it("is a minimum that was raised, and what to change to", () => {
		const adjust = { reason: "The minimum order is 3.", quantity: 3 };
		expect(notesOn({ minOrderQuantity: 3 })).toEqual({ adjust });
	});

	it("is why the tool can't be ordered at all", () => {
		expect(notesOn({ quantity: 0 })).toEqual({ unavailable: "Sold out" });
		const unavailable = "Only 1 left; the minimum order is 2";
		expect(notesOn({ quantity: 1 })).toEqual({ unavailable });
	});

	it("is that the tool is no longer sold, and then nothing else", () => {
		const unavailable = "No longer sold";
		expect(lineNotes(line, { toolId: "a", gone: true })).toEqual({ unavailable });
		const archived = { toolId: "a", gone: true, tool: { ...tool, price: 99 } };
		expect(lineNotes(line, archived)).toEqual({ unavailable });
	});
});
