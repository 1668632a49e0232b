/** Builds the shop for tests/worker/queries.test.ts, which calls the built Worker. */
import type { TestProject } from "vitest/node";
import { build, buildIsStale } from "../../local/build.ts";

export default async function setup({ vitest }: TestProject): Promise<void> {
	const { filenamePattern: patterns } = vitest;
	const isRequested = !patterns?.length || patterns.some((pattern) => pattern.includes("queries"));
	if (isRequested && buildIsStale()) await build();
}
