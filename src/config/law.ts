/** Where the shop's consumers are, as shop.config.ts says: what follows is in src/shop/legal/rules.ts. */
import { law } from "./config.ts";

/** Whether consumers in the European Union buy here. */
export const sellsToEu = law.regions.includes("eu");
