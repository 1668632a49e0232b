/** `npm run migration -- --baseline`: writes `migrations` anew from `src/db`. See docs/changing-the-schema.md. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrationsFolder } from "../state.ts";
import { fail } from "../steps.ts";
import { writeBaseline } from "./baseline.ts";

if (process.argv[2] !== "--baseline") fail("Usage: npm run migration -- --baseline");
const folder = mkdtempSync(join(tmpdir(), "cogsmith-baseline-"));
writeBaseline(folder);
rmSync(migrationsFolder, { recursive: true });
cpSync(folder, migrationsFolder, { recursive: true });
rmSync(folder, { recursive: true });
process.stdout.write("Written: migrations/0000_baseline.sql. Review it.\n");
