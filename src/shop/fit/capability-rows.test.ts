import * as v from "valibot";
import { expect, it } from "vitest";
import { type CapabilityInput, capabilitySchema } from "./capabilities.ts";
import { toCapabilityRows } from "./capability-rows.ts";

const rowsOf = (...inputs: CapabilityInput[]) =>
	toCapabilityRows(v.parse(v.array(capabilitySchema), inputs));

it("a capability has a row for each standard, and one for its range", () => {
	expect(
		rowsOf(
			{ action: "torque", from: 2, to: 25 },
			{ action: "mount", dimension: "tire-width", from: 25, to: 30, madeFor: false },
			{ action: "hold", dimension: "chain", standards: ["12", "11"], except: ["13"] },
		),
	).toEqual([
		{ action: "hold", dimension: "chain", standard: "11", fits: 1, from: null, to: null, also: 0 },
		{ action: "hold", dimension: "chain", standard: "12", fits: 1, from: null, to: null, also: 0 },
		{ action: "hold", dimension: "chain", standard: "13", fits: 0, from: null, to: null, also: 0 },
		{ action: "mount", dimension: "tire-width", standard: "", fits: 1, from: 25, to: 30, also: 1 },
		{ action: "torque", dimension: "", standard: "", fits: 1, from: 2, to: 25, also: 0 },
	]);
});
