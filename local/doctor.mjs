// `npm run doctor`: says whether what the shop has written down is true.
import { ensureInstalled, handOver } from "./install.mjs";

ensureInstalled();
// The report is all that is said: wrangler would add which files it read.
process.env.WRANGLER_LOG ??= "error";
handOver("local/doctor/main.ts");
