// `npm run pictures`: takes pictures of every screen, and compares them with the committed ones.
import { ensureInstalled, handOver } from "../../local/install.mjs";

ensureInstalled();
handOver("tests/pictures/main.ts");
