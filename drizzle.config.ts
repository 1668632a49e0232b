/** What drizzle-kit reads. `npm run migration` adds to its tables what it does not know: see docs/changing-the-schema.md. */
import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: "./src/db/*-tables.ts",
	out: "./migrations",
	breakpoints: false,
});
