/**
 * Imports a chunk of the build, also after an attempt that failed: browsers remember a failed fetch
 * for as long as the page is open (HTML standard: module map; Chromium since 2026), so the next
 * attempt needs another address. `load` is the plain `import()`. Rejects where the chunk still can't
 * be fetched.
 */
export async function importChunk<T>(load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		// Chromium and Firefox name the address; elsewhere a reload has to do.
		const url = /https?:\/\/[^\s?]+/.exec(String(error))?.[0];
		if (!url?.startsWith(`${location.origin}/`)) throw error;
		const retry: Promise<T> = import(/* @vite-ignore */ `${url}?retry=${Date.now()}`);
		return await retry;
	}
}
