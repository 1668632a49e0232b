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
		["hold", "chain", "11", 1, null, null, 0],
		["hold", "chain", "12", 1, null, null, 0],
		["hold", "chain", "13", 0, null, null, 0],
		["mount", "tire-width", "", 1, 25, 30, 1],
		["torque", "", "", 1, 2, 25, 0],
	]);
});
