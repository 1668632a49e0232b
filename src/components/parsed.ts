/**
 * Waits until the page is parsed: a script with `async` that the browser's cache has runs before, when custom
 * elements have no children yet. Imported first.
 */
if (document.readyState === "loading")
	await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));

export {};
