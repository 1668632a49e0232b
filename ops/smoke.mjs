// `npm run smoke -- URL`: looks at a live shop from outside.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
handOver("ops/smoke/main.ts");
