/** Reads what a tool can do from its row. */
import type { StoredCapability } from "../../db/stored-capability.ts";
import type { Capability } from "./capabilities.ts";
import { actions } from "./standards.ts";

/** Returns the capabilities of a tool's row: one for each action and dimension. */
export function toCapabilities(stored: readonly StoredCapability[]): Capability[] {
	const groups = Map.groupBy(stored, ([action, dimension, , , , , also]) =>
		JSON.stringify([action, dimension, also]),
	);
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		const action = actions.find((name) => name === first?.[0]);
		if (!first || !action) return [];
		const [, dimension, , , from, to, also] = first;
		const named = (isFit: 0 | 1) =>
			group.flatMap(([, , standard, fits]) => (standard && fits === isFit ? [standard] : []));
		return {
			action,
			...(dimension && { dimension }),
			standards: named(1),
			except: named(0),
			...(from !== null && { from }),
			...(to !== null && { to }),
			madeFor: !also,
		};
	});
}
