import { expect, it } from "vitest";
import type { Capability } from "./capabilities.ts";
import { formatCapabilities, parseCapabilities } from "./capability-text.ts";

it("has a line for each capability", () => {
	const none = { standards: [], except: [] };
	const capabilities: Capability[] = [
		{
			action: "remove",
			dimension: "bottom-bracket",
			madeFor: true,
			standards: ["bsa-24-44"],
			except: ["t47-30"],
		},
		{ ...none, action: "torque", from: 2, to: 25, madeFor: true },
		{ ...none, action: "mount", dimension: "tire-width", from: 23, to: 50.5, madeFor: true },
		{ action: "cut", dimension: "chain", standards: ["11", "12"], except: [], madeFor: false },
	];
	expect(formatCapabilities(capabilities)).toBe(
		"remove bottom-bracket: bsa-24-44, not t47-30\ntorque: 2..25\nmount tire-width: 23..50.5\nalso cut chain: 11, 12",
	);
	expect(parseCapabilities(formatCapabilities(capabilities))).toEqual(capabilities);
	expect(parseCapabilities("")).toEqual([]);
	expect(parseCapabilities(" Hold Chain : 8 ;\n\n torque: 2 .. 5")).toEqual([
		{ action: "hold", dimension: "chain", standards: ["8"], except: [], madeFor: true },
		{ action: "torque", standards: [], except: [], from: 2, to: 5, madeFor: true },
	]);
});

it.each(["chains", "eat chain: 8", "hold chain 8"])("%j is none", (text) => {
	expect(parseCapabilities(`torque: 1..2\n${text}`)).toBe(text);
});
