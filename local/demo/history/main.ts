/** `npm run record-history`: records the shop of SHOP_STATE, which nothing serves, as the history of the demo. See ../README.md. */
import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { imageNames } from "../../seed.ts";
import { localSettings } from "../../settings.ts";
import { databaseFile } from "../../state.ts";
import { recordHistory } from "./record.ts";

const db = new DatabaseSync(databaseFile(localSettings().state), { readOnly: true });
const names = await imageNames();
const recorded = recordHistory(
	(sql) => db.prepare(sql).all(),
	Date.now(),
	(image) => {
		const name = names.get(image);
		if (name === undefined) throw new Error(`No drawing of the demo is the image ${image}.`);
		return name;
	},
);
writeFileSync(new URL("history.jsonl", import.meta.url), recorded);
process.stdout.write("Written: local/demo/history/history.jsonl. Review it.\n");
