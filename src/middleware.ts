/** Notes which page or call answers, how pages are asked for, and sees to those that fail. Who may see one is its own matter. */
import { defineMiddleware } from "astro:middleware";
import { only } from "./http/handle.ts";
import { failed } from "./http/serve.ts";
import { noteRoute } from "./platform/log.ts";

/** How pages are asked for. Astro would render one for any method at all, TRACE and DELETE too. */
const askedFor = new Set(["GET", "HEAD", "POST"]);
const refuseMethod = only("GET");

export const onRequest = defineMiddleware(async (context, next) => {
	const { request, routePattern } = context;
	noteRoute(routePattern);
	// Calls say for themselves what they answer; their description is a page.
	const isPage = !routePattern.startsWith("/api/") || routePattern === "/api/docs";
	if (isPage && !askedFor.has(request.method)) return refuseMethod(context);
	try {
		return await next();
	} catch (error) {
		// Here and not further out: Astro would write the error down as it is, with all it was asked.
		return failed(request, error);
	}
});
