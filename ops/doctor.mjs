// `npm run doctor`: says whether what the shop has written down is true.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
// The report is all that is said: wrangler would add which files it read.
process.env.WRANGLER_LOG ??= "error";
handOver("ops/doctor/main.ts");
