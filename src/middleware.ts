/** Notes which page or call answers, how pages are asked for, and sees to those that fail. Who may see one is its own matter. */
import { defineMiddleware } from "astro:middleware";
import { allowOnly } from "./http/handle.ts";
import { handleError } from "./http/serve.ts";
import { setRoute } from "./platform/log.ts";

/** How pages are asked for. Astro would render one for any method at all, TRACE and DELETE too. */
const pageMethods = new Set(["GET", "HEAD", "POST"]);
const rejectMethod = allowOnly("GET");

export const onRequest = defineMiddleware(async (context, next) => {
	const { request, routePattern } = context;
	setRoute(routePattern);
	// Calls say for themselves what they answer; their description is a page.
	const isPage = !routePattern.startsWith("/api/") || routePattern === "/api/docs";
	if (isPage && !pageMethods.has(request.method)) return rejectMethod(context);
	try {
		return await next();
	} catch (error) {
		// Here and not further out: Astro would write the error down as it is, with all it was asked.
		return handleError(request, error);
	}
});
