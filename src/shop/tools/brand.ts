/** Who makes a tool. */

/** Returns the value of the specification that is called Brand, if the tool has one. */
export function brandOf(
	specifications: readonly { name: string; value: string }[],
): string | undefined {
	return specifications.find(({ name }) => name.trim().toLowerCase() === "brand")?.value;
}
