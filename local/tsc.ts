/** TypeScript 7's compiler, which takes a fifth of the time. `tsc` itself is TypeScript 6, whose API other packages need. */
import { join } from "node:path";
import { root } from "./settings.ts";

/** The compiler's script, for Node. */
export const tscScript = join(root, "node_modules/typescript-7/bin/tsc");
