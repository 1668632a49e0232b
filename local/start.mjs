// `npm start`: from a fresh clone to the open shop.
import { ensureInstalled, handOver } from "./install.mjs";

ensureInstalled();
handOver("local/serve.ts");
