import { allowOnly, handle } from "../../http/handle.ts";
import { findEndpoint } from "../../shop/find/find.api.ts";
import { find } from "../../shop/find/find.server.ts";

export const GET = handle(findEndpoint, ({ caller, query }) => find(caller, query.q));

export const ALL = allowOnly("GET");
