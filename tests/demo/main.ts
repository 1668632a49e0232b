/** `npm run record-history`: plays the demo's days and writes what they leave. See local/demo/README.md. */
import { run } from "../../local/processes.ts";

const vitest = ["node_modules/vitest/vitest.mjs", "run", "--project", "shop", "tests/demo"];
await run(process.execPath, [...vitest, "--update"], { WHOLE_PLAY: "1" });
process.stdout.write(
	"Written: local/demo/tools.jsonl and local/demo/history/history.jsonl. Review them.\n",
);
