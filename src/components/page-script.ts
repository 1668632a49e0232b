/**
 * Loads the page's script, whose URL a `<meta name="script">` has, in the frame after `load`: then the picture of the first
 * screen has been painted, and nothing competes with it. Links and menus work before; a form that is sent before waits for the
 * script, which may answer it on this page, and is sent as without script if it can't be loaded. A prerendered page loads it
 * before it is shown, because it has time and no frames.
 */
let isLoaded = false;

async function load(): Promise<void> {
	const url = document.querySelector<HTMLMetaElement>("meta[name=script]")?.content ?? "";
	await import(/* @vite-ignore */ url).catch(() => undefined);
	isLoaded = true;
}

addEventListener(
	"submit",
	async (event) => {
		const form = event.target;
		if (isLoaded || !(form instanceof HTMLFormElement)) return;
		event.preventDefault();
		event.stopImmediatePropagation();
		await load();
		form.requestSubmit(event.submitter);
	},
	true,
);

addEventListener("load", () => {
	// A task that an animation frame queues runs after that frame.
	if (document.prerendering) void load();
	else requestAnimationFrame(() => setTimeout(load));
});
