/** `npm run smoke` at the built shop: what a deployed one is looked at by must hold here, too. */
import { expect } from "@playwright/test";
import { smoke } from "../../ops/smoke/smoke.ts";
import { shopUrl, test } from "./fixtures.ts";

test("the smoke test passes here, but for what only the platform has", async () => {
	const results = await smoke(shopUrl());
	expect(results.filter(({ outcome }) => outcome === "failed")).toEqual([]);
	expect(
		results.filter(({ outcome }) => outcome === "left out").map(({ message }) => message),
	).toEqual([
		"only where there is https",
		"only where there is https",
		"only where there is the platform's cache",
	]);
});
