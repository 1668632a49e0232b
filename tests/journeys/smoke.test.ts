/** `npm run smoke` at the built shop: the checks of a deployed shop must pass here too. */
import { expect } from "@playwright/test";
import { smoke } from "../../ops/smoke/smoke.ts";
import { shopUrl, test } from "./fixtures.ts";

test("the smoke test passes, except for checks of the platform", async () => {
	const results = await smoke(shopUrl());
	expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
	expect(
		results.filter(({ outcome }) => outcome === "skipped").map(({ message }) => message),
	).toEqual(["requires https", "requires https", "requires the platform's cache"]);
});
