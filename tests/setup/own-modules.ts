/** Lets a test file load the shop's modules anew, but not the packages. */

interface ModuleNode {
	promise?: Promise<unknown> | undefined;
	exports?: unknown;
	evaluated: boolean;
	importers: Set<string>;
}

declare global {
	/** Vitest's state of this Worker; its type is internal. */
	var __vitest_worker__: {
		evaluatedModules: {
			idToModuleMap: Map<string, ModuleNode>;
			getModuleSourceMapById(id: string): unknown;
		};
	};
}

const isPackage = (id: string): boolean => id.includes("/node_modules/");

/** What stands in for the platform in Node outlives a test file, as the platform does. */
const isPlatform = (id: string): boolean => id.includes("/tests/setup/in-node/");

/**
 * Does what `vi.resetModules()` does, but keeps packages: they hold no state of the shop, and loading their
 * thousand modules again for each test file took a third of the tests' CPU time.
 */
export function resetOwnModules(): void {
	for (const [id, node] of globalThis.__vitest_worker__.evaluatedModules.idToModuleMap) {
		// Mocks belong to a test file.
		if (isPackage(id) || isPlatform(id) || id.startsWith("mock:")) continue;
		node.promise = undefined;
		node.exports = undefined;
		node.evaluated = false;
		node.importers.clear();
	}
}

/**
 * Stops the search for source maps in the code of packages, which have none. Vitest searches all of it for
 * each frame of a stack, and the Stripe client reads one in each call.
 */
export function skipSourceMapsOfPackages(): void {
	const { evaluatedModules } = globalThis.__vitest_worker__;
	if (Object.hasOwn(evaluatedModules, "getModuleSourceMapById")) return;
	const find = evaluatedModules.getModuleSourceMapById.bind(evaluatedModules);
	evaluatedModules.getModuleSourceMapById = (id) => (isPackage(id) ? null : find(id));
}
