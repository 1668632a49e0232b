// `npm run bench`: measures the shop and says what came of it as a table.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
handOver("bench/main.ts");
