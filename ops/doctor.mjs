// `npm run doctor`: checks that a shop's data is consistent.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
// Only the report is printed: wrangler would add which files it read.
process.env.WRANGLER_LOG ??= "error";
handOver("ops/doctor/main.ts");
