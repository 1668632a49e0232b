/** Builds the shop for tests/worker/queries.test.ts, which calls the built Worker. */
import { build, buildIsStale } from "../../local/build.ts";

export default async function setup(): Promise<void> {
	const files = process.argv.slice(2).filter((argument) => argument.includes(".test"));
	const runsQueries = files.length === 0 || files.some((file) => file.includes("queries"));
	if (runsQueries && buildIsStale()) await build();
}
