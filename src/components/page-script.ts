/**
 * Loads the page's script, whose URL a `<meta name="script">` has, in the frame after `load`: then the picture of the first
 * screen has been painted, and nothing competes with it. Links and menus work before; a form that is sent before waits for the
 * script. A prerendered page loads it before it is shown, because it has time and no frames.
 */
import { holdForms } from "./hold-forms.ts";

const url = document.querySelector<HTMLMetaElement>("meta[name=script]")?.content ?? "";
const load = holdForms(window, url);

addEventListener("load", () => {
	// A task that an animation frame queues runs after that frame.
	if (document.prerendering) void load();
	else requestAnimationFrame(() => setTimeout(load));
});
