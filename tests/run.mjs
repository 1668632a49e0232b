// `npm test`: installs what is missing, then runs every check there is.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
handOver("tests/run.ts");
