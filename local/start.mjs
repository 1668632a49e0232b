// `npm start`: installs what is missing and serves the shop.
import { ensureInstalled, handOver } from "./install.mjs";

ensureInstalled();
handOver("local/serve.ts");
