// `npm run smoke -- URL`: runs the smoke test against a live shop.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
handOver("ops/smoke/main.ts");
