import { allowOnly, handle } from "../../http/handle.ts";
import { findEndpoint } from "../../shop/find/find.api.ts";
import { find } from "../../shop/find/find.server.ts";

export const GET = handle(findEndpoint, ({ query }) => find(query.q));

export const ALL = allowOnly("GET");
