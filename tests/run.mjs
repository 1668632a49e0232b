// `npm test`: installs missing dependencies, then runs every check.
import { ensureInstalled, handOver } from "../local/install.mjs";

ensureInstalled();
handOver("tests/run.ts");
