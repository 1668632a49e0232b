import { expect, it } from "vitest";
import { withoutImports } from "./unused-parts-plugin.ts";

it("leaves an island's imports by a call out, and keeps the others", () => {
	const island = [
		'import { lazyDialog } from "./lazyDialog.tsx";',
		'const A = lazyDialog(() => import("./A.tsx"), "A");',
		'const load = async () => (await import("./b.ts")).b;',
	].join("\n");
	expect(withoutImports(island)).toBe(
		[
			'import { lazyDialog } from "./lazyDialog.tsx";',
			'const A = lazyDialog(() => Promise.reject(), "A");',
			"const load = async () => (await Promise.reject()).b;",
		].join("\n"),
	);
});
