/** What a tool has of each of its capabilities in a column of its own, and its family of those of its tools. */

/** A row of `tool_capabilities` in its tool's column `capabilities`. */
export type StoredCapability = [
	action: string,
	dimension: string,
	standard: string,
	fits: 0 | 1,
	rangeFrom: number | null,
	rangeTo: number | null,
	also: 0 | 1,
];
