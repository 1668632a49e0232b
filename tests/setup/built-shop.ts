/** Builds the shop for the tests in tests/worker that call the built Worker. */
import { build, buildIsStale } from "../../local/build.ts";

export default async function setup(): Promise<void> {
	const files = process.argv.slice(2).filter((argument) => argument.includes(".test"));
	const needsBuild = files.length === 0 || files.some((file) => /queries|posted-bodies/.test(file));
	if (needsBuild && buildIsStale()) await build();
}
