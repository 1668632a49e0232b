// `npm run deploy`: the shop onto the Cloudflare account that wrangler is signed in to.
import { ensureInstalled, handOver } from "./install.mjs";

ensureInstalled();
handOver("local/deploy/main.ts");
