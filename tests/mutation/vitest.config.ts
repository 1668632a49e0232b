/** What mutation tests run: the unit tests of src and the tests of the shop's rules in Node. stryker.config.json names it. */
import { defineConfig } from "vitest/config";
import config from "../../vitest.config.ts";

const setupFiles: Record<string, string[]> = {
	unit: [],
	// What a module runs while it loads counts for no test, not for the first that calls it.
	shop: ["./tests/setup/load-routes.ts"],
};

const projects = (config.test?.projects ?? []).flatMap((project) => {
	if (typeof project !== "object" || !("test" in project)) return [];
	const { test, ...rest } = project;
	const added = setupFiles[String(test?.name)];
	if (!added) return [];
	// Tests in tests/unit read the repository, and a play calls half of the shop.
	const exclude = [...(test?.exclude ?? []), "tests/unit/**", "tests/demo/**"];
	return [
		{
			...rest,
			test: { ...test, exclude, setupFiles: [...[test?.setupFiles ?? []].flat(), ...added] },
		},
	];
});

export default defineConfig({ test: { projects } });
