import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import journeys from "../../playwright.config.ts";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { projects: _, ...shared } = journeys;

/** The elements on pages of another origin, against their own shop. */
export default defineConfig({
	...shared,
	testDir: at("."),
	outputDir: at("../../test-results/widgets"),
	globalSetup: at("../setup/test-shop.ts"),
});
