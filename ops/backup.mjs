// `npm run backup`: copies a shop's database and images into a folder, and checks the copy.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
// Only the report is printed: wrangler would add which files it read.
process.env.WRANGLER_LOG ??= "error";
handOver("ops/backup/main.ts");
