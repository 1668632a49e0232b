// `npm run dev`: serves the shop with hot reload.
import { ensureInstalled, handOver } from "./install.mjs";

ensureInstalled();
handOver("local/dev.ts");
