// `npm run bench`: measures the shop and prints tables.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
handOver("bench/main.ts");
