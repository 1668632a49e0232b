import { addressInError, reloadIfGone } from "./new-build.ts";

/**
 * Imports a chunk of the build, also after an attempt that failed: browsers remember a failed fetch
 * for as long as the page is open (HTML standard: module map; Chromium since 2026), so the next
 * attempt needs another address. `load` is the plain `import()`. Rejects where the chunk still can't
 * be fetched. If it is of an earlier build, the page is reloaded instead and the promise stays pending.
 */
export async function importChunk<T>(load: () => Promise<T>): Promise<T> {
	try {
		return await load();
	} catch (error) {
		// Elsewhere a reload by hand has to do.
		const url = addressInError(error);
		if (!url) throw error;
		const retry: Promise<T> = import(/* @vite-ignore */ `${url}?retry=${Date.now()}`);
		return await retry.catch(async (failure) => {
			if (await reloadIfGone(url)) return new Promise<never>(() => {});
			throw failure;
		});
	}
}
