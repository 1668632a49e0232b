/**
 * Holds a form below `target` that is sent before the script at `url` is there: the script may answer it on this page. It is
 * sent as without script if that can't be loaded. Returns what loads the script.
 */
export function holdForms(target: GlobalEventHandlers, url: string): () => Promise<void> {
	let isLoaded = false;
	const load = async () => {
		await import(/* @vite-ignore */ url).catch(() => undefined);
		isLoaded = true;
	};
	target.addEventListener(
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
	return load;
}
