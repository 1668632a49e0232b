/** The built script of the elements, as the shop serves it: the newest, and each version before it. */
import script from "../../../.generated/widgets/widgets.js?raw";
import { version } from "../../../widgets/package.json";
import { shopOrigin } from "../../platform/settings.ts";
import { digest } from "./digest.ts";

/** The version of the elements, and the major version that follows it. */
export const widgetsVersion: string = version;
export const widgetsMajor: string = version.split(".", 1)[0] ?? version;

/** The scripts of released versions, each loaded when it is asked for (widgets/released.ts). */
const released = import.meta.glob<string>("../../../widgets/released/*/widgets.js", {
	query: "?raw",
	import: "default",
});

/** What stands in a built script where the shop's origin belongs (widgets/build.ts). */
const originToCome = "https://cogsmith.invalid";

/** The script of a version, or of the newest of a major version, with this shop's origin in it; undefined where there is none. */
export async function widgetsScript(asked: string): Promise<string | undefined> {
	const file = `../../../widgets/released/${asked}/widgets.js`;
	const isNewest = asked === widgetsVersion || asked === widgetsMajor;
	const load = Object.hasOwn(released, file) ? released[file] : undefined;
	const text = isNewest ? script : await load?.();
	return text?.replaceAll(originToCome, shopOrigin());
}

/** The integrity of the newest script, as a page names it (W3C Subresource Integrity). */
export async function widgetsIntegrity(): Promise<string> {
	return `sha384-${await digest("SHA-384", (await widgetsScript(widgetsVersion)) ?? "")}`;
}
