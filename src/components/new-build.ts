/** Reloads a page whose islands can't start since they are of an earlier build. */
import { addressInError, reloadIfGone } from "../islands/ui/new-build.ts";

// Astro dispatches it once its second attempt has failed too.
addEventListener("astro:hydration-error", (event) => {
	if (!(event instanceof CustomEvent)) return;
	const { error, componentUrl }: { error: unknown; componentUrl: string } = event.detail;
	reloadIfGone(addressInError(error) ?? componentUrl);
});
