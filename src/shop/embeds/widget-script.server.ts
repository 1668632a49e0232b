/** The widgets' script that the shop serves: the current version and all released ones. */
import script from "../../../.generated/widgets/widgets.js?raw";
import { version } from "../../../widgets/package.json";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { hashBase64 } from "../../values/hash.ts";

/** The current version of the widgets, and its major version. */
export const widgetsVersion: string = version;
export const widgetsMajor: string = version.split(".", 1)[0] ?? version;

/** The scripts of released versions, loaded on demand (widgets/releases.ts). */
const releasedScripts = import.meta.glob<string>("../../../widgets/released/*/widgets.js", {
	query: "?raw",
	import: "default",
});

/** The placeholder for the shop's origin in a built script (widgets/build.ts). */
const originPlaceholder = "https://cogsmith.invalid";

/** Returns the script of a version or of the current major version, with the shop's origin, or undefined. */
export async function widgetsScript(requestedVersion: string): Promise<string | undefined> {
	const file = `../../../widgets/released/${requestedVersion}/widgets.js`;
	const isLatest = requestedVersion === widgetsVersion || requestedVersion === widgetsMajor;
	const load = Object.hasOwn(releasedScripts, file) ? releasedScripts[file] : undefined;
	const text = isLatest ? script : await load?.();
	return text?.replaceAll(originPlaceholder, shopOrigin());
}

/** Returns the `integrity` of the current script (W3C Subresource Integrity). */
export async function widgetsIntegrity(): Promise<string> {
	return `sha384-${await hashBase64("SHA-384", (await widgetsScript(widgetsVersion)) ?? "")}`;
}
