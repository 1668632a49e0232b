/** Lists the tools that match the configurator's search. Loaded when someone types in its field. */
import * as texts from "../../messages/widgets.ts";
import { withFamilies } from "../../shop/embeds/snippets.ts";

/** Debounce of the search, in milliseconds. */
const debounceMs = 200;

const form = document.querySelector<HTMLFormElement>("cogsmith-configurator form");
const field = form?.querySelector<HTMLInputElement>("[name=q]");
const list = form?.querySelector("[name=tool]");
const status = form?.querySelector("[data-search-status]");
let timer: ReturnType<typeof setTimeout> | undefined;

/** Ignores a response that a later search has superseded. */
async function search() {
	const q = field?.value.trim() ?? "";
	const query = new URLSearchParams({ limit: "24", ratings: "1", ...(q && { q }) });
	const tools: unknown = await fetch(`/api/service?${query}`)
		.then((response) => (response.ok ? response.json() : undefined))
		.catch(() => undefined);
	if (!status || !list || field?.value.trim() !== q) return;
	if (!Array.isArray(tools)) {
		status.textContent = texts.searchFailed;
	} else if (tools.length === 0) {
		status.textContent = texts.noToolsFound;
	} else {
		status.textContent = texts.foundCount(tools.length);
		list.replaceChildren(...withFamilies(tools).map(({ _id, name }) => new Option(name, _id)));
		// The configurator shows the first one.
		form?.dispatchEvent(new Event("input"));
	}
}

function searchSoon() {
	clearTimeout(timer);
	timer = setTimeout(search, debounceMs);
}

field?.addEventListener("input", searchSoon);
// What was typed before this was loaded.
searchSoon();
