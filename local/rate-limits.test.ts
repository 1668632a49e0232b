import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { withLocalLimits } from "./rate-limits.ts";
import { root } from "./settings.ts";

it("3,000 requests a minute from one address pass a local shop, and all else is as it was built", () => {
	const built = { main: "entry.mjs", ...readRateLimits() };
	const local = JSON.parse(withLocalLimits(JSON.stringify(built)));
	expect(local.ratelimits).toHaveLength(3);
	for (const [index, { simple, ...rest }] of local.ratelimits.entries()) {
		const { simple: deployed, ...deployedRest } = built.ratelimits[index] ?? { simple: undefined };
		expect(rest).toEqual(deployedRest);
		expect(deployed?.limit).toBeLessThan(3000);
		expect(simple.limit).toBeGreaterThanOrEqual(3000);
		expect(simple.period).toBe(deployed?.period);
	}
	expect(local.main).toBe("entry.mjs");
});

it("each limit of wrangler.toml is counted on its own, over a minute", () => {
	const { ratelimits } = readRateLimits();
	expect(
		new Set(ratelimits.map(({ namespace_id }: { namespace_id: string }) => namespace_id)).size,
	).toBe(3);
	for (const { simple } of ratelimits) expect(simple.period).toBe(60);
	expect(readFileSync(join(root, "docs/operation.md"), "utf8")).toContain("SEARCH_LIMIT");
});

function readRateLimits() {
	const { ratelimits } = unstable_readConfig({ config: join(root, "wrangler.toml") });
	return { ratelimits };
}
