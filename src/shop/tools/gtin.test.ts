import { expect, it } from "vitest";
import { isGtin, normalizeGtin } from "./gtin.ts";

it.each(["96385074", "036000291452", "4006381333931", "10012345678902", "4 006381-333931"])(
	"%s is a GTIN",
	(text) => {
		expect(isGtin(normalizeGtin(text))).toBe(true);
	},
);

it.each(["", "4006381333932", "40063813339", "400638133393X", "4006381333931000"])(
	"%s is none",
	(text) => {
		expect(isGtin(normalizeGtin(text))).toBe(false);
	},
);
