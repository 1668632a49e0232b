import { defineConfig } from "drizzle-kit";

export default defineConfig({
	dialect: "sqlite",
	schema: ["./src/db/tables.ts", "./src/db/auth-tables.ts"],
	out: "./migrations",
});
