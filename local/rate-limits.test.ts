import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { withLocalLimits } from "./rate-limits.ts";
import { root } from "./settings.ts";

it("a local shop allows 3,000 requests a minute from one address, and the rest of the build is unchanged", () => {
	const built = { main: "entry.mjs", ...readRateLimits() };
	const local = withLocalLimits(built);
	expect(local.ratelimits).toHaveLength(4);
	for (const [index, { simple, ...rest }] of local.ratelimits.entries()) {
		const { simple: deployed, ...deployedRest } = built.ratelimits[index] ?? { simple: undefined };
		expect(rest).toEqual(deployedRest);
		expect(deployed?.limit).toBeLessThan(3000);
		expect(simple.limit).toBeGreaterThanOrEqual(3000);
		expect(simple.period).toBe(deployed?.period);
	}
	expect(local.main).toBe("entry.mjs");
});

it("each rate limit of wrangler.toml has its own namespace and a period of a minute", () => {
	const { ratelimits } = readRateLimits();
	expect(
		new Set(ratelimits.map(({ namespace_id }: { namespace_id: string }) => namespace_id)).size,
	).toBe(4);
	for (const { simple } of ratelimits) expect(simple.period).toBe(60);
	expect(readFileSync(join(root, "docs/operation.md"), "utf8")).toContain("SEARCH_LIMIT");
});

function readRateLimits() {
	const { ratelimits } = unstable_readConfig({ config: join(root, "wrangler.toml") });
	return { ratelimits };
}
