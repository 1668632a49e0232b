// `npm run deploy`: deploys the shop to the Cloudflare account that wrangler is signed in to.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
handOver("ops/deploy/main.ts");
