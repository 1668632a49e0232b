/** Capabilities as the table `tool_capabilities` stores them: a row for each standard. */
import type { Capability } from "./capabilities.ts";

/** A row, as a tool's column `capabilities` has it. */
export type CapabilityRow = [
	action: string,
	dimension: string,
	standard: string,
	fits: 0 | 1,
	rangeFrom: number | null,
	rangeTo: number | null,
	also: 0 | 1,
];

/** Returns the rows of capabilities, in the order in which they are read again. */
export function toCapabilityRows(capabilities: readonly Capability[]): CapabilityRow[] {
	return capabilities
		.flatMap(({ action, dimension = "", standards, except, from, to, madeFor }) => {
			const also = madeFor ? 0 : 1;
			const row = (standard: string, fits: 0 | 1): CapabilityRow => [
				...([action, dimension, standard, fits] as const),
				...([from ?? null, to ?? null, also] as const),
			];
			if (from !== undefined) return [row("", 1)];
			return [
				...standards.map((standard) => row(standard, 1)),
				...except.map((standard) => row(standard, 0)),
			];
		})
		.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** The primary key of a row beside its tool. */
export function keyOf([action, dimension, standard]: CapabilityRow): string {
	return `${action}\n${dimension}\n${standard}`;
}
