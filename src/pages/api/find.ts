import { handle } from "../../http/handle.ts";
import { findEndpoint } from "../../shop/find/find.api.ts";
import { find } from "../../shop/find/find.server.ts";

export const { GET, ALL } = handle(findEndpoint, ({ caller, query }) => find(caller, query.q));
