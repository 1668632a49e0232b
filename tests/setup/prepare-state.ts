/** Prepares the state folder of a shop: node prepare-state.ts FOLDER, with SHOP_DEMO=0 without the demo's tools. */
import { migrate } from "../../local/migrate.ts";
import { seed } from "../../local/seed.ts";

const [folder = ""] = process.argv.slice(2);
await migrate(folder);
await seed(folder, { demo: process.env.SHOP_DEMO !== "0" });
