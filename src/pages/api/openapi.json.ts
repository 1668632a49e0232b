import { license as licence, version } from "../../../package.json";
import { describeEndpoint } from "../../http/openapi/describe-endpoint.ts";
import { openApiDocument } from "../../http/openapi/document.ts";
import { publicRoute } from "../../http/text-route.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { endpoints, entityNotes, sharedSchemas } from "../../shop/endpoints.ts";

export const { GET, ALL } = publicRoute(() => {
	const origin = shopOrigin();
	const calls = endpoints.map((endpoint) => describeEndpoint(endpoint, sharedSchemas, origin));
	const document = openApiDocument(calls, sharedSchemas, {
		origin,
		version,
		licence,
		entityNotes,
	});
	return Response.json(document, { headers: { "Cache-Control": "public, max-age=300" } });
});
