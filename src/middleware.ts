/** Notes which page or call answers, and sees to those that fail. Who may see a page is its own matter. */
import { defineMiddleware } from "astro:middleware";
import { failed } from "./http/serve.ts";
import { noteRoute } from "./platform/log.ts";

export const onRequest = defineMiddleware(async ({ request, routePattern }, next) => {
	noteRoute(routePattern);
	try {
		return await next();
	} catch (error) {
		// Here and not further out: Astro would write the error down as it is, with all it was asked.
		return failed(request, error);
	}
});
