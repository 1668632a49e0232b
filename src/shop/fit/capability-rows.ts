/** Capabilities as the table `tool_capabilities` stores them: a row for each standard. */
import type { Capability } from "./capabilities.ts";
import { actions } from "./standards.ts";

/** A row, as a tool's column `capabilities` has it. */
export interface StoredCapability {
	action: string;
	dimension: string;
	standard: string;
	fits: 0 | 1;
	from: number | null;
	to: number | null;
	also: 0 | 1;
}

/** Returns the rows of capabilities, in the order in which they are read again. */
export function toCapabilityRows(capabilities: readonly Capability[]): StoredCapability[] {
	return capabilities
		.flatMap(({ action, dimension = "", standards, except, from, to, madeFor }) => {
			const row = (standard: string, fits: 0 | 1): StoredCapability => ({
				action,
				dimension,
				standard,
				fits,
				from: from ?? null,
				to: to ?? null,
				also: madeFor ? 0 : 1,
			});
			if (from !== undefined) return [row("", 1)];
			return [
				...standards.map((standard) => row(standard, 1)),
				...except.map((standard) => row(standard, 0)),
			];
		})
		.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The primary key of a row beside its tool. */
export function keyOf({ action, dimension, standard }: StoredCapability): string {
	return `${action}\n${dimension}\n${standard}`;
}

/** Returns the capabilities of a tool's row: one for each action and dimension. */
export function toCapabilities(stored: readonly StoredCapability[]): Capability[] {
	const groups = Map.groupBy(stored, ({ action, dimension, also }) =>
		JSON.stringify([action, dimension, also]),
	);
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		const action = actions.find((name) => name === first?.action);
		if (!first || !action) return [];
		const { dimension, from, to, also } = first;
		const named = (isFit: 0 | 1) =>
			group.flatMap(({ standard, fits }) => (standard && fits === isFit ? [standard] : []));
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
