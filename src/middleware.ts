/** Middleware for all routes: sets the route for the log and the shop's origin, restricts cached pages to their cache key, checks the method of pages, removes unused hashes from their policy and handles errors. Each page and endpoint authorizes its own callers. */
import { defineMiddleware } from "astro:middleware";
import { allowOnly } from "./http/handle.ts";
import { withOwnHashes } from "./platform/cache/page-csp.ts";
import { setRoute } from "./platform/services/log.ts";
import { shopOrigin } from "./platform/settings/settings.ts";
import { shopSettings } from "./shop/settings/settings.server.ts";
import { restrictToCacheKey } from "./worker/cache-key-params.ts";
import { handleError } from "./worker/serve.ts";

/** What pages take. Astro would render a page for any method, TRACE and DELETE included. */
const pageMethods = ["GET", "POST"] as const;
const allowOnlyPageMethods = allowOnly(...pageMethods);
const fileRoutes: ReadonlySet<string> = new Set(FILE_ROUTES);
/** The route of an unknown address, whatever the method. */
const notFoundRoute = "/404";

export const onRequest = defineMiddleware(async (context, next) => {
	const { request, routePattern } = context;
	setRoute(routePattern);
	restrictToCacheKey(context.url);
	// One build serves any origin, so a prerendered page has none.
	if (!context.isPrerendered) {
		context.locals.origin = shopOrigin();
		// Called after the page has read its data, and the settings with it.
		context.locals.settings = shopSettings;
	}
	// Calls and files check their method themselves.
	const isPage = !fileRoutes.has(routePattern);
	const isAllowed = pageMethods.some((method) => method === request.method);
	if (isPage && !isAllowed && routePattern !== notFoundRoute) return allowOnlyPageMethods(context);
	try {
		const response = await next();
		return isPage ? await withOwnHashes(response, INSERTED_STYLES) : response;
	} catch (error) {
		// Handled here, because Astro would log the error as it is, with the request's data.
		return handleError(request, error);
	}
});
