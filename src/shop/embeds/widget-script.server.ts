/** The built script of the elements, as the shop serves it: the newest, and each version before it. */
import script from "../../../.generated/widgets/widgets.js?raw";
import { version } from "../../../widgets/package.json";
import { shopOrigin } from "../../platform/settings.ts";
import { hashBase64 } from "./hash.ts";

/** The version of the elements, and the major version that follows it. */
export const widgetsVersion: string = version;
export const widgetsMajor: string = version.split(".", 1)[0] ?? version;

/** The scripts of released versions, each loaded when it is asked for (widgets/releases.ts). */
const releasedScripts = import.meta.glob<string>("../../../widgets/released/*/widgets.js", {
	query: "?raw",
	import: "default",
});

/** What stands in a built script where the shop's origin belongs (widgets/build.ts). */
const originPlaceholder = "https://cogsmith.invalid";

/** The script of a version, or of the newest of a major version, with this shop's origin in it; undefined where there is none. */
export async function widgetsScript(requestedVersion: string): Promise<string | undefined> {
	const file = `../../../widgets/released/${requestedVersion}/widgets.js`;
	const isLatest = requestedVersion === widgetsVersion || requestedVersion === widgetsMajor;
	const load = Object.hasOwn(releasedScripts, file) ? releasedScripts[file] : undefined;
	const text = isLatest ? script : await load?.();
	return text?.replaceAll(originPlaceholder, shopOrigin());
}

/** The integrity of the newest script, as a page names it (W3C Subresource Integrity). */
export async function widgetsIntegrity(): Promise<string> {
	return `sha384-${await hashBase64("SHA-384", (await widgetsScript(widgetsVersion)) ?? "")}`;
}
